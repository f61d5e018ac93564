// What a long log costs under every strategy: --additions=5000 nodes join five, and --keys=100000 keys are placed.
//   replay/<id>  the placement of the scenario with its log, from scratch, and the owner of every key
//   plain/<id>   the same nodes without a log: the least that `replay` can cost
//   next/<id>    one more addition, given the placement before it, as for each step of the timeline
// Parameters have their defaults.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/command.h"
#include "core/strategies/strategies.h"
#include "tests/bench/program.h"

namespace reshard {
namespace {

/// What is measured; set once, by main().
struct Size {
  std::uint32_t keys = 100'000;
  std::uint64_t additions = 5000;
} size;

constexpr std::uint64_t kFirstNodes = 5;

Cluster with_log(std::uint64_t additions) {
  Cluster cluster = generated_cluster(0, kFirstNodes).take();
  for (std::uint64_t i = 1; i <= additions; ++i) {
    Node node;
    node.name = "n" + std::to_string(i);
    CHECK(cluster.add(std::move(node)).ok());
  }
  return cluster;
}

/// The keys, hashed as a strategy wants them.
struct Keys {
  explicit Keys(const StrategyChoice& choice) {
    for (const Recipe& recipe : choice.strategy->recipes(choice.params, *choice.hash)) {
      columns.push_back(std::make_unique<KeyColumn>(keys, recipe));
      NoLimit no_limit;
      CHECK(columns.back()->step(no_limit).ok());
    }
  }

  KeyBlock block() const {
    KeyBlock block{keys.get(), 0, keys->size(), {}};
    for (std::size_t c = 0; c < columns.size(); ++c) block.columns[c] = columns[c]->values();
    return block;
  }

  std::shared_ptr<const KeySet> keys = KeySet::generate({.count = size.keys}, 0).take();
  std::vector<std::unique_ptr<KeyColumn>> columns;
};

Result<std::unique_ptr<Placement>> built(const StrategyChoice& choice, const Cluster& cluster, const Keys& keys,
                                         const Placement* previous) {
  const bool reads_keys = traits_of(*choice.strategy, choice.params).has(Trait::kNeedsAllKeys);
  auto placement = build_placement(
      *choice.strategy, {cluster, choice.params, *choice.hash, 1, reads_keys ? keys.block() : KeyBlock{}, previous});
  NoLimit no_limit;
  if (placement.ok()) CHECK(placement.value()->step(no_limit));
  return placement;
}

void place(benchmark::State& state, const StrategyChoice& choice, bool log) {
  const Keys keys(choice);
  const Cluster cluster = log ? with_log(size.additions) : with_log(size.additions).rebased();
  std::vector<NodeId> owners(size.keys);
  for (auto _ : state) {
    const auto placement = built(choice, cluster, keys, nullptr);
    if (!placement.ok()) return state.SkipWithError(message(placement.error()).c_str());
    placement.value()->place(keys.block(), owners);
    benchmark::DoNotOptimize(owners.data());
  }
}

void add(benchmark::State& state, const StrategyChoice& choice) {
  const Keys keys(choice);
  const auto before = built(choice, with_log(size.additions), keys, nullptr);
  if (!before.ok()) return state.SkipWithError(message(before.error()).c_str());
  const Cluster cluster = with_log(size.additions + 1);
  for (auto _ : state) benchmark::DoNotOptimize(built(choice, cluster, keys, before.value().get()).ok());
}

void register_all() {
  for (const Strategy* strategy : strategies()) {
    const StrategyChoice choice = default_choice(*strategy);
    const std::string id(strategy->id);
    const auto named = [&](const char* what) { return std::string(what) + "/" + id; };
    benchmark::RegisterBenchmark(named("replay").c_str(), place, choice, true)->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(named("plain").c_str(), place, choice, false)->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(named("next").c_str(), add, choice)->Unit(benchmark::kMillisecond);
  }
}

}  // namespace
}  // namespace reshard

int main(int argc, char** argv) {
  using namespace reshard;
  size.keys = static_cast<std::uint32_t>(take_number(argc, argv, "--keys=", size.keys));
  size.additions = take_number(argc, argv, "--additions=", size.additions);
  return run_benchmarks(argc, argv, register_all);
}
