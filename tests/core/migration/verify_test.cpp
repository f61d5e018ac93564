// Comparing both sides: the verifier and its repairs, reads that ask both sides, and phases that last until someone
// asks for the next one.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "core/base/text.h"
#include "core/migration/checker/checker.h"
#include "core/migration/model/protocol_text.h"
#include "core/migration/run/film.h"
#include "core/migration/run/flow.h"
#include "core/migration/run/run.h"
#include "tests/core/migration/guide.h"
#include "tests/core/migration/samples.h"

namespace reshard {
namespace {

using namespace testing;

#if defined(__SANITIZE_ADDRESS__) || defined(__EMSCRIPTEN__)
constexpr bool kSlow = true;  // ten times slower
#else
constexpr bool kSlow = false;
#endif

Protocol read(const std::string& text) {
  const auto protocol = parse_protocol(text);
  EXPECT_TRUE(protocol.ok()) << text << ": " << message(protocol.error());
  return protocol.value();
}

constexpr const char* kDouble = "start;double:writes=both,deletes=tombstone,barrier;";
constexpr const char* kCopy = "copy:writes=both,deletes=tombstone,copy=all,conflict=if_newer,until=copied;";
constexpr const char* kSwitch =
    "reads+new:reads=new,writes=both,deletes=tombstone,barrier;writes+new:reads=new,writes=new,barrier;";
constexpr const char* kDrop = "drop:reads=new,writes=new,drop";
constexpr const char* kLogged = "!start;copy:copy=all,log=forward,until=copied;";
constexpr const char* kFenced =
    "fence:log=forward,freeze=writes,until=log_drained,old=no_writes;"
    "vdiff:log=forward,freeze=writes,until=verified+log_drained,old=no_writes,";
constexpr const char* kOpened =
    "close:freeze=all,old=closed;open:reads=new,writes=new,old=closed,until=acknowledged;"
    "drop:reads=new,writes=new,drop,old=closed";

/// double_write with a phase between the copy and the switch of reads.
std::string compared(const std::string& phase) { return std::string(kDouble) + kCopy + phase + kSwitch + kDrop; }
/// double_write with a phase before the old copies are dropped.
std::string at_the_end(const std::string& phase) { return std::string(kDouble) + kCopy + kSwitch + phase + kDrop; }

struct Row {
  std::string preset, condition, protocol;
  bool safe;
};

/// Double writes with a comparison, right after the copy or late.
std::vector<Row> comparing_double_writes() {
  const std::string both = "compare:writes=both,deletes=tombstone,until=verified,";
  const std::string late = "compare:reads=new,writes=new,until=verified,";
  return {
      {"double_write", "compare all, after the copy", compared(both + "verify=all;"), true},
      {"double_write", "compare a sample", compared(both + "verify=sample;"), true},
      {"double_write", "compare all, repair if newer", compared(both + "verify=all,repair,conflict=if_newer;"), true},
      {"double_write", "compare all, repair if absent", compared(both + "verify=all,repair,conflict=if_absent;"), true},
      {"double_write", "compare a sample, repair if newer", compared(both + "verify=sample,repair,conflict=if_newer;"),
       true},
      {"double_write", "repair by overwriting", compared(both + "verify=all,repair;"), false},
      {"double_write", "repair if newer, no tombstones meanwhile",
       compared("compare:writes=both,until=verified,verify=all,repair,conflict=if_newer;"), false},
      {"double_write", "repair not waited for",
       compared("compare:writes=both,deletes=tombstone,verify=all,repair,conflict=if_newer;"), false},
      {"double_write", "compare after writes have switched", at_the_end(late + "verify=all;"), true},
      {"double_write", "the same, repair if newer", at_the_end(late + "verify=all,repair,conflict=if_newer;"), false},
      {"double_write", "the same, repair if absent", at_the_end(late + "verify=all,repair,conflict=if_absent;"), false},
  };
}

/// Moves that replay a log, with a comparison.
std::vector<Row> comparing_logged_moves() {
  const std::string fenced = std::string(kLogged) + kFenced;
  const std::string replaying = "vdiff:log=forward,until=verified,";
  const auto logged = [&](const std::string& phase) {
    return std::string(kLogged) + phase + ";fence:log=forward,freeze=writes,until=log_drained,old=no_writes;" + kOpened;
  };
  return {
      {"log_catch_up", "compare all while the log is replayed", logged(replaying + "verify=all"), true},
      {"log_catch_up", "the same, repair if newer", logged(replaying + "verify=all,repair,conflict=if_newer"), false},
      {"log_catch_up", "the same, repair if absent", logged(replaying + "verify=all,repair,conflict=if_absent"), false},
      {"log_catch_up", "compare all behind the fence", fenced + "verify=all;" + kOpened, true},
      {"log_catch_up", "the same, repair by overwriting", fenced + "verify=all,repair;" + kOpened, true},
  };
}

std::vector<Row> asking() {
  return {
      {"double_write", "reads ask both while copying, old answers",
       std::string(kDouble) +
           "copy:reads=both_old,writes=both,deletes=tombstone,copy=all,conflict=if_newer,until=copied;" + kSwitch +
           kDrop,
       true},
      {"double_write", "reads ask both once they have switched, new answers",
       std::string(kDouble) + kCopy +
           "reads+new:reads=both_new,writes=both,deletes=tombstone,barrier;writes+new:reads=new,writes=new,barrier;" +
           kDrop,
       true},
      {"double_write", "reads ask both while copying, new answers",
       std::string(kDouble) +
           "copy:reads=both_new,writes=both,deletes=tombstone,copy=all,conflict=if_newer,until=copied;" + kSwitch +
           kDrop,
       false},
      {"double_write", "reads switch when somebody asks, the copy waited for",
       std::string(kDouble) +
           "copy:writes=both,deletes=tombstone,copy=all,conflict=if_newer,until=copied+asked,asked_us=1;" + kSwitch +
           kDrop,
       true},
      {"double_write", "the same, the copy not waited for",
       std::string(kDouble) + "copy:writes=both,deletes=tombstone,copy=all,conflict=if_newer,until=asked,asked_us=1;" +
           kSwitch + kDrop,
       false},
  };
}

std::vector<Row> rows() {
  std::vector<Row> all;
  for (const auto& some : {comparing_double_writes(), comparing_logged_moves(), asking()}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

// What the checker says of a safe move that also compares, repairs, reads from both sides or waits for someone to ask.
TEST(MoveChecker, FindsUnderWhichRuleARepairIsSafe) {
  const bool all = std::getenv("RESHARD_LONG") != nullptr;
  const Guide guide("verify");
  std::vector<std::string> table = {"| preset | with | found, and in how many events | states |",
                                    "| --- | --- | --- | ---: |"};
  for (const Row& row : rows()) {
    Bounds bounds;
    if (!all && kSlow) bounds.operations = 2;
    const Verdict verdict = check_moves(read(row.protocol), bounds);
    std::string found;
    for (const Counterexample& each : verdict.found) {
      found.append(found.empty() ? "" : "; ").append(anomaly_words(each.kind)).append(" ") += decimal(each.steps);
    }
    EXPECT_TRUE(verdict.complete && verdict.ends) << row.condition;
    EXPECT_EQ(found.empty(), row.safe) << row.preset << ", " << row.condition << ": " << found;
    table.push_back("| " + row.preset + " | " + row.condition + " | " + (found.empty() ? "safe" : found) + " | " +
                    decimal(verdict.states) + " |");
    if (bounds.operations == 3) { EXPECT_TRUE(guide.has(table.back())) << table.back(); }
  }
  if (all || !kSlow) guide.write_if_asked(table);
}

// --- the verifier of a run -------------------------------------------------------------------------------------------

// Copies while clients keep writing to old, then holds writes back and compares both sides.
MoveSpec left_behind(const std::string& rule) {
  MoveSpec spec;
  spec.protocol = read(
      "start;copy:copy=all,until=acknowledged+copied;wait:freeze=writes,until=acknowledged;compare:freeze=writes,"
      "until=verified," +
      rule + ";end");
  spec.pace.copy_bytes_per_second = 1'000'000;
  spec.workload.requests = 30'000;
  spec.workload.requests_per_second = 20'000;
  spec.workload.writes = 0.3;
  spec.workload.deletes = 0.05;
  spec.seed = 4;
  return spec;
}

/// Under the protocols above only requests change anything after the comparison, and they end before it.
MoveTotals compared_late(const std::string& rule, const std::shared_ptr<const Plan>& plan) {
  MoveSpec spec = left_behind(rule);
  spec.pace.start_us = 100'000;
  return totals_of(spec, plan);
}

TEST(Verifier, CountsEachKeyThatDiffersAfterTheCopy) {
  const auto plan = small_plan(9'000, 7);
  const MoveTotals totals = compared_late("verify=all", plan);
  ASSERT_TRUE(totals.finished);
  EXPECT_EQ(totals.verified_keys, totals.moved_keys);
  EXPECT_EQ(totals.verify_differed, totals.old_only + totals.new_only + totals.both_differ);
  EXPECT_GT(totals.verify_differed, 100u);
  EXPECT_EQ(totals.repaired, 0u);
}

TEST(Verifier, ThatRepairsWhileWritesWaitMakesBothSidesAlike) {
  const auto plan = small_plan(9'000, 7);
  const MoveTotals before = compared_late("verify=all", plan);
  const MoveTotals totals = compared_late("verify=all,repair", plan);
  EXPECT_EQ(totals.verify_differed, before.verify_differed);
  EXPECT_EQ(totals.repaired, totals.verify_differed);
  EXPECT_EQ(totals.old_only + totals.new_only + totals.both_differ, 0u);
  // “if absent” writes only values that new lacks; outdated ones there stay.
  const MoveTotals absent = compared_late("verify=all,repair,conflict=if_absent", plan);
  EXPECT_EQ(absent.repaired, before.old_only);
  EXPECT_EQ(absent.both_differ, before.both_differ);
}

TEST(Verifier, FindsNoDifferenceWithoutWrites) {
  MoveSpec spec = left_behind("verify=all");
  spec.workload.writes = spec.workload.deletes = 0;
  const MoveTotals totals = totals_of(spec, small_plan(3'000, 7));
  EXPECT_EQ(totals.verify_differed, 0u);
  const std::uint64_t entry = spec.workload.key_bytes + spec.workload.value_bytes;
  EXPECT_EQ(totals.verified_bytes, 2 * entry * totals.moved_keys);
}

TEST(Verifier, ComparesTheConfiguredShareOfKeys) {
  MoveSpec spec = left_behind("verify=sample");
  spec.pace.copy_bytes_per_second = 100'000'000;
  spec.pace.verify_share = 0.25;
  const MoveTotals totals = totals_of(spec, small_plan(60'000, 7));
  const double moved = static_cast<double>(totals.moved_keys);
  const double deviation = std::sqrt(moved * 0.25 * 0.75);
  EXPECT_NEAR(static_cast<double>(totals.verified_keys), moved / 4, 4 * deviation);
  spec.pace.verify_share = 0.3;
  const double more = static_cast<double>(totals_of(spec, small_plan(60'000, 7)).verified_keys);
  EXPECT_GT(std::abs(more - moved / 4), 4 * deviation);
}

TEST(Verifier, TakesAsLongAsItsBytesNeedAtTheThrottledRate) {
  const auto plan = small_plan(9'000, 7);
  MoveSpec spec = left_behind("verify=all");
  const MoveTotals with = totals_of(spec, plan);
  for (Phase& phase : spec.protocol.phases) {
    phase.verify = Verify::kNone;
    phase.until &= static_cast<std::uint8_t>(~kUntilVerified);
  }
  const double seconds = static_cast<double>(with.duration_us - totals_of(spec, plan).duration_us) / 1e6;
  EXPECT_NEAR(seconds, static_cast<double>(with.verified_bytes) / 1e6, 0.01 * seconds);
}

TEST(Verifier, ContinuesAfterItsProcessWasDownAndStillComparesEachKey) {
  MoveSpec spec = left_behind("verify=all");
  spec.workload.writes = spec.workload.deletes = 0;
  const auto plan = small_plan(3'000, 7);
  Film film;
  MoveRun plain(spec, plan, {Anomaly::kNone, MoveRun::kNobody, 0}, &film);
  NoLimit budget;
  while (!plain.step(budget)) {}
  ASSERT_EQ(film.announced[2].phase, 3);
  spec.faults.copier_down_at_us = static_cast<std::uint64_t>(film.announced[2].at) + 200'000;
  spec.faults.copier_down_us = 100'000;
  const MoveTotals totals = totals_of(spec, plan);
  EXPECT_TRUE(totals.finished);
  EXPECT_GT(totals.duration_us, plain.totals().duration_us);
  EXPECT_GE(totals.verified_keys, totals.moved_keys);
  EXPECT_LE(totals.verified_keys, totals.moved_keys + 2);
  spec.faults.copier_from_start = true;
  EXPECT_GT(totals_of(spec, plan).verified_keys, totals.moved_keys + 50);
}

// Runs of safe presets stay safe with a repairing comparison where the checker says so.
TEST(Verifier, ThatRepairsWithoutOverwritingLosesNothingInRandomSystems) {
  Random random(31);
  for (int i = 0; i < 60; ++i) {
    MoveSpec spec = random_spec(random);
    spec.protocol = read(compared(
        "compare:writes=both,deletes=tombstone,until=verified,verify=" + std::string(i % 3 == 0 ? "sample" : "all") +
        ",repair,conflict=" + (i % 2 == 0 ? "if_newer;" : "if_absent;")));
    if (i % 4 == 0) spec.pace.unit = Unit::kSection;
    const MoveTotals totals = totals_of(spec, small_plan(600, spec.seed));
    EXPECT_TRUE(totals.finished) << i;
    EXPECT_EQ(anomalies(totals), 0u) << i;
  }
}

// A repair may use a value read before a newer write; that shows if writes are held back before reads switch.
TEST(Verifier, ThatRepairsByOverwritingHidesWrites) {
  MoveSpec spec = spec_of("double_write", 60'000);
  spec.pace.copy_bytes_per_second = 400'000;
  spec.system.latency_us = 20'000;
  spec.workload.writes = 0.6;
  for (const std::string rule : {"overwrite", "if_newer"}) {
    spec.protocol =
        read(compared("compare:writes=both,deletes=tombstone,until=verified,verify=all,repair,conflict=" + rule +
                      ";wait:writes=both,deletes=tombstone,freeze=writes,until=acknowledged;wait:reads=new,writes=both,"
                      "deletes=tombstone,freeze=writes,until=acknowledged,after_us=500000;"));
    // A write between the two reads of its key, and none after it: about one per run.
    std::uint64_t differed = 0, wrong = 0;
    for (spec.seed = 0; spec.seed < 6; ++spec.seed) {
      const MoveTotals totals = totals_of(spec, small_plan(3'000, 4));
      differed += totals.verify_differed;
      wrong += anomalies(totals);
    }
    EXPECT_GT(differed, 0u);
    EXPECT_EQ(wrong > 0, rule == "overwrite") << rule;
  }
}

TEST(Flow, AgreesWithRunsThatCompareBothSides) {
  Random random(35);
  for (int i = 0; i < 40; ++i) {
    MoveSpec spec = random_spec(random);
    spec.faults = {};
    spec.system.node_requests_per_second = 0;
    spec.workload.skew = spec.workload.deletes = 0;
    spec.workload.writes = std::min(spec.workload.writes, 0.3);
    spec.workload.requests = 20'000;
    spec.pace.verify_share = 0.5;
    spec.protocol = read(compared(std::string("compare:writes=both,deletes=tombstone,until=verified,verify=") +
                                  (i % 2 == 0 ? "all;" : "sample;")));
    if (i % 3 == 0) {
      spec.protocol.phases[2].until |= kUntilAsked;
      spec.protocol.phases[2].asked_us = 1 + random.below(4'000'000);
    }
    const auto plan = small_plan(3'000, spec.seed);
    const MoveTotals events = totals_of(spec, plan);
    const FlowTotals flow = flow_of(spec, flow_plan(*plan, 3'000));
    const double keys = static_cast<double>(events.verified_keys),
                 seconds = static_cast<double>(events.duration_us) / 1e6;
    EXPECT_NEAR(flow.verified_keys, keys, i % 2 == 0 ? 0.5 : 4 * std::sqrt(keys)) << i;
    EXPECT_NEAR(flow.verified_bytes, static_cast<double>(events.verified_bytes), 0.1 * flow.verified_bytes) << i;
    const bool alone = spec.system.routing == Routing::kCoordinator && spec.system.spread == Spread::kPoll;
    const double luck = static_cast<double>(spec.system.map_delay_us) / 1e6 * (alone ? 1.5 : 1.0);
    EXPECT_NEAR(flow.seconds, seconds, 0.1 * seconds + 0.05 + luck) << i;
  }
}

// --- reads that ask both sides -----------------------------------------------------------------------------------------

/// All clients ask both sides, from the first request on.
MoveTotals asked_both(const std::string& phase, const std::shared_ptr<const Plan>& plan) {
  MoveSpec spec;
  spec.protocol = read("start;" + phase + ";end");
  spec.protocol.phases[1].after_us = 5'000'000;
  spec.system.map_delay_us = 1;
  spec.pace.start_us = 0;
  spec.workload.requests = 20'000;
  spec.workload.writes = spec.workload.deletes = 0;
  return totals_of(spec, plan);
}

TEST(ReadsOfBothSides, CostTwoRequestsAndCountDifferences) {
  auto plan = std::make_shared<Plan>();
  plan->nodes = 2;
  plan->from.assign(500, 0);
  plan->to.assign(500, 1);
  const MoveTotals totals = asked_both("both:reads=both_old", plan);
  const std::uint64_t differed = totals.counts[static_cast<std::size_t>(Count::kDiffered)];
  EXPECT_EQ(totals.node_requests[0], 20'000u);
  // New holds nothing, so every read that asked it differed. The first few were sent before clients knew of the phase.
  EXPECT_EQ(totals.node_requests[1], differed);
  EXPECT_GT(differed, 19'900u);
  EXPECT_EQ(totals.counts[static_cast<std::size_t>(Count::kRight)], 20'000u);
  // Where new's answer counts, all of them miss.
  const MoveTotals new_answers = asked_both("both:reads=both_new", plan);
  EXPECT_EQ(new_answers.counts[static_cast<std::size_t>(Count::kMissed)],
            new_answers.counts[static_cast<std::size_t>(Count::kDiffered)]);
}

TEST(ReadsOfBothSides, FindNoDifferenceAfterTheCopyWithoutWrites) {
  auto plan = std::make_shared<Plan>();
  plan->nodes = 2;
  plan->from.assign(500, 0);
  plan->to.assign(500, 1);
  MoveSpec spec;
  spec.protocol = read("start;copy:copy=all,until=copied;both:reads=both_old,after_us=9000000;end");
  spec.workload.writes = spec.workload.deletes = 0;
  const MoveTotals totals = totals_of(spec, plan);
  EXPECT_EQ(totals.counts[static_cast<std::size_t>(Count::kDiffered)], 0u);
  EXPECT_GT(totals.node_requests[1], 40'000u);
}

TEST(ReadsOfBothSides, SucceedIfNodesRedirectThem) {
  MoveSpec spec = spec_of("slot_by_slot");
  for (Phase& phase : spec.protocol.phases) {
    if (phase.reads == Reads::kOld) phase.reads = Reads::kBothOld;
  }
  const MoveTotals totals = totals_of(spec, small_plan(1'000, 3));
  EXPECT_TRUE(totals.finished);
  EXPECT_EQ(totals.counts[static_cast<std::size_t>(Count::kFailed)], 0u);
  EXPECT_EQ(anomalies(totals), 0u);
}

// --- phases that last until someone asks ------------------------------------------------------------------------------

TEST(MoveRun, ContinuesWhenAskedToAndNotBefore) {
  MoveSpec spec = spec_of("double_write");
  spec.protocol.phases[2].until |= kUntilAsked;
  spec.protocol.phases[2].asked_us = 7'654'321;
  Film film;
  MoveRun run(spec, small_plan(1'000, 3), {Anomaly::kNone, MoveRun::kNobody, 0}, &film);
  NoLimit budget;
  while (!run.step(budget)) {}
  ASSERT_EQ(film.announced[2].phase, 3);
  EXPECT_EQ(film.announced[2].at, static_cast<Time>(spec.pace.start_us) + 7'654'321);
  EXPECT_EQ(anomalies(run.totals()), 0u);
  // Asking too early does not end the phase before its other conditions hold.
  spec.protocol.phases[2].asked_us = 1;
  const MoveTotals early = totals_of(spec, small_plan(1'000, 3));
  spec.protocol = protocol_of(*find_preset("double_write"));
  EXPECT_EQ(early.duration_us, totals_of(spec, small_plan(1'000, 3)).duration_us);
}

TEST(MoveRun, StartsLaterPartsWithoutBeingAskedAgain) {
  MoveSpec spec = spec_of("ramp");
  spec.protocol.phases[0].until = kUntilAsked;
  spec.protocol.phases[0].asked_us = 2'000'000;
  Film film;
  MoveRun run(spec, small_plan(3'000, 3), {Anomaly::kNone, MoveRun::kNobody, 0}, &film);
  NoLimit budget;
  while (!run.step(budget)) {}
  EXPECT_TRUE(run.totals().finished);
  ASSERT_GT(film.units, 2u);
  EXPECT_EQ(film.announced[0].at, static_cast<Time>(spec.pace.start_us) + 2'000'000);
  EXPECT_EQ(film.announced[2].at - film.announced[0].at, 200'000);  // the ramp's pace
}

TEST(ProtocolText, RefusesToWaitForWhatIsNeverComparedOrAskedFor) {
  const auto refused = [](std::string_view text) {
    const auto protocol = parse_protocol(text);
    return protocol.ok() ? "" : message(protocol.error());
  };
  EXPECT_EQ(refused("start;x:until=verified;y"), "phases[1].until: “verified” never comes where nothing is compared");
  EXPECT_EQ(refused("start;x:until=asked;y"), "phases[1].asked_us: 0 is outside 1 to 86400000000000");
  EXPECT_EQ(refused("start;x:verify=some;y"), "phases[1].verify: “some” is not one of none, sample, all");
}

}  // namespace
}  // namespace reshard
