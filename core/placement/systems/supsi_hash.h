#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/bytes.h"
#include "core/hash/functions.h"
#include "core/model/keys.h"

// How SUPSI-DTI-ISIN/java-consistent-hashing-algorithms 68803f8 hashes numbers, and keys together with numbers: XXH32
// of the bytes, with numbers written highest byte first.

namespace reshard {

/// hash(key, index) and hash(key, index, seed) of numbers.
template <typename... Numbers>
std::uint32_t supsi_rehash(std::uint64_t key, Numbers... numbers) {
  std::array<char, (sizeof(key) + ... + sizeof(Numbers))> bytes;  // a string would allocate each time
  char* end = bytes.data();
  const auto append = [&](auto number) {
    store_be(end, number);
    end += sizeof(number);
  };
  append(key);
  (append(numbers), ...);
  return xxh32({bytes.data(), bytes.size()});
}

/// hash(key, seed) of a text; a seed of 0 is left out.
inline std::uint32_t supsi_hash(std::string_view key, std::uint32_t seed) {
  if (seed == 0) return xxh32(key);
  std::string bytes(key);
  append_be(bytes, seed);
  return xxh32(bytes);
}

/// The seed in those of its strategies that need one.
inline constexpr std::uint32_t kSupsiSeed = 0xDEADBEEFu;

/// Recipes that read supsi_hash(key, kSeed), for dialects with a fixed hash function.
template <std::uint32_t kSeed>
std::vector<Recipe> supsi_recipes(std::span<const double>, const HashFunction&) {
  return {{&xxh32_hash, kSeed, [](std::string_view key, const HashFunction&, std::uint64_t seed) -> std::uint64_t {
             return supsi_hash(key, static_cast<std::uint32_t>(seed));
           }}};
}

}  // namespace reshard
