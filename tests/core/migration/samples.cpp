#include "tests/core/migration/samples.h"

#include <gtest/gtest.h>

namespace reshard::testing {

std::shared_ptr<const Plan> small_plan(std::uint32_t keys, std::uint64_t seed) {
  auto plan = std::make_shared<Plan>();
  plan->nodes = 6;
  Random random(seed);
  for (std::uint32_t key = 0; key < keys; ++key) {
    plan->from.push_back(static_cast<std::uint32_t>(random.below(5)));
    plan->to.push_back(random.below(6) == 0 ? 5 : plan->from.back());
  }
  return plan;
}

MoveSpec random_spec(Random& random) {
  const auto of = [&](std::uint64_t from, std::uint64_t to) { return from + random.below(to - from + 1); };
  MoveSpec spec;
  spec.system.routing = static_cast<Routing>(random.below(3));
  spec.system.spread = static_cast<Spread>(random.below(2));
  spec.system.map_delay_us = of(1'000, 600'000);
  spec.system.clients = of(1, 40);
  spec.system.proxies = of(1, 5);
  spec.system.latency_us = of(50, 5'000);
  spec.system.jitter_us = of(0, 3'000);
  spec.workload.requests = 4'000;
  spec.workload.requests_per_second = of(500, 8'000);
  spec.workload.writes = random.unit() * 0.7;
  spec.workload.deletes = random.unit() * 0.3;
  spec.workload.skew = random.below(2) == 0 ? 0 : random.unit() * 1.5;
  spec.pace.copy_bytes_per_second = of(200'000, 4'000'000);
  spec.pace.section_keys = of(10, 200);
  spec.pace.units_at_once = of(1, 3);
  spec.pace.start_us = of(0, 300'000);
  if (random.below(3) == 0) {
    spec.faults.cut_off = 0.5;
    spec.faults.cut_off_at_us = of(0, 500'000);
    spec.faults.cut_off_us = of(0, 1'500'000);
  }
  if (random.below(3) == 0) {
    spec.faults.copier_down_at_us = of(0, 700'000);
    spec.faults.copier_down_us = of(1, 500'000);
    spec.faults.copier_from_start = random.below(2) == 0;
  }
  if (random.below(4) == 0) spec.system.node_requests_per_second = of(3'000, 9'000);
  spec.seed = random.next();
  return spec;
}

bool waits_for_expiry(const Protocol& protocol) {
  for (const Phase& phase : protocol.phases) {
    if (phase.until & kUntilExpired) return true;
  }
  return false;
}

MoveSpec of_preset(const Preset& preset, MoveSpec spec) {
  spec.protocol = protocol_of(preset);
  spec.pace.unit = preset.unit;
  if (waits_for_expiry(spec.protocol)) spec.workload.ttl_us = 900'000;
  return spec;
}

MoveSpec spec_of(std::string_view preset_id, std::uint64_t requests) {
  const Preset& preset = *find_preset(preset_id);
  MoveSpec spec = of_preset(preset, {});
  spec.pace.section_keys = 100;
  spec.pace.copy_bytes_per_second = 1'000'000;
  spec.workload.requests = requests;
  spec.seed = 1;
  return spec;
}

MoveTotals totals_of(const MoveSpec& spec, const std::shared_ptr<const Plan>& plan) {
  const auto sound = check_move(spec, *plan);
  EXPECT_TRUE(sound.ok()) << message(sound.error());
  MoveRun run(spec, plan);
  NoLimit budget;
  while (!run.step(budget)) {}
  return run.totals();
}

std::uint64_t anomalies(const MoveTotals& totals) {
  std::uint64_t all = 0;
  for (const std::uint64_t keys : totals.keys_with) all += keys;
  return all;
}

}  // namespace reshard::testing
