#include "core/simulation/job.h"

#include <algorithm>

namespace reshard {
namespace {

// Counts requests before and after. Where the demand did not change, only the keys that moved are counted again.
void add_requests(StrategyResult& result, const Results& results, std::size_t known) {
  const Demand demand{*results.shares, results.scenario->requests.spread};
  const bool alone = results.before == nullptr;
  const Demand demand_before = alone ? demand : Demand{*results.shares_before, results.before->requests.spread};
  std::vector<std::uint64_t> parts, parts_before;
  if (!demand.even()) parts = count_requests(result.owners(), demand, known);
  if (&demand_before.shares == &demand.shares && demand_before.spread == demand.spread) {
    parts_before = parts;
    if (!demand.even()) move_requests(result.moved(), result.owners(), result.owners_before(), demand, parts_before);
  } else if (!demand_before.even()) {
    parts_before = count_requests(result.owners_before(), demand_before, known);
  }
  add_requests(result.load, results.scenario->cluster, parts, demand);
  add_requests(result.load_before, (alone ? *results.scenario : *results.before).cluster, parts_before, demand_before);
}

}  // namespace

void Simulation::Plan::begin_update(const KeySet& keys, Baseline baseline) {
  const KeyBlock all = placed->block(keys, 0, keys.size());
  const Placed after = placed->placed();
  if (base == nullptr) {
    update.emplace(Scope{}, after, all, nullptr, std::span<const NodeId>{}, Foreseen{},
                   placed->scenario->cluster.known());
    return;
  }
  const bool kept = baseline == Baseline::kKept;
  const PlacedStrategy& placed_before = kept ? *base->placed_before : *base->placed;
  const auto owners_before = kept ? base->assignment.before() : base->assignment.after();
  // Ranges of one column tell nothing about another.
  const bool same_numbers = placed->has_ranges && placed_before.has_ranges &&
                            placed_before.columns == placed->columns && placed_before.by_slot == placed->by_slot;
  const auto index = same_numbers ? placed->index() : nullptr;
  const Foreseen foreseen = base->standings.of(placed_before.placement);
  const std::size_t known = std::max(placed->scenario->cluster.known(), placed_before.scenario->cluster.known());
  update.emplace(scope_of(placed_before.placed(), after, index.get()), after, all, index.get(), owners_before, foreseen,
                 known);
}

void Simulation::Job::take_shares(const Results& shown) {
  const double skew = scenario->requests.skew;
  for (const auto& known : {shown.shares, shown.shares_before}) {
    if (known == nullptr || known->skew() != skew || known->keys() != keys->size()) continue;
    if (known->counted() == (skew == 0 && keys->counted() > 0 ? keys.get() : nullptr)) shares = known;
  }
  if (shares == nullptr) shares = unfilled = std::make_shared<RequestShares>(skew, keys->size(), keys);
}

Result<bool> Simulation::Job::work(Budget& budget) {
  if (unfilled != nullptr && !unfilled->step(budget)) return false;
  unfilled = nullptr;
  for (Plan& plan : plans) {
    for (const auto& column : plan.placed->columns) {
      auto filled = column->step(budget);
      if (!filled.ok() || !filled.value()) return filled;
    }
    // A finished build is not asked again: with a budget of one check, that check must be left for the keys.
    if (!plan.built && !plan.placed->placement->step(budget)) return false;
    plan.built = true;
    // Otherwise take() would have to write all these owners at once.
    if (baseline == Baseline::kShown && plan.base != nullptr && !plan.base->assignment.settle(budget)) return false;
    if (plan.unchanged || plan.back) continue;
    if (!plan.update) plan.begin_update(*keys, baseline);
    if (!plan.update->step(budget)) return false;
  }
  return true;
}

double Simulation::Job::progress() const {
  double done = 0;
  double all = 0;
  for (const Plan& plan : plans) {
    for (const auto& column : plan.placed->columns) {
      done += column->progress();
      all += 1;
    }
    done += plan.unchanged || plan.back ? 1 : plan.update ? plan.update->progress() : 0;
    all += 1;
  }
  return done / all;
}

void Simulation::Slot::take(Plan& plan, Baseline baseline) {
  if (baseline == Baseline::kShown) {
    if (!plan.back) assignment.keep();
    placed_before = placed;
  }
  placed = std::move(plan.placed);
  if (plan.back) assignment.turn_round();
  if (baseline == Baseline::kKept && !plan.unchanged) assignment.revert();
  if (!plan.unchanged && !plan.back) {
    by_one_node = plan.update->of_one_node();
    if (auto ranges = plan.update->take_ranges(); !ranges.empty()) {
      assignment.move(std::move(ranges), placed->index(), plan.update->flows());
    } else {
      assignment.move(plan.update->moves(), plan.update->flows());
    }
  }
  if (plan.base == nullptr) {
    assignment.keep();
    placed_before = placed;
  }
  const bool step_by_step = baseline == Baseline::kShown && by_one_node;
  standings.follow(placed->placement, assignment, !step_by_step);
}

StrategyResult Simulation::Slot::result(const Results& results) const {
  const bool alone = results.before == nullptr;
  const Cluster& cluster = results.scenario->cluster;
  const Cluster& cluster_before = alone ? cluster : results.before->cluster;
  const Assignment& a = assignment;
  StrategyResult result{placed->choice,
                        placed->placement,
                        placed->recipes,
                        placed->block(*results.keys, 0, results.keys->size()),
                        &a,
                        load_stats(cluster, a.counts_after(), a.unplaced_after()),
                        load_stats(cluster_before, a.counts_before(), a.unplaced_before()),
                        movement(results.keys->size(), {a.flows().begin(), a.flows().end()}),
                        nullptr,
                        {}};
  if (!alone) {
    result.placement_before = placed_before->placement;
    result.recipes_before = placed_before->recipes;
  }
  add_requests(result, results, std::max(cluster.known(), cluster_before.known()));
  return result;
}

}  // namespace reshard
