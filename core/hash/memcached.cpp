#include "core/hash/functions.h"

namespace reshard::memcached {
namespace {

// FNV's offset and prime for 32 bits, and the low halves of those for 64: multiplication carries nothing down.
constexpr std::uint32_t kOffset32 = 0x811c9dc5u, kPrime32 = 0x01000193u;
constexpr std::uint32_t kOffset64 = 0x84222325u, kPrime64 = 0x000001b3u;

constexpr std::uint32_t sign_extended(char byte) { return static_cast<std::uint32_t>(static_cast<signed char>(byte)); }

std::uint32_t fnv1(std::string_view bytes, std::uint32_t hash, std::uint32_t prime) {
  for (const char byte : bytes) hash = (hash * prime) ^ sign_extended(byte);
  return hash;
}

std::uint32_t fnv1a(std::string_view bytes, std::uint32_t hash, std::uint32_t prime) {
  for (const char byte : bytes) hash = (hash ^ sign_extended(byte)) * prime;
  return hash;
}

std::uint32_t seed_of(std::string_view bytes) { return 0xdeadbeefu * static_cast<std::uint32_t>(bytes.size()); }

}  // namespace

std::uint32_t fnv1_64(std::string_view bytes) { return fnv1(bytes, kOffset64, kPrime64); }
std::uint32_t fnv1a_64(std::string_view bytes) { return fnv1a(bytes, kOffset64, kPrime64); }
std::uint32_t fnv1_32(std::string_view bytes) { return fnv1(bytes, kOffset32, kPrime32); }
std::uint32_t fnv1a_32(std::string_view bytes) { return fnv1a(bytes, kOffset32, kPrime32); }

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
