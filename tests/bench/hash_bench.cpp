// The time that each hash function in the list takes for one key, by key length.
#include <benchmark/benchmark.h>

#include <string>

#include "core/hash/hash.h"

namespace {

void hash_keys(benchmark::State& state, const reshard::HashFunction* function) {
  // Digits, so that `integer` accepts the key; it reads no number of more than 20 digits.
  std::string key(static_cast<std::size_t>(state.range(0)), '1');
  for (auto _ : state) {
    benchmark::DoNotOptimize(key.data());
    benchmark::DoNotOptimize(function->hash64(key, 0));
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}

void register_all() {
  for (const reshard::HashFunction* function : reshard::hash_functions()) {
    for (const int key_bytes : {8, 16, 256}) {
      if (function->accepts != nullptr && !function->accepts(std::string(static_cast<std::size_t>(key_bytes), '1'))) {
        continue;
      }
      benchmark::RegisterBenchmark(std::string(function->id).c_str(), hash_keys, function)->Arg(key_bytes);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  register_all();
  benchmark::RunSpecifiedBenchmarks();
}
