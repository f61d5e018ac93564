#include "core/rebalance/planner.h"

#include <algorithm>

#include "core/rebalance/builder.h"
#include "core/rebalance/small_plan.h"

namespace reshard::rebalance {
namespace {

constexpr std::uint64_t kBoundStates = 2'000'000;  // for the bound of a node
constexpr std::uint32_t kMostTried = 400;
constexpr std::uint64_t kMostSmallSteps = 20'000'000;

std::vector<Ordered::Step> steps_of(const std::vector<Move>& moves) {
  std::vector<Ordered::Step> steps;
  for (const Move& move : moves) steps.push_back({move, static_cast<std::uint32_t>(steps.size()), false});
  return steps;
}

std::vector<Move> moves_of(const std::vector<Ordered::Step>& steps) {
  std::vector<Move> moves;
  for (const Ordered::Step& step : steps) moves.push_back(step.move);
  return moves;
}

}  // namespace

struct Planner::State {
  State(const Problem& problem, const PlanOptions& of)
      : options(of), model(problem), builder(model, of.seed), left(of.steps) {}

  enum class Stage : std::uint8_t { kBounds, kSmall, kFirst, kMore, kDone } stage = Stage::kBounds;
  PlanOptions options;
  Model model;
  Builder builder;
  Plan plan;
  std::uint64_t left;

  void bound();
  bool small();
  void attempt(std::uint32_t noise);
  void consider(std::vector<Ordered::Step> steps);
  bool good_enough() const;
};

void Planner::State::bound() {
  plan.bounds = bounds_of(model, kBoundStates);
  plan.ratio_before = busiest_ratio(Placement(model));
}

/// Whether the whole search has an answer. Where it has not, what it found counts as an attempt.
bool Planner::State::small() {
  auto found = plan_small(model, std::min(options.steps, kMostSmallSteps));
  if (!found) return false;
  plan.target_found = found->target_found;
  plan.target_proven = found->target_complete;
  plan.target = found->target;
  if (found->found) consider(steps_of(found->moves));
  plan.proven = found->complete && found->found;
  plan.impossible = found->complete && !found->found;
  return found->complete;
}

void Planner::State::consider(std::vector<Ordered::Step> steps) {
  Placement end(model);
  for (const Ordered::Step& step : steps) end.apply(step.move);
  if (!end.keeps_rules()) return;
  Figures figures = figures_of(model, moves_of(steps));
  if (plan.found && !better(figures, plan.figures)) return;
  plan.found = true;
  plan.figures = figures;
  plan.steps = std::move(steps);
  plan.ratio_after = busiest_ratio(end);
}

void Planner::State::attempt(std::uint32_t noise) {
  ++plan.tried;
  builder.run(noise);
  std::uint64_t cost = std::uint64_t{model.slots} + 1;
  builder.polish(left);
  const Figures target = builder.figures();
  cost += std::uint64_t{target.moves} * model.nodes;
  left -= std::min(left, cost);
  const bool keeps = builder.placement().keeps_rules();
  if (keeps && (!plan.target_found || better(target, plan.target))) {
    plan.target = target;
    plan.target_found = true;
  }
  if (plan.found && keeps && !better(target, plan.figures)) return;
  if (options.with_order) return consider(order_moves(builder.placement()).steps);
  consider(any_order(builder.placement()).steps);
}

/// Whether nothing better is possible.
bool Planner::State::good_enough() const {
  return plan.found && plan.figures.excess == 0 && plan.figures.cost <= plan.bounds.cost;
}

Planner::Planner(const Problem& problem, const PlanOptions& options)
    : state_(std::make_unique<State>(problem, options)) {}
Planner::~Planner() = default;

const Plan& Planner::plan() const { return state_->plan; }

bool Planner::step(Budget& budget) {
  State& state = *state_;
  using enum State::Stage;
  while (state.stage != kDone) {
    switch (state.stage) {
      case kBounds:
        state.bound();
        state.stage = kSmall;
        break;
      case kSmall: state.stage = state.small() ? kDone : kFirst; break;
      case kFirst:
        state.attempt(0);
        state.stage = kMore;
        break;
      case kMore: {
        const bool enough = state.good_enough();
        state.plan.proven |= enough;
        if (enough || state.left == 0 || state.plan.tried >= kMostTried) {
          state.stage = kDone;
        } else {
          state.attempt(state.plan.tried % 8 * 15 + 5);
        }
        break;
      }
      case kDone: break;
    }
    if (state.stage != kDone && budget.spent()) return false;
  }
  return true;
}

Plan plan_moves(const Problem& problem, const PlanOptions& options) {
  Planner planner(problem, options);
  NoLimit no_limit;
  planner.step(no_limit);
  return planner.plan();
}

}  // namespace reshard::rebalance
