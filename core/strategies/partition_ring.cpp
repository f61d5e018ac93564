// Partition ring: key → partition by the leading bits of a hash, partition → node by a table that a builder keeps even.
//
// gholt/ring at 2c12c85 (February 2016), Builder and rebalancer with one replica and no tiers; the ring that
// BASIC_HASH_RING.md ends with. The table doubles until every node's share is within 1% of a whole number of
// partitions. Every step of changes rebalances it: unassigned partitions go to the node that desires most, then overweight nodes
// give theirs away, each partition at most once. The order of nodes of equal desire depends on the whole history; Go's
// sort is not stable, the one here is.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "core/base/flags.h"
#include "core/base/ranking.h"
#include "core/base/text.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/replay.h"
#include "core/placement/table_placement.h"

namespace reshard {
namespace {

constexpr std::size_t kFirstPartitions = 2;
constexpr std::size_t kMostPartitions = 8'388'608;
constexpr double kTolerance = 0.01;
constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

/// The part of a node that matters here; a rebalance scans all nodes several times.
struct Weighed {
  std::uint32_t id;
  double weight;
};

std::vector<Weighed> weighed(std::span<const Node> nodes) {
  std::vector<Weighed> list;
  for (const Node& node : nodes) list.push_back({index_of(node.id), node.weight});
  return list;
}

/// Applies the event to the list. Returns whether the builder rebalances after it.
bool follow(const ClusterEvent& event, std::vector<Weighed>& nodes) {
  using Kind = ClusterEvent::Kind;
  const std::uint32_t id = index_of(event.node.id);
  const auto at = [&] {
    return std::find_if(nodes.begin(), nodes.end(), [&](const Weighed& n) { return n.id == id; });
  };
  if (event.kind == Kind::kAdd) nodes.push_back({id, event.node.weight});
  if (event.kind == Kind::kRemove) nodes.erase(at());
  if (event.kind == Kind::kWeigh) at()->weight = event.node.weight;
  return event.kind == Kind::kAdd || event.kind == Kind::kRemove || event.kind == Kind::kWeigh;
}

double total_weight(std::span<const Weighed> nodes) {
  double total = 0;
  for (const Weighed& node : nodes) total += node.weight;
  return total;
}

/// The number of partitions after a rebalance that began with `partitions`. Each node may double it once.
std::size_t grown(std::size_t partitions, std::span<const Weighed> nodes) {
  const double total = total_weight(nodes);
  double fits = 0;  // a weight whose share is close enough to a whole number: most nodes weigh the same
  for (const Weighed& node : nodes) {
    if (node.weight == 0 || node.weight == fits) continue;
    const double wanted = static_cast<double>(partitions) * node.weight / total;
    const double part = wanted - std::floor(wanted);
    const double under = part / wanted;
    const double over = part > 0 ? (std::floor(wanted) + 1 - wanted) / wanted : 0;
    const bool doubles = (under > kTolerance || over > kTolerance) && partitions < kMostPartitions;
    if (doubles) partitions *= 2;
    fits = doubles ? 0 : node.weight;
  }
  return partitions;
}

/// The nodes sorted by how many partitions they still desire, most first.
class Desires {
 public:
  explicit Desires(std::vector<std::int64_t> desires) : desires_(std::move(desires)), order_(ranking(desires_)) {
    places_.resize(order_.size());
    for (std::uint32_t place = 0; place < order_.size(); ++place) places_[order_[place]] = place;
  }

  std::int64_t operator[](std::uint32_t node) const { return desires_[node]; }
  std::span<const std::uint32_t> order() const { return order_; }

  /// The node got a partition: it swaps places with the last of those that desired as much, so that equals take turns.
  void got_one(std::uint32_t node) {
    const auto end = std::partition_point(order_.begin(), order_.end(),
                                          [&](std::uint32_t other) { return desires_[other] >= desires_[node]; });
    swap(places_[node], static_cast<std::uint32_t>(end - order_.begin()) - 1);
    --desires_[node];
  }

  /// The node gave a partition away: it swaps places with the first of those that desired as much.
  void gave_one(std::uint32_t node) {
    const auto begin = std::partition_point(order_.begin(), order_.end(),
                                            [&](std::uint32_t other) { return desires_[other] > desires_[node]; });
    swap(places_[node], static_cast<std::uint32_t>(begin - order_.begin()));
    ++desires_[node];
  }

 private:
  void swap(std::uint32_t a, std::uint32_t b) {
    std::swap(order_[a], order_[b]);
    places_[order_[a]] = a;
    places_[order_[b]] = b;
  }

  std::vector<std::int64_t> desires_;  // by node
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> places_;  // by node: its place in order_
};

/// The builder's table, and which node holds which partitions. Kept from one rebalance to the next, so that a rebalance
/// costs time for the nodes and the partitions that move rather than a scan of every partition.
class Builder {
 public:
  /// Rebalances the table, which may have grown, for these nodes.
  void run(std::span<NodeId> table, std::span<const Weighed> nodes) {
    number(nodes);
    if (ids_.empty()) return;  // while all nodes are drained, nothing moves
    table_ = table;
    desire(nodes);
    assign_unassigned();
    relieve_overweight();
    for (const std::uint32_t id : takers_) settle(id);
    takers_.clear();
    dealt_ = true;
  }

  /// Splits every partition into `parts`, all with the same owner: the leading bits stay.
  void grow(std::size_t parts) {
    for (auto& held : held_) {
      std::vector<std::uint32_t> grown;
      for (const std::uint32_t p : held) {
        for (std::size_t part = 0; part < parts; ++part) grown.push_back(static_cast<std::uint32_t>(p * parts + part));
      }
      held = std::move(grown);
    }
  }

 private:
  // Nodes are numbered by their place among those that are not drained.
  void number(std::span<const Weighed> nodes) {
    ids_.clear();
    numbers_.assign(numbers_.size(), kNobody);
    for (const Weighed& node : nodes) {
      if (node.weight == 0) continue;
      if (node.id >= numbers_.size()) numbers_.resize(node.id + std::size_t{1}, kNobody);
      numbers_[node.id] = static_cast<std::uint32_t>(ids_.size());
      ids_.push_back(node.id);
    }
    held_.resize(std::max(held_.size(), numbers_.size()));
    got_.resize(held_.size());
  }

  void desire(std::span<const Weighed> nodes) {
    const double total = total_weight(nodes);
    std::vector<std::int64_t> desires;
    for (const Weighed& node : nodes) {
      if (node.weight == 0) continue;
      const double wanted = node.weight / total * static_cast<double>(table_.size()) + 0.5;
      const std::size_t held = held_[node.id].size();
      desires.push_back(static_cast<std::int64_t>(wanted) - static_cast<std::int64_t>(held));
    }
    desires_.emplace(std::move(desires));
  }

  // Assigns the partitions that nobody has, and those of nodes that left or are drained: from the last partition down,
  // each to the node that desires most.
  void assign_unassigned() {
    std::vector<std::uint32_t> unassigned;
    if (!dealt_) {
      unassigned.resize(table_.size());
      std::iota(unassigned.begin(), unassigned.end(), 0u);
    }
    for (std::size_t id = 0; id < held_.size(); ++id) {
      if (id < numbers_.size() && numbers_[id] != kNobody) continue;
      unassigned.insert(unassigned.end(), held_[id].begin(), held_[id].end());
      held_[id].clear();
    }
    if (dealt_) std::sort(unassigned.begin(), unassigned.end());
    for (; !unassigned.empty(); unassigned.pop_back()) give(unassigned.back(), desires_->order().front());
  }

  void give(std::uint32_t partition, std::uint32_t node) {
    const std::uint32_t id = ids_[node];
    table_[partition] = NodeId{id};
    if (got_[id].empty()) takers_.push_back(id);
    got_[id].push_back(partition);
    desires_->got_one(node);
  }

  // The node furthest over gives first: to nodes that desire some, then to any that is less over.
  void relieve_overweight() {
    Flags visited(ids_.size());
    std::size_t end = ids_.size();  // all from here on are visited; giving changes the order only before the giver
    for (std::size_t i = end; i-- > 0;) {
      const std::uint32_t node = desires_->order()[i];
      if ((*desires_)[node] >= 0) return;
      if (visited[node]) {
        if (i + 1 == end) end = i;
        continue;
      }
      visited[node] = true;
      // Relieving has changed the order, so the search starts again from the end.
      if (relieve(node, true) || relieve(node, false)) i = end;
    }
  }

  /// Gives away the node's partitions, the last first, except those that have moved in this rebalance. Returns whether
  /// the node is no longer overweight.
  bool relieve(std::uint32_t node, bool only_to_underweight) {
    auto& held = held_[ids_[node]];
    while (!held.empty()) {
      const auto order = desires_->order();
      const std::uint32_t best = order.front() != node || order.size() == 1 ? order.front() : order[1];
      const std::int64_t enough = only_to_underweight ? 1 : (*desires_)[node] + 1;
      if (best == node || (*desires_)[best] < enough) return false;
      desires_->gave_one(node);
      give(held.back(), best);
      held.pop_back();
      if ((*desires_)[node] >= 0) return true;
    }
    return false;
  }

  // Adds what the node got to what it holds; it may move in the next rebalance.
  void settle(std::uint32_t id) {
    auto& held = held_[id];
    const auto kept = static_cast<std::ptrdiff_t>(held.size());
    held.insert(held.end(), got_[id].begin(), got_[id].end());
    got_[id].clear();
    std::sort(held.begin() + kept, held.end());
    std::inplace_merge(held.begin(), held.begin() + kept, held.end());
  }

  std::span<NodeId> table_;
  bool dealt_ = false;                            // at least once
  std::vector<std::vector<std::uint32_t>> held_;  // by id: the partitions held when the rebalance began, ascending
  std::vector<std::vector<std::uint32_t>> got_;   // by id: those received since
  std::vector<std::uint32_t> takers_;             // ids of the nodes that got some
  std::vector<std::uint32_t> numbers_;            // by id, or kNobody
  std::vector<std::uint32_t> ids_;                // by number
  std::optional<Desires> desires_;
};

class PartitionRingPlacement final : public TablePlacement {
 public:
  explicit PartitionRingPlacement(const BuildInput& input)
      : TablePlacement(SlotRule::proportion(kFirstPartitions, input.hash.bits), "partition"),
        bits_(input.hash.bits),
        replay_(input.cluster, Replay::Changes::kAtOnce),
        nodes_(weighed(replay_.nodes())) {
    const auto* previous = goes_on_from<PartitionRingPlacement>(input);
    if (previous == nullptr || !replay_.go_on_from(previous->replay_)) return;
    builder_ = previous->builder_;
    nodes_ = previous->nodes_;
    slots_ = previous->slots_;
    begun_ = true;
  }

  bool step(Budget& budget) override {
    while (!done_) {
      if (budget.spent()) return false;
      const ClusterEvent* event = begun_ ? replay_.next() : nullptr;
      done_ = begun_ && event == nullptr;
      if (!begun_ || (event != nullptr && follow(*event, nodes_))) unbalanced_ = true;
      if (unbalanced_ && !(begun_ && replay_.in_command())) rebalance();
      begun_ = true;
    }
    rule_ = SlotRule::proportion(slots_.size(), bits_);
    return true;
  }

 private:
  void rebalance() {
    unbalanced_ = false;
    const std::size_t before = slots_.size();
    slots_.resize(grown(before, nodes_), kNoNode);
    const std::size_t parts = slots_.size() / before;
    for (std::size_t p = slots_.size(); parts > 1 && p-- > 0;) slots_[p] = slots_[p / parts];
    if (parts > 1) builder_.grow(parts);
    builder_.run(slots_, nodes_);
  }

  unsigned bits_;
  Replay replay_;
  std::vector<Weighed> nodes_;  // after the events replayed so far
  Builder builder_;
  bool begun_ = false, unbalanced_ = false, done_ = false;
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  return make_placement<PartitionRingPlacement>(input);
}

// What the rule for the table's size aims at; more where a few nodes could not double it often enough.
double expected_spread(std::size_t, std::span<const double>) { return kTolerance; }

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words = "Clients keep their table: its requests fail until a builder has made one without the node and all "
              "clients have it.",
     .source = "gholt/ring 2c12c85, BASIC_HASH_RING.md"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules partition_ring_down;
constinit const DownRules partition_ring_down = kDown;

extern const Strategy partition_ring_strategy;
constinit const Strategy partition_ring_strategy{
    .id = "partition_ring",
    .title = "Partition ring (gholt)",
    .family = Family::kRing,
    .summary = "As even as the hash allows, with a small table and a lookup that is one shift.",
    .limits =
        "A builder computes every table and hands it to all clients; changes move slightly more than the minimum.",
    .source = "gholt/ring 2c12c85 (2016-02-15) and its BASIC_HASH_RING.md",
    .lookup = "O(1)",
    .traits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kHistory},
    .down = kDownCases,
    .hash = "fnv1a64",
    .expected_spread = expected_spread,
    .recipes = one_hash,
    .build = build,
};

}  // namespace reshard
