// A ring's points in a sorted array, a tree, Eytzinger's order and an array with a lookup table, from 1 to 10,000 nodes
// of --points=100 each: the structures that reshard-studies.wasm measures on the reader's device.
//   look_up/<kind>/<nodes>  the owner of a random hash
//   change/<kind>/<nodes>   a node that joins or leaves
#include <benchmark/benchmark.h>

#include <string>
#include <string_view>

#include "core/studies/ring_study.h"
#include "tests/bench/program.h"

namespace reshard {
namespace {

std::uint32_t points = 100;  // per node; set once, by main()

constexpr std::string_view kNames[] = {"array", "tree", "eytzinger", "table"};
constexpr std::uint32_t kNodes[] = {1, 3, 10, 30, 100, 300, 1000, 3000, 10'000};
constexpr std::uint32_t kLookups = 1000;

constexpr std::uint32_t kChanges = 32;

RingStudy ring_of(RingIndexKind kind, std::uint32_t nodes) {
  RingStudy study(kind, nodes, points);
  study.build(nodes);
  return study;
}

void look_up(benchmark::State& state, RingIndexKind kind, std::uint32_t nodes) {
  const RingStudy study = ring_of(kind, nodes);
  std::uint64_t seed = 0;
  for (auto _ : state) benchmark::DoNotOptimize(study.index().look_up(++seed << 32, kLookups));
  state.counters["s/lookup"] =
      benchmark::Counter(kLookups, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["bytes"] = static_cast<double>(study.index().memory_bytes());
}

void change(benchmark::State& state, RingIndexKind kind, std::uint32_t nodes) {
  RingStudy study = ring_of(kind, nodes);
  for (auto _ : state) {
    state.PauseTiming();
    study.prepare(kChanges);
    state.ResumeTiming();
    study.change();
  }
  state.counters["s/change"] =
      benchmark::Counter(2 * kChanges, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void register_all() {
  for (std::uint32_t kind = 0; kind < kRingIndexKinds; ++kind) {
    for (const std::uint32_t nodes : kNodes) {
      const auto add = [&](std::string_view what, auto* function) {
        const std::string name = std::string(what) + "/" + std::string(kNames[kind]) + "/" + std::to_string(nodes);
        benchmark::RegisterBenchmark(name.c_str(), function, static_cast<RingIndexKind>(kind), nodes);
      };
      add("look_up", look_up);
      add("change", change);
    }
  }
}

}  // namespace
}  // namespace reshard

int main(int argc, char** argv) {
  using namespace reshard;
  points = static_cast<std::uint32_t>(take_number(argc, argv, "--points=", points));
  return run_benchmarks(argc, argv, register_all);
}
