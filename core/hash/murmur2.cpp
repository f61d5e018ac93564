#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {

std::uint32_t murmur2(std::string_view bytes, std::uint32_t seed) {
  constexpr std::uint32_t kM = 0x5bd1e995u;
  std::uint32_t h = seed ^ static_cast<std::uint32_t>(bytes.size());
  const std::size_t whole = bytes.size() / 4 * 4;
  for (std::size_t at = 0; at < whole; at += 4) {
    std::uint32_t k = load_le32(bytes.data() + at) * kM;
    k = (k ^ (k >> 24)) * kM;
    h = (h * kM) ^ k;
  }
  if (whole < bytes.size()) {
    for (std::size_t at = whole; at < bytes.size(); ++at) {
      h ^= std::uint32_t{static_cast<unsigned char>(bytes[at])} << (8 * (at - whole));
    }
    h *= kM;
  }
  h = (h ^ (h >> 13)) * kM;
  return h ^ (h >> 15);
}

constinit const HashFunction murmur2_hash =
    number_hash<murmur2>("murmur2", "MurmurHash2, 32 bits", "Austin Appleby, SMHasher, MurmurHash2");

}  // namespace reshard
