#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {

std::uint64_t murmur64a(std::string_view bytes, std::uint64_t seed) {
  constexpr std::uint64_t kM = 0xc6a4a7935bd1e995u;
  std::uint64_t h = seed ^ (bytes.size() * kM);
  const std::size_t whole = bytes.size() / 8 * 8;
  for (std::size_t at = 0; at < whole; at += 8) {
    std::uint64_t k = load_le64(bytes.data() + at) * kM;
    k = (k ^ (k >> 47)) * kM;
    h = (h ^ k) * kM;
  }
  if (whole < bytes.size()) {
    for (std::size_t at = whole; at < bytes.size(); ++at) {
      h ^= std::uint64_t{static_cast<unsigned char>(bytes[at])} << (8 * (at - whole));
    }
    h *= kM;
  }
  h = (h ^ (h >> 47)) * kM;
  return h ^ (h >> 47);
}

constinit const HashFunction murmur64a_hash =
    number_hash<murmur64a>("murmur64a", "MurmurHash64A", "Austin Appleby, SMHasher, MurmurHash64A");

}  // namespace reshard
