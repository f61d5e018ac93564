#include "core/migration/run.h"

#include <algorithm>

#include "core/base/check.h"

namespace reshard {
namespace {

Protocol at_rest() {
  Protocol protocol;
  protocol.phases.resize(1);
  protocol.phases[0].name = "rest";
  return protocol;
}

MoveSpec planned(MoveSpec spec) {
  spec.protocol = planned_protocol(spec);
  return spec;
}

/// Where shards grow, keys stay and new ones are added: the run has its own copy of the plan.
std::shared_ptr<Plan> growing(const MoveSpec& spec, const Plan& plan) {
  if (spec.pace.grow == 0) return nullptr;
  auto own = std::make_shared<Plan>(plan);
  own->to = own->from;
  return own;
}

}  // namespace

MoveSpec without_move(MoveSpec spec) {
  spec.protocol = at_rest();
  spec.pace.turn_back_in = 0;
  spec.pace.turn_back_over = 0;
  return spec;
}

MoveRun::MoveRun(const MoveSpec& spec, std::shared_ptr<const Plan> plan, Witness traced, Film* film)
    : spec_(planned(spec)),
      growing_(growing(spec, *plan)),
      plan_(growing_ != nullptr ? growing_ : std::move(plan)),
      traced_(traced),
      film_(film),
      rest_(at_rest()),
      maps_(spec_),
      units_(cut_into_units(*plan_, spec_.pace)),
      ledger_(plan_->keys(), spec_.workload.requests,
              {static_cast<Time>(spec_.workload.ttl_us), spec_.workload.permanent, spec_.seed}),
      series_(plan_->nodes),
      arrivals_(spec_.seed),
      shares_(spec_.workload.skew, plan_->keys()),
      keys_(plan_->keys(), first_state()),
      log_from_(plan_->keys(), 0),
      waiting_(maps_.holders()),
      fetching_(maps_.sections()),
      last_arrival_(std::size_t{maps_.holders()} * plan_->nodes),
      node_free_(plan_->nodes),
      link_free_(plan_->nodes) {
  NoLimit budget;
  while (!shares_.step(budget)) {}
  if (!shares_.even()) {
    share_ends_.reserve(plan_->keys());
    std::uint64_t end = 0;
    for (std::uint32_t key = 0; key < plan_->keys(); ++key) share_ends_.push_back(end += shares_.parts_of(key));
  }
  for (auto& had : had_) had.resize(plan_->keys());
  if (spec_.workload.retries > 0) {
    for (auto& applied_as : applied_as_) applied_as.resize(static_cast<std::size_t>(spec_.workload.requests));
  }
  if (spec_.system.cache) truth_.assign(plan_->keys(), kFirstValue);
  totals_.node_requests.resize(plan_->nodes);
  totals_.node_bytes.resize(plan_->nodes);
  for (const MoveUnit& unit : units_.all) totals_.moved_keys += unit.keys.size();
  if (grows()) begin_growth();
  for (MoveUnit& unit : units_.all) unit.protocol = &spec_.protocol;
  units_left_ = static_cast<std::uint32_t>(units_.all.size());
  if (film_ != nullptr) film_begin();
  timeline_.push(static_cast<Time>(spec_.pace.start_us), {What::kBegin});
  plan_faults();
  draw_next();
}

const Progress& MoveRun::progress_of(std::uint32_t key) const {
  return of_key(key) == kNoUnit ? no_progress_ : units_.all[of_key(key)].progress;
}

std::uint8_t MoveRun::phase_known(const Active& active) const {
  const std::uint32_t unit = of_key(active.key);
  return unit == kNoUnit ? std::uint8_t{0} : units_.all[unit].phase_in(maps_.known(section_of(active)));
}

std::uint32_t MoveRun::node_of(std::uint32_t key, Side side) const {
  return side == Side::kOld ? plan_->from[key] : plan_->to[key];
}

bool MoveRun::node_is_down(std::uint32_t node, Time at) const {
  const auto begins = static_cast<Time>(spec_.faults.node_down_at_us);
  return node == spec_.faults.node && at >= begins && at < begins + static_cast<Time>(spec_.faults.node_down_us);
}

bool MoveRun::step(Budget& budget) {
  constexpr unsigned kAtOnce = 4096;
  while (!judged_) {
    for (unsigned i = 0; i < kAtOnce; ++i) {
      const bool requests_left = ledger_.operations() < spec_.workload.requests;
      if (timeline_.empty() && !requests_left) {
        judge_end();
        return true;
      }
      if (requests_left && (timeline_.empty() || next_request_ <= timeline_.next())) {
        now_ = next_request_;
        begin_request();
      } else {
        now_ = timeline_.next();
        happen(timeline_.pop());
      }
      ++totals_.events;
    }
    if (budget.spent()) return false;
  }
  return true;
}

double MoveRun::progress() const {
  if (judged_) return 1;
  const double requests = static_cast<double>(std::max<std::uint64_t>(spec_.workload.requests, 1));
  const double units = static_cast<double>(units_.all.size() + 1);
  return (static_cast<double>(ledger_.operations()) / requests + 1 - (units_left_ + 1) / units) / 2;
}

std::uint8_t MoveRun::held_at(std::uint32_t key) const {
  const auto has = [&](Side side) { return visible(keys_[key].at(side).version) != kNothing; };
  return static_cast<std::uint8_t>((has(Side::kOld) ? 1 : 0) | (has(Side::kNew) ? 2 : 0));
}

}  // namespace reshard
