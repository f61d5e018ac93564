#pragma once

#include <vector>

#include "core/model/cluster.h"

namespace reshard {

/// A cluster's history event by event, for schemes whose table depends on it. A copy, so that a placement can
/// replay it in steps.
class Replay {
 public:
  explicit Replay(const Cluster& cluster)
      : nodes_(cluster.initial().begin(), cluster.initial().end()), log_(cluster.log().begin(), cluster.log().end()) {}

  /// The nodes by position after the events so far: at first the initial ones.
  std::span<const Node> nodes() const { return nodes_; }

  /// Lets the next event happen and returns it; null after the last.
  const ClusterEvent* next();

 private:
  std::vector<Node> nodes_;
  std::vector<ClusterEvent> log_;
  std::size_t happened_ = 0;
};

}  // namespace reshard
