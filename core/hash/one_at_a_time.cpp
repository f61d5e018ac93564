#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {

namespace {

/// Byte is the type from which a byte is widened to 32 bits.
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

std::uint32_t one_at_a_time_libhashkit(std::string_view bytes) { return jenkins_one_at_a_time<signed char>(bytes); }

constinit const HashFunction one_at_a_time_hash =
    number_hash<one_at_a_time>("one_at_a_time", "One-at-a-time", "Bob Jenkins, Dr. Dobb's, September 1997");

}  // namespace reshard
