#include "core/placement/hash_ranges.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/placement/placement_helpers.h"

namespace reshard {
namespace {

// Those that take ranges: all, if every node is drained.
std::vector<const Node*> takers(std::span<const Node> nodes) {
  std::vector<const Node*> some;
  for (const Node& node : nodes) {
    if (node.weight > 0) some.push_back(&node);
  }
  for (std::size_t i = 0; some.empty() && i < nodes.size(); ++i) some.push_back(&nodes[i]);
  return some;
}

}  // namespace

HashRanges::HashRanges(const BuildInput& input, SlotRule rule, std::string_view word, const RowType& type,
                       const HashRanges* previous)
    : TablePlacement(rule, word), type_(type), replay_(input.cluster, Replay::Changes::kAtOnce), id_(input.table) {
  by_slots_ = true;
  begun_ = previous != nullptr && replay_.go_on_from(previous->replay_);
  if (begun_) slots_ = previous->slots_;
}

bool HashRanges::step(Budget& budget) {
  if (!begun_) begin();
  begun_ = true;
  for (;;) {
    if (budget.spent()) return false;
    const ClusterEvent* event = replay_.next();
    if (event == nullptr) return true;
    follow(*event);
    if (!changed_ || replay_.in_command()) continue;
    settle(replay_.nodes(), joined_);
    changed_ = joined_ = false;
  }
}

void HashRanges::begin() {
  if (const auto given = replay_.given(id_); given.size() == slots_.size()) {
    slots_.assign(given.begin(), given.end());
    return;
  }
  deal(takers(replay_.nodes()));
  if (balances_) settle(replay_.nodes(), true);
}

void HashRanges::follow(const ClusterEvent& event) {
  switch (event.kind) {
    case ClusterEvent::Kind::kAdd:
    case ClusterEvent::Kind::kWeigh: joined_ = joined_ || event.node.weight > 0; [[fallthrough]];
    case ClusterEvent::Kind::kRemove: changed_ = true; return;
    case ClusterEvent::Kind::kMove:
      if (event.move.table != id_) return;
      for (std::uint64_t slot = event.move.first; slot <= event.move.last && slot < slots_.size(); ++slot) {
        slots_[static_cast<std::size_t>(slot)] = event.node.id;
      }
      return;
    case ClusterEvent::Kind::kRelocate: changed_ = changed_ || balances_; return;
    case ClusterEvent::Kind::kRename:
    case ClusterEvent::Kind::kDown:
    case ClusterEvent::Kind::kUp: return;  // a table knows nodes by identity
  }
}

void HashRanges::settle(std::span<const Node> nodes, bool) {
  const auto some = takers(nodes);
  std::vector<std::uint32_t> taker_of;  // by id: 1 + its number
  for (std::uint32_t i = 0; i < some.size(); ++i) {
    const std::size_t id = index_of(some[i]->id);
    if (taker_of.size() <= id) taker_of.resize(id + 1);
    taker_of[id] = i + 1;
  }
  const auto taker = [&](NodeId owner) { return index_of(owner) < taker_of.size() ? taker_of[index_of(owner)] : 0; };
  std::vector<std::uint32_t> held(some.size());
  for (const NodeId owner : slots_) {
    if (const std::uint32_t number = taker(owner); number != 0) ++held[number - 1];
  }
  for (NodeId& owner : slots_) {
    if (owner == kNoNode || taker(owner) != 0) continue;
    const auto least = std::min_element(held.begin(), held.end());
    ++*least;
    owner = some[static_cast<std::size_t>(least - held.begin())]->id;
  }
}

Trace HashRanges::explain(const SingleKey& key, std::uint32_t) const {
  const std::uint64_t range = rule_(key.hash());
  const NodeId owner = slots_[static_cast<std::size_t>(range)];
  Trace trace;
  explain_row(key, type_, nullptr, trace);
  trace.push_back({"function", std::string(function())});
  trace.push_back({"hash", signed_decimal(static_cast<std::int64_t>(key.hash()))});
  trace.push_back({word_, choice(key.hash()) + " = " + decimal(range)});
  trace.push_back({"range", bounds(range)});
  explain_range(range, trace);
  trace.push_back({"table entry", decimal(range), owner});
  trace.push_back(owner_step(owner));
  return trace;
}

double spread_of_turns(std::size_t nodes, std::size_t ranges) {
  const std::size_t more = ranges % nodes;  // these have one range more than the others
  return std::sqrt(static_cast<double>(more * (nodes - more))) / static_cast<double>(ranges);
}

}  // namespace reshard
