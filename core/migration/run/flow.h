#pragma once

#include <cstdint>
#include <vector>

#include "core/migration/run/move_spec.h"

namespace reshard {

/// Estimates a move of any size from rates and bytes alone: what a run counts event by event, without the events. It
/// tells how long and how much, never what is lost.
struct FlowPair {
  std::uint32_t from = 0, to = 0;
  double keys = 0;
};

struct FlowPlan {
  std::uint32_t nodes = 0;
  double keys = 0;              ///< all, moved or not
  std::vector<FlowPair> pairs;  ///< of keys that move
  std::uint32_t old_nodes = 0;  ///< nodes that hold keys before the move
};

/// The pairs of a sample, scaled up to `keys` keys.
FlowPlan flow_plan(const Plan& sample, double keys);

struct FlowTotals {
  double moved_keys = 0;
  double copied_keys = 0, copied_bytes = 0;
  double verified_keys = 0, verified_bytes = 0;  ///< compared at both sides; what that reads
  std::vector<double> pair_bytes;                ///< for each pair of the plan
  std::vector<double> link_bytes;                ///< for each node, in and out, by copying and comparing
  std::uint32_t busiest_node = 0;
  double copy_seconds = 0;            ///< at the rate of the throttle or the busiest link, whichever is slower
  double replayed = 0;                ///< changes from the log
  double map_seconds = 0;             ///< waiting until everybody knows
  double seconds = 0;                 ///< the whole move
  double writes_wait_seconds = 0;     ///< how long writes of moving keys wait or are refused
  std::vector<double> phase_seconds;  ///< for each phase but the first, all units together
  double even_seconds = 0;    ///< where shards grow: until all hold the same number of rows; infinite if they never do
  double shards_a_read = 1;   ///< shards that a read asks in the end
  double store_requests = 0;  ///< with a cache: for keys whose first read at new finds nothing
};

/// `spec` must have passed check_move(). Ignores faults and `workload.requests`: requests last as long as the move.
FlowTotals flow_of(const MoveSpec& spec, const FlowPlan& plan);

}  // namespace reshard
