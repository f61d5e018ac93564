// A million rows of a table profiled for a sharding key, a column of each kind by itself and all six together:
//   profile/<column>   Profiler, exact, with the values placed on 16 shards by jump at the end
//   map/<column>       the baseline: each value counted in a std::unordered_map
// The figure is the time per value.
#include <benchmark/benchmark.h>

#include <string>
#include <string_view>
#include <unordered_map>

#include "core/scenario/json.h"
#include "core/sharding_key/profile/profiler.h"
#include "core/sharding_key/worlds/world_draws.h"
#include "tests/bench/program.h"

namespace reshard {
namespace {

constexpr std::uint64_t kRows = 1'000'000;
constexpr std::uint64_t kBatch = 20'000;
constexpr std::string_view kNames[] = {"unique", "time", "customer", "celebrity", "status", "text"};

struct Column {
  std::string bytes;
  std::vector<std::uint32_t> ends;
};

std::string value_of(std::size_t kind, std::uint64_t row, Random& random) {
  switch (kind) {
    case 0: return std::to_string(100'000'000 + row);
    case 1: return moment(row * 7'776'000 / kRows);
    case 2: return "customer-" + std::to_string(random.below(200'000));
    case 3: return "u" + std::to_string(skewed(random, 500'000, 1.1));
    case 4: return std::string(1, static_cast<char>('a' + random.below(6)));
    default: return "the text of a comment of some length, number " + std::to_string(random.below(50'000));
  }
}

/// By kind, then by batch.
const std::vector<std::vector<Column>>& columns() {
  static const auto kColumns = [] {
    std::vector<std::vector<Column>> all(std::size(kNames));
    for (std::size_t kind = 0; kind < all.size(); ++kind) {
      Random random(kind);
      for (std::uint64_t row = 0; row < kRows; ++row) {
        if (row % kBatch == 0) all[kind].emplace_back();
        Column& column = all[kind].back();
        column.bytes += value_of(kind, row, random);
        column.ends.push_back(static_cast<std::uint32_t>(column.bytes.size()));
      }
    }
    return all;
  }();
  return kColumns;
}

void count_values(benchmark::State& state, std::size_t values) {
  state.counters["s/value"] = benchmark::Counter(
      static_cast<double>(values), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void profile(benchmark::State& state, std::vector<std::size_t> kinds) {
  ProfileSpec spec;
  for (std::uint32_t c = 0; c < kinds.size(); ++c) {
    spec.columns.emplace_back(kNames[kinds[c]]);
    spec.candidates.push_back({c});
  }
  const auto& all = columns();
  for (auto _ : state) {
    auto scenario = parse_scenario(R"({"v":1,"nodes":16,"strategies":[{"strategy":"jump"}]})");
    Profiler profiler(spec, ShardMap::of(scenario.take()).take());
    for (std::size_t batch = 0; batch < kRows / kBatch; ++batch) {
      std::vector<std::optional<ValueColumn>> given;
      for (const std::size_t kind : kinds) given.push_back(ValueColumn{all[kind][batch].bytes, all[kind][batch].ends});
      if (!profiler.add(given).ok()) state.SkipWithError("refused");
    }
    benchmark::DoNotOptimize(profiler.finish());
  }
  count_values(state, kinds.size() * kRows);
}

void map(benchmark::State& state, std::size_t kind) {
  for (auto _ : state) {
    std::unordered_map<std::string, std::uint32_t> counts;
    for (const Column& column : columns()[kind]) {
      const ValueColumn values{column.bytes, column.ends};
      for (std::size_t row = 0; row < values.size(); ++row) ++counts[std::string(values[row])];
    }
    benchmark::DoNotOptimize(counts.size());
  }
  count_values(state, kRows);
}

void register_all() {
  std::vector<std::size_t> every;
  for (std::size_t kind = 0; kind < std::size(kNames); ++kind) {
    every.push_back(kind);
    const std::string name(kNames[kind]);
    benchmark::RegisterBenchmark(("profile/" + name).c_str(), profile, std::vector<std::size_t>{kind})
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("map/" + name).c_str(), map, kind)->Unit(benchmark::kMillisecond);
  }
  benchmark::RegisterBenchmark("profile/all", profile, every)->Unit(benchmark::kMillisecond);
}

}  // namespace
}  // namespace reshard

int main(int argc, char** argv) { return reshard::run_benchmarks(argc, argv, reshard::register_all); }
