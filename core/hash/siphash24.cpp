#include <bit>

#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {

namespace {

struct State {
  std::uint64_t v0, v1, v2, v3;

  void rounds(int count) {
    for (int i = 0; i < count; ++i) {
      v0 += v1;
      v1 = std::rotl(v1, 13) ^ v0;
      v0 = std::rotl(v0, 32);
      v2 += v3;
      v3 = std::rotl(v3, 16) ^ v2;
      v0 += v3;
      v3 = std::rotl(v3, 21) ^ v0;
      v2 += v1;
      v1 = std::rotl(v1, 17) ^ v2;
      v2 = std::rotl(v2, 32);
    }
  }

  void add(std::uint64_t word, int count) {
    v3 ^= word;
    rounds(count);
    v0 ^= word;
  }
};

/// kC rounds for each 8-byte word, kD rounds at the end.
template <int kC, int kD>
std::uint64_t siphash(std::string_view bytes, std::uint64_t k0, std::uint64_t k1) {
  // The constants spell "somepseudorandomlygeneratedbytes".
  State state{k0 ^ 0x736f6d6570736575u, k1 ^ 0x646f72616e646f6du, k0 ^ 0x6c7967656e657261u, k1 ^ 0x7465646279746573u};
  const std::size_t whole = bytes.size() / 8 * 8;
  for (std::size_t at = 0; at < whole; at += 8) state.add(load_le64(bytes.data() + at), kC);
  std::uint64_t last = std::uint64_t{bytes.size()} << 56;
  for (std::size_t at = whole; at < bytes.size(); ++at) {
    last |= std::uint64_t{static_cast<unsigned char>(bytes[at])} << (8 * (at - whole));
  }
  state.add(last, kC);
  state.v2 ^= 0xff;
  state.rounds(kD);
  return state.v0 ^ state.v1 ^ state.v2 ^ state.v3;
}

std::uint64_t seeded(std::string_view bytes, std::uint64_t seed) { return siphash24(bytes, seed, 0); }

}  // namespace

std::uint64_t siphash24(std::string_view bytes, std::uint64_t k0, std::uint64_t k1) {
  return siphash<2, 4>(bytes, k0, k1);
}

std::uint64_t siphash13(std::string_view bytes, std::uint64_t k0, std::uint64_t k1) {
  return siphash<1, 3>(bytes, k0, k1);
}

constinit const HashFunction siphash24_hash =
    number_hash<seeded>("siphash24", "SipHash-2-4", "Aumasson, Bernstein, INDOCRYPT 2012; the seed is k0, k1 is 0");

}  // namespace reshard
