#define XXH_INLINE_ALL
#include <xxhash.h>

#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {

std::uint64_t xxh64(std::string_view bytes, std::uint64_t seed) { return XXH64(bytes.data(), bytes.size(), seed); }

constinit const HashFunction xxh64_hash = number_hash<xxh64>("xxh64", "xxHash64", "Yann Collet, xxHash 0.8, XXH64");

}  // namespace reshard
