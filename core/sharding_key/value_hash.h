#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/random.h"

namespace reshard {

/// By which values are told apart: XXH3 of 64 bits, compiled here for speed.
std::uint64_t value_hash(std::string_view value);

/// Of each value; as many hashes as values.
void value_hashes(std::span<const std::string_view> values, std::span<std::uint64_t> hashes);

/// Of two values in their order, from theirs.
inline std::uint64_t hash_of_pair(std::uint64_t first, std::uint64_t second) {
  return mix64(mix64(first) + second * 0x9e3779b97f4a7c15u);
}

}  // namespace reshard
