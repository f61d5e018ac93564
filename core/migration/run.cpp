#include "core/migration/run.h"

#include <algorithm>

#include "core/base/check.h"

namespace reshard {
MoveRun::MoveRun(const MoveSpec& spec, std::shared_ptr<const Plan> plan, Witness traced, Film* film)
    : state_(spec, std::move(plan)),
      traced_(traced),
      film_(film),
      maps_(state_.spec),
      outages_(state_.spec),
      network_(state_.spec, maps_.holders(), state_.plan->nodes),
      ledger_(state_.plan->keys(), spec.workload.requests,
              {static_cast<Time>(spec.workload.ttl_us), spec.workload.permanent, spec.seed}),
      series_(state_.plan->nodes),
      arrivals_(spec.seed),
      shares_(spec.workload.skew, state_.plan->keys()),
      log_from_(state_.plan->keys(), 0),
      waiting_(maps_.holders()),
      fetching_(maps_.sections()) {
  NoLimit budget;
  while (!shares_.step(budget)) {}
  if (!shares_.even()) {
    share_ends_.reserve(state_.plan->keys());
    std::uint64_t end = 0;
    for (std::uint32_t key = 0; key < state_.plan->keys(); ++key) share_ends_.push_back(end += shares_.parts_of(key));
  }
  for (auto& had : had_) had.resize(state_.plan->keys());
  if (state_.spec.workload.retries > 0) {
    for (auto& applied_as : applied_as_) applied_as.resize(static_cast<std::size_t>(state_.spec.workload.requests));
  }
  if (state_.spec.system.cache) truth_.assign(state_.plan->keys(), kFirstValue);
  for (const MoveUnit& unit : state_.units.all) totals_.moved_keys += unit.keys.size();
  if (state_.grows()) begin_growth();
  units_left_ = static_cast<std::uint32_t>(state_.units.all.size());
  if (film_ != nullptr) film_begin();
  state_.timeline.push(static_cast<Time>(state_.spec.pace.start_us), {Happening::kBegin});
  plan_faults();
  draw_next();
}

std::uint8_t MoveRun::phase_known(const Active& active) const {
  const std::uint32_t unit = state_.of_key(active.key);
  return unit == kNoUnit ? std::uint8_t{0} : state_.units.all[unit].phase_in(maps_.known(section_of(active)));
}

bool MoveRun::step(Budget& budget) {
  constexpr unsigned kAtOnce = 4096;
  while (!judged_) {
    for (unsigned i = 0; i < kAtOnce; ++i) {
      const bool requests_left = ledger_.operations() < state_.spec.workload.requests;
      if (state_.timeline.empty() && !requests_left) {
        judge_end();
        return true;
      }
      if (requests_left && (state_.timeline.empty() || next_request_ <= state_.timeline.next())) {
        state_.now = next_request_;
        begin_request();
      } else {
        state_.now = state_.timeline.next();
        happen(state_.timeline.pop());
      }
      ++totals_.events;
    }
    if (budget.spent()) return false;
  }
  return true;
}

double MoveRun::progress() const {
  if (judged_) return 1;
  const double requests = static_cast<double>(std::max<std::uint64_t>(state_.spec.workload.requests, 1));
  const double units = static_cast<double>(state_.units.all.size() + 1);
  return (static_cast<double>(ledger_.operations()) / requests + 1 - (units_left_ + 1) / units) / 2;
}

}  // namespace reshard
