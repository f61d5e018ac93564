#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {

std::uint64_t fnv1_64(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char byte : bytes) {
    hash *= 0x100000001b3u;
    hash ^= static_cast<unsigned char>(byte);
  }
  return hash;
}

constinit const HashFunction fnv1_64_hash =
    number_hash<fnv1_64>("fnv1_64", "FNV-1, 64 bits", "Fowler, Noll, Vo, Eastlake: RFC 9923");

}  // namespace reshard
