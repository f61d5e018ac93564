#include <bit>

#include "core/hash/blocks.h"
#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {
namespace {

using State = std::array<std::uint32_t, 5>;

constexpr std::uint32_t kConstants[4] = {0x5a827999u, 0x6ed9eba1u, 0x8f1bbcdcu, 0xca62c1d6u};

constexpr std::uint32_t mix(unsigned round, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  switch (round) {
    case 0: return (b & c) | (~b & d);
    case 2: return (b & c) | (b & d) | (c & d);
    default: return b ^ c ^ d;
  }
}

void add_block(State& state, const char* block) {
  std::uint32_t words[80];
  for (unsigned i = 0; i < 16; ++i) words[i] = load_be32(block + 4 * i);
  for (unsigned i = 16; i < 80; ++i) {
    words[i] = std::rotl(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
  }
  auto [a, b, c, d, e] = state;
  for (unsigned i = 0; i < 80; ++i) {
    const unsigned round = i / 20;
    const std::uint32_t next = std::rotl(a, 5) + mix(round, b, c, d) + e + kConstants[round] + words[i];
    e = d;
    d = c;
    c = std::rotl(b, 30);
    b = a;
    a = next;
  }
  state = {state[0] + a, state[1] + b, state[2] + c, state[3] + d, state[4] + e};
}

}  // namespace

std::array<std::uint8_t, 20> sha1(std::string_view bytes) {
  State state{0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u, 0xc3d2e1f0u};
  for_each_block(
      bytes, [&](const char* block) { add_block(state, block); },
      [](char* end, std::uint64_t bits) { store_be(end, bits); });
  std::array<std::uint8_t, 20> digest{};
  for (std::size_t i = 0; i < 5; ++i) store_be(digest.data() + 4 * i, state[i]);
  return digest;
}

namespace {

std::uint64_t hash64(std::string_view bytes, std::uint64_t /*seed*/) { return load_be64(sha1(bytes).data()); }

Digest digest(std::string_view bytes, std::uint64_t /*seed*/) { return digest_of_bytes(sha1(bytes)); }

}  // namespace

constinit const HashFunction sha1_hash{
    .id = "sha1",
    .title = "SHA-1",
    .source = "Eastlake, Jones, RFC 3174; FIPS 180",
    .bits = 160,
    .seed_bits = 0,
    .reading = kReadFirstEightBytes,
    .hash64 = hash64,
    .digest = digest,
};

}  // namespace reshard
