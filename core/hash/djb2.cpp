#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {

std::uint32_t djb2(std::string_view bytes) {
  std::uint32_t h = 5381;
  for (const char byte : bytes) h = h * 33 + static_cast<unsigned char>(byte);
  return h;
}

namespace {

std::uint64_t hash64(std::string_view bytes, std::uint64_t /*seed*/) { return djb2(bytes); }

}  // namespace

constinit const HashFunction djb2_hash{
    .id = "djb2",
    .title = "djb2",
    .source = "Daniel J. Bernstein, comp.lang.c; hash_djb2 of HAProxy",
    .bits = 32,
    .seed_bits = 0,
    .reading = kReadZeroExtended,
    .hash64 = hash64,
    .digest = number_digest<std::uint32_t, hash64>,
};

}  // namespace reshard
