#pragma once

#include <memory>

#include "core/base/random.h"
#include "core/migration/run/run.h"

namespace reshard::testing {

/// One key in six moves to a sixth node.
std::shared_ptr<const Plan> small_plan(std::uint32_t keys, std::uint64_t seed);

/// Keys dealt to all nodes but the last; every `nodes`th key moves to that one.
inline std::shared_ptr<const Plan> newcomers_plan(std::uint32_t keys, std::uint32_t nodes) {
  auto plan = std::make_shared<Plan>();
  plan->nodes = nodes;
  for (std::uint32_t key = 0; key < keys; ++key) {
    plan->from.push_back(key % (nodes - 1));
    plan->to.push_back(key % nodes == 0 ? nodes - 1 : key % (nodes - 1));
  }
  return plan;
}

/// A plausible system, workload and faults; the protocol is left to the caller.
MoveSpec random_spec(Random& random);

/// The same with a preset's protocol, and with lifetimes if it waits for expiry.
MoveSpec of_preset(const Preset& preset, MoveSpec spec);
bool waits_for_expiry(const Protocol& protocol);

/// A preset at a pace fast enough for a test.
MoveSpec spec_of(std::string_view preset_id, std::uint64_t requests = 20'000);

/// The totals of a run; expects the spec to be sound.
MoveTotals totals_of(const MoveSpec& spec, const std::shared_ptr<const Plan>& plan);

/// Keys with anomalies, each counted once per kind.
std::uint64_t anomalies(const MoveTotals& totals);

}  // namespace reshard::testing
