#include "web/lessons/move_trial.h"

#include <algorithm>
#include <memory>

#include "core/migration/run/move_text.h"
#include "core/migration/run/run.h"
#include "core/simulation/simulation.h"

namespace reshard {
namespace {

constexpr std::size_t kPartsASecond = 10;  // of a series, in a run short enough for lessons

Status simulate(Simulation& simulation, Scenario scenario, Baseline baseline) {
  NoLimit budget;
  const Status taken = simulation.set(std::make_shared<const Scenario>(std::move(scenario)), baseline);
  if (!taken.ok()) return taken;
  while (!simulation.idle()) {
    if (const auto done = simulation.step(budget); !done.ok()) return done.error();
  }
  return Done{};
}

/// The keys that have an owner both at first and now.
Result<std::shared_ptr<const Plan>> plan_of(const Scenario& scenario) {
  Simulation simulation;
  Scenario first = scenario;
  first.cluster = scenario.cluster.at_start();
  if (const Status done = simulate(simulation, std::move(first), Baseline::kNone); !done.ok()) return done.error();
  if (const Status done = simulate(simulation, scenario, Baseline::kShown); !done.ok()) return done.error();
  const StrategyResult& result = simulation.results().strategies[0];
  const auto before = result.owners_before(), after = result.owners();
  auto plan = std::make_shared<Plan>();
  plan->nodes = static_cast<std::uint32_t>(scenario.cluster.known());
  for (std::size_t key = 0; key < after.size(); ++key) {
    if (before[key] == kNoNode || after[key] == kNoNode) continue;
    plan->from.push_back(static_cast<std::uint32_t>(index_of(before[key])));
    plan->to.push_back(static_cast<std::uint32_t>(index_of(after[key])));
  }
  return std::shared_ptr<const Plan>(std::move(plan));
}

std::uint64_t count(const MoveTotals& totals, Count what) { return totals.counts[static_cast<std::size_t>(what)]; }
std::uint64_t keys_with(const MoveTotals& totals, Anomaly kind) {
  return totals.keys_with[static_cast<std::size_t>(kind)];
}
std::uint64_t over(std::uint64_t with, std::uint64_t without) { return with > without ? with - without : 0; }

/// As an observer counts them: reads that returned something wrong, and keys whose writes changed order.
std::uint64_t wrong_reads(const MoveTotals& with, const MoveTotals& without) {
  std::uint64_t sum = over(keys_with(with, Anomaly::kWrongOrder), keys_with(without, Anomaly::kWrongOrder));
  for (const Count kind : {Count::kStale, Count::kMissed, Count::kReturned}) {
    sum += over(count(with, kind), count(without, kind));
  }
  return sum;
}

/// A proxy receives what it forwards; a coordinator is asked about a key and names a node.
double network(const MoveSpec& spec, const MoveTotals& totals) {
  std::uint64_t at_nodes = 0;
  for (const std::uint64_t bytes : totals.node_bytes) at_nodes += bytes;
  const auto entry = static_cast<double>(spec.workload.key_bytes + spec.workload.value_bytes);
  const auto requests = static_cast<double>(totals.requests);
  // A copy is counted at both ends.
  double bytes = static_cast<double>(at_nodes - 2 * totals.copied_bytes - totals.verified_bytes);
  switch (spec.system.routing) {
    case Routing::kSmartClient:
    case Routing::kTwoLevel: break;
    case Routing::kProxy: bytes += requests * entry; break;
    case Routing::kCoordinator: bytes += requests * 2 * static_cast<double>(spec.workload.key_bytes); break;
  }
  return bytes / (requests * entry);
}

double median_ms(const Series& series) {
  Series::Part all;
  for (const Series::Part& part : series.parts()) {
    for (std::size_t i = 0; i < all.latencies.size(); ++i) all.latencies[i] += part.latencies[i];
  }
  return static_cast<double>(Series::latency_at(all, 0.5)) / 1000;
}

/// The most in any ten consecutive tenths of a second.
std::uint64_t store_peak(const Series& with, const Series& without) {
  constexpr auto kWhat = static_cast<std::size_t>(Count::kFromStore);
  const auto in_part = [&](std::size_t i) -> std::int64_t {
    const std::int64_t usual = i < without.parts().size() ? without.parts()[i].counts[kWhat] : 0;
    return std::int64_t{with.parts()[i].counts[kWhat]} - usual;
  };
  std::int64_t sum = 0, peak = 0;
  for (std::size_t i = 0; i < with.parts().size(); ++i) {
    sum += in_part(i) - (i >= kPartsASecond ? in_part(i - kPartsASecond) : 0);
    peak = std::max(peak, sum);
  }
  return static_cast<std::uint64_t>(peak);
}

/// Whether the move is over, with reads and writes at the new nodes.
bool has_arrived(const MoveSpec& spec, const MoveTotals& totals) {
  const Protocol protocol = planned_protocol(spec);
  const Phase& last = protocol.phases.back();
  return totals.finished && last.reads == Reads::kNew && last.writes == Writes::kNew;
}

}  // namespace

Result<MoveSpec> chosen_move(MoveSpec lesson, const MoveSpec& learner, std::span<const std::string> free) {
  for (const std::string& key : free) {
    if (const Status taken = take_over(lesson, learner, key); !taken.ok()) return taken.error();
  }
  return lesson;
}

Result<Json> measure_move(const Scenario& scenario, const MoveSpec& spec) {
  const auto plan = plan_of(scenario);
  if (!plan.ok()) return plan.error();
  if (const Status sound = check_move(spec, *plan.value()); !sound.ok()) return sound.error();
  NoLimit budget;
  MoveRun run(spec, plan.value()), usual(without_move(spec), plan.value());
  while (!run.step(budget)) {}
  while (!usual.step(budget)) {}
  const MoveTotals &with = run.totals(), &without = usual.totals();
  Json out = {{"moved_keys", with.moved_keys},
              {"arrived", has_arrived(spec, with)},
              {"seconds", static_cast<double>(with.duration_us) / 1e6},
              {"lost_writes", over(keys_with(with, Anomaly::kLostWrite), keys_with(without, Anomaly::kLostWrite))},
              {"wrong_reads", wrong_reads(with, without)},
              {"old_only", with.old_only},
              {"copied_keys", with.copied_keys},
              {"requests", with.requests},
              {"waited", over(count(with, Count::kWaited), count(without, Count::kWaited))},
              {"network", network(spec, with)},
              {"median_ms", median_ms(run.series())},
              {"store_peak", store_peak(run.series(), usual.series())}};
  return out;
}

}  // namespace reshard
