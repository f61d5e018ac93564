#include <bit>

#include "core/hash/blocks.h"
#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {
namespace {

using State = std::array<std::uint32_t, 5>;

constexpr std::uint32_t kConstants[4] = {0x5a827999u, 0x6ed9eba1u, 0x8f1bbcdcu, 0xca62c1d6u};

template <unsigned kRound>
constexpr std::uint32_t mix(std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  if constexpr (kRound == 0) return (b & c) | (~b & d);
  if constexpr (kRound == 2) return (b & c) | (b & d) | (c & d);
  return b ^ c ^ d;
}

template <unsigned kRound>
void add_round(State& state, const std::uint32_t* words) {
  auto [a, b, c, d, e] = state;
  const auto step = [words](std::uint32_t v, std::uint32_t& w, std::uint32_t x, std::uint32_t y, std::uint32_t& z,
                            unsigned i) {
    z += std::rotl(v, 5) + mix<kRound>(w, x, y) + kConstants[kRound] + words[20 * kRound + i];
    w = std::rotl(w, 30);
  };
  for (unsigned i = 0; i < 20; i += 5) {  // the five words swap roles from step to step
    step(a, b, c, d, e, i);
    step(e, a, b, c, d, i + 1);
    step(d, e, a, b, c, i + 2);
    step(c, d, e, a, b, i + 3);
    step(b, c, d, e, a, i + 4);
  }
  state = {a, b, c, d, e};
}

void add_block(State& state, const char* block) {
  std::uint32_t words[80];
  for (unsigned i = 0; i < 16; ++i) words[i] = load_be32(block + 4 * i);
  for (unsigned i = 16; i < 80; ++i) {
    words[i] = std::rotl(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
  }
  const State before = state;
  add_round<0>(state, words);
  add_round<1>(state, words);
  add_round<2>(state, words);
  add_round<3>(state, words);
  for (std::size_t i = 0; i < 5; ++i) state[i] += before[i];
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
