#define XXH_INLINE_ALL
#include <xxhash.h>

#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {

std::uint64_t xxh3(std::string_view bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

constinit const HashFunction xxh3_hash =
    number_hash<xxh3>("xxh3", "XXH3, 64 bits", "Yann Collet, xxHash 0.8, XXH3_64bits");

}  // namespace reshard
