#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/rebalance/choices.h"

namespace reshard::rebalance {

/// A choice for each entry.
using Chosen = std::vector<std::uint32_t>;

/// A strict weak order of entries: 0 where one can stand for the other, as size, loads and holders are the same and none
/// is forced to go somewhere.
int alike_order(const Model& model, std::uint32_t x, std::uint32_t y);

/// Branch and bound over where everything ends, whatever the way there: the least excess, then the least cost, then the
/// fewest moves. Complete unless its steps run out.
class TargetSearch {
 public:
  TargetSearch(const Model& model, const Choices& choices, std::uint64_t steps);

  /// A placement that is known; the search then looks for better ones only.
  void begin_with(const Chosen& known);
  void run();

  bool complete() const { return complete_; }
  bool found() const { return found_; }  ///< a placement that keeps the rules
  const Figures& best() const { return best_; }
  const Chosen& chosen() const { return chosen_; }

  /// Visits all placements with the best figures, until `visit` returns false or `steps` are spent. True: all of them.
  template <typename Visit>
  bool each_best(std::uint64_t steps, const Visit& visit) {
    steps_ = steps;
    mode_ = Mode::kAll;
    visit_ = [](void* context, const Chosen& chosen) { return (*static_cast<const Visit*>(context))(chosen); };
    context_ = const_cast<void*>(static_cast<const void*>(&visit));
    start();
    return descend(0, 0, 0) && steps_ > 0;
  }

 private:
  enum class Mode : std::uint8_t { kExcess, kCost, kAll };

  void start();
  bool descend(std::uint32_t depth, std::uint64_t cost, std::uint32_t moves);
  bool leaf(std::uint64_t cost, std::uint32_t moves);
  bool hopeless(std::uint32_t depth, std::uint64_t cost, std::uint32_t moves) const;
  bool fits(std::uint32_t entry, const Choices::Choice& choice) const;
  void put(std::uint32_t entry, const Choices::Choice& choice, bool add);
  std::uint64_t excess_below(std::uint32_t depth) const;
  std::uint64_t leaving_cost(std::uint32_t depth) const;
  std::uint64_t decided_excess() const;
  void count_zones();
  std::uint64_t beyond_room(std::uint32_t depth, std::uint32_t limit) const;

  const Model& model_;
  const Choices& choices_;
  std::uint64_t steps_;
  Mode mode_ = Mode::kExcess;
  bool (*visit_)(void*, const Chosen&) = nullptr;
  void* context_ = nullptr;
  bool complete_ = false, found_ = false;
  Figures best_;
  Chosen chosen_, current_;

  std::vector<std::uint32_t> order_, depth_of_;
  std::vector<std::uint8_t> like_previous_;            // by depth
  std::vector<std::uint64_t> least_cost_, rest_load_;  // of the entries from a depth on
  std::uint32_t zones_ = 1;                            // of nodes that stay; 1 where zones need not be distinct
  std::vector<std::uint32_t> zone_of_;                 // by node; kNone: drained
  std::vector<std::uint64_t> rest_in_;  // by depth, limit and number of zones: what at least comes to any so many
  std::vector<std::uint32_t> least_moves_;
  std::vector<std::uint8_t> forced_;  // by entry: it cannot stay as it is
  std::vector<std::pair<std::uint32_t, std::uint32_t>>
      leaving_order_;                              // slots by cost for the load that they take along
  std::vector<std::uint64_t> load_, used_, home_;  // home_: of undecided entries that may stay
};

}  // namespace reshard::rebalance
