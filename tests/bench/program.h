#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace reshard {

// What the benchmark programs share.

/// Removes `--name=number` from the arguments and returns the number, or `fallback`.
inline std::uint64_t take_number(int& argc, char** argv, std::string_view name, std::uint64_t fallback) {
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

/// Runs the benchmarks that `register_all` registers, as the arguments say. Returns the program's exit status.
inline int run_benchmarks(int argc, char** argv, void (*register_all)()) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::AddCustomContext("compiler", __VERSION__);
  register_all();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace reshard
