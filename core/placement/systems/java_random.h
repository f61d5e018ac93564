#pragma once

#include <bit>
#include <cstdint>

namespace reshard {

/// java.util.Random, a 48-bit linear congruential generator, as its documentation defines it.
class JavaRandom {
 public:
  explicit constexpr JavaRandom(std::uint64_t seed) : state_((seed ^ kMultiplier) & kMask) {}

  /// nextInt(bound), for 0 < bound < 2^31.
  constexpr std::uint32_t below(std::uint32_t bound) {
    if (std::has_single_bit(bound)) return static_cast<std::uint32_t>(std::uint64_t{bound} * next_31_bits() >> 31);
    for (;;) {  // numbers past the last whole multiple of the bound below 2^31 are drawn again
      const std::uint32_t bits = next_31_bits();
      const std::uint32_t value = bits % bound;
      if (bits - value + (bound - 1) < 0x80000000u) return value;
    }
  }

 private:
  static constexpr std::uint64_t kMultiplier = 0x5DEECE66Du;
  static constexpr std::uint64_t kMask = (std::uint64_t{1} << 48) - 1;

  constexpr std::uint32_t next_31_bits() {
    state_ = (state_ * kMultiplier + 11) & kMask;
    return static_cast<std::uint32_t>(state_ >> 17);
  }

  std::uint64_t state_;
};

}  // namespace reshard
