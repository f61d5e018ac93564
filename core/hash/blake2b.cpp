#include <bit>

#include "core/base/bytes.h"
#include "core/hash/functions.h"

namespace reshard {
namespace {

constexpr std::size_t kBlockBytes = 128;

/// The first 64 bits of the fractional parts of the square roots of the first eight primes.
constexpr std::array<std::uint64_t, 8> kIv = {
    0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu, 0xa54ff53a5f1d36f1u,
    0x510e527fade682d1u, 0x9b05688c2b3e6c1fu, 0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u,
};

/// The order in which a round reads the block's words; rounds 10 and 11 repeat 0 and 1.
constexpr std::uint8_t kSigma[10][16] = {
    // clang-format off: one permutation a row, as in the RFC
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
    // clang-format on
};

using State = std::array<std::uint64_t, 8>;

void mix(std::uint64_t& a, std::uint64_t& b, std::uint64_t& c, std::uint64_t& d, std::uint64_t x, std::uint64_t y) {
  a += b + x;
  d = std::rotr(d ^ a, 32);
  c += d;
  b = std::rotr(b ^ c, 24);
  a += b + y;
  d = std::rotr(d ^ a, 16);
  c += d;
  b = std::rotr(b ^ c, 63);
}

/// RFC 7693's function F; `bytes_so_far` includes this block.
void add_block(State& h, const char* block, std::uint64_t bytes_so_far, bool last) {
  std::uint64_t m[16];
  for (std::size_t i = 0; i < 16; ++i) m[i] = load_le64(block + 8 * i);
  std::uint64_t v[16];
  for (std::size_t i = 0; i < 8; ++i) {
    v[i] = h[i];
    v[i + 8] = kIv[i];
  }
  v[12] ^= bytes_so_far;
  if (last) v[14] = ~v[14];
  for (std::size_t round = 0; round < 12; ++round) {
    const std::uint8_t* s = kSigma[round % 10];
    for (std::size_t i = 0; i < 4; ++i) {  // the columns
      mix(v[i], v[i + 4], v[i + 8], v[i + 12], m[s[2 * i]], m[s[2 * i + 1]]);
    }
    for (std::size_t i = 0; i < 4; ++i) {  // the diagonals
      mix(v[i], v[4 + (i + 1) % 4], v[8 + (i + 2) % 4], v[12 + (i + 3) % 4], m[s[8 + 2 * i]], m[s[9 + 2 * i]]);
    }
  }
  for (std::size_t i = 0; i < 8; ++i) h[i] ^= v[i] ^ v[i + 8];
}

}  // namespace

std::array<std::uint8_t, 64> blake2b_512(std::string_view bytes) {
  State h = kIv;
  h[0] ^= 0x01010000u ^ 64u;  // one lane, no key, a digest of 64 bytes
  std::uint64_t done = 0;
  // The last block, even a full one, is flagged as the last: stop one short.
  for (; bytes.size() > kBlockBytes; bytes.remove_prefix(kBlockBytes)) {
    done += kBlockBytes;
    add_block(h, bytes.data(), done, false);
  }
  std::array<char, kBlockBytes> last{};
  bytes.copy(last.data(), bytes.size());
  add_block(h, last.data(), done + bytes.size(), true);

  std::array<std::uint8_t, 64> digest{};
  for (std::size_t i = 0; i < 8; ++i) store_le(digest.data() + 8 * i, h[i]);
  return digest;
}

}  // namespace reshard
