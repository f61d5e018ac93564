// A copier that reads pages of rows and writes them later: when each row is read and written, what that harms, and what
// it does not.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "core/migration/run/flow.h"
#include "core/migration/run/move_text.h"
#include "core/migration/run/run.h"
#include "tests/core/migration/samples.h"

namespace reshard {
namespace {

using namespace testing;

/// Keys of node 0 and node 1 that move to node 2, in this order.
std::shared_ptr<const Plan> plan_of(std::uint32_t from_first, std::uint32_t from_second) {
  auto plan = std::make_shared<Plan>();
  plan->nodes = 3;
  for (std::uint32_t key = 0; key < from_first + from_second; ++key) {
    plan->from.push_back(key < from_first ? 0 : 1);
    plan->to.push_back(2);
  }
  return plan;
}

/// Nobody asks for anything, and a row takes 10 ms: 1,000 bytes at 100,000 a second.
MoveSpec quiet_spec(std::uint64_t rows, std::uint64_t delay_us) {
  MoveSpec spec;
  spec.protocol = protocol_of(*find_preset("copy_then_flip"));
  spec.system.clients = 1;
  spec.system.map_delay_us = 1;
  spec.workload.requests = 0;
  spec.workload.key_bytes = 100;
  spec.workload.value_bytes = 900;
  spec.pace.start_us = 0;
  spec.pace.copy_bytes_per_second = 100'000;
  spec.pace.page_rows = rows;
  spec.pace.page_delay_us = delay_us;
  return spec;
}

MoveTotals filmed(const MoveSpec& spec, const std::shared_ptr<const Plan>& plan, Film& film) {
  const auto sound = check_move(spec, *plan);
  EXPECT_TRUE(sound.ok()) << (sound.ok() ? "" : message(sound.error()));
  MoveRun run(spec, plan, {Anomaly::kNone, MoveRun::kNobody, 0}, &film);
  NoLimit budget;
  while (!run.step(budget)) {}
  return run.totals();
}

std::map<std::uint32_t, Time> landings(const MoveSpec& spec, const std::shared_ptr<const Plan>& plan) {
  Film film;
  EXPECT_TRUE(filmed(spec, plan, film).finished);
  std::map<std::uint32_t, Time> at;
  for (const Film::Copied& each : film.copies) at[each.key] = each.at;
  return at;
}

// By hand: five rows of node 0 are two pages, of three and of two; two rows of node 1 are a third one, since a page has
// rows of one node. Each page waits 50 ms and is then sent row by row, 10 ms each; a row lands two ways, 0.5 ms, later.
TEST(Pages, AreReadAndWrittenAtTheTimesThatAHandComputes) {
  const std::map<std::uint32_t, Time> wanted = {{0, 60'500},  {1, 70'500},  {2, 80'500},  // 50 + 10, 20, 30
                                                {3, 140'500}, {4, 150'500},               // read at 80, 50 + 10, 20
                                                {5, 210'500}, {6, 220'500}};              // read at 150
  EXPECT_EQ(landings(quiet_spec(3, 50'000), plan_of(5, 2)), wanted);
}

TEST(Pages, OfOneRowWithoutADelayAreACopyKeyByKey) {
  std::map<std::uint32_t, Time> wanted;
  for (std::uint32_t key = 0; key < 7; ++key) wanted[key] = 10'000 * (key + 1) + 500;
  EXPECT_EQ(landings(quiet_spec(1, 0), plan_of(5, 2)), wanted);
  EXPECT_EQ(parse_move("double_write").value(), parse_move("double_write~page_rows=1~page_delay_us=0").value());
}

// At 100 ms the copier has sent rows 0 to 2 and holds rows 3 and 4, read at 80 ms; it is back at 200 ms, reads them
// again and goes on as before.
TEST(Pages, ThatACrashedCopierHeldAreReadAgain) {
  MoveSpec spec = quiet_spec(3, 50'000);
  spec.faults.copier_down_at_us = 100'000;
  spec.faults.copier_down_us = 100'000;
  const std::map<std::uint32_t, Time> wanted = {{0, 60'500},  {1, 70'500},  {2, 80'500}, {3, 260'500},
                                                {4, 270'500}, {5, 330'500}, {6, 340'500}};
  EXPECT_EQ(landings(spec, plan_of(5, 2)), wanted);
  // From the start it copies all rows once more.
  spec.faults.copier_from_start = true;
  Film film;
  EXPECT_EQ(filmed(spec, plan_of(5, 2), film).copied_keys, 3u + 7u);
}

TEST(Pages, WaitForANodeThatIsDown) {
  MoveSpec spec = quiet_spec(3, 50'000);
  spec.faults.node = 2;
  spec.faults.node_down_at_us = 65'000;
  spec.faults.node_down_us = 100'000;
  // Row 0 has been sent, row 1 is on its way at 65 ms and lands at 70.5; row 2 is sent when the node is back, at 165.
  EXPECT_EQ(landings(spec, plan_of(3, 0)).at(2), 165'000 + 10'000 + 500);
}

TEST(Pages, OfAPhaseThatCopiesAgainAreReadAgain) {
  MoveSpec spec = quiet_spec(3, 50'000);
  const auto protocol =
      parse_move("start;copy:copy=all;again:copy=all,copy_again,after_us=65000,until=copied;flip:reads=new,writes=new");
  ASSERT_TRUE(protocol.ok()) << message(protocol.error());
  spec.protocol = protocol.value().protocol;
  Film film;
  const MoveTotals totals = filmed(spec, plan_of(5, 2), film);
  EXPECT_TRUE(totals.finished);
  EXPECT_EQ(totals.new_only + totals.both_alike, 7u);
}

/// Writes only, and as many that the film has every message.
MoveSpec busy_spec(std::string_view preset, std::uint64_t rows, std::uint64_t delay_us) {
  MoveSpec spec = quiet_spec(rows, delay_us);
  spec.protocol = protocol_of(*find_preset(preset));
  spec.workload.requests = 1'700;  // fewer than the film has room for; later writes would mend what a copy harmed
  spec.workload.requests_per_second = 1'000;
  spec.workload.writes = 1;
  spec.workload.deletes = 0;
  spec.seed = 5;
  return spec;
}

// A slow model of its own: the film says when each write landed where and when each copy did. A row of the n-th page was
// read when the page before it had been sent: at its own landing less the way, the rows of its page up to it and the
// delay. It holds what had landed at old by then, and lies over whatever was at new when it lands.
std::set<std::uint32_t> keys_that_an_old_copy_covers(const MoveSpec& spec, const Plan& plan, const Film& film) {
  constexpr Time kRow = 10'000, kWay = 500;
  std::map<std::uint32_t, std::uint64_t> position;  // in its page
  std::map<std::uint32_t, std::uint64_t> count;     // rows so far, by node
  for (std::uint32_t key = 0; key < plan.keys(); ++key) position[key] = count[plan.from[key]]++ % spec.pace.page_rows;
  struct Landing {
    Time at;
    std::uint32_t write;
  };
  std::map<std::uint32_t, std::vector<Landing>> at_old, at_new;
  for (const Film::Leg& leg : film.legs) {
    if (!leg.lost) (leg.node == 2 ? at_new : at_old)[leg.key].push_back({leg.landed, leg.operation});
  }
  std::set<std::uint32_t> covered;
  for (const Film::Copied& copy : film.copies) {
    const Time read =
        copy.at - kWay - kRow * static_cast<Time>(position[copy.key] + 1) - static_cast<Time>(spec.pace.page_delay_us);
    const auto last_before = [](const std::vector<Landing>& all, Time at) {
      std::pair<Time, std::int64_t> last{-1, -1};
      for (const Landing& each : all) {
        if (each.at <= at) last = std::max(last, {each.at, std::int64_t{each.write}});
      }
      return last.second;
    };
    bool later = false;  // a write after the copy repairs the key
    for (const Landing& each : at_new[copy.key]) later = later || each.at > copy.at;
    const std::int64_t held = last_before(at_new[copy.key], copy.at);
    if (!later && held >= 0 && held != last_before(at_old[copy.key], read)) covered.insert(copy.key);
  }
  return covered;
}

TEST(Pages, UnderTheNaiveDualWriteLoseExactlyTheKeysThatASlowModelOfTheFilmLoses) {
  const auto plan = plan_of(130, 70);
  for (const auto& [rows, delay] : {std::pair{50u, 100'000u}, {20u, 300'000u}, {200u, 0u}}) {
    const MoveSpec spec = busy_spec("double_write_overwrite", rows, delay);
    Film film;
    const MoveTotals totals = filmed(spec, plan, film);
    ASSERT_EQ(film.stride, 1u);
    std::set<std::uint32_t> lost;
    for (const Film::Mark& mark : film.lost) lost.insert(mark.key);
    const std::set<std::uint32_t> covered = keys_that_an_old_copy_covers(spec, *plan, film);
    EXPECT_GT(covered.size(), 5u) << rows;
    EXPECT_EQ(lost, covered) << rows;
    EXPECT_EQ(totals.keys_with[static_cast<std::size_t>(Anomaly::kLostWrite)], covered.size());
  }
}

TEST(Pages, UnderTheNaiveDualWriteLoseNothingWhereACopyGivesWayOrIsNeverOld) {
  const auto plan = plan_of(130, 70);
  EXPECT_EQ(anomalies(totals_of(busy_spec("double_write", 50, 100'000), plan)), 0u);
  MoveSpec at_once = busy_spec("double_write_overwrite", 1, 0);
  at_once.pace.copy_bytes_per_second = 100'000'000;
  EXPECT_LE(anomalies(totals_of(at_once, plan)), 1u);
}

/// A plausible page, as random_spec() makes the rest.
void add_pages(MoveSpec& spec, Random& random) {
  spec.pace.page_rows = 1 + random.below(300);
  spec.pace.page_delay_us = random.below(300'000);
}

TEST(Pages, LoseNothingUnderASafePresetInRandomSystems) {
  Random random(2117);
  std::size_t runs = 0;
  for (int i = 0; i < 300; ++i) {
    const Preset& preset = presets()[random.below(presets().size())];
    MoveSpec spec = random_spec(random);
    add_pages(spec, random);
    if (!preset.safe) continue;
    spec = of_preset(preset, spec);
    if (i % 3 == 0) spec.workload.ttl_us = 1 + spec.seed % 2'000'000;
    // Rolled back in time, or not.
    if (i % 2 == 0 && preset.back > 0)
      spec.pace.turn_back_in = 1 + random.below(static_cast<std::uint64_t>(preset.back));
    spec.pace.turn_back_after_us = spec.pace.turn_back_in > 0 ? random.below(400'000) : 0;
    const MoveTotals totals = totals_of(spec, small_plan(600, spec.seed));
    EXPECT_TRUE(totals.finished) << preset.id << " in sample " << i;
    EXPECT_EQ(anomalies(totals), 0u) << preset.id << " in sample " << i;
    ++runs;
  }
  EXPECT_GT(runs, 150u);
  // The other way: in such systems the naive dual write does lose.
  std::uint64_t harmed = 0;
  for (int i = 0; i < 20; ++i) {
    MoveSpec spec = random_spec(random);
    add_pages(spec, random);
    harmed += anomalies(totals_of(of_preset(*find_preset("double_write_overwrite"), spec), small_plan(600, spec.seed)));
  }
  EXPECT_GT(harmed, 20u);
}

TEST(Pages, TakeAsLongInTheFlowAsInRuns) {
  Random random(331);
  for (int i = 0; i < 60; ++i) {
    MoveSpec spec = random_spec(random);
    add_pages(spec, random);
    spec = of_preset(*find_preset(random.below(2) == 0 ? "stop" : "double_write"), spec);
    spec.pace.unit = random.below(3) == 0 ? Unit::kSection : Unit::kAll;
    spec.faults = {};
    spec.system.node_requests_per_second = 0;
    spec.workload.skew = spec.workload.deletes = 0;
    spec.workload.writes = std::min(spec.workload.writes, 0.3);
    const auto plan = small_plan(3'000, spec.seed);
    const double seconds = static_cast<double>(totals_of(spec, plan).duration_us) / 1e6;
    const FlowTotals flow = flow_of(spec, flow_plan(*plan, 3'000));
    const double units =
        spec.pace.unit == Unit::kSection ? std::ceil(flow.moved_keys / static_cast<double>(spec.pace.section_keys)) : 1;
    const double rounds = std::ceil(units / static_cast<double>(spec.pace.units_at_once));
    const auto waits = static_cast<double>(spec.protocol.phases.size());
    const double luck =
        static_cast<double>(spec.system.map_delay_us) / 1e6 *
        (spec.system.routing == Routing::kCoordinator && spec.system.spread == Spread::kPoll ? waits / 2 : 1);
    EXPECT_NEAR(flow.seconds, seconds, 0.1 * seconds + 0.02 + luck * rounds) << format_move(spec);
    // Without its pages the flow would be too quick, where they matter.
    MoveSpec plain = spec;
    plain.pace.page_delay_us = 0;
    EXPECT_LE(flow_of(plain, flow_plan(*plan, 3'000)).seconds, flow.seconds);
  }
}

TEST(Pages, AreRefusedOutsideTheirRange) {
  const auto refusal = [](std::string_view text) {
    const auto read = parse_move(text);
    return read.ok() ? std::string() : message(read.error());
  };
  EXPECT_EQ(refusal("stop~page_rows=0"), "move.page_rows: 0 is outside 1 to 1000000");
  EXPECT_EQ(refusal("stop~page_delay_us=3600000001"), "move.page_delay_us: 3600000001 is outside 0 to 3600000000");
  MoveSpec spec = parse_move("double_write~page_rows=1000~page_delay_us=100000").value();
  EXPECT_EQ(spec.pace.page_rows, 1000u);
  EXPECT_EQ(spec.pace.page_delay_us, 100'000u);
  EXPECT_EQ(format_move(spec), "double_write~page_rows=1000~page_delay_us=100000");
}

/// The outcomes of a run whose messages the film has all, counted anew.
TEST(Overdue, CountsTheRequestsThatWereAnsweredLaterThanTheTimeOutAfterTheyBegan) {
  // A maintenance window of 0.4 s, and clients that wait for at most 0.1 s: of 1,000 writes a second to the keys that
  // move, those of its first 0.3 s wait longer.
  MoveSpec spec = busy_spec("stop", 1, 0);
  spec.pace.copy_bytes_per_second = 500'000;  // 200 rows in 0.4 s
  spec.workload.timeout_us = 100'000;
  const MoveTotals totals = totals_of(spec, plan_of(130, 70));
  const auto count = [&](Count what) { return totals.counts[static_cast<std::size_t>(what)]; };
  EXPECT_NEAR(static_cast<double>(count(Count::kOverdue)), 300.0, 60.0);
  EXPECT_EQ(count(Count::kFailed), 0u);
  spec.workload.timeout_us = 1'000'000;
  EXPECT_EQ(totals_of(spec, plan_of(130, 70)).counts[static_cast<std::size_t>(Count::kOverdue)], 0u);
}

}  // namespace
}  // namespace reshard
