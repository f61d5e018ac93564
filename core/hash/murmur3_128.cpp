#include <type_traits>

#include "core/hash/digest.h"
#include "core/hash/functions.h"
#include "core/hash/murmur3_prefix.h"

namespace reshard {
namespace {

using murmur128::scramble1;
using murmur128::scramble2;

/// TailByte is the type from which a byte after the last whole block is widened to 64 bits.
template <typename TailByte>
Murmur128 murmur3_x64_128(std::string_view bytes, std::uint32_t seed) {
  Murmur128 h{seed, seed};
  const std::size_t whole = bytes.size() / 16 * 16;
  for (std::size_t at = 0; at < whole; at += 16) {
    murmur128::mix(h, scramble1(load_le64(bytes.data() + at)), scramble2(load_le64(bytes.data() + at + 8)));
  }
  std::uint64_t tail[2] = {0, 0};
  if constexpr (std::is_unsigned_v<TailByte>) {
    char last[16] = {};
    bytes.copy(last, sizeof last, whole);
    tail[0] = load_le64(last);
    tail[1] = load_le64(last + 8);
  } else {
    for (std::size_t at = whole; at < bytes.size(); ++at) {
      // NOLINTNEXTLINE(bugprone-signed-char-misuse): Cassandra extends the sign of the last bytes
      const auto byte = static_cast<std::uint64_t>(static_cast<TailByte>(bytes[at]));
      tail[(at - whole) / 8] ^= byte << (8 * (at % 8));
    }
  }
  return murmur128::finish(h, scramble1(tail[0]), scramble2(tail[1]), bytes.size());
}

}  // namespace

Murmur128 murmur3_128(std::string_view bytes, std::uint32_t seed) {
  return murmur3_x64_128<unsigned char>(bytes, seed);
}

Murmur128 murmur3_128_cassandra(std::string_view bytes) { return murmur3_x64_128<signed char>(bytes, 0); }

namespace {

std::uint64_t hash64(std::string_view bytes, std::uint64_t seed) {
  return murmur3_128(bytes, static_cast<std::uint32_t>(seed)).h1;
}

Digest digest(std::string_view bytes, std::uint64_t seed) {
  const Murmur128 hash = murmur3_128(bytes, static_cast<std::uint32_t>(seed));
  Digest digest{.bits = 128};
  store_be(digest.bytes.data(), hash.h1);
  store_be(digest.bytes.data() + 8, hash.h2);
  return digest;
}

}  // namespace

constinit const HashFunction murmur3_128_hash{
    .id = "murmur3_128",
    .title = "MurmurHash3, 128 bits",
    .source = "Austin Appleby, SMHasher, MurmurHash3_x64_128",
    .bits = 128,
    .seed_bits = 32,
    .reading = "the first of its two 64-bit words, h1",
    .hash64 = hash64,
    .digest = digest,
};

}  // namespace reshard
