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

namespace {

std::uint64_t hash64(std::string_view bytes, std::uint64_t /*seed*/) { return fnv1a64(bytes); }

}  // namespace

constinit const HashFunction fnv1a64_hash{
    .id = "fnv1a64",
    .title = "FNV-1a, 64 bits",
    .source = "Fowler, Noll, Vo, Eastlake: RFC 9923",
    .bits = 64,
    .seed_bits = 0,
    .reading = kReadWhole,
    .hash64 = hash64,
    .digest = number_digest<std::uint64_t, hash64>,
};

}  // namespace reshard
