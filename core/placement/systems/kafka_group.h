#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "core/model/node.h"

namespace reshard {

/// Who has each partition of one topic in a consumer group that reads only this topic, and what a rebalance changes.
/// core/strategies/kafka_consumers.cpp says how each assignor works.
class KafkaGroup {
 public:
  enum class Assignor : std::uint8_t { kRange, kRoundRobin, kSticky, kCooperativeSticky };

  KafkaGroup(Assignor assignor, std::size_t partitions) : assignor_(assignor), owners_(partitions, kNoNode) {}

  /// The member has left, and has nothing even if it is back before the next rebalance.
  void leave(NodeId member);

  /// One change of the members: a rebalance, or under kCooperativeSticky as many as follow from it.
  void rebalance(std::span<const Node> members);

  /// By partition; nobody before the first rebalance.
  std::span<const NodeId> owners() const { return owners_; }

  /// Under kCooperativeSticky: how many partitions the last change stopped, although their consumer was still there.
  std::size_t stopped() const { return stopped_; }

 private:
  using Ranks = std::vector<std::uint32_t>;  // by partition: a member's number in the order of names, or kNobody
  using Loads = std::set<std::pair<std::size_t, std::uint32_t>>;  // partitions held, rank

  static constexpr std::uint32_t kNobody = 0xFFFFFFFFu;

  void rank(std::span<const Node> members);
  Ranks ranks() const;
  void range(Ranks& assigned) const;
  void round_robin(Ranks& assigned) const;
  void stick(Ranks& assigned) const;
  void level(const Ranks& held, Ranks& assigned, std::vector<std::size_t>& counts, Loads& loads) const;
  bool withhold(Ranks& assigned, const Ranks& held);

  Assignor assignor_;
  std::vector<NodeId> owners_;
  std::vector<NodeId> members_;  // by rank
  std::size_t stopped_ = 0;
};

}  // namespace reshard
