#include "core/rebalance/small_plan.h"

#include "core/rebalance/choices.h"
#include "core/rebalance/path_search.h"
#include "core/rebalance/target_search.h"

namespace reshard::rebalance {
namespace {

// The parts of the steps that the searches have.
constexpr std::uint64_t kOfDirect = 100;  // of a hundredth, for each target

/// Where every entry of `target` is.
Placement placement_of(const Model& model, const Choices& choices, const Chosen& target) {
  Placement placement(model);
  for (std::uint32_t e = 0; e < model.entries; ++e) {
    const Choices::Choice& choice = choices.of_entry(e)[target[e]];
    std::vector<std::uint32_t> free;
    for (const std::uint32_t n : choice.on) {
      if (!placement.holds(e, n)) free.push_back(n);
    }
    for (std::uint32_t s = model.begin(e); s < model.end(e); ++s) {
      if ((choice.mask >> placement.at(s) & 1) != 0) continue;
      placement.move(s, free.back());
      free.pop_back();
    }
    if (model.leaders) placement.lead(placement.slot_at(e, choice.leader));
  }
  return placement;
}

}  // namespace

std::optional<SmallPlan> plan_small(const Model& model, std::uint64_t steps) {
  if (std::uint64_t{model.entries} * model.nodes > kSmallPairs) return std::nullopt;
  const auto choices = Choices::of(model);
  if (!choices) return std::nullopt;
  SmallPlan plan;
  TargetSearch targets(model, *choices, steps);
  targets.run();
  plan.target_complete = targets.complete();
  plan.target_found = targets.found();
  if (!targets.found()) {
    plan.complete = targets.complete();
    return plan;
  }
  plan.target = figures_of(placement_of(model, *choices, targets.chosen()));
  PathSearch paths(model, *choices);
  if (!paths.possible()) return plan;
  std::uint64_t ratio = kUnlimited;
  // An incomplete search may have passed over placements on which the direct way is cheaper.
  const auto visit = [&](const Chosen& chosen) {
    const std::uint64_t busiest = busiest_ratio(placement_of(model, *choices, chosen));
    if (plan.found && busiest >= ratio) return true;
    if (auto moves = paths.direct(chosen, steps / kOfDirect)) {
      plan.found = true;
      ratio = busiest;
      plan.moves = std::move(*moves);
    }
    return true;
  };
  visit(targets.chosen());
  targets.each_best(steps / 4, visit);
  if (plan.found) {
    plan.complete = targets.complete();
    plan.figures = figures_of(model, plan.moves);
    return plan;
  }
  PathSearch::Reached reached = paths.cheapest(plan.target.excess, steps);
  plan.found = reached.found;
  plan.complete = reached.complete && targets.complete();
  plan.figures = reached.figures;
  plan.moves = std::move(reached.moves);
  return plan;
}

}  // namespace reshard::rebalance
