#pragma once

#include <algorithm>
#include <cmath>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/placement/requests_in_order.h"
#include "core/placement/ring_placement.h"
#include "core/placement/table_placement.h"

namespace reshard {

inline constexpr ParamSpec kLoadParam{.key = "load",
                                      .label = "Max load",
                                      .kind = ParamSpec::Kind::kReal,
                                      .min = 1,
                                      .max = 10,
                                      .fallback = 1.25,
                                      .scale = ParamSpec::Scale::kLog,
                                      .unit = "times the mean"};
inline constexpr ParamSpec kPartitionsParam{.key = "partitions",
                                            .label = "Partitions",
                                            .min = 1,
                                            .max = 1'000'000,
                                            .fallback = 271,
                                            .scale = ParamSpec::Scale::kLog};

/// A ring whose nodes fill up.
class FillingRing {
 public:
  FillingRing(const BuildInput& input, std::unique_ptr<PointMaker<std::uint64_t>> maker, Ties ties = Ties::kFirstAdded)
      : nodes_(ids_by_position(input.cluster)), maker_(std::move(maker)), table_(64, ties), loads_(nodes_.size()) {}

  /// Continues to make and sort points. True when the ring is ready.
  bool step(Budget& budget) {
    std::vector<std::uint64_t> of_node;
    for (; made_ < nodes_.size(); ++made_) {
      if (budget.spent()) return false;
      of_node.clear();
      for (std::uint64_t i = 0; i < maker_->draws(made_); ++i) maker_->draw(made_, i, of_node);
      for (const std::uint64_t position : of_node) table_.add(position, made_);
    }
    return table_.sort(budget);
  }

  /// Adds one to the first node clockwise that then has at most `capacity`.
  NodeId take(std::uint64_t position, double capacity) {
    const std::size_t point = first_with_room(position, capacity);
    const std::uint32_t node = table_.points()[point].node;
    ++loads_[node];
    return nodes_[node];
  }

  /// The node that would take it if no node were ever full.
  NodeId first(std::uint64_t position) const {
    return nodes_[table_.points()[table_.find(position, RingRule::kAtOrAfter)].node];
  }

  NodeId next_taker(std::uint64_t position, double capacity) const {
    return nodes_[table_.points()[first_with_room(position, capacity)].node];
  }

  /// Lists the nodes that were full when `owner` took what is at `position`: those passed before its first point.
  void explain(std::uint64_t position, NodeId owner, Trace& trace) const {
    std::size_t at = table_.find(position, RingRule::kAtOrAfter);
    const auto& first = table_.points()[at];
    trace.push_back({successor_label(RingRule::kAtOrAfter), decimal(first.position), nodes_[first.node]});
    std::vector<std::uint32_t> full;
    for (; nodes_[table_.points()[at].node] != owner; at = table_.next(at)) {
      const std::uint32_t node = table_.points()[at].node;
      if (std::find(full.begin(), full.end(), node) != full.end()) continue;
      full.push_back(node);
      trace.push_back({"full, go on", "", nodes_[node]});
    }
  }

  const RingTable<std::uint64_t>& table() const { return table_; }
  std::span<const NodeId> nodes() const { return nodes_; }

 private:
  std::size_t first_with_room(std::uint64_t position, double capacity) const {
    std::size_t at = table_.find(position, RingRule::kAtOrAfter);
    // The strategy's build() has made sure that the capacities add up to more than there is to place, so some node has room.
    while (static_cast<double>(loads_[table_.points()[at].node]) + 1 > capacity) at = table_.next(at);
    return at;
  }

  std::vector<NodeId> nodes_;  // by position
  std::unique_ptr<PointMaker<std::uint64_t>> maker_;
  std::uint32_t made_ = 0;  // nodes whose points have been made
  RingTable<std::uint64_t> table_;
  std::vector<std::uint64_t> loads_;
};

inline std::uint64_t position_of_partition(std::uint64_t partition) {
  std::string bytes;
  append_le(bytes, partition);
  return xxh64(bytes);
}

/// buraksezer/consistent: a fixed number of partitions, placed once, in order.
class PartitionsPlacement final : public TablePlacement {
 public:
  /// `capacity`: the most partitions that a node takes.
  PartitionsPlacement(std::uint64_t partitions, double capacity, FillingRing ring)
      : TablePlacement(SlotRule::remainder(partitions).in(Numerals::kDecimal), "partition"),
        capacity_(capacity),
        ring_(std::move(ring)) {}

  bool step(Budget& budget) override {
    if (!ring_.step(budget)) return false;
    while (placed_ < slots_.size()) {
      if (placed_ % kTurnsBetweenClockReads == 0 && budget.spent()) return false;
      slots_[placed_] = ring_.take(position_of_partition(placed_), capacity_);
      ++placed_;
    }
    return true;
  }

  bool first_choices(const KeyBlock& keys, std::span<NodeId> nodes) const override {
    rule_.each(keys.columns[0],
               [&](std::size_t i, std::size_t p) { nodes[i] = ring_.first(position_of_partition(p)); });
    return true;
  }

 private:
  void explain_slot(const SingleKey&, std::uint64_t partition, Trace& trace) const override {
    trace.push_back({"partition's hash", decimal(position_of_partition(partition))});
    trace.push_back({"most partitions a node", short_number(capacity_)});
    ring_.explain(position_of_partition(partition), slots_[static_cast<std::size_t>(partition)], trace);
  }

  double capacity_;
  FillingRing ring_;
  std::size_t placed_ = 0;
};

/// The spread of the ring combined with that of partition sizes, but at most sqrt(c - 1): the limit for shares of at
/// most c times the mean.
inline double bounded_spread(double nodes, double ring, double partitions, double capacity) {
  const double rounded = capacity / (partitions / nodes);
  return std::sqrt(std::min(ring * ring + nodes / partitions, rounded - 1) + 1 / partitions);
}

}  // namespace reshard
