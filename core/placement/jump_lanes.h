#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/placement/jump_hash.h"

namespace reshard {

/// Two of each at a time: what every 64-bit processor and wasm with SIMD can do. Elsewhere the compiler emits plain
/// code.
using WordPair = std::uint64_t __attribute__((vector_size(16)));
using DoublePair = double __attribute__((vector_size(16)));
using MaskPair = std::int64_t __attribute__((vector_size(16)));  ///< each 0 or -1, as comparisons yield

/// Jump consistent hash of a few keys side by side, bit for bit what next_jump() gives one by one: the paper's division
/// is slow, but the next key's can begin meanwhile. All numbers are integers below 2^51, hence exact in doubles.
class JumpLanes {
 public:
  static constexpr std::size_t kKeys = 12;

  /// The buckets, below n, of kKeys keys; and if `jumps` is given, where each key's next jump leads, at most
  /// kFarthestJump.
  static void search(const std::uint64_t* hashes, std::uint32_t n, std::uint32_t* buckets,
                     std::uint32_t* jumps = nullptr) {
    WordPair key[kPairs];
    DoublePair bucket[kPairs], jump[kPairs];
    for (std::size_t p = 0; p < kPairs; ++p) {
      key[p] = WordPair{hashes[2 * p], hashes[2 * p + 1]};
      bucket[p] = jump[p] = DoublePair{};
    }
    const DoublePair end = both(n);
    for (bool jumping = true; jumping;) {
      MaskPair any{};
      for (std::size_t p = 0; p < kPairs; ++p) {
        const MaskPair inside = jump[p] < end;
        any |= inside;
        bucket[p] = select(inside, jump[p], bucket[p]);
        key[p] = key[p] * 2862933555777941757u + 1;
        const DoublePair far = (bucket[p] + 1) * (both(std::int64_t{1} << 31) / to_double((key[p] >> 33) + 1));
        jump[p] = select(inside, whole(far), jump[p]);  // a key that has jumped past the end stays there
      }
      jumping = (any[0] | any[1]) != 0;
    }
    for (std::size_t p = 0; p < kPairs; ++p) {
      buckets[2 * p] = static_cast<std::uint32_t>(bucket[p][0]);
      buckets[2 * p + 1] = static_cast<std::uint32_t>(bucket[p][1]);
    }
    for (std::size_t i = 0; jumps != nullptr && i < kKeys; ++i) {
      jumps[i] = static_cast<std::uint32_t>(std::min(jump[i / 2][i % 2], static_cast<double>(kFarthestJump)));
    }
  }

 private:
  static constexpr std::size_t kPairs = kKeys / 2;
  static constexpr double kTwo52 = 0x1p52;  // from here on all doubles are integers

  static DoublePair both(std::int64_t x) { return DoublePair{static_cast<double>(x), static_cast<double>(x)}; }

  static DoublePair select(MaskPair mask, DoublePair yes, DoublePair no) {
    return reinterpret_cast<DoublePair>((reinterpret_cast<MaskPair>(yes) & mask) |
                                        (reinterpret_cast<MaskPair>(no) & ~mask));
  }

  // Puts the number into the last bits of 2^52's mantissa, then subtracts 2^52.
  static DoublePair to_double(WordPair below_two_52) {
    return reinterpret_cast<DoublePair>(below_two_52 | std::uint64_t{0x4330000000000000}) - kTwo52;
  }

  // Floor: rounds to the nearest integer by adding 2^52, then subtracts one where that is above x.
  static DoublePair whole(DoublePair x) {
#ifdef __wasm_simd128__
    return __builtin_wasm_floor_f64x2(x);  // one instruction, which takes a quarter off the whole search
#else
    const DoublePair nearest = (x + kTwo52) - kTwo52;
    return nearest - select(nearest > x, both(1), DoublePair{});
#endif
  }
};

}  // namespace reshard
