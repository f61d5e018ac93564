#pragma once

#include <cstdint>

#include "core/base/random.h"

namespace reshard {

/// The draw in a key's random number, 1 to 2^31: 2^31 times an r in (0, 1].
inline std::uint64_t jump_draw(std::uint64_t key) { return (key >> 33) + 1; }

/// The bucket that a key jumps to from bucket b; `key` becomes its next random number. Lamping and Veach,
/// arXiv:1406.2294, figure 1.
inline std::int64_t next_jump(std::uint64_t& key, std::int64_t b) {
  key = key * 2862933555777941757u + 1;
  // Divide first, then multiply, in double: the paper's order, which all bit-compatible ports keep.
  return static_cast<std::int64_t>(static_cast<double>(b + 1) *
                                   (static_cast<double>(std::int64_t{1} << 31) / static_cast<double>(jump_draw(key))));
}

/// Stands for any jump to bucket 2^32 - 1 or beyond, which is more than there can be nodes.
inline constexpr std::uint32_t kFarthestJump = 0xFFFFFFFFu;

/// All jumps of a key among n buckets, of which the last one lands at n or beyond. Calls see(from, draw, to) for each.
template <typename See>
void each_jump(std::uint64_t hash, std::uint32_t n, See see) {
  for (std::int64_t from = 0, to = 0; to < n; from = to) {
    to = next_jump(hash, from);
    see(static_cast<std::uint32_t>(from), jump_draw(hash), to);
  }
}

/// A coin of the slow loop: whether bucket j takes a key, for a draw in [0, 1). Section 2 of the same paper.
constexpr double jump_chance(std::uint32_t j) { return 1.0 / (j + 1); }

/// All coins of a key among n buckets, one for each but the first. Calls see(j, draw, whether j takes it) for each.
template <typename See>
void each_coin(std::uint64_t hash, std::uint32_t n, See see) {
  Random random(hash);
  for (std::uint32_t j = 1; j < n; ++j) {
    const double draw = random.unit();
    see(j, draw, draw < jump_chance(j));
  }
}

}  // namespace reshard
