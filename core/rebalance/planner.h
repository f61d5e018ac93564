#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/budget.h"
#include "core/rebalance/bounds.h"
#include "core/rebalance/contradiction.h"
#include "core/rebalance/order.h"
#include "core/rebalance/problem.h"

namespace reshard::rebalance {

struct PlanOptions {
  std::uint64_t seed = 1;
  /// How much is tried: about so many looks at a place for an entry. Counted, not timed, so that the same seed and steps
  /// give the same plan on every machine.
  std::uint64_t steps = 20'000'000;
  bool search_small = true;  ///< whether small problems are searched completely
  bool with_order = true;    ///< else the steps are in no particular order
};

struct Plan {
  bool found = false;                ///< a plan that keeps the rules
  bool impossible = false;           ///< it is proven that there is none
  std::optional<Contradiction> why;  ///< it is impossible
  std::vector<Obstacle> obstacles;   ///< why excess is left
  std::uint64_t missing = 0;         ///< bytes of room on `missing_at` with which the best end could be reached
  std::uint32_t missing_at = kNone;
  std::vector<Ordered::Step> steps;
  Figures figures;      ///< of these steps
  bool proven = false;  ///< no plan has less excess, or with that less cost
  bool target_found = false;
  Figures target;              ///< of the best end, whatever the way there
  bool target_proven = false;  ///< no end is better
  Bounds bounds;
  std::uint64_t ratio_before = 0, ratio_after = 0;  ///< see busiest_ratio()
  std::uint32_t tried = 0;                          ///< placements
};

/// Looks for a plan, in slices: a first one soon, then better ones. plan() has the best so far.
class Planner {
 public:
  /// `problem` has passed check(), and outlives the planner.
  Planner(const Problem& problem, const PlanOptions& options);
  ~Planner();
  Planner(const Planner&) = delete;
  Planner& operator=(const Planner&) = delete;

  /// True: it is done.
  bool step(Budget& budget);
  const Plan& plan() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// All of it in one go.
Plan plan_moves(const Problem& problem, const PlanOptions& options);

}  // namespace reshard::rebalance
