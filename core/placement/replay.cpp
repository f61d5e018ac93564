#include "core/placement/replay.h"

#include <algorithm>

namespace reshard {

Replay::Replay(const Cluster& cluster, Changes changes)
    : given_(cluster.given()),
      initial_(cluster.initial().begin(), cluster.initial().end()),
      nodes_(initial_),
      log_(cluster.log().begin(), cluster.log().end()) {
  if (changes == Changes::kAtOnce) return;
  for (ClusterEvent& event : log_) event.at_once = false;
}

std::span<const NodeId> Replay::given(std::string_view table) const {
  return given_ && given_->table == table ? std::span<const NodeId>(given_->owners) : std::span<const NodeId>();
}

const ClusterEvent* Replay::next() {
  if (happened_ == log_.size()) return nullptr;
  const ClusterEvent& event = log_[happened_++];
  if (event.kind == ClusterEvent::Kind::kAdd) {
    nodes_.push_back(event.node);
    return &event;
  }
  const auto at =
      std::find_if(nodes_.begin(), nodes_.end(), [&](const Node& node) { return node.id == event.node.id; });
  if (event.kind == ClusterEvent::Kind::kRemove) {
    nodes_.erase(at);
  } else {
    *at = event.node;
  }
  return &event;
}

bool Replay::go_on_from(const Replay& other) {
  const auto happened = static_cast<std::ptrdiff_t>(other.happened_);
  if (other.happened_ > log_.size() || initial_ != other.initial_ || given_ != other.given_) return false;
  if (!std::equal(log_.begin(), log_.begin() + happened, other.log_.begin())) return false;
  if (other.happened_ < log_.size() && log_[other.happened_].at_once) return false;  // half a command
  nodes_ = other.nodes_;
  happened_ = other.happened_;
  return true;
}

}  // namespace reshard
