#include "core/migration/run/study.h"

namespace reshard {

MoveStudy::MoveStudy(MoveSpec spec, std::shared_ptr<const Plan> plan, Wanted wanted)
    : spec_(std::move(spec)),
      plan_(std::move(plan)),
      wanted_(wanted),
      run_(spec_, plan_, {Anomaly::kNone, MoveRun::kNobody, 0}, wanted.film ? &film_ : nullptr) {}

bool MoveStudy::step(Budget& budget) {
  if (!run_.step(budget)) return false;
  if (!baseline_done_) {
    if (!current_) current_.emplace(without_move(spec_), plan_);
    if (!current_->step(budget)) return false;
    baseline_ = current_->totals();
    baseline_done_ = true;
    current_.reset();
  }
  const std::size_t told = run_.witnesses().size();
  while (stories_.size() < told + (wanted_.key == MoveRun::kNobody ? 0 : 1)) {
    const Witness witness =
        stories_.size() < told ? run_.witnesses()[stories_.size()] : Witness{Anomaly::kNone, wanted_.key, 0};
    if (!current_) current_.emplace(spec_, plan_, witness);
    if (!current_->step(budget)) return false;
    stories_.push_back({witness, current_->story()});
    current_.reset();
  }
  return true;
}

double MoveStudy::progress() const {
  if (run_.progress() < 1) return run_.progress() / 2;
  const double all = 1 + static_cast<double>(run_.witnesses().size() + (wanted_.key == MoveRun::kNobody ? 0 : 1));
  const double done = (baseline_done_ ? 1 : 0) + static_cast<double>(stories_.size());
  return 0.5 + (done + (current_ ? current_->progress() : 0)) / all / 2;
}

}  // namespace reshard
