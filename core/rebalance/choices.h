#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/rebalance/model.h"

namespace reshard::rebalance {

/// Every way in which the replicas of each entry can lie on the nodes, for problems small enough to look at all of them.
class Choices {
 public:
  /// A way to leave a choice in one step.
  struct Step {
    std::uint32_t to_choice, from, to;
    bool lead;
  };
  struct Choice {
    std::uint64_t mask = 0;             ///< the nodes, a bit each
    std::uint32_t leader = 0;           ///< node; 0 where leading bears no other load
    std::vector<std::uint32_t> forced;  ///< where the copies are that have to move, in the order of the entry's slots
    bool final = false;                 ///< whether a plan may end so; else it may only pass through
    std::uint64_t cost = 0;             ///< of going there directly
    std::uint32_t moves = 0;
    bool lead_passes = false;  ///< whether one of the moves is of leadership alone
    std::vector<std::uint32_t> on;
    std::vector<Step> steps;
  };

  /// None where there are too many.
  static std::optional<Choices> of(const Model& model);

  const std::vector<Choice>& of_entry(std::uint32_t entry) const { return choices_[entry]; }
  std::uint32_t now(std::uint32_t entry) const { return now_[entry]; }
  /// What a node bears of the entry under that choice.
  static std::uint64_t load(const Model& model, std::uint32_t limit, std::uint32_t entry, const Choice& choice,
                            std::uint32_t node) {
    const bool leads = model.leaders && choice.leader == node;
    return leads || !model.leaders ? model.leads[limit][entry] : model.follows[limit][entry];
  }

 private:
  bool add(const Model& model, std::uint32_t entry);
  void add_at(const Model& model, std::uint32_t entry, std::uint64_t now, const Choice& choice);
  void link(const Model& model, std::uint32_t entry);

  std::vector<std::vector<Choice>> choices_;
  std::vector<std::uint32_t> now_;
};

}  // namespace reshard::rebalance
