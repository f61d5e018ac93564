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

namespace {

std::uint64_t hash64(std::string_view bytes, std::uint64_t /*seed*/) { return fnv1a32(bytes); }

}  // namespace

constinit const HashFunction fnv1a32_hash{
    .id = "fnv1a32",
    .title = "FNV-1a, 32 bits",
    .source = "Fowler, Noll, Vo, Eastlake: RFC 9923",
    .bits = 32,
    .seed_bits = 0,
    .reading = kReadZeroExtended,
    .hash64 = hash64,
    .digest = number_digest<std::uint32_t, hash64>,
};

}  // namespace reshard
