#pragma once

#include <cstdint>

namespace reshard {

/// The bucket that a key jumps to from bucket b; `key` becomes its next random number. Lamping and Veach,
/// arXiv:1406.2294, figure 1.
inline std::int64_t next_jump(std::uint64_t& key, std::int64_t b) {
  key = key * 2862933555777941757u + 1;
  // Divide first, then multiply, in double: the paper's order, which all bit-compatible ports keep.
  return static_cast<std::int64_t>(static_cast<double>(b + 1) *
                                   (static_cast<double>(std::int64_t{1} << 31) / static_cast<double>((key >> 33) + 1)));
}

/// Stands for any jump to bucket 2^32 - 1 or beyond, which is more than there can be nodes.
inline constexpr std::uint32_t kFarthestJump = 0xFFFFFFFFu;

}  // namespace reshard
