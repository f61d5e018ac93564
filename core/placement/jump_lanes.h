#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include "core/placement/jump_hash.h"

namespace reshard {

/// Two of each at a time: what every 64-bit processor and wasm with SIMD can do. Elsewhere the compiler emits plain
/// code.
using WordPair = std::uint64_t __attribute__((vector_size(16)));
using DoublePair = double __attribute__((vector_size(16)));
using MaskPair = std::int64_t __attribute__((vector_size(16)));  ///< each 0 or -1, as comparisons yield

/// Jump consistent hash of many keys, bit for bit what next_jump() gives one by one. The paper's division is slow, but
/// the next key's can begin meanwhile: so several keys jump side by side. Most pass the end after about ln(n) jumps,
/// some after twice as many: so all keys jump that often, then those that have not passed it, until none is left. All
/// numbers are integers below 2^51, hence exact in doubles.
class JumpLanes {
 public:
  enum class Answer : std::uint8_t {
    kBuckets,    ///< below n
    kNextJumps,  ///< where the keys jump from their buckets, at most kFarthestJump
  };

  /// The answer for each key, if there are n buckets.
  static void search(std::span<const std::uint64_t> hashes, std::uint32_t n, Answer answer,
                     std::span<std::uint32_t> answers) {
    for (std::size_t first = 0; first < hashes.size(); first += kTogether) {
      search_some(hashes.subspan(first, std::min(kTogether, hashes.size() - first)), n, answer, &answers[first]);
    }
  }

 private:
  static constexpr std::size_t kPairs = 6, kSideBySide = 2 * kPairs;
  static constexpr std::size_t kTogether = 30 * kSideBySide;  // what is known of so many stays in the nearest cache
  static constexpr int kMore = 3;                             // jumps between two looks at who is left

  static void search_some(std::span<const std::uint64_t> hashes, std::uint32_t n, Answer answer,
                          std::uint32_t* answers) {
    // Of the keys that have not passed the end: their random numbers, where they are going, and their positions.
    alignas(16) std::uint64_t keys[kTogether] = {};
    alignas(16) double going[kTogether] = {};
    std::uint16_t which[kTogether];
    std::copy(hashes.begin(), hashes.end(), keys);
    for (std::size_t i = 0; i < hashes.size(); ++i) which[i] = static_cast<std::uint16_t>(i);

    int rounds = std::max(kMore, static_cast<int>(std::bit_width(n)) * 3 / 4);
    for (std::size_t left = hashes.size(); left > 0; rounds = kMore) {
      const std::size_t count = std::exchange(left, 0);
      std::fill(going + count, going + (count + kSideBySide - 1) / kSideBySide * kSideBySide, n);
      for (std::size_t first = 0; first < count; first += kSideBySide) {
        alignas(16) std::uint64_t key[kSideBySide], bucket[kSideBySide];
        alignas(16) double jump[kSideBySide];
        jump_on(rounds, n, keys + first, going + first, key, bucket, jump);
        for (std::size_t i = 0; i < std::min(kSideBySide, count - first); ++i) {
          const std::uint16_t at = which[first + i];
          // Those that go on are answered again later.
          answers[at] = answer == Answer::kBuckets
                            ? static_cast<std::uint32_t>(bucket[i])
                            : static_cast<std::uint32_t>(std::min<double>(jump[i], kFarthestJump));
          keys[left] = key[i];
          going[left] = jump[i];
          which[left] = at;
          left += jump[i] < n ? 1 : 0;
        }
      }
    }
  }

  // Takes kSideBySide keys through so many jumps. Only the last 32 bits of a bucket count.
  static void jump_on(int rounds, std::uint32_t n, const std::uint64_t* keys, const double* going,
                      std::uint64_t* keys_then, std::uint64_t* buckets, double* going_then) {
    WordPair key[kPairs];
    DoublePair bucket[kPairs], jump[kPairs];
    std::memcpy(key, keys, sizeof key);
    std::memcpy(jump, going, sizeof jump);
    for (DoublePair& pair : bucket) pair = DoublePair{};
    const DoublePair end = both(n);
    while (rounds-- > 0) {
      for (std::size_t p = 0; p < kPairs; ++p) {
        const MaskPair inside = jump[p] < end;
        bucket[p] = select(inside, jump[p], bucket[p]);
        key[p] = key[p] * 2862933555777941757u + 1;
        const DoublePair far = (bucket[p] + 1) * (both(std::int64_t{1} << 31) / to_double((key[p] >> 33) + 1));
        jump[p] = select(inside, whole(far), jump[p]);  // a key that has jumped past the end stays there
      }
    }
    for (DoublePair& pair : bucket) pair += kTwo52;  // the integer is in the last bits
    std::memcpy(keys_then, key, sizeof key);
    std::memcpy(buckets, bucket, sizeof bucket);
    std::memcpy(going_then, jump, sizeof jump);
  }

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
