#include "core/migration/run/flow.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/migration/run/run.h"
#include "tests/core/migration/samples.h"

namespace reshard {
namespace {

using namespace testing;

constexpr std::uint32_t kKeys = 3'000;

MoveTotals run_of(const MoveSpec& spec, const std::shared_ptr<const Plan>& plan) {
  MoveRun run(spec, plan);
  NoLimit budget;
  while (!run.step(budget)) {}
  return run.totals();
}

/// A move under a preset whose copies do not depend on what clients read and write.
MoveSpec comparable_spec(Random& random) {
  for (;;) {
    const Preset& preset = presets()[random.below(presets().size())];
    MoveSpec spec = random_spec(random);
    if (preset.id == "read_through" || preset.id == "update_moves") continue;
    spec = of_preset(preset, spec);
    spec.faults = {};
    spec.system.node_requests_per_second = 0;
    spec.workload.skew = spec.workload.deletes = 0;
    spec.workload.writes = std::min(spec.workload.writes, 0.3);
    spec.workload.requests = 20'000;
    return spec;
  }
}

/// How far a run may deviate from the flow, depending on when the map's holders hear of the phases: one delay for the
/// last of many holders, or, if a single coordinator polls, half a period for each phase that waits.
double luck_of(const MoveSpec& spec) {
  double waits = 0;
  for (const Phase& phase : spec.protocol.phases) {
    if (phase.barrier || (phase.until & kUntilAcknowledged)) waits += 0.5;
  }
  const bool alone = spec.system.routing == Routing::kCoordinator && spec.system.spread == Spread::kPoll;
  return static_cast<double>(spec.system.map_delay_us) / 1e6 * std::max(alone ? waits : 1.0, 1.0);
}

TEST(Flow, AgreesWithRunsOnTwoHundredRandomMoves) {
  Random random(33);
  for (int i = 0; i < 200; ++i) {
    const MoveSpec spec = comparable_spec(random);
    const auto plan = small_plan(kKeys, spec.seed);
    const MoveTotals events = run_of(spec, plan);
    const FlowTotals flow = flow_of(spec, flow_plan(*plan, kKeys));
    ASSERT_TRUE(events.finished);
    EXPECT_NEAR(flow.copied_keys, static_cast<double>(events.copied_keys), 0.5) << i;
    EXPECT_NEAR(flow.copied_bytes, static_cast<double>(events.copied_bytes), 0.5) << i;
    const double units =
        spec.pace.unit == Unit::kSection ? std::ceil(flow.moved_keys / static_cast<double>(spec.pace.section_keys)) : 1;
    const double rounds = std::ceil(units / static_cast<double>(spec.pace.units_at_once));
    const double seconds = static_cast<double>(events.duration_us) / 1e6;
    EXPECT_NEAR(flow.seconds, seconds, 0.1 * seconds + 0.02 + luck_of(spec) * rounds) << i;
  }
}

TEST(Flow, DisagreesWithARunAtHalfItsSpeed) {
  Random random(33);
  MoveSpec spec = comparable_spec(random);
  spec.protocol = protocol_of(*find_preset("stop"));
  spec.pace.unit = Unit::kAll;
  spec.pace.copy_bytes_per_second = 200'000;
  const auto plan = small_plan(kKeys, spec.seed);
  const double seconds = static_cast<double>(run_of(spec, plan).duration_us) / 1e6;
  spec.pace.copy_bytes_per_second *= 2;
  const double wrong = flow_of(spec, flow_plan(*plan, kKeys)).seconds;
  EXPECT_GT(std::abs(wrong - seconds), 0.1 * seconds + static_cast<double>(spec.system.map_delay_us) / 1e6);
}

TEST(Flow, ComputesTheCopyTimesOfADoublingAndOfANewNode) {
  // Modulo n → 2n splits every node: D/(2n) per pair. One additional node takes D/(n+1) over its own link.
  constexpr double kData = 1e12;
  constexpr std::uint32_t kNodes = 4;
  MoveSpec spec;
  spec.protocol = protocol_of(*find_preset("stop"));
  spec.workload.key_bytes = 100;
  spec.workload.value_bytes = 900;
  spec.system.link_bytes_per_second = 100'000'000;
  spec.pace.copy_bytes_per_second = 1'000'000'000'000;
  FlowPlan doubling{2 * kNodes, kData, {}, kNodes};
  for (std::uint32_t node = 0; node < kNodes; ++node) {
    doubling.pairs.push_back({node, node + kNodes, kData / (2 * kNodes)});
  }
  const FlowTotals doubled = flow_of(spec, doubling);
  EXPECT_DOUBLE_EQ(doubled.pair_bytes[0], kData / (2 * kNodes) * 1000);
  EXPECT_DOUBLE_EQ(doubled.copy_seconds, kData / (2 * kNodes) * 1000 / 1e8);
  FlowPlan newcomer{kNodes + 1, kData, {}, kNodes};
  for (std::uint32_t node = 0; node < kNodes; ++node) {
    newcomer.pairs.push_back({node, kNodes, kData / (kNodes + 1) / kNodes});
  }
  const FlowTotals joined = flow_of(spec, newcomer);
  EXPECT_EQ(joined.busiest_node, kNodes);
  EXPECT_NEAR(joined.copy_seconds, kData / (kNodes + 1) * 1000 / 1e8, 1);
}

}  // namespace
}  // namespace reshard
