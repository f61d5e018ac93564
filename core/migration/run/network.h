#pragma once

#include <algorithm>
#include <vector>

#include "core/migration/run/move_spec.h"
#include "core/migration/run/timeline.h"

namespace reshard {

/// The network between those who hold a map and the nodes, and what a node and its link can serve.
///
/// Messages from a holder to a node arrive in the order in which they were sent. A node serves one request after
/// another, and its link carries one thing after another: neither ever does more than its rate allows.
class Network {
 public:
  Network(const MoveSpec& spec, std::uint32_t holders, std::uint32_t nodes);

  /// When a message that a holder sends now arrives at a node.
  Time arrival(std::uint32_t holder, std::uint32_t node, Time now);
  /// A request reaches a node now: when it has been served and its bytes are through.
  Time serve(std::uint32_t node, std::uint64_t bytes, Time now);
  /// The link of a node carries something else, for which nobody waits here.
  void carry(std::uint32_t node, std::uint64_t bytes, Time now);
  Time latency() const { return static_cast<Time>(spec_.system.latency_us); }

  // By node: all that it served and its link carried.
  const std::vector<std::uint64_t>& node_requests() const { return node_requests_; }
  const std::vector<std::uint64_t>& node_bytes() const { return node_bytes_; }

 private:
  Time takes(std::uint64_t bytes) const;  // in nanoseconds

  const MoveSpec& spec_;
  const std::uint32_t nodes_;
  std::uint32_t messages_ = 0;
  std::vector<Time> last_arrival_;           // from each holder at each node
  std::vector<Time> node_free_, link_free_;  // in nanoseconds
  std::vector<std::uint64_t> node_requests_, node_bytes_;
};

}  // namespace reshard
