#include <bit>

#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {
namespace {

constexpr std::uint32_t scramble(std::uint32_t k) { return std::rotl(k * 0xcc9e2d51u, 15) * 0x1b873593u; }

}  // namespace

std::uint32_t murmur3_32(std::string_view bytes, std::uint32_t seed) {
  std::uint32_t h = seed;
  const std::size_t whole = bytes.size() / 4 * 4;
  for (std::size_t at = 0; at < whole; at += 4) {
    h = std::rotl(h ^ scramble(load_le32(bytes.data() + at)), 13) * 5 + 0xe6546b64u;
  }
  std::uint32_t tail = 0;
  for (std::size_t at = whole; at < bytes.size(); ++at) {
    tail |= std::uint32_t{static_cast<unsigned char>(bytes[at])} << (8 * (at - whole));
  }
  h ^= scramble(tail);
  return fmix32(h ^ static_cast<std::uint32_t>(bytes.size()));
}

constinit const HashFunction murmur3_32_hash =
    number_hash<murmur3_32>("murmur3_32", "MurmurHash3, 32 bits", "Austin Appleby, SMHasher, MurmurHash3_x86_32");

}  // namespace reshard
