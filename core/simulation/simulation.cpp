#include "core/simulation/simulation.h"

#include <algorithm>

#include "core/simulation/job.h"

namespace reshard {
Simulation::Simulation() = default;
Simulation::~Simulation() = default;

Status Simulation::set(std::shared_ptr<const Scenario> scenario, Baseline baseline) {
  auto job = plan(std::move(scenario), baseline);
  if (!job.ok()) return job.error();
  if (baseline == Baseline::kKept && job_ != nullptr) {
    next_ = job.take();
  } else {
    next_ = nullptr;
    begin(job.take());
  }
  return Done{};
}

// Finds, for each strategy, the shown one to compare it with: the same choice, or else the one in the same slot.
void Simulation::begin(std::unique_ptr<Job> job) {
  job_ = std::move(job);
  if (job_->baseline == Baseline::kNone || job_->keys != results_.keys) {
    job_->baseline = Baseline::kNone;
    return;
  }
  std::vector<bool> taken(slots_.size(), false);
  const auto take = [&](Plan& plan, std::size_t at) {
    plan.base = slots_[at].get();
    taken[at] = true;
  };
  for (Plan& plan : job_->plans) {
    for (std::size_t at = 0; at < slots_.size() && plan.base == nullptr; ++at) {
      if (!taken[at] && slots_[at]->placed->choice == plan.placed->choice) take(plan, at);
    }
  }
  for (std::size_t i = 0; i < job_->plans.size() && i < slots_.size(); ++i) {
    if (job_->plans[i].base == nullptr && !taken[i]) take(job_->plans[i], i);
  }
  for (Plan& plan : job_->plans) {
    if (plan.base == nullptr) continue;
    plan.unchanged = plan.base->placed->placement == plan.placed->placement;
    plan.back = !plan.unchanged && job_->baseline == Baseline::kShown &&
                plan.base->placed_before->placement == plan.placed->placement;
  }
}

Result<bool> Simulation::step(Budget& budget) {
  while (job_ != nullptr) {
    const auto done = job_->work(budget);
    if (!done.ok()) cancel();
    if (!done.ok() || !done.value()) return done;
    publish();
    job_ = nullptr;
    if (next_ != nullptr) begin(std::move(next_));
  }
  return prepare_next(budget);
}

// What is shown is complete; this speeds up the next change.
bool Simulation::prepare_next(Budget& budget) {
  for (const auto& slot : slots_) {
    const PlacedStrategy& placed = *slot->placed;
    // The next moment of a drag would undo this.
    if (!in_drag_ && !slot->assignment.settle(budget)) return false;
    if (placed.has_ranges && !placed.step_index(budget)) return false;
    if (placed.scenario->cluster.down() > 0) continue;  // some keys are not where they were placed
    const KeyBlock all = placed.block(*results_.keys, 0, results_.keys->size());
    if (!slot->standings.step(all, slot->assignment, budget)) return false;
  }
  prepared_ = true;
  return true;
}

double Simulation::progress() const { return job_ == nullptr ? 1 : job_->progress(); }

void Simulation::cancel() {
  job_ = nullptr;
  next_ = nullptr;
}

void Simulation::publish() {
  std::vector<std::unique_ptr<Slot>> slots;
  for (Plan& plan : job_->plans) {
    const auto base =
        std::find_if(slots_.begin(), slots_.end(), [&](const auto& slot) { return slot.get() == plan.base; });
    auto slot = plan.base != nullptr ? std::move(*base) : std::make_unique<Slot>(job_->keys->size());
    slot->take(plan, job_->baseline);
    slots.push_back(std::move(slot));
  }
  slots_ = std::move(slots);
  prepared_ = false;
  in_drag_ = job_->baseline == Baseline::kKept;

  if (job_->baseline == Baseline::kNone) {
    results_.before = nullptr;
    results_.shares_before = nullptr;
  }
  if (job_->baseline == Baseline::kShown) {
    results_.before = results_.scenario;
    results_.shares_before = results_.shares;
  }
  results_.scenario = job_->scenario;
  results_.keys = job_->keys;
  results_.shares = job_->shares;
  ++results_.revision;
  results_.strategies.clear();
  for (const auto& slot : slots_) results_.strategies.push_back(slot->result(results_));
}

}  // namespace reshard
