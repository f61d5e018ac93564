#pragma once

#include <cstdint>
#include <vector>

#include "core/migration/move_spec.h"

namespace reshard {

/// A move of any size, by rates and bytes alone: what a run counts event by event, without the events. It finds how long
/// and how much, and never what is lost.
struct FlowPair {
  std::uint32_t from = 0, to = 0;
  double keys = 0;
};

struct FlowPlan {
  std::uint32_t nodes = 0;
  double keys = 0;              ///< all, moved or not
  std::vector<FlowPair> pairs;  ///< of those that move
  std::uint32_t old_nodes = 0;  ///< those that hold keys before
};

/// The pairs of a sample, as of so many keys in all.
FlowPlan flow_plan(const Plan& sample, double keys);

struct FlowTotals {
  double moved_keys = 0;
  double copied_keys = 0, copied_bytes = 0;
  double verified_keys = 0, verified_bytes = 0;  ///< compared at both sides; what that reads
  std::vector<double> pair_bytes;                ///< of each pair of the plan
  std::vector<double> link_bytes;                ///< of each node, in and out, by copying and comparing
  std::uint32_t busiest_node = 0;
  double copy_seconds = 0;            ///< the throttle or the busiest link, whichever is slower
  double replayed = 0;                ///< changes of the log
  double map_seconds = 0;             ///< waiting for everybody to know
  double seconds = 0;                 ///< the whole move
  double writes_wait_seconds = 0;     ///< how long writes of moving keys are held back, or refused
  std::vector<double> phase_seconds;  ///< of each phase but the first, all units together
  double even_seconds = 0;            ///< where shards grow: until all hold equally many; infinite where they never do
  double shards_a_read = 1;           ///< that a read asks in the end
  double store_requests = 0;          ///< behind a cache: for keys whose first read at new finds nothing
};

/// `spec` must have passed check_move(). Faults are left out, and so are `workload.requests`: requests go on as long as the
/// move does.
FlowTotals flow_of(const MoveSpec& spec, const FlowPlan& plan);

}  // namespace reshard
