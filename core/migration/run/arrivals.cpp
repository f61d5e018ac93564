#include "core/migration/run/arrivals.h"

#include <algorithm>

#include "core/base/budget.h"
#include "core/base/natural_log.h"

namespace reshard {

Arrivals::Arrivals(const RunState& state)
    : state_(state), random_(state.spec.seed), shares_(state.spec.workload.skew, state.plan->keys()) {
  NoLimit budget;
  while (!shares_.step(budget)) {}
  if (shares_.even()) return;
  share_ends_.reserve(state.plan->keys());
  std::uint64_t end = 0;
  for (std::uint32_t key = 0; key < state.plan->keys(); ++key) share_ends_.push_back(end += shares_.parts_of(key));
}

void Arrivals::draw() {
  const Workload& workload = state_.spec.workload;
  const double mean = 1e6 / static_cast<double>(workload.requests_per_second);
  exact_time_ -= natural_log(1 - random_.unit()) * mean;
  time_ = static_cast<Time>(exact_time_);
  const double luck = random_.unit();
  next_.kind = luck < workload.writes                      ? Operation::kWrite
               : luck < workload.writes + workload.deletes ? Operation::kDelete
                                                           : Operation::kRead;
  next_.key = state_.grows() && next_.kind == Operation::kWrite ? kNoMoveKey : draw_key();
  next_.client = static_cast<std::uint32_t>(random_.below(state_.spec.system.clients));
}

std::uint32_t Arrivals::draw_key() {
  if (shares_.even()) return static_cast<std::uint32_t>(random_.below(state_.plan->keys()));
  const std::uint64_t part = random_.below(share_ends_.back());
  return static_cast<std::uint32_t>(std::upper_bound(share_ends_.begin(), share_ends_.end(), part) -
                                    share_ends_.begin());
}

}  // namespace reshard
