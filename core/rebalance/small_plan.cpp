#include "core/rebalance/small_plan.h"

#include <algorithm>

#include "core/rebalance/builder.h"
#include "core/rebalance/choices.h"
#include "core/rebalance/path_search.h"
#include "core/rebalance/target_search.h"

namespace reshard::rebalance {
namespace {

// The parts of the steps that the searches have.
constexpr std::uint64_t kOfDirect = 100;     // a hundredth for each target
constexpr std::uint64_t kOfStart = 100'000;  // looks for a placement to begin with

/// Where every entry of `target` is.
Placement placement_of(const Model& model, const Choices& choices, const Chosen& target) {
  Placement placement(model);
  placement.force();
  for (std::uint32_t e = 0; e < model.entries; ++e) {
    const Choices::Choice& choice = choices.of_entry(e)[target[e]];
    std::vector<std::uint32_t> free;  // the forced copies are there already
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

/// A good placement to begin with; nullopt where none that keeps the rules was found.
std::optional<Chosen> good_start(const Model& model, const Choices& choices) {
  Builder builder(model, 1);
  std::uint64_t steps = kOfStart;
  std::optional<Figures> best;
  Chosen chosen(model.entries);
  for (int i = 0; i < 12 && steps > 0; ++i) {
    if (i < 3 || !best) {
      builder.run(static_cast<std::uint32_t>(i) * 30);
    } else {
      builder.shake(2);
    }
    builder.polish(steps);
    const Placement& placement = builder.placement();
    const Figures figures = builder.figures();
    if (!placement.keeps_rules() || (best && !better(figures, *best))) continue;
    best = figures;
    builder.remember();
    for (std::uint32_t e = 0; e < model.entries; ++e) {
      std::uint64_t mask = 0;
      for (std::uint32_t s = model.begin(e); s < model.end(e); ++s) mask |= std::uint64_t{1} << placement.at(s);
      const std::uint32_t leader = model.leaders ? placement.at(placement.leader(e)) : 0;
      const auto& list = choices.of_entry(e);
      const auto at = std::find_if(list.begin(), list.end(), [&](const Choices::Choice& choice) {
        return choice.mask == mask && choice.leader == leader && choice.final;
      });
      chosen[e] = static_cast<std::uint32_t>(at - list.begin());
      if (at == list.end()) return std::nullopt;
    }
  }
  if (!best) return std::nullopt;
  return chosen;
}

/// The most even of the best placements that their moves reach directly, until the steps are used up. An incomplete
/// search may have passed over placements on which the direct way is cheaper.
void go_directly(const Model& model, const Choices& choices, TargetSearch& targets, PathSearch& paths,
                 std::uint64_t steps, SmallPlan& plan) {
  std::uint64_t ratio = kUnlimited;
  const auto visit = [&](const Chosen& chosen) {
    const std::uint64_t busiest = busiest_ratio(placement_of(model, choices, chosen));
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
}

}  // namespace

std::optional<SmallPlan> plan_small(const Model& model, std::uint64_t steps) {
  if (std::uint64_t{model.entries} * model.nodes > kSmallPairs) return std::nullopt;
  const auto choices = Choices::of(model);
  if (!choices) return std::nullopt;
  SmallPlan plan;
  TargetSearch targets(model, *choices, steps);
  if (const auto start = good_start(model, *choices)) targets.begin_with(*start);
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
  go_directly(model, *choices, targets, paths, steps, plan);
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
