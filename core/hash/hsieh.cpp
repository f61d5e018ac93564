#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {
namespace {

std::uint32_t byte(std::string_view bytes, std::size_t at) { return static_cast<unsigned char>(bytes[at]); }
std::uint32_t pair(std::string_view bytes, std::size_t at) { return byte(bytes, at) | byte(bytes, at + 1) << 8; }

}  // namespace

std::uint32_t hsieh(std::string_view bytes) {
  std::uint32_t h = 0;
  const std::size_t whole = bytes.size() / 4 * 4;
  for (std::size_t at = 0; at < whole; at += 4) {
    h += pair(bytes, at);
    h = (h << 16) ^ (pair(bytes, at + 2) << 11) ^ h;
    h += h >> 11;
  }
  switch (bytes.size() - whole) {
    case 3:
      h += pair(bytes, whole);
      h ^= h << 16;
      h ^= static_cast<std::uint32_t>(static_cast<signed char>(bytes[whole + 2])) << 18;
      h += h >> 11;
      break;
    case 2:
      h += pair(bytes, whole);
      h ^= h << 11;
      h += h >> 17;
      break;
    case 1:
      h += byte(bytes, whole);
      h ^= h << 10;
      h += h >> 1;
      break;
    default: break;
  }
  h ^= h << 3;
  h += h >> 5;
  h ^= h << 4;
  h += h >> 17;
  h ^= h << 25;
  return h + (h >> 6);
}

constinit const HashFunction hsieh_hash =
    number_hash<hsieh>("hsieh", "SuperFastHash", "Paul Hsieh, Hash functions, 2004; as in twemproxy 0.5.0");

}  // namespace reshard
