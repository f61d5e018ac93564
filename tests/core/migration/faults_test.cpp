// A node that loses data, and a move that rolls back when too much goes wrong.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/migration/checker/checker.h"
#include "core/migration/model/turn_back.h"
#include "core/migration/run/film.h"
#include "core/migration/run/run.h"
#include "tests/core/migration/samples.h"

namespace reshard {
namespace {

using namespace testing;

std::uint64_t lost(const MoveTotals& totals) { return totals.keys_with[static_cast<std::size_t>(Anomaly::kLostWrite)]; }
std::uint64_t count(const MoveTotals& totals, Count what) { return totals.counts[static_cast<std::size_t>(what)]; }

/// A node is down for a fifth of a second in the middle of the requests.
MoveSpec forgetting(MoveSpec spec, std::uint64_t node, NodeBack back) {
  spec.faults.node = node;
  spec.faults.node_down_at_us = 1'000'000;
  spec.faults.node_down_us = 200'000;
  spec.faults.node_back = back;
  return spec;
}

TEST(Forgetting, AnEmptyDiskLosesEveryKeyOfTheNodeAndNoOther) {
  const auto plan = small_plan(2'000, 8);
  MoveSpec spec = without_move(forgetting(spec_of("stop"), 2, NodeBack::kEmpty));
  spec.workload.writes = spec.workload.deletes = 0;
  const MoveTotals totals = totals_of(spec, plan);
  const auto there = static_cast<std::uint64_t>(std::count(plan->from.begin(), plan->from.end(), 2u));
  EXPECT_EQ(totals.forgotten_keys, there);
  EXPECT_EQ(totals.lost_by_fault, there);
  EXPECT_EQ(lost(totals), there);
  EXPECT_GT(count(totals, Count::kMissed), 0u);
}

TEST(Forgetting, TheTailLosesOnlyWhatWasWrittenInIt) {
  const auto plan = small_plan(2'000, 8);
  MoveSpec spec = without_move(forgetting(spec_of("stop"), 2, NodeBack::kWithoutTail));
  spec.workload.writes = 0.5;
  spec.workload.deletes = 0;
  // A film of all requests shows which keys a write reached at the node during the tail.
  for (const std::uint64_t tail : {0u, 50'000u, 300'000u, 2'000'000u}) {
    spec.faults.node_tail_us = tail;
    Film film;
    MoveSpec small = spec;
    small.workload.requests = Film::kRequests;
    small.workload.requests_per_second = 3'000;
    MoveRun run(small, plan, {Anomaly::kNone, MoveRun::kNobody, 0}, &film);
    NoLimit budget;
    while (!run.step(budget)) {}
    std::vector<std::uint8_t> written(plan->keys());
    const Time down = 1'000'000, from = std::max<Time>(0, down - static_cast<Time>(tail));
    for (const Film::Leg& leg : film.legs) {
      const bool in_tail = leg.node == 2 && !leg.lost && leg.landed > from && leg.landed < down;
      if (in_tail && leg.message == MessageKind::kWrite) written[leg.key] = 1;
    }
    const auto expected = static_cast<std::uint64_t>(std::count(written.begin(), written.end(), std::uint8_t{1}));
    EXPECT_EQ(run.totals().forgotten_keys, expected) << tail;
    EXPECT_EQ(expected == 0, tail == 0) << tail;
    EXPECT_LE(run.totals().lost_by_fault, expected) << "what was written again later is not lost";
  }
}

TEST(Forgetting, ARetriedWriteIsAppliedAgainWhereItWasForgotten) {
  MoveSpec spec = without_move(forgetting(spec_of("stop"), 2, NodeBack::kWithoutTail));
  spec.workload.writes = 1;
  spec.workload.deletes = 0;
  spec.workload.retries = 5;
  spec.workload.timeout_us = 40'000;
  spec.workload.backoff_us = 60'000;
  spec.faults.node_tail_us = 0;
  // An empty tail contains no acknowledged write, and all others are retried.
  const MoveTotals totals = totals_of(spec, small_plan(500, 8));
  EXPECT_GT(count(totals, Count::kRetried), 50u);
  EXPECT_EQ(count(totals, Count::kFailed), 0u);
  EXPECT_EQ(anomalies(totals), 0u);
}

// All presets, including the otherwise safe ones, and no move at all: nothing helps if a key has only one copy.
TEST(Forgetting, LosesWritesUnderEveryPresetAndWithoutAMove) {
  const auto plan = small_plan(2'000, 8);
  for (const NodeBack back : {NodeBack::kEmpty, NodeBack::kWithoutTail}) {
    for (const Preset& preset : presets()) {
      MoveSpec spec = forgetting(spec_of(preset.id, 30'000), 0, back);
      spec.workload.writes = 0.4;
      const MoveTotals totals = totals_of(spec, plan);
      const MoveTotals still = totals_of(without_move(spec), plan);
      for (const MoveTotals& each : {totals, still}) {
        EXPECT_GT(each.forgotten_keys, 0u) << preset.id;
        // Where values expire, so has what was lost, but reads missed it or saw an older value.
        const bool expires = spec.workload.ttl_us > 0;
        EXPECT_GT(expires ? anomalies(each) : each.lost_by_fault, 0u) << preset.id;
      }
      EXPECT_LE(lost(still), still.lost_by_fault) << preset.id;
      if (preset.safe) { EXPECT_LE(lost(totals), totals.lost_by_fault) << preset.id; }
    }
  }
}

TEST(MoveChecker, FindsALostWriteUnderEveryPresetWhereANodeForgets) {
  for (const Preset& preset : presets()) {
    for (const Forgets forgets : {Forgets::kAll, Forgets::kTail}) {
      Bounds bounds;
      bounds.operations = 1;
      bounds.expires = waits_for_expiry(protocol_of(preset));
      bounds.forgets = forgets;
      const Verdict verdict = check_moves(protocol_of(preset), bounds);
      EXPECT_TRUE(verdict.complete);
      const bool loses = std::any_of(verdict.found.begin(), verdict.found.end(),
                                     [](const Counterexample& each) { return each.kind == Anomaly::kLostWrite; });
      EXPECT_TRUE(loses) << preset.id;
      if (!preset.safe) continue;
      bounds.forgets = Forgets::kNone;
      EXPECT_TRUE(check_moves(protocol_of(preset), bounds).found.empty()) << preset.id;
    }
  }
}

// --- messages, clocks, and who holds a map -------------------------------------------------------------------------------

TEST(Faults, LateMessagesHurtNoSafePreset) {
  Random random(43);
  for (int i = 0; i < 120; ++i) {
    const Preset& preset = presets()[random.below(presets().size())];
    MoveSpec spec = of_preset(preset, random_spec(random));
    if (!preset.safe) continue;
    spec.faults.late = 0.1 * random.unit();
    spec.faults.late_us = random.below(400'000);
    const MoveTotals totals = totals_of(spec, small_plan(600, spec.seed));
    EXPECT_TRUE(totals.finished) << preset.id << " in sample " << i;
    EXPECT_EQ(anomalies(totals), 0u) << preset.id << " in sample " << i;
  }
}

TEST(Faults, OneLateMessageInTenMakesOneRequestInTenLate) {
  MoveSpec spec = without_move(spec_of("stop", 10'000));
  spec.workload.requests_per_second = 100;  // so that messages hardly ever queue behind others
  spec.system.clients = 5'000;
  spec.faults.late = 0.1;
  spec.faults.late_us = 1'000;
  MoveRun run(spec, small_plan(1'000, 3));
  NoLimit budget;
  while (!run.step(budget)) {}
  std::uint64_t late = 0;
  for (const Series::Part& part : run.series().parts()) {
    for (std::size_t step = 0; step < part.latencies.size(); ++step) {
      const bool longer = (Time{16 + 4 * static_cast<Time>(step % 4)} << (step / 4)) >= 1'280;
      late += longer ? part.latencies[step] : 0;
    }
  }
  EXPECT_NEAR(static_cast<double>(late), 1'000, 4 * 30);  // four standard deviations
}

TEST(Faults, AProxyThatDiesFailsTheRequestsSentThroughIt) {
  const auto plan = small_plan(1'000, 3);
  MoveSpec spec = spec_of("double_write", 30'000);
  spec.system.routing = Routing::kProxy;
  spec.workload.timeout_us = 100'000;
  const MoveTotals plain = totals_of(spec, plan);
  spec.faults.holder = 1;
  spec.faults.holder_down_at_us = 600'000;
  spec.faults.holder_down_us = 1'500'000;
  const MoveTotals totals = totals_of(spec, plan);
  // 20 clients are dealt over three proxies, and 7 use this one: 7/20 of 10,000 requests a second for 1.5 s fail.
  EXPECT_NEAR(static_cast<double>(count(totals, Count::kFailed)), 15'000.0 * 7 / 20, 400);
  EXPECT_TRUE(totals.finished);
  EXPECT_GT(totals.duration_us, plain.duration_us) << "a phase waits for the one that does not hear";
  EXPECT_EQ(anomalies(totals), 0u);
  EXPECT_EQ(anomalies(totals_of(without_move(spec), plan)), 0u);
}

TEST(Faults, AMapHolderThatGoesDownHurtsNoSafePreset) {
  Random random(44);
  for (int i = 0; i < 120; ++i) {
    const Preset& preset = presets()[random.below(presets().size())];
    MoveSpec spec = of_preset(preset, random_spec(random));
    if (!preset.safe) continue;
    spec.faults.holder = random.below(map_holders(spec.system));
    spec.faults.holder_down_at_us = random.below(900'000);
    spec.faults.holder_down_us = random.below(900'000);
    spec.workload.timeout_us = 50'000 + random.below(500'000);
    if (i % 3 == 0) spec.workload.retries = 2;
    // A request retried after its key has moved may be applied on both sides, as README.md says.
    const MoveTotals totals = totals_of(spec, small_plan(600, spec.seed));
    EXPECT_TRUE(totals.finished) << preset.id << " in sample " << i;
    if (spec.workload.retries == 0) { EXPECT_EQ(anomalies(totals), 0u) << preset.id << " in sample " << i; }
  }
}

TEST(Faults, WrongClocksLoseWritesThatAreNumberedByClocks) {
  const auto plan = small_plan(1'000, 3);
  MoveSpec spec = spec_of("double_write", 30'000);
  spec.workload.writes = 0.6;
  for (Phase& phase : spec.protocol.phases) {
    phase.numbering = Numbering::kClocks;
    phase.apply_old = Conflict::kIfNewer;
  }
  spec.workload.requests_per_second = 3'000;  // exact clocks never give the same microsecond twice
  EXPECT_EQ(anomalies(totals_of(spec, plan)), 0u);
  spec.faults.clock_off = 0.5;
  spec.faults.clock_behind_us = 2'000'000;
  EXPECT_GT(lost(totals_of(spec, plan)), 0u);
  spec.faults.clock_behind_us = 0;
  spec.faults.clock_ahead_us = 2'000'000;
  EXPECT_GT(lost(totals_of(spec, plan)), 0u);
  // Where a single authority numbers the writes, clocks do not matter.
  spec.protocol = protocol_of(*find_preset("double_write"));
  EXPECT_EQ(anomalies(totals_of(spec, plan)), 0u);
}

// --- rolling back at a threshold ---------------------------------------------------------------------------------------

TEST(Threshold, RollsBackAtTheEndOfTheFirstSecondInWhichTooMuchGoesWrong) {
  const auto plan = small_plan(3'000, 4);
  MoveSpec spec = spec_of("flip", 60'000);
  spec.system.map_delay_us = 50'000;
  spec.workload.writes = 0.02;  // hardly any missing value is written again
  const MoveTotals plain = totals_of(spec, plan);
  spec.pace.turn_back_over = 0.05;  // a sixth of all keys are missing
  const MoveTotals back = totals_of(spec, plan);
  EXPECT_EQ(back.turned_back_at, static_cast<Time>(spec.pace.start_us) + 1'000'000);
  EXPECT_TRUE(back.finished);
  EXPECT_LT(count(back, Count::kMissed), count(plain, Count::kMissed) / 3);
  spec.pace.turn_back_over = 0.3;
  EXPECT_EQ(totals_of(spec, plan).turned_back_at, -1);
}

TEST(Threshold, LeavesAMoveAloneIfNothingGoesWrong) {
  for (const Preset& preset : presets()) {
    if (!preset.safe) continue;
    MoveSpec spec = spec_of(preset.id);
    const auto plan = small_plan(1'000, 3);
    const MoveTotals plain = totals_of(spec, plan);
    // Refusals count too: a fenced move may have as many as there are writes.
    spec.pace.turn_back_over = 0.9;
    MoveTotals watched = totals_of(spec, plan);
    EXPECT_EQ(watched.turned_back_at, -1) << preset.id;
    watched.events = plain.events;                                              // watching adds one a second
    if (spec.workload.ttl_us == 0) { EXPECT_EQ(watched, plain) << preset.id; }  // otherwise more expires meanwhile
  }
}

TEST(Threshold, StartsNoFurtherPartAndRollsBackFinishedOnesIfOldHasEverything) {
  MoveSpec spec = spec_of("ramp", 60'000);
  spec.pace.section_keys = 30;
  spec.pace.turn_back_over = 0.02;
  Film film;
  const auto plan = small_plan(3'000, 4);
  MoveRun run(spec, plan, {Anomaly::kNone, MoveRun::kNobody, 0}, &film);
  NoLimit budget;
  while (!run.step(budget)) {}
  ASSERT_GE(run.totals().turned_back_at, 0);
  EXPECT_TRUE(run.totals().finished);
  const std::vector<std::string> names = film_phases(spec);
  EXPECT_EQ(names, (std::vector<std::string>{"start", "flip", "back to start"}));
  std::size_t done = 0, back = 0, begun = 0;
  for (const Film::Announced& each : film.announced) {
    done += each.phase == names.size();
    back += each.phase == 2;
    begun += each.phase == 1;
  }
  EXPECT_EQ(back, begun);
  EXPECT_EQ(done, 2 * begun - 1);  // all but the last were finished before, and finish again
  EXPECT_LT(begun, std::size_t{film.units});
}

TEST(Threshold, KeepsFinishedPartsIfTheirOldCopyIsGone) {
  MoveSpec spec = spec_of("slot_by_slot", 60'000);
  spec.pace.section_keys = 30;
  spec.pace.start_us = 0;
  spec.system.map_delay_us = 20'000;
  spec.pace.copy_bytes_per_second = 200'000;
  spec.faults.node = 1;
  spec.faults.node_down_at_us = 1'000'000;
  spec.faults.node_down_us = 1'000'000;
  spec.workload.timeout_us = 100'000;
  spec.pace.turn_back_over = 0.02;
  const MoveTotals totals = totals_of(spec, small_plan(3'000, 4));
  EXPECT_EQ(totals.turned_back_at, 2'000'000);
  EXPECT_TRUE(totals.finished);
  EXPECT_GT(totals.new_only, 30u);
  EXPECT_GT(totals.old_only, 30u);
}

// At any moment up to the phase that a preset names: the run confirms what the checker found.
TEST(Threshold, LosesNothingIfThePresetCanStillBeRolledBack) {
  Random random(41);
  std::size_t turned = 0;
  for (int i = 0; i < 150; ++i) {
    const Preset& preset = presets()[random.below(presets().size())];
    MoveSpec spec = of_preset(preset, random_spec(random));
    if (!preset.safe || spec.workload.ttl_us > 0) continue;
    spec.system.node_requests_per_second = 0;
    spec.pace.copy_bytes_per_second = 60'000;  // still copying when the first second is over
    spec.pace.unit = Unit::kAll;
    spec.faults = {};
    spec.faults.node = 1;  // what goes wrong has nothing to do with the move
    spec.faults.node_down_at_us = spec.pace.start_us + 100'000;
    spec.faults.node_down_us = 800'000;
    spec.workload.timeout_us = 20'000;
    spec.pace.turn_back_over = 0.01;
    Film film;
    MoveRun run(spec, small_plan(600, spec.seed), {Anomaly::kNone, MoveRun::kNobody, 0}, &film);
    NoLimit budget;
    while (!run.step(budget)) {}
    EXPECT_TRUE(run.totals().finished) << preset.id << " in sample " << i;
    if (run.totals().turned_back_at < 0) continue;
    std::uint8_t phase = 0;
    for (const Film::Announced& each : film.announced) {
      if (each.at < run.totals().turned_back_at) phase = each.phase;
    }
    if (phase > preset.back) continue;
    ++turned;
    EXPECT_EQ(anomalies(run.totals()), 0u) << preset.id << " in sample " << i << ", phase " << int{phase};
  }
  EXPECT_GE(turned, 20u);
}

TEST(MoveSpec, RefusesAThresholdThatCannotRollBack) {
  const auto plan = small_plan(10, 1);
  MoveSpec spec = spec_of("double_write");
  spec.pace.turn_back_over = 0.1;
  EXPECT_TRUE(check_move(spec, *plan).ok());
  spec.pace.turn_back_in = 2;
  EXPECT_EQ(check_move(spec, *plan).error().field, "pace.turn_back_over");
  spec.pace.turn_back_in = 0;
  spec.protocol.phases.resize(kMaxTurnBack + 2, spec.protocol.phases.back());
  EXPECT_EQ(check_move(spec, *plan).error().field, "pace.turn_back_over");
}

}  // namespace
}  // namespace reshard
