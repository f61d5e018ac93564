// Partition ring: key → partition by the leading bits of a hash, partition → node by a table that a builder keeps even.
//
// gholt/ring at 2c12c85 (February 2016), Builder and rebalancer with one replica and no tiers; the ring that
// BASIC_HASH_RING.md ends with. The table doubles until every node's share is within 1% of a whole number of partitions.
// Every change rebalances it: partitions of nobody go to whoever desires most, then those of overweight nodes, each at
// most once. Nodes of equal desire have an order that depends on all that happened; Go's sort is not stable, here it is.

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/base/flags.h"
#include "core/base/ranking.h"
#include "core/base/text.h"
#include "core/strategies/placement_helpers.h"
#include "core/strategies/replay.h"
#include "core/strategies/table_placement.h"

namespace reshard {
namespace {

constexpr std::size_t kFirstPartitions = 2;
constexpr std::size_t kMostPartitions = 8'388'608;
constexpr double kTolerance = 0.01;
constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

double total_weight(std::span<const Node> nodes) {
  double total = 0;
  for (const Node& node : nodes) total += node.weight;
  return total;
}

/// How many partitions there are after a rebalance that began with `partitions`. Each node may double them once.
std::size_t grown(std::size_t partitions, std::span<const Node> nodes) {
  const double total = total_weight(nodes);
  for (const Node& node : nodes) {
    if (node.weight == 0) continue;
    const double wanted = static_cast<double>(partitions) * node.weight / total;
    const double part = wanted - std::floor(wanted);
    const double under = part / wanted;
    const double over = part > 0 ? (std::floor(wanted) + 1 - wanted) / wanted : 0;
    if ((under > kTolerance || over > kTolerance) && partitions < kMostPartitions) partitions *= 2;
  }
  return partitions;
}

bool rebalances(const ClusterEvent& event) {
  using Kind = ClusterEvent::Kind;
  return event.kind == Kind::kAdd || event.kind == Kind::kRemove || event.kind == Kind::kWeigh;
}

/// The nodes in the order of how many partitions they still desire, most first.
class Desires {
 public:
  explicit Desires(std::vector<std::int64_t> desires) : desires_(std::move(desires)), order_(ranking(desires_)) {
    places_.resize(order_.size());
    for (std::uint32_t place = 0; place < order_.size(); ++place) places_[order_[place]] = place;
  }

  std::int64_t operator[](std::uint32_t node) const { return desires_[node]; }
  std::span<const std::uint32_t> order() const { return order_; }

  /// One partition got: the node changes places with the last of those that desired as much, so that equals take turns.
  void got_one(std::uint32_t node) {
    const auto end = std::partition_point(order_.begin(), order_.end(),
                                          [&](std::uint32_t other) { return desires_[other] >= desires_[node]; });
    swap(places_[node], static_cast<std::uint32_t>(end - order_.begin()) - 1);
    --desires_[node];
  }

  /// One partition given away: it changes places with the first of those that desired as much.
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
  std::vector<std::uint32_t> places_;  // by node: in order_
};

/// One rebalance of a table. Nodes are numbered by their place among those that are not drained.
class Rebalance {
 public:
  Rebalance(std::vector<NodeId>& table, std::span<const Node> nodes) : table_(table) {
    for (const Node& node : nodes) {
      if (node.weight > 0) nodes_.push_back(node);
    }
    number_owners();
    const double total = total_weight(nodes_);
    std::vector<std::int64_t> desires;
    for (const Node& node : nodes_) {
      desires.push_back(static_cast<std::int64_t>(node.weight / total * static_cast<double>(table_.size()) + 0.5));
    }
    for (const std::uint32_t owner : owners_) {
      if (owner != kNobody) --desires[owner];
    }
    desires_.emplace(std::move(desires));
  }

  void run() {
    assign_unassigned();
    relieve_overweight();
    for (std::size_t p = 0; p < owners_.size(); ++p) table_[p] = nodes_[owners_[p]].id;
  }

 private:
  void number_owners() {
    std::vector<std::uint32_t> numbers;  // by id
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      numbers.resize(std::max<std::size_t>(numbers.size(), index_of(nodes_[i].id) + 1), kNobody);
      numbers[index_of(nodes_[i].id)] = i;
    }
    owners_.assign(table_.size(), kNobody);
    for (std::size_t p = 0; p < table_.size(); ++p) {
      const std::size_t id = index_of(table_[p]);
      if (id < numbers.size()) owners_[p] = numbers[id];
    }
    moved_.assign(table_.size(), false);
  }

  // From the last partition down, each to whoever desires most.
  void assign_unassigned() {
    for (std::size_t p = owners_.size(); p-- > 0;) {
      if (owners_[p] == kNobody) give(p, desires_->order().front());
    }
  }

  void give(std::size_t partition, std::uint32_t node) {
    owners_[partition] = node;
    moved_[partition] = true;
    desires_->got_one(node);
  }

  // Whoever is furthest over gives first: to nodes that desire some, then to any that is not as much over.
  void relieve_overweight() {
    const auto owned = unmoved_partitions();
    Flags visited(nodes_.size());
    for (std::size_t i = nodes_.size(); i-- > 0;) {
      const std::uint32_t node = desires_->order()[i];
      if ((*desires_)[node] >= 0) return;
      if (visited[node]) continue;
      visited[node] = true;
      // Relieving has changed the order, so that the search begins at its end again.
      if (relieve(node, owned[node], true) || relieve(node, owned[node], false)) i = nodes_.size();
    }
  }

  // By node, the partitions that it may give away, last first.
  std::vector<std::vector<std::uint32_t>> unmoved_partitions() const {
    std::vector<std::vector<std::uint32_t>> owned(nodes_.size());
    for (auto p = static_cast<std::uint32_t>(owners_.size()); p-- > 0;) {
      if (!moved_[p]) owned[owners_[p]].push_back(p);
    }
    return owned;
  }

  /// Whether the node is no longer overweight.
  bool relieve(std::uint32_t node, const std::vector<std::uint32_t>& owned, bool only_to_underweight) {
    for (const std::uint32_t p : owned) {
      if (moved_[p]) continue;
      const auto order = desires_->order();
      const std::uint32_t best = order.front() != node || order.size() == 1 ? order.front() : order[1];
      const std::int64_t enough = only_to_underweight ? 1 : (*desires_)[node] + 1;
      if (best == node || (*desires_)[best] < enough) return false;
      desires_->gave_one(node);
      give(p, best);
      if ((*desires_)[node] >= 0) return true;
    }
    return false;
  }

  std::vector<NodeId>& table_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> owners_;  // by partition
  Flags moved_;                        // by partition, in this rebalance
  std::optional<Desires> desires_;
};

class PartitionRingPlacement final : public TablePlacement {
 public:
  PartitionRingPlacement(const BuildInput& input, std::size_t partitions)
      : TablePlacement(SlotRule::proportion(partitions, input.hash.bits), "partition"), replay_(input.cluster) {}

  bool step(Budget& budget) override {
    while (!done_) {
      if (budget.spent()) return false;
      if (event_ == nullptr || rebalances(*event_)) rebalance();
      event_ = replay_.next();
      done_ = event_ == nullptr;
    }
    return true;
  }

 private:
  // A table that grew has each partition's owner in all of its parts: the leading bits stay.
  void rebalance() {
    const std::size_t before = partitions_;
    partitions_ = grown(before, replay_.nodes());
    const std::size_t parts = partitions_ / before;
    std::vector<NodeId> table(partitions_);
    for (std::size_t p = 0; p < partitions_; ++p) table[p] = slots_[p / parts];
    Rebalance(table, replay_.nodes()).run();
    std::copy(table.begin(), table.end(), slots_.begin());
  }

  Replay replay_;
  const ClusterEvent* event_ = nullptr;  // the last one that happened
  std::size_t partitions_ = kFirstPartitions;
  bool done_ = false;
};

/// The table's size after all that happened.
std::size_t partitions_after(const Cluster& cluster) {
  Replay replay(cluster);
  std::size_t partitions = grown(kFirstPartitions, replay.nodes());
  while (const ClusterEvent* event = replay.next()) {
    if (rebalances(*event)) partitions = grown(partitions, replay.nodes());
  }
  return partitions;
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  return make_placement<PartitionRingPlacement>(input, partitions_after(input.cluster));
}

// The rule for the table's size; where a few nodes could not double it often enough, it is more.
double expected_spread(std::size_t, std::span<const double>) { return kTolerance; }

}  // namespace

extern const Strategy partition_ring_strategy;
constinit const Strategy partition_ring_strategy{
    .id = "partition_ring",
    .title = "Partition ring (gholt)",
    .family = Family::kRing,
    .summary = "As even as the hash allows, by a table with few entries and a lookup that is one shift.",
    .limits = "A builder must compute every table and hand it to all clients, and changes move a little more than the least.",
    .source = "gholt/ring 2c12c85 (2016-02-15) and its BASIC_HASH_RING.md",
    .lookup = "O(1)",
    .traits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kHistory},
    .hash = "fnv1a64",
    .expected_spread = expected_spread,
    .recipes = one_hash,
    .build = build,
};

}  // namespace reshard
