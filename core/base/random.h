#pragma once

#include <cstdint>

namespace reshard {

/// SplitMix64's output function: a bijection of 64-bit words with full avalanche.
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014 (variant 13 of Stafford).
constexpr std::uint64_t mix64(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9u;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// SplitMix64: portable random numbers; the same seed gives the same stream on every machine.
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15u;
    return mix64(state_);
  }

  /// Continues as if this many numbers had been drawn.
  constexpr void skip(std::uint64_t numbers) { state_ += numbers * 0x9e3779b97f4a7c15u; }

  /// Uniform in [0, bound), without bias: numbers past the last whole multiple of `bound` are drawn again.
  constexpr std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t limit = bound * (~std::uint64_t{0} / bound);
    std::uint64_t x = next();
    while (x >= limit) x = next();
    return x % bound;
  }

  /// Uniform in [0, 1) with 53 bits.
  constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

}  // namespace reshard
