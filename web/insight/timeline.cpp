#include "web/insight/timeline.h"

#include <algorithm>

#include "web/insight/headline.h"

namespace reshard {
namespace {

// Steps are measured while the results shown stay in memory, and this comes on top: a million keys take some 50 MB per
// strategy.
constexpr std::uint64_t kMostKeysBeside = 1'000'000;

bool small_enough(const Scenario& scenario) {
  return scenario.keys.count * scenario.strategies.size() <= kMostKeysBeside;
}

void write_costs(TimelineStep& step, const Results& results) {
  step.measured = true;
  step.keys = results.keys->size();
  step.counted = results.keys->counted();
  step.costs.clear();
  if (results.before == nullptr) return;
  for (const StrategyResult& each : results.strategies) {
    step.costs.push_back({each.choice, each.movement.moved, each.movement.needless});
    if (step.counted == 0) continue;
    for (const std::uint32_t key : each.moved()) step.costs.back().moved_counted += results.keys->counts()[key];
  }
}

// Whether the two differ in the strategies shown, at most.
bool same_but_strategies(const Scenario& one, const Scenario& other) {
  Scenario same = one;
  same.strategies = other.strategies;
  return same == other;
}

}  // namespace

bool shows_others(const Scenario& one, const Scenario& other) {
  if (!same_but_strategies(one, other)) return false;
  const auto has = [](const Scenario& scenario, const StrategyChoice& choice) {
    return std::find(scenario.strategies.begin(), scenario.strategies.end(), choice) != scenario.strategies.end();
  };
  const Scenario& fewer = one.strategies.size() < other.strategies.size() ? one : other;
  const Scenario& more = &fewer == &one ? other : one;
  return std::all_of(fewer.strategies.begin(), fewer.strategies.end(),
                     [&](const StrategyChoice& choice) { return has(more, choice); });
}

StepKind kind_of(const Scenario& before, const Scenario& after) {
  const StrategyChoice &was = before.strategies[0], &is = after.strategies[0];
  if (was == is ? same_but_strategies(before, after) : shows_others(before, after)) return StepKind::kCompared;
  const auto started = before.cluster.initial(), starts = after.cluster.initial();
  const bool same_start = std::equal(started.begin(), started.end(), starts.begin(), starts.end());
  if (after.cluster.log().empty() || !same_start) return StepKind::kStart;
  const bool same = was.strategy == is.strategy && was.hash == is.hash && before.keys == after.keys;
  return same && before.seed == after.seed ? StepKind::kMove : StepKind::kSetup;
}

TimelineStep& Timeline::entry(const History::Line& line, std::size_t index) {
  const auto [at, fresh] = steps_.try_emplace(line[index]);
  TimelineStep& step = at->second;
  if (step.title.empty()) step.title = ui::change_words(*line[index - 1], *line[index]);
  if (fresh) step.kind = kind_of(*line[index - 1], *line[index]);
  if (!fresh) return step;
  std::erase_if(steps_, [&](const auto& known) { return known.first.use_count() == 1; });  // no longer in any line
  step.keys = line[index]->keys.count;
  return step;
}

void Timeline::forget_titles() {
  for (auto& [scenario, step] : steps_) step.title.clear();
}

const TimelineStep& Timeline::step(const History::Line& line, std::size_t index) { return entry(line, index); }

bool Timeline::note(const History& history, const Results& results) {
  const std::size_t at = history.position();
  if (at == 0 || results.scenario == nullptr || *results.scenario != *history.current()) return false;
  const Scenario& before = history.step(at - 1);
  const bool other_keys = results.before == nullptr && before.keys != results.scenario->keys;
  if (!other_keys && (results.before == nullptr || *results.before != before)) return false;
  TimelineStep& step = entry(history.line(), at);
  if (step.measured) return false;
  write_costs(step, results);
  return true;
}

// False if it cannot be computed. True without effect if it has begun already.
bool Timeline::begin(const Moment& from, const Moment& to, const Results& shown) {
  if (from_ == from && to_ == to) return true;
  const bool goes_on = beside_ && beside_->results().scenario == from;
  if (!beside_) beside_.emplace();
  const bool same_keys = shown.keys != nullptr && shown.keys->spec() == to->keys;
  if (same_keys && shown.keys->spec().kind == KeyKind::kGiven) beside_->provide(shown.keys);
  from_ = from;
  to_ = to;
  return beside_->set(goes_on ? to : from, goes_on ? Baseline::kShown : Baseline::kNone).ok();
}

Timeline::Arrival Timeline::go_on(Budget& budget) {
  for (;;) {
    const auto done = beside_->step(budget);
    if (!done.ok()) return Arrival::kFailed;
    if (!done.value()) return Arrival::kNotYet;
    if (beside_->results().scenario == to_) return Arrival::kThere;
    if (!beside_->set(to_, Baseline::kShown).ok()) return Arrival::kFailed;
  }
}

// From where to where the moves lead that the timeline adds up; nothing if there are not two of them, or if something was
// set up between them.
std::optional<Timeline::Net> Timeline::moves_of(const History& history) {
  const History::Line& line = history.line();
  std::size_t first = history.position(), moves = 0;
  for (; first > 0; --first) {
    const StepKind kind = entry(line, first).kind;
    if (kind == StepKind::kStart || kind == StepKind::kSetup) break;
    if (kind == StepKind::kMove) ++moves;
  }
  if (moves < 2) return std::nullopt;
  for (std::size_t i = first; i > 0 && entry(line, i).kind != StepKind::kStart; --i) {
    if (entry(line, i).kind == StepKind::kMove) return std::nullopt;
  }
  return Net{line[first], line[history.position()]};
}

std::optional<std::uint64_t> Timeline::net(const History& history) {
  const auto wanted = moves_of(history);
  return wanted && net_.from == wanted->from && net_.to == wanted->to ? net_.moved : std::nullopt;
}

bool Timeline::measure_net(const History& history, const Results& shown, Budget& budget) {
  auto wanted = moves_of(history);
  if (!wanted || !small_enough(*wanted->from) || !small_enough(*wanted->to)) return true;
  if (net_.from == wanted->from && net_.to == wanted->to) return true;
  const Arrival arrival = begin(wanted->from, wanted->to, shown) ? go_on(budget) : Arrival::kFailed;
  if (arrival == Arrival::kNotYet) return false;
  if (arrival == Arrival::kThere) wanted->moved = beside_->results().strategies[0].movement.moved;
  net_ = std::move(*wanted);
  return true;
}

bool Timeline::measure(const History& history, const Results& shown, Budget& budget) {
  const History::Line& line = history.line();
  for (std::size_t i = 1; i < line.size(); ++i) {
    TimelineStep& step = entry(line, i);
    if (step.measured || !small_enough(*line[i]) || !small_enough(*line[i - 1])) continue;
    const Arrival arrival = begin(line[i - 1], line[i], shown) ? go_on(budget) : Arrival::kFailed;
    if (arrival == Arrival::kNotYet) return false;
    if (arrival == Arrival::kThere) write_costs(step, beside_->results());
    step.measured = true;  // one that cannot be computed stays without a cost
  }
  if (!measure_net(history, shown, budget)) return false;
  beside_.reset();
  from_ = to_ = nullptr;
  return true;
}

}  // namespace reshard
