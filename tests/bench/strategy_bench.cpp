// What every strategy of the registry takes, with its defaults, for a million keys on 100 nodes:
//   place/<id>   all keys, from hashes that are there already, to owners
//   add/<id>     a node is added: from the command to published results (placement, owners, movement, load)
//   remove/<id>  the last node is removed, likewise
//   tune/<id>    its first numeric parameter is halved or doubled, likewise
//   again/<id>   the plain way to answer an addition: build, place all keys again, compare
// and beside them
//   floor        the least that placing can cost: every hash is read, an owner is written
//   map_ring     all keys on a ring as it is written at first: a std::map of 10,000 points
#include <benchmark/benchmark.h>

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/random.h"
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

/// Keeps the work that filled `owners`: in wasm, Google Benchmark's own means are seen through when linking.
void keep(std::span<const NodeId> owners) {
  static volatile std::uint32_t any = 0;
  any = index_of(owners[any % owners.size()]);
}

void place(benchmark::State& state, const Strategy* strategy) {
  Simulation simulation;
  if (const auto error = run(simulation, scenario_of(*strategy), Baseline::kNone); !error.empty()) {
    return state.SkipWithError(error.c_str());
  }
  const StrategyResult& result = simulation.results().strategies.front();
  std::vector<NodeId> owners(result.keys.size);
  for (auto _ : state) {
    result.placement->place(result.keys, owners);
    keep(owners);
  }
  state.SetItemsProcessed(state.iterations() * kKeys);
}

using CommandMaker = std::optional<Command> (*)(const Scenario& base, std::uint64_t run);

// Another name each time: caches and branch predictors would learn one addition by heart.
std::optional<Command> add_node(const Scenario&, std::uint64_t run) {
  return AddNode{.name = "new-" + std::to_string(run)};
}

std::optional<Command> remove_last(const Scenario& base, std::uint64_t) {
  return RemoveNode{base.cluster.nodes().back().id};
}

/// Nothing for a strategy without a parameter that is a number.
std::optional<Command> tune(const Scenario& base, std::uint64_t) {
  for (const ParamSpec& spec : base.strategies[0].strategy->params) {
    if (spec.kind == ParamSpec::Kind::kChoice) continue;
    const double half = static_cast<double>(static_cast<std::uint64_t>(spec.fallback / 2));
    const auto prime = static_cast<double>(next_prime(static_cast<std::uint64_t>(half)));
    for (const double value : {half, prime, spec.fallback * 2}) {
      if (value != spec.fallback && check_param(spec, value).ok()) return SetParam{0, std::string(spec.key), value};
    }
  }
  return std::nullopt;
}

void change(benchmark::State& state, const Strategy* strategy, CommandMaker command_of) {
  const auto base = scenario_of(*strategy);
  Simulation simulation;
  std::uint64_t runs = 0;
  for (auto _ : state) {
    state.PauseTiming();
    std::string error = run(simulation, base, Baseline::kNone);
    if (!error.empty()) return state.SkipWithError(error.c_str());
    const auto command = command_of(*base, runs++);
    state.ResumeTiming();

    auto next = reshard::apply(*base, *command);
    CHECK(next.ok());
    error = run(simulation, std::make_shared<const Scenario>(next.take()), Baseline::kShown);
    if (!error.empty()) return state.SkipWithError(error.c_str());
  }
  state.SetItemsProcessed(state.iterations() * kKeys);
}

void place_again_and_compare(benchmark::State& state, const Strategy* strategy) {
  const auto base = scenario_of(*strategy);
  Simulation simulation;
  if (const auto error = run(simulation, base, Baseline::kNone); !error.empty()) {
    return state.SkipWithError(error.c_str());
  }
  const StrategyResult& result = simulation.results().strategies.front();
  std::vector<NodeId> owners(result.keys.size);
  std::uint64_t runs = 0;
  for (auto _ : state) {
    auto next = reshard::apply(*base, *add_node(*base, runs++));
    CHECK(next.ok());
    const StrategyChoice& choice = result.choice;
    auto built = build_placement(*strategy, {next.value().cluster, choice.params, *choice.hash, 1, result.keys});
    if (!built.ok()) return state.SkipWithError(message(built.error()).c_str());
    const auto placement = built.take();
    NoLimit no_limit;
    while (!placement->step(no_limit)) continue;
    placement->place(result.keys, owners);
    std::uint32_t moved = 0;
    for (std::size_t i = 0; i < owners.size(); ++i) moved += owners[i] != result.owners[i];
    benchmark::DoNotOptimize(moved);
  }
  state.SetItemsProcessed(state.iterations() * kKeys);
}

std::vector<std::uint64_t> spread_hashes() {
  std::vector<std::uint64_t> hashes(kKeys);
  for (std::size_t i = 0; i < hashes.size(); ++i) hashes[i] = mix64(i);
  return hashes;
}

void map_ring(benchmark::State& state) {
  constexpr std::uint64_t kPointsPerNode = 100;
  std::map<std::uint64_t, NodeId> ring;
  for (std::uint64_t point = 0; point < kNodes * kPointsPerNode; ++point) {
    ring[mix64(~point)] = NodeId{static_cast<std::uint32_t>(point / kPointsPerNode)};
  }
  const auto hashes = spread_hashes();
  std::vector<NodeId> owners(kKeys);
  for (auto _ : state) {
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      const auto successor = ring.lower_bound(hashes[i]);
      owners[i] = successor == ring.end() ? ring.begin()->second : successor->second;
    }
    keep(owners);
  }
  state.SetItemsProcessed(state.iterations() * kKeys);
}

void place_at_the_least(benchmark::State& state) {
  const auto hashes = spread_hashes();
  std::vector<NodeId> owners(kKeys);
  for (auto _ : state) {
    for (std::size_t i = 0; i < hashes.size(); ++i) owners[i] = NodeId{static_cast<std::uint32_t>(hashes[i] >> 32)};
    keep(owners);
  }
  state.SetItemsProcessed(state.iterations() * kKeys);
}

template <typename... Arguments>
void measure(const std::string& name, Arguments... arguments) {
  benchmark::RegisterBenchmark(name.c_str(), arguments...)->Unit(benchmark::kMillisecond);
}

void register_all() {
  measure("floor", place_at_the_least);
  measure("map_ring", map_ring);
  for (const Strategy* strategy : strategies()) {
    const std::string id(strategy->id);
    measure("place/" + id, place, strategy);
    measure("add/" + id, change, strategy, add_node);
    measure("remove/" + id, change, strategy, remove_last);
    if (tune(*scenario_of(*strategy), 0)) measure("tune/" + id, change, strategy, tune);
    measure("again/" + id, place_again_and_compare, strategy);
  }
}

}  // namespace
}  // namespace reshard

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::AddCustomContext("compiler", __VERSION__);
  reshard::register_all();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
