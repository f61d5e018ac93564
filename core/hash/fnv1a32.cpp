#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {

std::uint32_t fnv1a32(std::string_view bytes) {
  std::uint32_t hash = 0x811c9dc5u;
  for (const char byte : bytes) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 0x01000193u;
  }
  return hash;
}

constinit const HashFunction fnv1a32_hash =
    number_hash<fnv1a32>("fnv1a32", "FNV-1a, 32 bits", "Fowler, Noll, Vo, Eastlake: RFC 9923");

}  // namespace reshard
