#define XXH_INLINE_ALL
#include <xxhash.h>

#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {

std::uint32_t xxh32(std::string_view bytes, std::uint32_t seed) {
  return XXH32(bytes.data(), bytes.size(), seed);
}

namespace {

std::uint64_t hash64(std::string_view bytes, std::uint64_t seed) {
  return xxh32(bytes, static_cast<std::uint32_t>(seed));
}

}  // namespace

constinit const HashFunction xxh32_hash{
    .id = "xxh32",
    .title = "xxHash32",
    .source = "Yann Collet, xxHash 0.8, XXH32",
    .bits = 32,
    .seed_bits = 32,
    .reading = kReadZeroExtended,
    .hash64 = hash64,
    .digest = number_digest<std::uint32_t, hash64>,
};

}  // namespace reshard
