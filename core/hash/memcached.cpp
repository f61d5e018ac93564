#include "core/hash/fnv.h"
#include "core/hash/functions.h"

namespace reshard::memcached {
namespace {

// The low halves of the 64-bit constants are enough: multiplication carries nothing downwards.
constexpr FnvNumbers<std::uint32_t> kLowFnv64 = {static_cast<std::uint32_t>(kFnv64.offset),
                                                 static_cast<std::uint32_t>(kFnv64.prime)};

std::uint32_t seed_of(std::string_view bytes) { return 0xdeadbeefu * static_cast<std::uint32_t>(bytes.size()); }

}  // namespace

std::uint32_t fnv1_64(std::string_view bytes) { return fnv1<signed char>(bytes, kLowFnv64); }
std::uint32_t fnv1a_64(std::string_view bytes) { return fnv1a<signed char>(bytes, kLowFnv64); }
std::uint32_t fnv1_32(std::string_view bytes) { return fnv1<signed char>(bytes, kFnv32); }
std::uint32_t fnv1a_32(std::string_view bytes) { return fnv1a<signed char>(bytes, kFnv32); }

std::uint32_t crc32(std::string_view bytes) { return (reshard::crc32(bytes) >> 16) & 0x7fff; }

std::uint32_t crc16(std::string_view bytes) {
  // The table's entry for a byte is the CRC-16 of that byte alone.
  std::uint32_t crc = 0;
  for (const char byte : bytes) {
    const char entry = static_cast<char>((crc >> 8) ^ static_cast<unsigned char>(byte));
    crc = (crc << 8) ^ reshard::crc16({&entry, 1});
  }
  return crc;
}

std::uint32_t murmur(std::string_view bytes) { return murmur2(bytes, seed_of(bytes)); }
std::uint32_t murmur3(std::string_view bytes) { return murmur3_32(bytes, seed_of(bytes)); }
std::uint32_t jenkins(std::string_view bytes) { return lookup3(bytes, 13); }

}  // namespace reshard::memcached
