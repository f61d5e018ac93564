// What every strategy of the registry takes, with its defaults, for a million keys on 100 nodes:
//   place/<id>   all keys, from hashes that are there already, to owners
//   change/<id>  a node is added: from the command to published results (placement, owners, movement, load)
//   floor        the least that placing can cost: every hash is read, an owner is written
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "core/scenario/command.h"
#include "core/simulation.h"

namespace reshard {
namespace {

constexpr std::uint64_t kNodes = 100;
constexpr std::uint32_t kKeys = 1'000'000;

std::shared_ptr<const Scenario> scenario_of(const Strategy& strategy) {
  Scenario scenario = default_scenario();
  scenario.keys.count = kKeys;
  scenario.cluster = generated_cluster(scenario.seed, kNodes).take();
  scenario.strategies = {default_choice(strategy)};
  return std::make_shared<const Scenario>(std::move(scenario));
}

/// Runs the simulation to the end of its work. The message of an error, or nothing.
std::string run(Simulation& simulation, std::shared_ptr<const Scenario> scenario, Baseline baseline) {
  NoLimit no_limit;
  if (const auto set = simulation.set(std::move(scenario), baseline); !set.ok()) return message(set.error());
  if (const auto done = simulation.step(no_limit); !done.ok()) return message(done.error());
  return {};
}

std::vector<KeyColumn> columns_of(const StrategyResult& result, const std::shared_ptr<const KeySet>& keys) {
  std::vector<KeyColumn> columns;
  NoLimit no_limit;
  for (const Recipe& recipe : result.recipes) {
    columns.emplace_back(keys, recipe);
    CHECK(columns.back().step(no_limit).ok());
  }
  return columns;
}

void place(benchmark::State& state, const Strategy* strategy) {
  Simulation simulation;
  if (const auto error = run(simulation, scenario_of(*strategy), Baseline::kNone); !error.empty()) {
    return state.SkipWithError(error.c_str());
  }
  const auto& keys = simulation.results().keys;
  const StrategyResult& result = simulation.results().strategies.front();
  const auto columns = columns_of(result, keys);
  KeyBlock block{.keys = keys.get(), .size = keys->size()};
  for (std::size_t i = 0; i < columns.size(); ++i) block.columns[i] = columns[i].values();

  std::vector<NodeId> owners(keys->size());
  for (auto _ : state) {
    result.placement->place(block, owners);
    benchmark::DoNotOptimize(owners.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * kKeys);
}

void change(benchmark::State& state, const Strategy* strategy) {
  const auto base = scenario_of(*strategy);
  Simulation simulation;
  std::uint64_t added = 0;
  for (auto _ : state) {
    state.PauseTiming();
    std::string error = run(simulation, base, Baseline::kNone);
    if (!error.empty()) return state.SkipWithError(error.c_str());
    // Another name each time: caches and branch predictors would learn one addition by heart.
    const AddNode command{.name = "new-" + std::to_string(added++)};
    state.ResumeTiming();

    auto next = apply(*base, command);
    CHECK(next.ok());
    error = run(simulation, std::make_shared<const Scenario>(next.take()), Baseline::kShown);
    if (!error.empty()) return state.SkipWithError(error.c_str());
  }
  state.SetItemsProcessed(state.iterations() * kKeys);
}

void place_at_the_least(benchmark::State& state) {
  std::vector<std::uint64_t> hashes(kKeys);
  for (std::size_t i = 0; i < hashes.size(); ++i) hashes[i] = i * 0x9E3779B97F4A7C15u;
  std::vector<std::uint32_t> owners(kKeys);
  for (auto _ : state) {
    for (std::size_t i = 0; i < hashes.size(); ++i) owners[i] = static_cast<std::uint32_t>(hashes[i] >> 32);
    benchmark::DoNotOptimize(owners.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * kKeys);
}

void register_all() {
  benchmark::RegisterBenchmark("floor", place_at_the_least)->Unit(benchmark::kMillisecond);
  for (const Strategy* strategy : strategies()) {
    const std::string id(strategy->id);
    benchmark::RegisterBenchmark(("place/" + id).c_str(), place, strategy)->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("change/" + id).c_str(), change, strategy)->Unit(benchmark::kMillisecond);
  }
}

}  // namespace
}  // namespace reshard

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  reshard::register_all();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
