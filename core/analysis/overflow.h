#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/movement.h"
#include "core/base/budget.h"
#include "core/placement/strategy.h"

namespace reshard {

/// Keys whose first choice was a full node, so that they went on to another.
struct Overflow {
  std::uint64_t keys = 0;     ///< how many
  std::vector<Flow> flows;    ///< from full nodes to those that took their keys, largest first
  std::uint32_t example = 0;  ///< the index of the first such key, where there is one
  NodeId example_from = kNoNode, example_to = kNoNode;

  bool operator==(const Overflow&) const = default;
};

/// Looks at all keys of a placement whose nodes can be full (Placement::first_choices), in slices.
class OverflowSurvey {
 public:
  /// `keys`: all, with their columns. Node indices are below `known_nodes`. The placement and the keys must outlive
  /// this.
  OverflowSurvey(const Placement& placement, const KeyBlock& keys, std::size_t known_nodes);

  /// Whether nodes can be full at all; if not, there is nothing to do.
  bool applies() const { return applies_; }
  bool step(Budget& budget);                              ///< true when done
  const Overflow& overflow() const { return overflow_; }  ///< complete once step() has returned true

 private:
  const Placement& placement_;
  const KeyBlock keys_;
  bool applies_;
  FlowCounter flows_;
  Overflow overflow_;
  std::uint32_t done_ = 0;
};

}  // namespace reshard
