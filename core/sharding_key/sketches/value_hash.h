#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/random.h"

namespace reshard {

/// Identifies a value: 64-bit XXH3, compiled here for speed.
std::uint64_t value_hash(std::string_view value);

/// The hash of each value; the spans have the same size.
void value_hashes(std::span<const std::string_view> values, std::span<std::uint64_t> hashes);

/// The hash of a pair of values, in their order, from their hashes.
inline std::uint64_t hash_of_pair(std::uint64_t first, std::uint64_t second) {
  return mix64(mix64(first) + second * 0x9e3779b97f4a7c15u);
}

}  // namespace reshard
