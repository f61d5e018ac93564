#include "core/migration/run/run.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/analysis/place_all.h"
#include "core/base/text.h"
#include "core/migration/model/protocol_text.h"
#include "core/strategies/strategies.h"
#include "tests/core/migration/samples.h"
#include "tests/core/placing.h"

namespace reshard {
namespace {

using namespace testing;

/// A budget that is spent at every question.
class Impatient final : public Budget {
 public:
  bool spent() override { return true; }
};

std::shared_ptr<const Plan> plan_of(const std::vector<NodeId>& before, const std::vector<NodeId>& after,
                                    std::size_t nodes) {
  auto plan = std::make_shared<Plan>();
  plan->nodes = static_cast<std::uint32_t>(nodes);
  for (std::size_t key = 0; key < before.size(); ++key) {
    if (before[key] == kNoNode || after[key] == kNoNode) continue;
    plan->from.push_back(index_of(before[key]));
    plan->to.push_back(index_of(after[key]));
  }
  return plan;
}

TEST(MoveRun, OfASafePresetHasNoAnomalyInRandomSystems) {
  Random random(21);
  for (int i = 0; i < 300; ++i) {
    const Preset& preset = presets()[random.below(presets().size())];
    MoveSpec spec = random_spec(random);
    if (!preset.safe) continue;
    spec = of_preset(preset, spec);
    // Values may expire whatever the protocol.
    if (i % 3 == 0) spec.workload.ttl_us = 1 + spec.seed % 2'000'000;
    const MoveTotals totals = totals_of(spec, small_plan(600, spec.seed));
    EXPECT_TRUE(totals.finished) << preset.id << " in sample " << i;
    EXPECT_EQ(anomalies(totals), 0u) << preset.id << " in sample " << i;
  }
}

TEST(MoveRun, WithoutAMoveHasNoAnomaly) {
  Random random(22);
  for (int i = 0; i < 500; ++i) {
    const Strategy& strategy = *strategies()[random.below(strategies().size())];
    const ConfiguredStrategy setup(strategy.id);
    const auto keys = KeyTable::of(setup, sequential_keys("key-", 200));
    ASSERT_TRUE(keys.ok());
    const auto built = try_build(setup, numbered_cluster("node-", 4), keys.value().block());
    if (!built.ok()) continue;
    const std::vector<NodeId> owners = place_all(*built.value(), keys.value().block());
    MoveSpec spec = without_move(random_spec(random));
    spec.system.cache = random.below(4) == 0;
    if (i % 4 == 3) {
      spec.system.routing = Routing::kTwoLevel;
      spec.system.directories = 1 + static_cast<std::uint64_t>(i) % 5;
    }
    spec.workload.requests = 1'000;
    if (random.below(3) == 0) {
      spec.workload.retries = 1 + random.below(4);
      spec.workload.backoff_us = 1 + random.below(50'000);
      spec.workload.timeout_us = 1'000 + random.below(20'000);
    }
    const MoveTotals totals = totals_of(spec, plan_of(owners, owners, 4));
    EXPECT_EQ(anomalies(totals), 0u) << strategy.id << " in sample " << i << (spec.system.cache ? ", a cache" : "")
                                     << ", retries " << spec.workload.retries;
    EXPECT_EQ(totals.requests, 1'000u);
  }
}

TEST(MoveRun, OfANaivePresetHasAnomalies) {
  const auto plan = small_plan(3'000, 4);
  for (const std::string_view id : {"flip", "ramp", "copy_then_flip"}) {
    const MoveTotals totals = totals_of(spec_of(id), plan);
    EXPECT_GT(totals.keys_with[static_cast<std::size_t>(Anomaly::kLostWrite)], 0u) << id;
  }
  // An overwriting copy does harm only if a write comes between its read and its arrival, so the copier must be far
  // from the new node.
  MoveSpec slow = spec_of("double_write_overwrite");
  slow.system.latency_us = 20'000;
  slow.workload.writes = 0.6;
  EXPECT_GT(anomalies(totals_of(slow, plan)), 0u);
  slow.protocol = protocol_of(*find_preset("double_write"));
  EXPECT_EQ(anomalies(totals_of(slow, plan)), 0u);
}

TEST(MoveRun, HasAnomaliesWithoutTheConditionsThatMakeAPresetSafe) {
  const auto plan = small_plan(3'000, 4);
  MoveSpec spec = spec_of("double_write");
  spec.workload.writes = 0.5;
  spec.workload.deletes = 0.1;
  for (Phase& phase : spec.protocol.phases) {
    phase.barrier = false;
    phase.until &= static_cast<std::uint8_t>(~kUntilAcknowledged);
  }
  EXPECT_GT(anomalies(totals_of(spec, plan)), 0u);
  spec = spec_of("log_catch_up");
  spec.workload.writes = 0.5;
  spec.protocol.checks = false;
  EXPECT_GT(anomalies(totals_of(spec, plan)), 0u);
}

TEST(MoveRun, EndsWithEveryKeyWherePlaceSaysForEveryStrategy) {
  std::size_t runs = 0;
  for (const Strategy* strategy : strategies()) {
    const ConfiguredStrategy setup(strategy->id);
    const Cluster before = numbered_cluster("node-", 4);
    const Cluster after = with_node(before, "node-4");
    const auto keys = KeyTable::of(setup, sequential_keys("key-", 400));
    ASSERT_TRUE(keys.ok());
    std::vector<std::vector<NodeId>> owners;
    for (const Cluster& cluster : {before, after}) {
      auto built = try_build(setup, cluster, keys.value().block());
      if (!built.ok()) break;
      owners.push_back(place_all(*built.value(), keys.value().block()));
    }
    if (owners.size() < 2) continue;
    const auto plan = plan_of(owners[0], owners[1], 5);
    for (const Preset& preset : presets()) {
      MoveSpec spec = spec_of(preset.id, 1'500);
      spec.workload.deletes = 0;  // so that every key is somewhere
      MoveRun run(spec, plan);
      NoLimit budget;
      while (!run.step(budget)) {}
      const MoveTotals& totals = run.totals();
      ASSERT_TRUE(totals.finished) << strategy->id << " with " << preset.id;
      ++runs;
      if (!preset.cleans) {
        // flip and ramp remove nothing from old, and new gets only what is written there; expire leaves nothing at old.
        const std::uint64_t at_old = totals.old_only + totals.both_alike + totals.both_differ;
        EXPECT_EQ(at_old, preset.id == "expire" ? 0 : totals.moved_keys) << strategy->id << " with " << preset.id;
        EXPECT_EQ(totals.both_alike, 0u) << strategy->id << " with " << preset.id;
        EXPECT_EQ(at_old + totals.new_only + totals.nowhere, totals.moved_keys);
        continue;
      }
      EXPECT_EQ(totals.new_only, totals.moved_keys) << strategy->id << " with " << preset.id;
      for (std::uint32_t key = 0; key < plan->keys(); ++key) {
        const bool moves = plan->from[key] != plan->to[key];
        ASSERT_EQ(run.held_at(key), moves ? 2 : 1) << strategy->id << " with " << preset.id << ", key " << key;
      }
    }
  }
  EXPECT_GT(runs, strategies().size() * presets().size() / 2);
}

TEST(MoveRun, GivesTheSameTotalsInSlicesAsInOneGo) {
  const auto plan = small_plan(1'000, 3);
  for (const Preset& preset : presets()) {
    const MoveSpec spec = spec_of(preset.id, 5'000);
    MoveRun sliced(spec, plan);
    Impatient budget;
    std::size_t slices = 1;
    while (!sliced.step(budget)) ++slices;
    EXPECT_GT(slices, 1u);
    EXPECT_EQ(sliced.totals(), totals_of(spec, plan)) << preset.id;
  }
}

// In every phase in which a preset says that it can still roll back, and from any moment on.
TEST(MoveRun, RollsBackWithoutAnAnomalyWhereThePresetAllowsIt) {
  Random random(23);
  std::size_t runs = 0;
  for (const Preset& preset : presets()) {
    for (std::uint64_t phase = 1; phase <= preset.back; ++phase) {
      for (int i = 0; i < 6; ++i, ++runs) {
        MoveSpec spec = random_spec(random);
        spec.protocol = protocol_of(preset);
        spec.pace.unit = preset.unit;
        spec.pace.turn_back_in = phase;
        spec.pace.turn_back_after_us = random.below(600'000);
        const MoveTotals totals = totals_of(spec, small_plan(600, spec.seed));
        EXPECT_TRUE(totals.finished) << preset.id << " in phase " << phase;
        EXPECT_EQ(anomalies(totals), 0u) << preset.id << " in phase " << phase << ", sample " << i;
      }
    }
  }
  EXPECT_GE(runs, 60u);
}

TEST(MoveRun, RolledBackTooLateLosesWrites) {
  const auto plan = small_plan(3'000, 4);
  for (const auto& [id, phase] : {std::pair{"double_write", 4u}, {"log_catch_up", 4u}, {"stop", 4u}}) {
    MoveSpec spec = spec_of(id);
    spec.workload.writes = 0.5;
    spec.pace.turn_back_in = phase;
    spec.pace.turn_back_after_us = 500'000;
    EXPECT_GT(totals_of(spec, plan).keys_with[static_cast<std::size_t>(Anomaly::kLostWrite)], 0u) << id;
  }
}

TEST(MoveRun, CountsInItsSeriesEveryRequestThatReachedANode) {
  const auto plan = small_plan(1'000, 3);
  // At 40 requests a second the run takes over eight minutes, for which the series has to double its width three times.
  for (const std::uint64_t rate : {10'000u, 40u}) {
    MoveSpec spec = spec_of("double_write");
    spec.workload.requests_per_second = rate;
    MoveRun run(spec, plan);
    NoLimit budget;
    while (!run.step(budget)) {}
    const Series& series = run.series();
    EXPECT_EQ(series.width_us(), rate == 40 ? 800'000 : 100'000);
    for (std::uint32_t node = 0; node < plan->nodes; ++node) {
      std::uint64_t reached = 0;
      for (std::size_t part = 0; part < series.parts().size(); ++part) reached += series.reached_in(part, node);
      EXPECT_EQ(reached, run.totals().node_requests[node]) << "node " << node << " at " << rate;
    }
  }
  // Before the move nobody asks the new node.
  MoveSpec spec = spec_of("stop");
  spec.pace.start_us = 1'000'000;
  MoveRun run(spec, plan);
  NoLimit budget;
  while (!run.step(budget)) {}
  for (std::size_t part = 0; part < 10; ++part) EXPECT_EQ(run.series().reached_in(part, 5), 0u);
  EXPECT_GT(run.series().reached_in(run.series().parts().size() - 2, 5), 0u);
}

TEST(Series, ReportsAnyLatencyToWithinAQuarter) {
  for (const Time took : {Time{100}, Time{2'500}, Time{900'000}, Time{5'000'000}, Time{600'000'000}}) {
    Series series(1);
    series.latency(took, 0);
    const Time told = Series::latency_at(series.parts().front(), 0.5);
    EXPECT_LE(told, took);
    EXPECT_GE(told, took * 3 / 4);
  }
}

TEST(MoveRun, TellsTheStoryOfAKeyThatLostAWrite) {
  const auto plan = small_plan(1'000, 3);
  const MoveSpec spec = spec_of("copy_then_flip");
  MoveRun run(spec, plan);
  NoLimit budget;
  while (!run.step(budget)) {}
  const auto lost = std::find_if(run.witnesses().begin(), run.witnesses().end(),
                                 [](const Witness& witness) { return witness.kind == Anomaly::kLostWrite; });
  ASSERT_NE(lost, run.witnesses().end());
  MoveRun told(spec, plan, *lost);
  while (!told.step(budget)) {}
  EXPECT_EQ(told.totals(), run.totals());
  std::string story;
  for (const StoryEvent& event : told.story()) story += story_line(event) + "\n";
  EXPECT_NE(story.find("the copier reads"), std::string::npos) << story;
  EXPECT_NE(story.find("phase “flip” is announced"), std::string::npos) << story;
}

TEST(MoveRun, CopiesEachKeyOnceAndCountsItsBytes) {
  const auto plan = small_plan(2'000, 8);
  MoveSpec spec = spec_of("stop", 0);
  const MoveTotals totals = totals_of(spec, plan);
  EXPECT_EQ(totals.copied_keys, totals.moved_keys);
  EXPECT_EQ(totals.copied_bytes, totals.moved_keys * (spec.workload.key_bytes + spec.workload.value_bytes));
}

TEST(MoveRun, ContinuesAfterTheCopierOrANodeWasDown) {
  const auto plan = small_plan(2'000, 8);
  MoveSpec spec = spec_of("double_write");
  const MoveTotals plain = totals_of(spec, plan);
  spec.faults.copier_down_at_us = 900'000;
  spec.faults.copier_down_us = 400'000;
  const MoveTotals resumed = totals_of(spec, plan);
  spec.faults.copier_from_start = true;
  const MoveTotals restarted = totals_of(spec, plan);
  EXPECT_GT(resumed.duration_us, plain.duration_us);
  EXPECT_GT(restarted.copied_keys, resumed.copied_keys);
  spec.faults = {};
  spec.faults.node = 5;
  spec.faults.node_down_at_us = 900'000;
  spec.faults.node_down_us = 400'000;
  const MoveTotals down = totals_of(spec, plan);
  EXPECT_GT(down.counts[static_cast<std::size_t>(Count::kFailed)], 0u);
  EXPECT_TRUE(down.finished);
}

// A node is down for longer than the time-out: retries get through, and nothing is applied twice.
TEST(MoveRun, WithRetriesFailsLessOftenAndAppliesEachWriteOnce) {
  const auto plan = small_plan(500, 8);
  MoveSpec spec = without_move(spec_of("stop"));
  spec.workload.writes = 0.5;
  spec.workload.timeout_us = 50'000;
  spec.faults.node = 1;
  spec.faults.node_down_at_us = 400'000;
  spec.faults.node_down_us = 150'000;
  const MoveTotals once = totals_of(spec, plan);
  EXPECT_GT(once.counts[static_cast<std::size_t>(Count::kFailed)], 50u);
  spec.workload.retries = 5;
  spec.workload.backoff_us = 20'000;
  const MoveTotals again = totals_of(spec, plan);
  EXPECT_EQ(again.counts[static_cast<std::size_t>(Count::kFailed)], 0u);
  EXPECT_GT(again.counts[static_cast<std::size_t>(Count::kRetried)], 50u);
  EXPECT_EQ(anomalies(again), 0u);
  // Requests whose answers come too late are retried as well, which could let old writes overwrite newer ones.
  spec.faults = {};
  spec.system.node_requests_per_second = 1'700;
  spec.workload.timeout_us = 5'000;
  const MoveTotals late = totals_of(spec, plan);
  EXPECT_GT(late.counts[static_cast<std::size_t>(Count::kRetried)], 1'000u);
  EXPECT_EQ(anomalies(late), 0u);
}

// 100 clients hear of two phases of four parts each, in messages of 1 ms: 800 from one server, 200 from each of four.
TEST(MoveRun, WithFourDirectoryServersTakesAQuarterOfTheTime) {
  auto plan = std::make_shared<Plan>();
  plan->nodes = 2;
  plan->from.assign(400, 0);
  plan->to.assign(400, 1);
  MoveSpec spec;
  spec.protocol = parse_protocol("start;a:until=acknowledged;b:reads=new,writes=new,until=acknowledged").take();
  spec.pace.unit = Unit::kSection;
  spec.pace.section_keys = 100;
  spec.pace.units_at_once = 4;
  spec.workload.requests = 0;
  spec.system.routing = Routing::kTwoLevel;
  spec.system.clients = 100;
  spec.system.map_delay_us = 1;
  spec.system.map_requests_per_second = 1'000;
  spec.system.directories = 1;
  const MoveTotals one = totals_of(spec, plan);
  EXPECT_EQ(one.duration_us, 800'000);
  EXPECT_EQ(one.map_requests, (std::vector<std::uint64_t>{800}));
  spec.system.directories = 4;
  const MoveTotals four = totals_of(spec, plan);
  EXPECT_EQ(four.duration_us, 200'000);
  EXPECT_EQ(four.map_requests, (std::vector<std::uint64_t>{200, 200, 200, 200}));
  // The master of smart clients is a single server as well.
  spec.system.routing = Routing::kSmartClient;
  EXPECT_EQ(totals_of(spec, plan).duration_us, 800'000);
  EXPECT_EQ(totals_of(spec, plan).map_requests, one.map_requests);
}

// By push alone, a client gets one message for each phase of each part but the first. A refused client also asks.
TEST(MoveRun, MakesRefusedClientsAskTheDirectoryServers) {
  MoveSpec spec = spec_of("versioned_gate");
  spec.system.routing = Routing::kTwoLevel;
  spec.system.directories = 3;
  spec.system.map_delay_us = 400'000;
  const auto plan = small_plan(600, 9);
  const MoveTotals totals = totals_of(spec, plan);
  const std::uint64_t parts = (totals.moved_keys + 99) / 100, pushed = parts * 4 * spec.system.clients;
  std::uint64_t messages = 0;
  for (const std::uint64_t each : totals.map_requests) messages += each;
  EXPECT_GT(totals.counts[static_cast<std::size_t>(Count::kRefused)], 0u);
  EXPECT_GT(messages, pushed);
  EXPECT_EQ(anomalies(totals), 0u);
  spec.protocol.checks = false;  // nobody refuses, and nobody asks
  const MoveTotals trusting = totals_of(spec, plan);
  messages = 0;
  for (const std::uint64_t each : trusting.map_requests) messages += each;
  EXPECT_EQ(messages, pushed);
}

TEST(MoveRun, OfASafePresetHasNoAnomalyWithDirectoryServers) {
  Random random(23);
  for (int i = 0; i < 100; ++i) {
    const Preset& preset = presets()[random.below(presets().size())];
    MoveSpec spec = random_spec(random);
    if (!preset.safe) continue;
    spec = of_preset(preset, spec);
    spec.system.routing = Routing::kTwoLevel;
    spec.system.directories = 1 + random.below(5);
    spec.system.map_requests_per_second = random.below(2) == 0 ? 0 : 200 + random.below(2'000);
    const MoveTotals totals = totals_of(spec, small_plan(600, spec.seed));
    EXPECT_TRUE(totals.finished) << preset.id << " in sample " << i;
    EXPECT_EQ(anomalies(totals), 0u) << preset.id << " in sample " << i;
  }
}

TEST(MoveSpec, RefusesOutOfRangeValuesNamingTheirPath) {
  const auto plan = small_plan(10, 1);
  const auto refused = [&](auto change) {
    MoveSpec spec = spec_of("stop");
    change(spec);
    const auto sound = check_move(spec, *plan);
    return sound.ok() ? std::string() : message(sound.error());
  };
  EXPECT_EQ(refused([](MoveSpec& s) { s.system.clients = 1'000'000'000; }),
            "system.clients: 1000000000 is outside 1 to 10000");
  EXPECT_EQ(refused([](MoveSpec& s) { s.system.directories = 65; }), "system.directories: 65 is outside 1 to 64");
  EXPECT_EQ(refused([](MoveSpec& s) { s.pace.start_us = ~std::uint64_t{0}; }),
            "pace.start_us: 18446744073709551615 is outside 0 to 8640000000000");
  EXPECT_EQ(refused([](MoveSpec& s) { s.workload.writes = 1.5; }), "workload.writes: 1.5 is outside 0 to 1");
  // 20,000 requests on up to 20 legs, and 10 keys in 24 phases both ways, of 1,000,000,030 bytes each, in 4e9 s.
  EXPECT_EQ(refused([](MoveSpec& s) {
              s.workload.value_bytes = 1'000'000'000;
              s.system.link_bytes_per_second = 7;
            }),
            "system.link_bytes_per_second: 7 is outside 100121 to 1000000000000");
  EXPECT_EQ(refused([](MoveSpec& s) {
              s.workload.value_bytes = 1'000'000'000;
              s.pace.copy_bytes_per_second = 7;
            }),
            "pace.copy_bytes_per_second: 7 is outside 100121 to 1000000000000");
  EXPECT_EQ(refused([](MoveSpec& s) { s.pace.turn_back_in = 6; }), "pace.turn_back_in: 6 is outside 0 to 5");
  EXPECT_NE(refused([](MoveSpec& s) { s.workload.deletes = 0.9; }), "");
  EXPECT_NE(refused([](MoveSpec& s) { s.system.spread = Spread::kOnError; }), "");
  EXPECT_EQ(refused([](MoveSpec&) {}), "");
}

}  // namespace
}  // namespace reshard
