#pragma once

#include <string>
#include <vector>

#include "core/base/bytes.h"
#include "core/hash/functions.h"
#include "core/model/keys.h"

// How SUPSI-DTI-ISIN/java-consistent-hashing-algorithms 68803f8 hashes numbers and keys with numbers: XXH32 of the
// bytes, the numbers written highest byte first.

namespace reshard {

template <typename... Numbers>
std::uint32_t supsi_rehash(std::string bytes, Numbers... numbers) {
  (append_be(bytes, numbers), ...);
  return xxh32(bytes);
}

/// hash(key, index) and hash(key, index, seed) of numbers.
template <typename... Numbers>
std::uint32_t supsi_rehash(std::uint64_t key, Numbers... numbers) {
  return supsi_rehash(std::string(), key, numbers...);
}

/// hash(key, seed) of a text; a seed of 0 is left out.
inline std::uint32_t supsi_hash(std::string_view key, std::uint32_t seed) {
  return seed == 0 ? xxh32(key) : supsi_rehash(std::string(key), seed);
}

/// The seed of its schemes that want one.
inline constexpr std::uint32_t kSupsiSeed = 0xDEADBEEFu;

/// Recipes that read supsi_hash(key, seed), for dialects that do not let the user choose.
inline std::vector<Recipe> supsi_recipes(std::uint32_t seed) {
  return {{&xxh32_hash, seed, [](std::string_view key, const HashFunction&, std::uint64_t s) -> std::uint64_t {
             return supsi_hash(key, static_cast<std::uint32_t>(s));
           }}};
}

}  // namespace reshard
