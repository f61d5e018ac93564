#define XXH_INLINE_ALL
#include <xxhash.h>

#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {

std::uint32_t xxh32(std::string_view bytes, std::uint32_t seed) { return XXH32(bytes.data(), bytes.size(), seed); }

constinit const HashFunction xxh32_hash = number_hash<xxh32>("xxh32", "xxHash32", "Yann Collet, xxHash 0.8, XXH32");

}  // namespace reshard
