// What every strategy of the registry takes, with its defaults, for --keys=1000000 keys on --nodes=100 nodes:
//   place/<id>   all keys, from hashes that are there already, to owners
//   add/<id>     a node is added: from the command to published results (placement, owners, movement, load)
//   remove/<id>  the last node is removed, likewise
//   undo/<id>    the added node is taken back, likewise
//   tune/<id>    its first numeric parameter is halved or doubled, or, where it has none, a weight; likewise
//   again/<id>   the plain way to answer an addition: build, place all keys again, compare
// What takes longer than ten seconds to place is left out. Beside them:
//   floor        the least that placing can cost: every hash is read, an owner is written
//   map_ring     all keys on a ring as it is written at first: a std::map of 10,000 points
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/memory.h"
#include "core/base/random.h"
#include "core/scenario/command.h"
#include "core/simulation.h"

namespace reshard {
namespace {

/// What is measured; set once, by main().
struct Size {
  std::uint32_t keys = 1'000'000;
  std::uint64_t nodes = 100;
} size;

std::shared_ptr<const Scenario> scenario_of(const Strategy& strategy) {
  Scenario scenario = default_scenario();
  scenario.keys.count = size.keys;
  scenario.cluster = generated_cluster(scenario.seed, size.nodes).take();
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

constexpr std::string_view kTooSlow = "takes longer than ten seconds";

/// The same from nothing. The message, too, where it takes too long to be worth more.
std::string start(Simulation& simulation, std::shared_ptr<const Scenario> scenario) {
  static std::map<const Strategy*, bool> too_slow;
  const Strategy* strategy = scenario->strategies[0].strategy;
  if (too_slow[strategy]) return std::string(kTooSlow);
  const auto begin = std::chrono::steady_clock::now();
  const auto error = run(simulation, std::move(scenario), Baseline::kNone);
  too_slow[strategy] = std::chrono::steady_clock::now() - begin > std::chrono::seconds(10);
  return error;
}

/// Keeps the work that filled `owners`: in wasm, Google Benchmark's own means are seen through when linking.
void keep(std::span<const NodeId> owners) {
  static volatile std::uint32_t any = 0;
  any = index_of(owners[any % owners.size()]);
}

void place(benchmark::State& state, const Strategy* strategy) {
  Simulation simulation;
  if (const auto error = start(simulation, scenario_of(*strategy)); !error.empty()) {
    return state.SkipWithError(error.c_str());
  }
  const StrategyResult& result = simulation.results().strategies.front();
  std::vector<NodeId> owners(result.keys.size);
  state.counters["client_bytes"] = static_cast<double>(result.placement->memory_bytes());
  state.counters["bytes_per_key"] = static_cast<double>(bytes_per_key(*simulation.results().scenario));
  for (auto _ : state) {
    result.placement->place(result.keys, owners);
    keep(owners);
  }
  state.SetItemsProcessed(state.iterations() * size.keys);
}

using CommandMaker = std::optional<Command> (*)(const Scenario& base, std::uint64_t run);

// Another name each time: caches and branch predictors would learn one addition by heart.
std::optional<Command> add_node(const Scenario&, std::uint64_t run) {
  return AddNode{.name = "new-" + std::to_string(run)};
}

std::optional<Command> remove_last(const Scenario& base, std::uint64_t) {
  return RemoveNode{base.cluster.nodes().back().id};
}

/// Nothing for a strategy without a parameter that is a number, and without weights.
std::optional<Command> tune(const Scenario& base, std::uint64_t) {
  const Strategy& strategy = *base.strategies[0].strategy;
  for (const ParamSpec& spec : strategy.params) {
    if (spec.kind == ParamSpec::Kind::kChoice) continue;
    const double half = static_cast<double>(static_cast<std::uint64_t>(spec.fallback / 2));
    const auto prime = static_cast<double>(next_prime(static_cast<std::uint64_t>(half)));
    for (const double value : {half, prime, spec.fallback * 2}) {
      if (value != spec.fallback && check_param(spec, value).ok()) return SetParam{0, std::string(spec.key), value};
    }
  }
  if (!strategy.traits.has(Trait::kWeights)) return std::nullopt;
  return WeighNode{base.cluster.nodes().front().id, 2};
}

void change(benchmark::State& state, const Strategy* strategy, CommandMaker command_of, bool undo) {
  const auto base = scenario_of(*strategy);
  Simulation simulation;
  std::uint64_t runs = 0;
  for (auto _ : state) {
    state.PauseTiming();
    std::string error = start(simulation, base);
    if (!error.empty()) return state.SkipWithError(error.c_str());
    const auto command = command_of(*base, runs++);
    if (!undo) state.ResumeTiming();

    auto next = reshard::apply(*base, *command);
    CHECK(next.ok());
    error = run(simulation, std::make_shared<const Scenario>(next.take()), Baseline::kShown);
    if (undo) {
      state.ResumeTiming();
      if (error.empty()) error = run(simulation, base, Baseline::kShown);
    }
    if (!error.empty()) return state.SkipWithError(error.c_str());
  }
  state.SetItemsProcessed(state.iterations() * size.keys);
}

void place_again_and_compare(benchmark::State& state, const Strategy* strategy) {
  const auto base = scenario_of(*strategy);
  Simulation simulation;
  if (const auto error = start(simulation, base); !error.empty()) {
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
  state.SetItemsProcessed(state.iterations() * size.keys);
}

std::vector<std::uint64_t> spread_hashes() {
  std::vector<std::uint64_t> hashes(size.keys);
  for (std::size_t i = 0; i < hashes.size(); ++i) hashes[i] = mix64(i);
  return hashes;
}

void map_ring(benchmark::State& state) {
  constexpr std::uint64_t kPointsPerNode = 100;
  std::map<std::uint64_t, NodeId> ring;
  for (std::uint64_t point = 0; point < size.nodes * kPointsPerNode; ++point) {
    ring[mix64(~point)] = NodeId{static_cast<std::uint32_t>(point / kPointsPerNode)};
  }
  const auto hashes = spread_hashes();
  std::vector<NodeId> owners(size.keys);
  for (auto _ : state) {
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      const auto successor = ring.lower_bound(hashes[i]);
      owners[i] = successor == ring.end() ? ring.begin()->second : successor->second;
    }
    keep(owners);
  }
  state.SetItemsProcessed(state.iterations() * size.keys);
}

void place_at_the_least(benchmark::State& state) {
  const auto hashes = spread_hashes();
  std::vector<NodeId> owners(size.keys);
  for (auto _ : state) {
    for (std::size_t i = 0; i < hashes.size(); ++i) owners[i] = NodeId{static_cast<std::uint32_t>(hashes[i] >> 32)};
    keep(owners);
  }
  state.SetItemsProcessed(state.iterations() * size.keys);
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
    measure("add/" + id, change, strategy, add_node, false);
    measure("remove/" + id, change, strategy, remove_last, false);
    measure("undo/" + id, change, strategy, add_node, true);
    if (tune(*scenario_of(*strategy), 0)) measure("tune/" + id, change, strategy, tune, false);
    measure("again/" + id, place_again_and_compare, strategy);
  }
}

/// Takes `--name=number` out of the arguments: the number, or `fallback`.
std::uint64_t take_number(int& argc, char** argv, std::string_view name, std::uint64_t fallback) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (!argument.starts_with(name)) continue;
    const std::uint64_t number = std::strtoull(argv[i] + name.size(), nullptr, 10);
    std::copy(argv + i + 1, argv + argc, argv + i);
    --argc;
    return number;
  }
  return fallback;
}

}  // namespace
}  // namespace reshard

int main(int argc, char** argv) {
  using namespace reshard;
  size.keys = static_cast<std::uint32_t>(take_number(argc, argv, "--keys=", size.keys));
  size.nodes = take_number(argc, argv, "--nodes=", size.nodes);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::AddCustomContext("compiler", __VERSION__);
  register_all();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
