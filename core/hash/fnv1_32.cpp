#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {

std::uint32_t fnv1_32(std::string_view bytes) {
  std::uint32_t hash = 0x811c9dc5u;
  for (const char byte : bytes) {
    hash *= 0x01000193u;
    hash ^= static_cast<unsigned char>(byte);
  }
  return hash;
}

constinit const HashFunction fnv1_32_hash =
    number_hash<fnv1_32>("fnv1_32", "FNV-1, 32 bits", "Fowler, Noll, Vo, Eastlake: RFC 9923");

}  // namespace reshard
