#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {

namespace {

/// Byte is the type as which a byte is widened to 32 bits.
template <typename Byte>
std::uint32_t jenkins_one_at_a_time(std::string_view bytes) {
  std::uint32_t h = 0;
  for (const char byte : bytes) {
    h += static_cast<std::uint32_t>(static_cast<Byte>(byte));
    h += h << 10;
    h ^= h >> 6;
  }
  h += h << 3;
  h ^= h >> 11;
  return h + (h << 15);
}

}  // namespace

std::uint32_t one_at_a_time(std::string_view bytes) { return jenkins_one_at_a_time<unsigned char>(bytes); }

std::uint32_t one_at_a_time_libhashkit(std::string_view bytes) {
  return jenkins_one_at_a_time<signed char>(bytes);
}

namespace {

std::uint64_t hash64(std::string_view bytes, std::uint64_t /*seed*/) { return one_at_a_time(bytes); }

}  // namespace

constinit const HashFunction one_at_a_time_hash{
    .id = "one_at_a_time",
    .title = "One-at-a-time",
    .source = "Bob Jenkins, Dr. Dobb's, September 1997",
    .bits = 32,
    .seed_bits = 0,
    .reading = kReadZeroExtended,
    .hash64 = hash64,
    .digest = number_digest<std::uint32_t, hash64>,
};

}  // namespace reshard
