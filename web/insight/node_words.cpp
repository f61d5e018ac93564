#include "web/insight/node_words.h"

#include <algorithm>
#include <cmath>

#include "web/insight/load_words.h"
#include "web/pictures/ring_spans.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

std::string percent(double share) { return format_percent(share, locale()); }

// The part of the ring that the node's points own.
double arcs_of(const RingPicture& picture, NodeId node) {
  constexpr std::size_t kParts = 4096;
  double share = 0;
  for (const RingSpan& span : ring_spans(picture, nullptr, kParts)) {
    if (span.after == node) share += static_cast<double>(span.to - span.from);
  }
  return share;
}

// What caused a share that differs from the fair one.
std::string cause(const Inspection& seen, NodeId node, double share, double chance) {
  const auto* ring = seen.picture ? std::get_if<RingPicture>(&*seen.picture) : nullptr;
  if (ring == nullptr) return say(Word::why_strategy);
  constexpr double kCoarse = 0.002;  // due to the parts that the ring is divided into
  const double arcs = arcs_of(*ring, node);
  return say(std::abs(share - arcs) <= 3 * chance + kCoarse ? Word::why_arcs : Word::why_hash, {percent(arcs)});
}

// The keys that the node would have if no node were ever full.
std::uint64_t unbounded(const Overflow& overflow, NodeId node, std::uint64_t keys) {
  for (const Flow& flow : overflow.flows) {
    if (flow.from == node) keys += flow.keys;
    if (flow.to == node) keys -= flow.keys;
  }
  return keys;
}

}  // namespace

std::string node_words(const Results& results, const UiState& ui, NodeId node) {
  if (results.revision == 0) return "";
  const auto nodes = results.scenario->cluster.nodes();
  const auto at = std::find_if(nodes.begin(), nodes.end(), [&](const Node& each) { return each.id == node; });
  const StrategyResult& main = results.strategies[0];
  const LoadStats& load = main.load;
  const auto position = static_cast<std::size_t>(at - nodes.begin());
  if (at == nodes.end() || load.keys[position] == 0) return "";
  const double keys = results.keys->size();
  const double share = static_cast<double>(load.keys[position]) / keys, due = load.fair[position] / keys;
  std::string words = say(Word::why_share, {percent(share), percent(due)});
  const double chance = std::sqrt(due * (1 - due) / keys);
  const std::uint64_t free = ui.overflow ? unbounded(*ui.overflow, node, load.keys[position]) : load.keys[position];
  if (free != load.keys[position]) {
    words += say(Word::why_bounded, {percent(static_cast<double>(free) / keys)});
  } else if (results.scenario->cluster.down() > 0) {
    words += say(Word::why_down);
  } else {
    words +=
        std::abs(share - due) <= 2 * chance ? say(Word::why_chance) : cause(ui.inspections[0], node, share, chance);
  }
  if (!requests_differ(results, *results.scenario)) return words;
  words += say(Word::why_requests, {percent(load.requests[position])});
  std::string buffer;
  const std::uint32_t hottest = results.shares->hottest(0);
  if (results.scenario->requests.spread == 0 && main.owner(hottest) == node) {
    words += say(Word::why_hot,
                 {percent(results.shares->share_of(hottest)), std::string(results.keys->name(hottest, buffer))});
  }
  return words + ".";
}

}  // namespace reshard::ui
