#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/simulation/simulation.h"

namespace reshard::ui {

/// Where a key goes when its owner leaves: builds the placement without that node, in slices.
class OwnerLoss {
 public:
  /// Begins to find the answer for the results' main strategy, under which `owner` has the key. `index` is the key's
  /// index in the set, or kNotInSet.
  void begin(const Results& results, const SingleKey& key, std::uint32_t index, NodeId owner);

  /// Drops the question. Call this before the results change, because it reads their keys.
  void drop() { placement_.reset(); }

  /// Continues. True once, when there is an answer.
  bool step(Budget& budget);

  bool working() const { return placement_ != nullptr; }
  NodeId heir() const { return heir_; }                    ///< kNoNode if no node gets it, or `refusal` says why
  const std::string& refusal() const { return refusal_; }  ///< in words: jump cannot lose a middle node

 private:
  std::optional<Cluster> cluster_;
  StrategyChoice choice_ = {};
  std::unique_ptr<Placement> placement_;
  unsigned replicas_ = 1;
  std::string key_;
  std::uint32_t index_ = kNotInSet;
  NodeId heir_ = kNoNode;
  std::string refusal_;
};

}  // namespace reshard::ui
