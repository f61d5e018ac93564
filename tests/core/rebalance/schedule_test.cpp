#include "core/rebalance/schedule.h"

#include <gtest/gtest.h>

#include "core/rebalance/planner.h"
#include "tests/core/rebalance/replay.h"

namespace reshard::rebalance {
namespace {

using namespace testing;

constexpr std::uint64_t kNever = ~std::uint64_t{0};

/// The earliest end of all schedules of these copies, by trying everything: at each moment any of those that may start, or
/// none. Hard rules alone count.
class EarliestEnd {
 public:
  EarliestEnd(const Problem& problem, const std::vector<Ordered::Step>& steps, const Pace& pace)
      : problem_(problem), steps_(steps), pace_(pace), end_(steps.size(), kNever), done_(steps.size()) {
    for (std::uint32_t e = 0; e < problem.entries(); ++e) {
      const auto* start = &problem.holders[problem.first[e]];
      on_.emplace_back(start, start + problem.replicas(e));
    }
  }

  std::uint64_t find() {
    at(pace_.begin_ms, 0);
    return best_;
  }

  /// Whether each copy may start when the schedule says, those of a moment in their order.
  bool keeps_rules(const Schedule& schedule) {
    std::vector<std::pair<std::uint64_t, std::size_t>> starts;
    for (std::size_t i = 0; i < steps_.size(); ++i) starts.emplace_back(schedule.spans[i].start_ms, i);
    std::sort(starts.begin(), starts.end());
    for (const auto& [now, step] : starts) {
      for (std::uint64_t next = next_end(); next <= now; next = next_end()) finish(next);
      if (!may_start(now, step) || schedule.spans[step].end_ms != now + length(step)) return false;
      end_[step] = schedule.spans[step].end_ms;
    }
    return true;
  }

 private:
  std::uint64_t length(std::size_t step) const {
    const std::uint64_t bytes = problem_.bytes[steps_[step].move.entry];
    return pace_.fixed_ms + (bytes * 1000 + pace_.bytes_per_second - 1) / pace_.bytes_per_second;
  }

  std::size_t zones(const std::vector<std::uint32_t>& on) const {
    std::vector<std::string> zones;
    zones.reserve(on.size());
    for (const std::uint32_t n : on) zones.push_back(problem_.nodes[n].zone);
    std::sort(zones.begin(), zones.end());
    return static_cast<std::size_t>(std::unique(zones.begin(), zones.end()) - zones.begin());
  }

  bool may_start(std::uint64_t now, std::size_t step) const {
    const Move& move = steps_[step].move;
    if (end_[step] != kNever) return false;
    const bool always = pace_.begin_ms == pace_.end_ms;
    if (!always && now % kDayMs + length(step) > pace_.end_ms) return false;
    std::uint32_t from = 0, to = 0;
    std::uint64_t used = problem_.bytes[move.entry];
    for (std::uint32_t e = 0; e < problem_.entries(); ++e) {
      used += std::count(on_[e].begin(), on_[e].end(), move.to) > 0 ? problem_.bytes[e] : 0;
    }
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const Move& other = steps_[i].move;
      if (i < step && other.entry == move.entry && done_[i] == 0) return false;  // its copies follow one another
      if (end_[i] == kNever || done_[i] != 0) continue;
      if (other.entry == move.entry) return false;
      from += other.from == move.from || other.to == move.from ? 1 : 0;
      to += other.from == move.to || other.to == move.to ? 1 : 0;
      used += other.to == move.to ? problem_.bytes[other.entry] : 0;
    }
    if (from >= problem_.max_in_flight || to >= problem_.max_in_flight) return false;
    if (used > problem_.nodes[move.to].disk.value_or(kNever)) return false;
    std::vector<std::uint32_t> after = on_[move.entry];
    std::replace(after.begin(), after.end(), move.from, move.to);
    const auto* start = &problem_.holders[problem_.first[move.entry]];
    return !problem_.zones_distinct || zones(after) >= zones({start, start + after.size()});
  }

  /// When the next copy ends of those that are under way.
  std::uint64_t next_end() const {
    std::uint64_t next = kNever;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (done_[i] == 0) next = std::min(next, end_[i]);
    }
    return next;
  }

  void finish(std::uint64_t end) {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (end_[i] != end || done_[i] != 0) continue;
      done_[i] = 1;
      std::replace(on_[steps_[i].move.entry].begin(), on_[steps_[i].move.entry].end(), steps_[i].move.from,
                   steps_[i].move.to);
    }
  }

  /// Starts any set of the steps from `first` on, and goes on to the next moment.
  void at(std::uint64_t now, std::size_t first) {
    if (now >= best_) return;
    for (std::size_t step = first; step < steps_.size(); ++step) {
      if (!may_start(now, step)) continue;
      end_[step] = now + length(step);
      at(now, step + 1);
      end_[step] = kNever;
    }
    const std::uint64_t next = next_end();
    const bool all = std::count(done_.begin(), done_.end(), 1) == static_cast<std::ptrdiff_t>(done_.size());
    if (all) best_ = now;
    if (all) return;
    if (next == kNever) {  // nothing is under way: only another window helps
      if (pace_.begin_ms != pace_.end_ms && now % kDayMs != pace_.begin_ms) {
        at(now - now % kDayMs + kDayMs + pace_.begin_ms, 0);
      }
      return;
    }
    const auto on = on_;
    const auto done = done_;
    finish(next);
    at(next, 0);
    on_ = on;
    done_ = done;
  }

  const Problem& problem_;
  const std::vector<Ordered::Step>& steps_;
  const Pace& pace_;
  std::vector<std::uint64_t> end_;
  std::vector<std::uint8_t> done_;
  std::vector<std::vector<std::uint32_t>> on_;
  std::uint64_t best_ = kNever;
};

void compare_with_every_schedule(const Pace& pace, std::uint64_t seed, std::uint32_t least_in_flight,
                                 std::uint32_t most_in_flight) {
  Random random(seed);
  int compared = 0, earliest = 0, together = 0;
  while (compared < 200) {
    Problem problem = random_problem(random, 40, false);
    problem.max_in_flight =
        least_in_flight + static_cast<std::uint32_t>(random.below(most_in_flight - least_in_flight + 1));
    const Plan plan = plan_moves(problem, {1, 200'000});
    if (!plan.found || plan.steps.empty() || plan.steps.size() > 5) continue;
    const Model model(problem);
    const Schedule schedule = schedule_of(model, plan.steps, pace);
    const std::uint64_t best = EarliestEnd(problem, plan.steps, pace).find();
    ASSERT_NE(best, kNever);
    ASSERT_TRUE(schedule.too_long.empty());
    ASSERT_GE(schedule.end_ms, best) << format_problem(problem);  // a rule would be broken
    EXPECT_TRUE(EarliestEnd(problem, plan.steps, pace).keeps_rules(schedule)) << format_problem(problem);
    // As a control: all at once is refused, unless that ends as early as can be.
    Schedule at_once = schedule;
    for (auto& span : at_once.spans) span = {pace.begin_ms, pace.begin_ms + span.end_ms - span.start_ms};
    const auto longest = std::max_element(at_once.spans.begin(), at_once.spans.end(),
                                          [](const auto& a, const auto& b) { return a.end_ms < b.end_ms; });
    const bool possible = EarliestEnd(problem, plan.steps, pace).keeps_rules(at_once);
    if (possible) { EXPECT_EQ(longest->end_ms, best) << format_problem(problem); }
    together += possible ? 1 : 0;
    EXPECT_GE(best - pace.begin_ms, schedule.bound_ms);
    EXPECT_GE(schedule.busy_ms, schedule.bound_ms);
    earliest += schedule.end_ms == best ? 1 : 0;
    ++compared;
  }
  EXPECT_GE(earliest, 150);  // the others wait until a node has room below its limit, too
  EXPECT_GE(together, 20);
  EXPECT_LE(together, 180);
}

TEST(RebalanceSchedule, MostlyEndsAsEarlyAsAnyScheduleOfTheSameCopies) {
  compare_with_every_schedule({10, 100}, 1, 1, 1);
}

TEST(RebalanceSchedule, WithSeveralInFlightItMostlyEndsAsEarlyAsAnyOther) {
  compare_with_every_schedule({10, 100}, 3, 2, 3);
}

TEST(RebalanceSchedule, InAWindowTooItMostlyEndsAsEarlyAsAnyOther) {
  compare_with_every_schedule({10, 100, 3'600'000, 3'610'000}, 2, 1, 3);
}

TEST(RebalanceSchedule, ACopyThatNoWindowIsLongEnoughForIsNamed) {
  Problem problem;
  problem.nodes = {{"a", 1, {}, "", true}, {"b", 1, {}, "", false}};
  problem.add_entry("small", 10, 1, {0});
  problem.add_entry("large", 20, 1, {0});
  const Plan plan = plan_moves(problem, {});
  ASSERT_EQ(plan.steps.size(), 2u);
  const Schedule schedule = schedule_of(Model(problem), plan.steps, {1, 0, 1000, 16'000});
  ASSERT_EQ(schedule.too_long.size(), 1u);
  EXPECT_EQ(problem.names[plan.steps[schedule.too_long[0]].move.entry], "large");
}

}  // namespace
}  // namespace reshard::rebalance
