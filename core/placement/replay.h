#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "core/model/cluster.h"

namespace reshard {

/// A cluster's history event by event, for strategies whose table depends on it. A copy, so that a placement can
/// replay it in steps.
class Replay {
 public:
  explicit Replay(const Cluster& cluster)
      : initial_(cluster.initial().begin(), cluster.initial().end()),
        nodes_(initial_),
        log_(cluster.log().begin(), cluster.log().end()) {}

  /// The nodes by position after the events so far: at first the initial ones.
  std::span<const Node> nodes() const { return nodes_; }

  /// Lets the next event happen and returns it; null after the last.
  const ClusterEvent* next();

  /// Goes to where `other` is, if what happened there is how this history begins: so a table that was made of the one
  /// need not be made again for the other. Else false, and stays where it is.
  bool go_on_from(const Replay& other);

  /// Tells the moves of this table that are still to come in other entries: `in(move)` gives those of one.
  template <typename In>
  void translate_moves(std::string_view table, In in) {
    std::vector<ClusterEvent> log;
    for (ClusterEvent& event : log_) {
      if (event.kind != ClusterEvent::Kind::kMove || event.move.table != table) {
        log.push_back(std::move(event));
        continue;
      }
      for (TableMove& move : in(event.move)) log.push_back({event.kind, event.node, {}, std::move(move)});
    }
    log_ = std::move(log);
  }

 private:
  std::vector<Node> initial_, nodes_;
  std::vector<ClusterEvent> log_;
  std::size_t happened_ = 0;
};

}  // namespace reshard
