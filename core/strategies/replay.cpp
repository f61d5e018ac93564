#include "core/strategies/replay.h"

#include <algorithm>

namespace reshard {

const ClusterEvent* Replay::next() {
  if (happened_ == log_.size()) return nullptr;
  const ClusterEvent& event = log_[happened_++];
  const auto at =
      std::find_if(nodes_.begin(), nodes_.end(), [&](const Node& node) { return node.id == event.node.id; });
  if (event.kind == ClusterEvent::Kind::kAdd) {
    nodes_.push_back(event.node);
  } else if (event.kind == ClusterEvent::Kind::kRemove) {
    nodes_.erase(at);
  } else {
    *at = event.node;
  }
  return &event;
}

}  // namespace reshard
