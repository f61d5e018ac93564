// New shards that take more than their share of the new rows: nothing moves, and they catch up when arithmetic says so.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/migration/model/protocol_text.h"
#include "core/migration/run/flow.h"
#include "core/migration/run/move_text.h"
#include "core/migration/run/run.h"
#include "tests/core/migration/samples.h"

namespace reshard {
namespace {

using namespace testing;

/// Rows dealt to the old shards, plus some new shards without rows.
std::shared_ptr<const Plan> shards(std::uint32_t rows, std::uint32_t olds, std::uint32_t news) {
  auto plan = std::make_shared<Plan>();
  plan->nodes = olds + news;
  for (std::uint32_t row = 0; row < rows; ++row) {
    plan->from.push_back(row % olds);
    plan->to.push_back(row % (olds + news));
  }
  return plan;
}

MoveSpec growing_spec(std::uint64_t weight) {
  MoveSpec spec;
  spec.protocol = parse_protocol("start;ask+all:reads=new,barrier;fill:reads=new,writes=new,until=acknowledged").take();
  spec.pace.grow = weight;
  spec.pace.start_us = 0;
  spec.system.map_delay_us = 1'000;
  spec.workload.deletes = 0;
  spec.workload.writes = 0.5;
  spec.workload.requests = 40'000;
  spec.workload.requests_per_second = 20'000;
  return spec;
}

std::uint64_t inserted(const MoveTotals& totals, std::uint32_t rows) {
  return std::accumulate(totals.node_keys.begin(), totals.node_keys.end(), std::uint64_t{0}) - rows;
}

// Three shards of 1e9 rows each, and a new one of weight 3: of 1,000 rows a second it takes 3/6 and each old one 1/6.
// It gains 2/6 of 1,000 on them, so catching up by 1e9 rows takes 3e6 s: 34 days and 17 hours.
TEST(Growth, EvensOutWhenArithmeticSaysSo) {
  MoveSpec spec = growing_spec(3);
  spec.workload.requests_per_second = 2'000;
  const auto sample = shards(3'000, 3, 1);
  const FlowTotals flow = flow_of(spec, flow_plan(*sample, 3e9));
  EXPECT_DOUBLE_EQ(flow.even_seconds, 3e6);
  EXPECT_DOUBLE_EQ(flow.shards_a_read, 4);
  EXPECT_EQ(flow.moved_keys + flow.copied_bytes, 0);
  // Two new shards of weight 5: 13 parts, a gain of 4/13.
  spec.pace.grow = 5;
  EXPECT_DOUBLE_EQ(flow_of(spec, flow_plan(*shards(3'000, 3, 2), 3e9)).even_seconds, 3.25e6);
  // A shard that takes no more than the others never catches up.
  spec.pace.grow = 1;
  EXPECT_TRUE(std::isinf(flow_of(spec, flow_plan(*sample, 3e9)).even_seconds));
}

TEST(Growth, EvensOutInARunWhenTheFlowSaysSo) {
  const auto plan = shards(9'000, 3, 1);
  const MoveSpec spec = growing_spec(3);
  const MoveTotals totals = totals_of(spec, plan);
  const double seconds = static_cast<double>(totals.even_at) / 1e6;
  EXPECT_NEAR(seconds, flow_of(spec, flow_plan(*plan, 9'000)).even_seconds, 0.1);  // 3,000 rows at 3,333 a second
  // Half of all rows go to the new shard, within four standard deviations of a coin toss.
  const double rows = static_cast<double>(inserted(totals, 9'000));
  EXPECT_NEAR(static_cast<double>(totals.node_keys[3]), rows / 2, 4 * std::sqrt(rows) / 2 + 100);
  // The control: with another weight it is not even at that time.
  const double other = static_cast<double>(totals_of(growing_spec(2), plan).even_at) / 1e6;
  EXPECT_GT(std::abs(other - seconds), 0.3);
}

TEST(Growth, MovesNothingAndLosesNothing) {
  const MoveTotals totals = totals_of(growing_spec(3), shards(3'000, 3, 1));
  EXPECT_TRUE(totals.finished);
  EXPECT_EQ(totals.moved_keys + totals.copied_keys + totals.copied_bytes, 0u);
  EXPECT_EQ(anomalies(totals), 0u);
}

TEST(Growth, MakesEachReadAskEveryShardThatItsClientKnows) {
  const auto plan = shards(3'000, 3, 2);
  MoveSpec spec = without_move(growing_spec(3));
  const MoveTotals still = totals_of(spec, plan);
  const std::uint64_t writes = inserted(still, 3'000), reads = 40'000 - writes;
  EXPECT_EQ(std::accumulate(still.node_requests.begin(), still.node_requests.end(), std::uint64_t{0}),
            3 * reads + writes);
  EXPECT_EQ(still.node_keys[3] + still.node_keys[4], 0u);
  // Now all clients know all five shards from the start.
  spec.protocol.phases[0].reads = Reads::kNew;
  spec.protocol.phases[0].writes = Writes::kNew;
  const MoveTotals all = totals_of(spec, plan);
  EXPECT_EQ(inserted(all, 3'000), writes);
  EXPECT_EQ(std::accumulate(all.node_requests.begin(), all.node_requests.end(), std::uint64_t{0}), 5 * reads + writes);
}

TEST(Growth, HidesRowsFromClientsThatDoNotAskTheNewShardYet) {
  MoveSpec spec = growing_spec(9);
  spec.protocol = protocol_of(*find_preset("flip"));
  spec.system.map_delay_us = 400'000;
  const MoveTotals totals = totals_of(spec, shards(300, 3, 1));
  EXPECT_GT(totals.counts[static_cast<std::size_t>(Count::kMissed)], 0u);
  EXPECT_EQ(anomalies(totals_of(without_move(spec), shards(300, 3, 1))), 0u);
}

TEST(Growth, HasNoAnomalyInRandomSystems) {
  Random random(51);
  for (int i = 0; i < 40; ++i) {
    MoveSpec spec = random_spec(random);
    const Protocol protocol = growing_spec(1).protocol;
    spec.protocol = protocol;
    spec.workload.deletes = spec.workload.skew = 0;
    spec.pace.grow = 1 + random.below(5);
    if (i % 3 == 0) spec.workload.retries = 3;
    const MoveTotals totals = totals_of(spec, shards(300, 3, 1 + i % 2));
    EXPECT_TRUE(totals.finished) << i;
    EXPECT_EQ(anomalies(totals), 0u) << i;
  }
}

TEST(Growth, LosesTheRowsOfAShardThatForgets) {
  MoveSpec spec = without_move(growing_spec(3));
  spec.faults.node = 1;
  spec.faults.node_down_at_us = 1'000'000;
  spec.faults.node_down_us = 100'000;
  spec.faults.node_back = NodeBack::kEmpty;
  const MoveTotals totals = totals_of(spec, shards(3'000, 3, 1));
  EXPECT_GT(totals.forgotten_keys, 1'000u);
  EXPECT_EQ(totals.lost_by_fault, totals.forgotten_keys);
  EXPECT_LT(totals.node_keys[1] + 3'000, totals.node_keys[0]);
}

// A story may be about a row that is written only later: it goes through the phases as all others do.
TEST(Growth, TellsThePhasesOfARowThatDoesNotExistYet) {
  const MoveSpec spec = growing_spec(3);
  MoveRun run(spec, shards(300, 3, 1), {Anomaly::kNone, 5'000, 0});
  NoLimit budget;
  while (!run.step(budget)) {}
  ASSERT_GE(run.story().size(), 3u);
  EXPECT_EQ(story_words(run.story()[0]), "phase “ask all” is announced");
  EXPECT_EQ(story_words(run.story()[1]), "phase “fill” is announced");
}

TEST(MoveSpec, RefusesToGrowWithSettingsThatGrowthDoesNotSupport) {
  const auto plan = shards(30, 3, 1);
  const auto field = [&](auto change) {
    MoveSpec spec = growing_spec(3);
    change(spec);
    const auto sound = check_move(spec, *plan);
    return sound.ok() ? std::string() : sound.error().field;
  };
  EXPECT_EQ(field([](MoveSpec&) {}), "");
  EXPECT_EQ(field([](MoveSpec& s) { s.workload.deletes = 0.1; }), "workload.deletes");
  EXPECT_EQ(field([](MoveSpec& s) { s.workload.skew = 1; }), "workload.skew");
  EXPECT_EQ(field([](MoveSpec& s) { s.workload.ttl_us = 5; }), "workload.ttl_us");
  EXPECT_EQ(field([](MoveSpec& s) { s.system.cache = true; }), "system.cache");
  EXPECT_EQ(field([](MoveSpec& s) { s.pace.unit = Unit::kKey; }), "pace.unit");
  EXPECT_EQ(field([](MoveSpec& s) { s.protocol.checks = true; }), "system.checks");
  EXPECT_EQ(field([](MoveSpec& s) { s.protocol = protocol_of(*find_preset("stop")); }), "protocol[2]");
  EXPECT_EQ(parse_move("flip~grow=3~deletes=0").value().pace.grow, 3u);
}

}  // namespace
}  // namespace reshard
