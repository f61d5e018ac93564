#include "core/hash/blocks.h"
#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {
namespace {

/// RFC 1321's table T: the integer part of 2^32 · |sin(i + 1)|.
constexpr std::uint32_t kSines[64] = {
    0xd76aa478u, 0xe8c7b756u, 0x242070dbu, 0xc1bdceeeu, 0xf57c0fafu, 0x4787c62au, 0xa8304613u, 0xfd469501u,
    0x698098d8u, 0x8b44f7afu, 0xffff5bb1u, 0x895cd7beu, 0x6b901122u, 0xfd987193u, 0xa679438eu, 0x49b40821u,
    0xf61e2562u, 0xc040b340u, 0x265e5a51u, 0xe9b6c7aau, 0xd62f105du, 0x02441453u, 0xd8a1e681u, 0xe7d3fbc8u,
    0x21e1cde6u, 0xc33707d6u, 0xf4d50d87u, 0x455a14edu, 0xa9e3e905u, 0xfcefa3f8u, 0x676f02d9u, 0x8d2a4c8au,
    0xfffa3942u, 0x8771f681u, 0x6d9d6122u, 0xfde5380cu, 0xa4beea44u, 0x4bdecfa9u, 0xf6bb4b60u, 0xbebfbc70u,
    0x289b7ec6u, 0xeaa127fau, 0xd4ef3085u, 0x04881d05u, 0xd9d4d039u, 0xe6db99e5u, 0x1fa27cf8u, 0xc4ac5665u,
    0xf4292244u, 0x432aff97u, 0xab9423a7u, 0xfc93a039u, 0x655b59c3u, 0x8f0ccc92u, 0xffeff47du, 0x85845dd1u,
    0x6fa87e4fu, 0xfe2ce6e0u, 0xa3014314u, 0x4e0811a1u, 0xf7537e82u, 0xbd3af235u, 0x2ad7d2bbu, 0xeb86d391u,
};

/// Each of the four rounds has its mixing function, the order in which it reads the block's sixteen words
/// (step i: factor · i + offset, modulo 16), and four rotations in turn.
struct Round {
  unsigned factor, offset;
  unsigned rotations[4];
};
constexpr Round kRounds[4] = {
    {1, 0, {7, 12, 17, 22}}, {5, 1, {5, 9, 14, 20}}, {3, 5, {4, 11, 16, 23}}, {7, 0, {6, 10, 15, 21}}};

using State = std::array<std::uint32_t, 4>;

template <unsigned kRound>
constexpr std::uint32_t mix(std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  if constexpr (kRound == 0) return (b & c) | (~b & d);
  if constexpr (kRound == 1) return (b & d) | (c & ~d);
  if constexpr (kRound == 2) return b ^ c ^ d;
  if constexpr (kRound == 3) return c ^ (b | ~d);
}

template <unsigned kRound>
void add_round(State& state, const char* block) {
  auto [a, b, c, d] = state;
  const auto step = [block](std::uint32_t& w, std::uint32_t x, std::uint32_t y, std::uint32_t z, unsigned i) {
    constexpr Round kThis = kRounds[kRound];
    const std::uint32_t word = load_le32(block + 4 * ((kThis.factor * i + kThis.offset) % 16));
    const std::uint32_t sum = w + mix<kRound>(x, y, z) + kSines[16 * kRound + i] + word;
    const unsigned shift = kThis.rotations[i % 4];
    w = x + ((sum << shift) | (sum >> (32 - shift)));
  };
  for (unsigned i = 0; i < 16; i += 4) {  // the four words swap roles from step to step
    step(a, b, c, d, i);
    step(d, a, b, c, i + 1);
    step(c, d, a, b, i + 2);
    step(b, c, d, a, i + 3);
  }
  state = {a, b, c, d};
}

void add_block(State& state, const char* block) {
  const State before = state;
  add_round<0>(state, block);
  add_round<1>(state, block);
  add_round<2>(state, block);
  add_round<3>(state, block);
  for (std::size_t i = 0; i < 4; ++i) state[i] += before[i];
}

}  // namespace

std::array<std::uint8_t, 16> md5(std::string_view bytes) {
  State state{0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u};
  for_each_block(
      bytes, [&](const char* block) { add_block(state, block); },
      [](char* end, std::uint64_t bits) { store_le(end, bits); });
  std::array<std::uint8_t, 16> digest{};
  for (std::size_t i = 0; i < 4; ++i) store_le(digest.data() + 4 * i, state[i]);
  return digest;
}

namespace {

std::uint64_t hash64(std::string_view bytes, std::uint64_t /*seed*/) { return load_be64(md5(bytes).data()); }

Digest digest(std::string_view bytes, std::uint64_t /*seed*/) { return digest_of_bytes(md5(bytes)); }

}  // namespace

constinit const HashFunction md5_hash{
    .id = "md5",
    .title = "MD5",
    .source = "Rivest, RFC 1321",
    .bits = 128,
    .seed_bits = 0,
    .reading = kReadFirstEightBytes,
    .hash64 = hash64,
    .digest = digest,
};

}  // namespace reshard
