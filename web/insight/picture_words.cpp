#include "web/insight/picture_words.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "core/base/ranking.h"
#include "web/pictures/ring_spans.h"
#include "web/pictures/slot_grid.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

constexpr std::size_t kNamed = 12;  // nobody would listen to more
constexpr std::size_t kRingParts = 1 << 16;

std::string count(std::size_t value) { return format_count(value, locale()); }

class Describer {
 public:
  Describer(const Results& results, const SlotKeys& slot_keys, std::string_view key, bool as_lines)
      : cluster_(results.scenario->cluster), slot_keys_(slot_keys), key_(key), rings_as_lines_(as_lines) {}

  std::string operator()(const RingPicture& picture) const {
    Shares shares;
    for (const RingSpan& span : ring_spans(picture, nullptr, kRingParts)) {
      shares[span.after] += static_cast<double>(span.to - span.from);
    }
    return say(rings_as_lines_ ? Word::words_line : Word::words_ring, {count(picture.points.size()), list_of(shares)});
  }

  std::string operator()(const TablePicture& picture) const {
    Shares shares;
    std::vector<std::uint32_t> slots(cluster_.known() + 1);  // by id; the last for no node
    for (const NodeId owner : picture.slots) ++slots[std::min<std::size_t>(index_of(owner), cluster_.known())];
    for (std::uint32_t id = 0; id < slots.size(); ++id) {
      const double share = static_cast<double>(slots[id]) / static_cast<double>(picture.slots.size());
      if (slots[id] > 0) shares[id < cluster_.known() ? NodeId{id} : kNoNode] = share;
    }
    const std::string table = say(Word::words_table, {count(picture.slots.size()), list_of(shares)}) + hot_slots();
    if (picture.key_slot >= picture.slots.size()) return table;  // the table does not know the key
    const auto slot = static_cast<std::size_t>(picture.key_slot);
    return table + say(Word::words_slot, {std::string(key_), count(static_cast<std::size_t>(picture.first) + slot),
                                          name_of(picture.slots[slot])});
  }

  std::string operator()(const IntervalPicture& picture) const {
    Shares shares;
    for (const auto& interval : picture.intervals) shares[interval.owner] += interval.end - interval.begin;
    return say(Word::words_intervals, {count(picture.intervals.size()), list_of(shares)});
  }

  std::string operator()(const ScorePicture& picture) const {
    auto scores = picture.scores;
    sort_stably(scores, [](const auto& a, const auto& b) { return a.score > b.score; });
    std::vector<std::string> items;
    items.reserve(scores.size());
    for (const auto& [node, score] : scores) items.push_back(name_of(node) + " " + format_decimal(score, 3, locale()));
    return say(Word::words_scores, {std::string(key_), joined(items)});
  }

  std::string operator()(const JumpPicture& picture) const {
    std::vector<std::string> items;
    for (const std::uint32_t bucket : picture.path) items.push_back(count(bucket));
    return say(Word::words_jump, {count(picture.buckets.size()), std::string(key_), joined(items)});
  }

  std::string operator()(const TreePicture& picture) const {
    Shares shares;
    unsigned deepest = 0, shallowest = 64;
    for (const auto& leaf : picture.leaves) {
      shares[leaf.owner] += std::ldexp(1.0, -static_cast<int>(leaf.depth));
      deepest = std::max(deepest, leaf.depth);
      shallowest = std::min(shallowest, leaf.depth);
    }
    return say(Word::words_tree, {count(picture.leaves.size()), count(shallowest), count(deepest), list_of(shares)});
  }

 private:
  using Shares = std::map<NodeId, double>;

  std::string name_of(NodeId id) const { return id == kNoNode ? say(Word::no_node) : cluster_.name_of(id); }

  // "a, b, c", and how many more there are.
  static std::string joined(const std::vector<std::string>& items) {
    std::string text;
    for (std::size_t i = 0; i < std::min(items.size(), kNamed); ++i) text.append(i == 0 ? "" : ", ").append(items[i]);
    return items.size() <= kNamed ? text : say(Word::words_more, {text, count(items.size() - kNamed)});
  }

  // The hottest first.
  std::string hot_slots() const {
    if (slot_keys_.hot.empty()) return "";
    std::vector<std::string> items;
    for (const std::uint32_t slot : slot_keys_.hot)
      items.push_back(say(Word::words_hot_slot, {count(slot), count(slot_keys_.of_slot[slot])}));
    return say(Word::words_hot, {joined(items)});
  }

  // The largest share first.
  std::string list_of(const Shares& shares) const {
    std::vector<std::pair<NodeId, double>> order(shares.begin(), shares.end());
    sort_stably(order, [](const auto& a, const auto& b) { return a.second > b.second; });
    std::vector<std::string> items;
    items.reserve(order.size());
    for (const auto& [node, share] : order) items.push_back(name_of(node) + " " + format_percent(share, locale()));
    return joined(items);
  }

  const Cluster& cluster_;
  const SlotKeys& slot_keys_;
  std::string_view key_;
  bool rings_as_lines_;
};

}  // namespace

std::string picture_words(const Results& results, const Inspection& seen, std::string_view key, bool rings_as_lines) {
  if (!seen.picture) return "";
  std::string buffer;
  const std::string_view shown = key.empty() ? results.keys->name(0, buffer) : key;
  return std::visit(Describer(results, seen.slot_keys, shown, rings_as_lines), *seen.picture);
}

}  // namespace reshard::ui
