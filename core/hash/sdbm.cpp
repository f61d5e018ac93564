#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {

std::uint32_t sdbm(std::string_view bytes) {
  std::uint32_t h = 0;
  for (const char byte : bytes) h = h * 65599 + static_cast<unsigned char>(byte);
  return h;
}

namespace {

std::uint64_t hash64(std::string_view bytes, std::uint64_t /*seed*/) { return sdbm(bytes); }

}  // namespace

constinit const HashFunction sdbm_hash{
    .id = "sdbm",
    .title = "sdbm",
    .source = "Ozan Yigit, sdbm; hash_sdbm of HAProxy",
    .bits = 32,
    .seed_bits = 0,
    .reading = kReadZeroExtended,
    .hash64 = hash64,
    .digest = number_digest<std::uint32_t, hash64>,
};

}  // namespace reshard
