#include "web/panels/views.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/text.h"
#include "web/insight/load_words.h"
#include "web/pictures/flows.h"
#include "web/pictures/histogram.h"
#include "web/pictures/intervals.h"
#include "web/pictures/jump_path.h"
#include "web/pictures/key_map.h"
#include "web/pictures/legend.h"
#include "web/pictures/ring.h"
#include "web/pictures/scores.h"
#include "web/pictures/slot_grid.h"
#include "web/pictures/tree.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

constexpr std::size_t kSampledKeys = 240;  // of a whole ring; of a magnified one, as many in each part

// Fast at first, then slower: this leads the eye to where things end.
float eased(float t) { return 1 - (1 - t) * (1 - t) * (1 - t); }

Canvas canvas_of(const View& view, const NodeNames& names) {
  return {view.painter,
          view.theme,
          locale(),
          names,
          view.pointer,
          view.highlight,
          view.moment == Moment::kBefore  ? 0
          : view.moment == Moment::kAfter ? 1
                                          : eased(view.motion),
          view.zoom,
          view.rings_as_lines};
}

NodeNames names_of(const Results& results) {
  return NodeNames(results.scenario->cluster, results.before != nullptr ? &results.before->cluster : nullptr,
                   say(Word::no_node));
}

// The shares of the current nodes and, while something is compared, of the removed ones.
std::vector<LegendItem> legend_of(const Results& results, const StrategyResult& shown, bool before) {
  std::vector<LegendItem> items;
  const LoadStats& load = before ? shown.load_before : shown.load;
  const double all = static_cast<double>(results.keys->size());
  const Cluster& cluster = before ? results.before->cluster : results.scenario->cluster;
  for (std::size_t i = 0; i < cluster.nodes().size() && i < load.keys.size(); ++i) {
    items.push_back({cluster.nodes()[i].id, format_percent(static_cast<double>(load.keys[i]) / all, locale())});
  }
  if (load.unplaced > 0) {
    items.push_back({kNoNode, format_percent(static_cast<double>(load.unplaced) / all, locale())});
  }
  if (before || results.before == nullptr) return items;
  for (const Node& node : results.before->cluster.nodes()) {
    if (cluster.find(node.id) == nullptr) items.push_back({node.id, format_percent(0, locale())});
  }
  return items;
}

// Evenly spaced by index, which is independent of where a key lies. Twice the scale adds keys and keeps the others.
std::vector<SampledKey> sample_keys(const StrategyResult& shown, unsigned shift, Moment moment, float scale) {
  std::vector<SampledKey> keys;
  const auto hashes = shown.keys.columns[0];
  const std::size_t count = hashes.size(), wanted = std::min(kSampledKeys << std::ilogb(scale), count);
  for (std::size_t i = 0; i < wanted; ++i) {
    const auto key = static_cast<std::size_t>(std::uint64_t{i} * count / wanted);
    const NodeId was = shown.owners_before()[key], now = shown.owner(static_cast<std::uint32_t>(key));
    keys.push_back({hashes[key] << shift, moment == Moment::kAfter ? now : was, moment == Moment::kBefore ? was : now});
  }
  return keys;
}

RingSigns signs_of(const std::string& keys) {
  return {{keys, say(Word::ring_key)}, {say(Word::ring_point), ""}, {say(Word::ring_moved), ""}};
}

// Draws a picture by its kind. `before` is null if there is nothing comparable before.
class Structure {
 public:
  Structure(const Canvas& canvas, Rect area, const StrategyResult& strategy, const Picture* before,
            const SlotKeys& slot_keys, std::string_view key, std::string_view key_shown, NodeId key_owner,
            Moment moment, bool legend)
      : canvas_(canvas),
        area_(area),
        strategy_(strategy),
        before_(before),
        slot_keys_(slot_keys),
        key_(key),
        key_shown_(key_shown),
        key_owner_(key_owner),
        moment_(moment),
        legend_(legend) {}

  Pointed operator()(const RingPicture& picture) const {
    const auto keys = sample_keys(strategy_, picture.key_shift, moment_, canvas_.zoom.scale);
    const std::string points = format_count(picture.points.size(), canvas_.locale);
    const std::string key_sign = say(
        Word::ring_key_of,
        {format_count(keys.size(), canvas_.locale), format_count(strategy_.keys.columns[0].size(), canvas_.locale)});
    const NodeId under =
        draw_ring(canvas_, area_,
                  {picture, was<RingPicture>(), keys, key_, key_owner_, points, say(Word::ring_points, {points}),
                   say(Word::ring_end), legend_ ? signs_of(key_sign) : RingSigns{}});
    if (canvas_.rings_as_lines) return {under, {}, {}, true};
    return {under, {}, ring_rim(area_), true};
  }
  Pointed operator()(const TablePicture& picture) const {
    const auto slot =
        draw_slot_grid(canvas_, area_, {picture, was<TablePicture>(), key_, say(Word::before), &slot_keys_});
    if (!slot) return {kNoNode, {}, {}, true};
    return {picture.slots[*slot], picture.first + *slot, {}, true};
  }
  Pointed operator()(const IntervalPicture& picture) const {
    return {
        draw_intervals(canvas_, area_, {picture, was<IntervalPicture>(), key_, say(Word::before), say(Word::after)})};
  }
  Pointed operator()(const ScorePicture& picture) const {
    return {draw_scores(canvas_, area_, {picture, was<ScorePicture>(), key_shown_, say(Word::before)})};
  }
  Pointed operator()(const JumpPicture& picture) const {
    return {draw_jump_path(canvas_, area_, {picture, was<JumpPicture>(), key_shown_})};
  }
  Pointed operator()(const TreePicture& picture) const {
    return {draw_tree(canvas_, area_, {picture, was<TreePicture>(), key_})};
  }

 private:
  template <typename Kind>
  const Kind* was() const {
    return before_ != nullptr ? std::get_if<Kind>(before_) : nullptr;
  }

  const Canvas& canvas_;
  Rect area_;
  const StrategyResult& strategy_;
  const Picture* before_;
  const SlotKeys& slot_keys_;
  std::string_view key_,
      key_shown_;  // the key that is looked up; the one that the picture shows anyway
  NodeId key_owner_;
  Moment moment_;
  bool legend_;
};

std::vector<std::uint64_t> arrived_of(const Movement& movement, std::size_t known) {
  std::vector<std::uint64_t> arrived(known);
  for (const Flow& flow : movement.flows) {
    if (flow.to != kNoNode && index_of(flow.to) < known) arrived[index_of(flow.to)] += flow.keys;
  }
  return arrived;
}

std::uint64_t keys_before(const Results& results, const StrategyResult& shown, NodeId id) {
  const auto nodes = results.before->cluster.nodes();
  const auto found = std::find_if(nodes.begin(), nodes.end(), [&](const Node& node) { return node.id == id; });
  return found == nodes.end() ? 0 : shown.load_before.keys[static_cast<std::size_t>(found - nodes.begin())];
}

// Requests in units of keys, as if each key were requested equally often, so that both have the same scale and fair
// share.
void add_requests(const Results& results, const Scenario& scenario, const LoadStats& load,
                  std::vector<HistogramBar>& bars) {
  const auto keys = static_cast<double>(results.keys->size());
  double weights = 0;
  for (const Node& node : scenario.cluster.nodes()) weights += node.weight;
  std::size_t i = 0;
  for (const Node& node : scenario.cluster.nodes()) {
    bars[i].requests = load.requests[i] * keys;
    if (weights > 0) bars[i].capacity = scenario.requests.capacity * node.weight / weights * keys;
    ++i;
  }
}

std::vector<HistogramBar> bars_of(const Results& results, const StrategyResult& shown) {
  const Cluster& cluster = results.scenario->cluster;
  const std::vector<std::uint64_t> arrived = arrived_of(shown.movement, cluster.known());
  std::vector<HistogramBar> bars;
  for (std::size_t i = 0; i < cluster.nodes().size(); ++i) {
    const NodeId id = cluster.nodes()[i].id;
    const std::uint64_t before = results.before != nullptr ? keys_before(results, shown, id) : shown.load.keys[i];
    bars.push_back({id, shown.load.keys[i], before, arrived[index_of(id)], shown.load.fair[i]});
  }
  add_requests(results, *results.scenario, shown.load, bars);
  if (results.before == nullptr) return bars;
  for (const Node& node : results.before->cluster.nodes()) {
    if (cluster.find(node.id) == nullptr) bars.push_back({node.id, 0, keys_before(results, shown, node.id), 0, 0});
  }
  return bars;
}

// What nodes would have if none were ever full.
void add_unbounded(const Results& results, const Overflow& overflow, std::vector<HistogramBar>& bars) {
  std::vector<std::uint64_t> keys(results.scenario->cluster.known());
  for (const HistogramBar& bar : bars) {
    if (index_of(bar.node) < keys.size()) keys[index_of(bar.node)] = bar.keys;
  }
  for (const Flow& flow : overflow.flows) {
    keys[index_of(flow.from)] += flow.keys;
    keys[index_of(flow.to)] -= flow.keys;
  }
  for (HistogramBar& bar : bars) {
    if (index_of(bar.node) < keys.size()) bar.unbounded = keys[index_of(bar.node)];
  }
}

std::vector<HistogramBar> bars_before(const Results& results, const StrategyResult& shown) {
  const LoadStats& load = shown.load_before;
  std::vector<HistogramBar> bars;
  std::size_t position = 0;
  for (const Node& node : results.before->cluster.nodes()) {
    bars.push_back({node.id, load.keys[position], load.keys[position], 0, load.fair[position]});
    ++position;
  }
  add_requests(results, *results.before, load, bars);
  return bars;
}

}  // namespace

Pointed draw_structure(const View& view, Rect area, const Results& results, const Inspection& seen,
                       std::string_view key) {
  if (!seen.picture) return {};
  const NodeNames names = names_of(results);
  const Canvas canvas = canvas_of(view, names);
  const bool compares = seen.picture_before.has_value() && results.before != nullptr;
  const bool back = view.moment == Moment::kBefore && compares;
  const Picture& shown = back ? *seen.picture_before : *seen.picture;
  NodeId pointed = kNoNode;
  // Score bars have their names beside them.
  if (view.legend && !std::holds_alternative<ScorePicture>(shown))
    pointed = draw_legend(canvas, area, legend_of(results, results.strategies[view.slot], back));
  std::string buffer;
  const std::string_view key_shown = key.empty() ? results.keys->name(0, buffer) : key;
  const Picture* before = compares && view.moment == Moment::kDifference ? &*seen.picture_before : nullptr;
  const Structure structure(canvas, area, results.strategies[view.slot], before, seen.slot_keys, key, key_shown,
                            back ? seen.owner_before : seen.owner, compares ? view.moment : Moment::kDifference,
                            view.legend);
  Pointed under = std::visit(structure, shown);
  if (under.node == kNoNode) under.node = pointed;
  return under;
}

NodeId draw_load(const View& view, Rect area, const Results& results, const std::optional<Overflow>& overflow) {
  const NodeNames names = names_of(results);
  const StrategyResult& shown = results.strategies[view.slot];
  const bool compares = results.before != nullptr, back = compares && view.moment == Moment::kBefore;
  std::vector<HistogramBar> bars = back ? bars_before(results, shown) : bars_of(results, shown);
  const bool overflows = overflow && overflow->keys > 0 && !back;
  if (overflows) add_unbounded(results, *overflow, bars);
  const Scenario& scenario = back ? *results.before : *results.scenario;
  const double capacity = scenario.requests.capacity;
  const std::string line = capacity > 0 ? say(Word::capacity_sign, {format_number(capacity, locale())}) : "";
  const HistogramWords words{say(Word::fair_share),
                             say(Word::before),
                             say(Word::arrived),
                             say(Word::most_first),
                             say(Word::requests_sign),
                             line,
                             overflows ? say(Word::unbounded_sign) : ""};
  return draw_histogram(
      canvas_of(view, names), area,
      {bars, compares && view.moment == Moment::kDifference, words, requests_differ(results, scenario)});
}

NodeId draw_movement(const View& view, Rect area, const Results& results, std::span<const Flow> counted) {
  const NodeNames names = names_of(results);
  const Movement& movement = results.strategies[view.slot].movement;
  if (movement.flows.empty()) {
    view.painter.text(
        area.center(), say(Word::nothing_moved),
        {.color = view.theme.colors.text_quiet, .x = AlignX::kCenter, .y = AlignY::kMiddle, .max_width = area.width()});
    return kNoNode;
  }
  const bool counts = !counted.empty();
  return draw_flows(canvas_of(view, names), area,
                    {counts ? counted : movement.flows, say(Word::before), say(Word::after), counts});
}

std::optional<std::size_t> draw_keys(const View& view, Rect area, const Results& results, const KeyMap& map,
                                     std::optional<std::size_t> marked) {
  if (map.cells.empty()) return std::nullopt;
  const NodeNames names = names_of(results);
  const std::string picked = keys_words(results, map, marked), caption = picked.empty() ? cell_size_words(map) : picked;
  return draw_key_map(canvas_of(view, names), area, {map, view.moment, say(Word::map_moved), caption, marked});
}

std::string keys_words(const Results& results, const KeyMap& map, std::optional<std::size_t> cell) {
  return cell && *cell < map.cells.size() ? key_map_cell_words(map, *cell, names_of(results)) : "";
}

}  // namespace reshard::ui
