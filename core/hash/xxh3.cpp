#define XXH_INLINE_ALL
#include <xxhash.h>

#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {

std::uint64_t xxh3(std::string_view bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

constinit const HashFunction xxh3_hash{
    .id = "xxh3",
    .title = "XXH3, 64 bits",
    .source = "Yann Collet, xxHash 0.8, XXH3_64bits",
    .bits = 64,
    .seed_bits = 64,
    .reading = kReadWhole,
    .hash64 = xxh3,
    .digest = number_digest<std::uint64_t, xxh3>,
};

}  // namespace reshard
