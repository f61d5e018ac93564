#pragma once

#include <cstdint>
#include <vector>

namespace reshard {

/// Estimates the number of different values from their hashes: HyperLogLog (Flajolet, Fusy, Gandouet, Meunier, 2007)
/// with 2^14 registers and the estimator of Ertl ("New cardinality estimation algorithms for HyperLogLog sketches",
/// 2017, algorithm 6), which needs no bias tables and no separate formula for small numbers.
class DistinctSketch {
 public:
  void add(std::uint64_t hash);
  double estimate() const;

  /// The relative standard error: 1.04 / sqrt(2^14).
  static constexpr double kError = 0.008125;

  std::uint64_t memory_bytes() const { return registers_.size(); }

 private:
  static constexpr unsigned kBits = 14;

  std::vector<std::uint8_t> registers_ = std::vector<std::uint8_t>(std::size_t{1} << kBits);
};

}  // namespace reshard
