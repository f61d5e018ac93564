#include <bit>
#include <type_traits>

#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {
namespace {

constexpr std::uint64_t kC1 = 0x87c37b91114253d5u;
constexpr std::uint64_t kC2 = 0x4cf5ad432745937fu;

constexpr std::uint64_t scramble1(std::uint64_t k1) { return std::rotl(k1 * kC1, 31) * kC2; }
constexpr std::uint64_t scramble2(std::uint64_t k2) { return std::rotl(k2 * kC2, 33) * kC1; }

/// TailByte is the type as which a byte after the last whole block is widened to 64 bits.
template <typename TailByte>
Murmur128 murmur3_x64_128(std::string_view bytes, std::uint32_t seed) {
  std::uint64_t h1 = seed;
  std::uint64_t h2 = seed;
  const std::size_t whole = bytes.size() / 16 * 16;
  for (std::size_t at = 0; at < whole; at += 16) {
    h1 ^= scramble1(load_le64(bytes.data() + at));
    h1 = (std::rotl(h1, 27) + h2) * 5 + 0x52dce729u;
    h2 ^= scramble2(load_le64(bytes.data() + at + 8));
    h2 = (std::rotl(h2, 31) + h1) * 5 + 0x38495ab5u;
  }
  std::uint64_t tail[2] = {0, 0};
  if constexpr (std::is_unsigned_v<TailByte>) {
    char last[16] = {};
    bytes.copy(last, sizeof last, whole);
    tail[0] = load_le64(last);
    tail[1] = load_le64(last + 8);
  } else {
    for (std::size_t at = whole; at < bytes.size(); ++at) {
      const auto byte = static_cast<std::uint64_t>(static_cast<TailByte>(bytes[at]));
      tail[(at - whole) / 8] ^= byte << (8 * (at % 8));
    }
  }
  h1 ^= scramble1(tail[0]);
  h2 ^= scramble2(tail[1]);
  h1 ^= bytes.size();
  h2 ^= bytes.size();
  h1 += h2;
  h2 += h1;
  h1 = fmix64(h1);
  h2 = fmix64(h2);
  h1 += h2;
  return {h1, h2 + h1};
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
