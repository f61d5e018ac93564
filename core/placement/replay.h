#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/cluster.h"

namespace reshard {

/// A cluster's history, event by event, for strategies whose table depends on it. A copy, so that a placement can
/// replay it in steps.
class Replay {
 public:
  /// Whether the changes of one step are one command of the real system, or each is a command of its own.
  enum class Changes : std::uint8_t { kOneByOne, kAtOnce };

  explicit Replay(const Cluster& cluster, Changes changes = Changes::kOneByOne);

  /// The nodes by position after the events so far; initially the initial nodes.
  std::span<const Node> nodes() const { return nodes_; }

  /// The table with this id that the cluster begins with, by entry; empty where the strategy deals it.
  std::span<const NodeId> given(std::string_view table) const;

  /// Applies the next event and returns it; null after the last.
  const ClusterEvent* next();

  /// Whether the next event is part of the same command as the last one.
  bool in_command() const { return happened_ < log_.size() && log_[happened_].at_once; }

  /// Skips to the point that `other` has reached, if what happened there is a prefix of this history: a table built
  /// from `other` can then be continued instead of rebuilt. Otherwise returns false and changes nothing.
  bool go_on_from(const Replay& other);

  /// Rewrites the future moves of this table in terms of other entries: `in(move)` returns what replaces a move.
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
  std::shared_ptr<const GivenTable> given_;
  std::vector<Node> initial_, nodes_;
  std::vector<ClusterEvent> log_;
  std::size_t happened_ = 0;
};

}  // namespace reshard
