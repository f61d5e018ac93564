// The time that every registered strategy takes, with its defaults, for --keys=1000000 keys on --nodes=100 nodes; also
// a ring of 1000 points per node and rendezvous with 32-bit scores:
//   place/<id>   all keys are placed, given their hashes
//   add/<id>     a node is added: from the command to published results (placement, owners, movement, load)
//   remove/<id>  the last node is removed, likewise
//   undo/<id>    the addition is undone, likewise
//   tune/<id>    its first numeric parameter is halved or doubled, or, where it has none, a weight; likewise
//   more/<id>    that parameter is increased by one, where the new placement can build on the previous one; likewise
//   owners/<id>  after `tune`, where only ranges are published, the owner of every key is looked up
//   again/<id>   the plain way to handle an addition: build, place all keys again, compare
// A strategy that takes longer than ten seconds to place all keys is left out. Baselines:
//   floor        the least that placing can cost: read every hash, write an owner
//   pairs/<id>   the least that scoring every node can cost: one hash per pair of key and node, for 64 keys
//   map_ring     all keys on a ring as a first draft would have it: a std::map of 10,000 points
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/memory.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/hash/murmur3_prefix.h"
#include "core/hash/rjenkins1.h"
#include "core/placement/incremental.h"
#include "core/scenario/command.h"
#include "core/simulation/simulation.h"
#include "core/strategies/strategies.h"
#include "tests/bench/program.h"

namespace reshard {
namespace {

/// What is measured; set once, by main().
struct Size {
  std::uint32_t keys = 1'000'000;
  std::uint64_t nodes = 100;
} size;

/// What is measured under one name.
struct Subject {
  std::string name;
  StrategyChoice choice;

  const Strategy& strategy() const { return *choice.strategy; }
};

/// A strategy with its defaults, except for the parameter that `param` names, if any.
Subject subject(const Strategy& strategy, std::string_view param = {}, double value = 0) {
  Subject subject{std::string(strategy.id), default_choice(strategy)};
  for (std::size_t i = 0; i < strategy.params.size(); ++i) {
    if (strategy.params[i].key != param) continue;
    subject.choice.params[i] = value;
    subject.name.append(":").append(param).append("=").append(format_param(strategy.params[i], value));
  }
  return subject;
}

std::shared_ptr<const Scenario> scenario_of(const Subject& subject) {
  Scenario scenario = default_scenario();
  scenario.keys.count = size.keys;
  scenario.cluster = generated_cluster(scenario.seed, size.nodes).take();
  scenario.strategies = {subject.choice};
  return std::make_shared<const Scenario>(std::move(scenario));
}

/// Spent once the results of the new scenario are published. Preparing the next change is left for idle time.
class UntilPublished final : public Budget {
 public:
  explicit UntilPublished(const Simulation& simulation)
      : simulation_(simulation), shown_(simulation.results().revision) {}
  bool spent() override { return simulation_.results().revision != shown_; }

 private:
  const Simulation& simulation_;
  std::uint64_t shown_;
};

/// Sets a scenario and works on it. Returns an error's message, or nothing.
std::string run(Simulation& simulation, std::shared_ptr<const Scenario> scenario, Baseline baseline, Budget& budget) {
  if (const auto set = simulation.set(std::move(scenario), baseline); !set.ok()) return message(set.error());
  if (const auto done = simulation.step(budget); !done.ok()) return message(done.error());
  return {};
}
std::string publish(Simulation& simulation, std::shared_ptr<const Scenario> scenario) {
  UntilPublished until_published(simulation);
  return run(simulation, std::move(scenario), Baseline::kShown, until_published);
}

constexpr std::string_view kTooSlow = "takes longer than ten seconds";

/// Starts from scratch, and prepares the next change too. Also returns a message if this is too slow to be measured.
std::string start(Simulation& simulation, std::shared_ptr<const Scenario> scenario) {
  static std::map<const Strategy*, bool> too_slow;
  const Strategy* strategy = scenario->strategies[0].strategy;
  if (too_slow[strategy]) return std::string(kTooSlow);
  const auto begin = std::chrono::steady_clock::now();
  NoLimit no_limit;
  const auto error = run(simulation, std::move(scenario), Baseline::kNone, no_limit);
  too_slow[strategy] = std::chrono::steady_clock::now() - begin > std::chrono::seconds(10);
  return error;
}

/// Stops the optimiser from removing the work that filled `owners`: in wasm, the linker sees through DoNotOptimize().
void keep(std::span<const NodeId> owners) {
  static volatile std::uint32_t any = 0;
  any = index_of(owners[any % owners.size()]);
}

void place(benchmark::State& state, const Subject& subject) {
  Simulation simulation;
  if (const auto error = start(simulation, scenario_of(subject)); !error.empty()) {
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

// A new name each time, lest caches and branch predictors learn a single addition.
std::optional<Command> add_node(const Scenario&, std::uint64_t run) {
  return AddNode{.name = "new-" + std::to_string(run)};
}

std::optional<Command> remove_last(const Scenario& base, std::uint64_t) {
  return RemoveNode{base.cluster.nodes().back().id};
}

/// Nothing for a strategy that has neither a numeric parameter nor weights.
std::optional<Command> tune(const Scenario& base, std::uint64_t) {
  const Strategy& strategy = *base.strategies[0].strategy;
  for (std::size_t i = 0; i < strategy.params.size(); ++i) {
    const ParamSpec& spec = strategy.params[i];
    const double now = base.strategies[0].params[i];
    if (spec.kind == ParamSpec::Kind::kChoice) continue;
    const double half = static_cast<double>(static_cast<std::uint64_t>(now / 2));
    const auto prime = static_cast<double>(next_prime(static_cast<std::uint64_t>(half)));
    for (const double value : {half, prime, now * 2}) {
      if (value != now && check_param(spec, value).ok()) return SetParam{0, std::string(spec.key), value};
    }
  }
  if (!strategy.traits.has(Trait::kWeights)) return std::nullopt;
  return WeighNode{base.cluster.nodes().front().id, 2};
}

/// Only for a strategy whose first parameter is cheap to change by one.
std::optional<Command> one_more(const Scenario& base, std::uint64_t) {
  const StrategyChoice& choice = base.strategies[0];
  if (choice.strategy->follows == nullptr) return std::nullopt;
  const ParamSpec& spec = choice.strategy->params[0];
  const double more = choice.params[0] < spec.max ? choice.params[0] + 1 : choice.params[0] - 1;
  return SetParam{0, std::string(spec.key), more};
}

/// Which part of a change is timed.
enum class Timed { kChange, kUndo, kOwners };

void change(benchmark::State& state, const Subject& subject, CommandMaker command_of, Timed timed) {
  const auto base = scenario_of(subject);
  Simulation simulation;
  std::uint64_t runs = 0;
  for (auto _ : state) {
    state.PauseTiming();
    std::string error = start(simulation, base);
    if (!error.empty()) return state.SkipWithError(error.c_str());
    const auto command = command_of(*base, runs++);
    if (timed == Timed::kChange) state.ResumeTiming();

    auto next = reshard::apply(*base, *command);
    CHECK(next.ok());
    error = publish(simulation, std::make_shared<const Scenario>(next.take()));
    if (timed == Timed::kUndo && error.empty()) {
      NoLimit no_limit;
      CHECK(simulation.step(no_limit).ok());
      state.ResumeTiming();
      error = publish(simulation, base);
    }
    if (timed == Timed::kOwners && error.empty()) {
      const StrategyResult& result = simulation.results().strategies.front();
      if (ranges_of(*result.placement).empty()) return state.SkipWithError("publishes owners");
      state.ResumeTiming();
      keep(result.owners());
    }
    if (!error.empty()) return state.SkipWithError(error.c_str());
  }
  state.SetItemsProcessed(state.iterations() * size.keys);
}

void place_again_and_compare(benchmark::State& state, const Subject& subject) {
  const auto base = scenario_of(subject);
  Simulation simulation;
  if (const auto error = start(simulation, base); !error.empty()) { return state.SkipWithError(error.c_str()); }
  const StrategyResult& result = simulation.results().strategies.front();
  std::vector<NodeId> owners(result.keys.size);
  const auto before = result.owners();
  std::uint64_t runs = 0;
  for (auto _ : state) {
    auto next = reshard::apply(*base, *add_node(*base, runs++));
    CHECK(next.ok());
    const StrategyChoice& choice = result.choice;
    auto built =
        build_placement(subject.strategy(), {next.value().cluster, choice.params, *choice.hash, 1, result.keys});
    if (!built.ok()) return state.SkipWithError(message(built.error()).c_str());
    const auto placement = built.take();
    NoLimit no_limit;
    while (!placement->step(no_limit)) continue;
    placement->place(result.keys, owners);
    std::uint32_t moved = 0;
    for (std::size_t i = 0; i < owners.size(); ++i) moved += owners[i] != before[i];
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

// A few keys are enough: the cost does not depend on which they are.
constexpr std::uint32_t kPairedKeys = 64;

void hash_murmur_pairs(benchmark::State& state) {
  std::vector<MurmurPrefix> nodes;
  for (std::uint64_t n = 0; n < size.nodes; ++n) nodes.emplace_back("node-" + decimal(n) + ": ");
  std::uint64_t sum = 0;
  for (auto _ : state) {
    MurmurSuffix key;
    std::string bytes;
    for (std::uint32_t i = 0; i < kPairedKeys; ++i) {
      MurmurText::begin(bytes);
      append_decimal(bytes.append("key-"), i);
      MurmurText::end(bytes);
      key.set(MurmurText(bytes), nodes[0].rest());
      for (const MurmurPrefix& node : nodes) sum += key.hash_after<false>(node).h2;
    }
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(state.iterations() * kPairedKeys * size.nodes);
}

void hash_rjenkins_pairs(benchmark::State& state) {
  using Lanes = std::uint32_t __attribute__((vector_size(64)));
  static volatile std::uint32_t any = 0;
  for (auto _ : state) {
    Lanes sum = {}, hash;
    for (std::uint32_t i = 0; i < kPairedKeys; i += 16) {
      const Lanes x = {i, i + 1, i + 2, i + 3, i + 4, i + 5, i + 6, i + 7};
      for (std::uint32_t n = 0; n < size.nodes; ++n) {
        rjenkins1(x, Lanes{} + n, Lanes{}, hash);
        sum ^= hash;
      }
    }
    any = sum[0] ^ sum[15];
  }
  state.SetItemsProcessed(state.iterations() * kPairedKeys * size.nodes);
}

template <typename... Arguments>
void measure(const std::string& name, Arguments... arguments) {
  benchmark::RegisterBenchmark(name.c_str(), arguments...)->Unit(benchmark::kMillisecond);
}

void register_subject(const Subject& subject) {
  measure("place/" + subject.name, place, subject);
  measure("add/" + subject.name, change, subject, add_node, Timed::kChange);
  measure("remove/" + subject.name, change, subject, remove_last, Timed::kChange);
  measure("undo/" + subject.name, change, subject, add_node, Timed::kUndo);
  if (tune(*scenario_of(subject), 0)) {
    measure("tune/" + subject.name, change, subject, tune, Timed::kChange);
    if (one_more(*scenario_of(subject), 0)) {
      measure("more/" + subject.name, change, subject, one_more, Timed::kChange);
    }
    measure("owners/" + subject.name, change, subject, tune, Timed::kOwners);
  }
  measure("again/" + subject.name, place_again_and_compare, subject);
}

void register_all() {
  measure("floor", place_at_the_least);
  measure("map_ring", map_ring);
  measure("pairs/rendezvous_weighted", hash_murmur_pairs);
  measure("pairs/straw2", hash_rjenkins_pairs);
  for (const Strategy* strategy : strategies()) {
    register_subject(subject(*strategy));
    if (strategy->id == "ring") register_subject(subject(*strategy, "vnodes", 1000));
    if (strategy->id == "rendezvous") register_subject(subject(*strategy, "dialect", 2));
  }
}

}  // namespace
}  // namespace reshard

int main(int argc, char** argv) {
  using namespace reshard;
  size.keys = static_cast<std::uint32_t>(take_number(argc, argv, "--keys=", size.keys));
  size.nodes = take_number(argc, argv, "--nodes=", size.nodes);
  return run_benchmarks(argc, argv, register_all);
}
