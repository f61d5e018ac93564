#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {

std::uint64_t fnv1a64(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char byte : bytes) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 0x100000001b3u;
  }
  return hash;
}

constinit const HashFunction fnv1a64_hash =
    number_hash<fnv1a64>("fnv1a64", "FNV-1a, 64 bits", "Fowler, Noll, Vo, Eastlake: RFC 9923");

}  // namespace reshard
