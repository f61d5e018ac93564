#include "core/rebalance/planner.h"

#include <algorithm>

#include "core/rebalance/builder.h"
#include "core/rebalance/gather.h"
#include "core/rebalance/small_plan.h"

namespace reshard::rebalance {
namespace {

constexpr std::uint64_t kBoundStates = 8'000'000;       // for the bounds of all nodes
constexpr std::uint64_t kContradictionSteps = 200'000;  // for each condition
constexpr std::uint32_t kMostTried = 20'000;
constexpr std::uint64_t kOfSmall = 3;  // a third of the steps is for the complete search

std::vector<Ordered::Step> steps_of(const std::vector<Move>& moves) {
  std::vector<Ordered::Step> steps;
  steps.reserve(moves.size());
  for (const Move& move : moves) steps.push_back({move, static_cast<std::uint32_t>(steps.size()), false});
  return steps;
}

std::vector<Move> moves_of(const std::vector<Ordered::Step>& steps) {
  std::vector<Move> moves;
  moves.reserve(steps.size());
  for (const Ordered::Step& step : steps) moves.push_back(step.move);
  return moves;
}

/// A copy that goes on later is on a detour.
void mark_detours(std::uint32_t entries, std::vector<Ordered::Step>& steps) {
  std::vector<std::vector<std::uint32_t>> left_later(entries);
  for (std::size_t i = steps.size(); i-- > 0;) {
    const Move& move = steps[i].move;
    auto& later = left_later[move.entry];
    steps[i].detour = !move.lead && std::find(later.begin(), later.end(), move.to) != later.end();
    if (!move.lead) later.push_back(move.from);
  }
}

}  // namespace

struct Planner::State {
  State(const Problem& problem, const PlanOptions& of)
      : options(of), model(problem), start(model), builder(model, of.seed), left(of.steps) {}

  enum class Stage : std::uint8_t { kSmall, kFirst, kBounds, kMore, kDone } stage = Stage::kSmall;
  bool solved = false;  ///< by the complete search
  PlanOptions options;
  Model model;
  const Placement start;
  Builder builder;
  Plan plan;
  std::uint64_t left;
  bool remembered = false;
  Figures kept;  ///< of the placement that is remembered

  void bound();
  bool small();
  void attempt();
  void consider(std::vector<Ordered::Step> steps);
  void group(std::vector<Ordered::Step>& steps) const;
  std::vector<Ordered::Step> in_runs(std::vector<Ordered::Step> steps) const;
  bool good_enough() const;
};

void Planner::State::bound() {
  plan.bounds = bounds_of(model, std::max<std::uint64_t>(kBoundStates / model.nodes, 20'000));
  plan.ratio_before = busiest_ratio(start);
  plan.obstacles = obstacles_of(model);
  if (!plan.bounds.prices.empty()) builder.set_prices(plan.bounds.priced, plan.bounds.prices);
}

/// Whether the whole search has an answer. Where it has not, what it found counts as an attempt.
bool Planner::State::small() {
  plan.why = obvious_contradiction(model);
  plan.impossible = plan.why.has_value();
  if (plan.impossible) return true;
  if (!options.search_small) return false;
  auto found = plan_small(model, options.steps / kOfSmall);
  if (!found) return false;
  plan.target_found = found->target_found;
  plan.target_proven = found->target_complete;
  plan.target = found->target;
  if (found->found) consider(steps_of(found->moves));
  plan.proven = found->complete && found->found;
  plan.impossible = found->complete && !found->found;
  left -= left / kOfSmall * 2;
  if (plan.impossible) plan.why = smallest_contradiction(model.problem, kContradictionSteps);
  return found->complete;
}

/// Puts steps together until the excess is no higher than it was before them.
void Planner::State::group(std::vector<Ordered::Step>& steps) const {
  Placement at = start;
  std::vector<std::pair<std::size_t, std::uint64_t>> ends{{0, at.excess()}};  // where groups end, and the excess then
  std::uint64_t excess = at.excess();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Move& move = steps[i].move;
    const std::uint64_t before = at.excess_of(move.from) + at.excess_of(move.to);
    at.apply(move);
    excess += at.excess_of(move.from) + at.excess_of(move.to) - before;
    if (excess <= ends.back().second) ends.emplace_back(i + 1, excess);
  }
  while (ends.size() > 1 && ends.back().first < steps.size() && ends.back().second < excess) ends.pop_back();
  if (ends.back().first < steps.size()) ends.emplace_back(steps.size(), excess);
  for (std::uint32_t g = 1; g < ends.size(); ++g) {
    for (std::size_t i = ends[g - 1].first; i < ends[g].first; ++i) steps[i].group = g - 1;
  }
}

/// The same for whoever does not look at names, with long runs of neighbours on the same way. Where the excess would rise
/// on the way and did not, only entries that are alike change places.
std::vector<Ordered::Step> Planner::State::in_runs(std::vector<Ordered::Step> steps) const {
  if (steps.empty()) return steps;
  std::vector<Ordered::Step> gathered = steps;
  gather(start, gathered);
  group(gathered);
  group(steps);
  if (gathered.back().group >= steps.back().group) return gathered;
  exchange_alike(model, steps);
  return steps;
}

void Planner::State::consider(std::vector<Ordered::Step> steps) {
  Placement end = start;
  const Figures figures = carry_out(end, moves_of(steps));
  if (!end.keeps_rules()) return;
  if (plan.found && !better(figures, plan.figures)) return;
  plan.found = true;
  plan.figures = figures;
  plan.steps = in_runs(std::move(steps));
  mark_detours(model.entries, plan.steps);
  plan.ratio_after = busiest_ratio(end);
}

/// A placement from the start, or from the best one shaken, made better and taken if it is the best.
void Planner::State::attempt() {
  const std::uint32_t number = plan.tried++;
  const bool anew =
      number == 0 || (number == 1 && !plan.bounds.prices.empty());  // prices are known since the first one
  if (anew) {                                                       // a plan soon; the next attempt makes it better
    builder.run(0);
  } else if (number > 1 && remembered && number % 16 != 0) {
    builder.shake(1 + number % 5);
  } else if (number > 1) {
    builder.run(number * 7 % 120 + 5);
  }
  if (number > 0) builder.polish(left);
  const Figures target = builder.figures();
  left -= std::min(left, model.slots + 1 + builder.take_work());
  const bool keeps = builder.placement().keeps_rules();
  if (keeps && (!remembered || !better(kept, target))) {
    builder.remember();
    kept = target;
    remembered = true;
  }
  const bool best = keeps && (!plan.target_found || !better(plan.target, target));
  if (best) {
    plan.target = target;
    plan.target_found = true;
  }
  if (plan.found && !better(target, plan.figures)) return;
  Ordered ordered = options.with_order ? order_moves(builder.placement()) : any_order(builder.placement());
  if (best) {
    plan.missing = ordered.missing;
    plan.missing_at = ordered.missing_at;
  }
  consider(std::move(ordered.steps));
}

/// Whether nothing better is possible.
bool Planner::State::good_enough() const {
  return plan.found && plan.figures.excess <= plan.bounds.cost_excess && plan.figures.cost <= plan.bounds.cost;
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
      case kSmall:
        state.solved = state.small();
        state.stage = state.solved ? kBounds : kFirst;
        break;
      case kFirst:
        state.attempt();
        state.stage = kBounds;
        break;
      case kBounds:
        state.bound();
        state.stage = state.solved ? kDone : kMore;
        break;
      case kMore: {
        const bool enough = state.good_enough();
        state.plan.proven |= enough;
        if (enough || state.left == 0 || state.plan.tried >= kMostTried) {
          state.stage = kDone;
        } else {
          state.attempt();
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
