#include "core/partitioners/city.h"

#include <bit>
#include <utility>

#include "core/base/bytes.h"

namespace reshard {
namespace {

constexpr std::uint64_t k0 = 0xc3a5c85c97cb3127u, k1 = 0xb492b66fbe98f273u, k2 = 0x9ae16a3b2f90404fu,
                        k3 = 0xc949d7c7509e6557u;

std::uint64_t word(std::string_view bytes, std::size_t at) { return load_le64(bytes.data() + at); }
std::uint32_t half(std::string_view bytes, std::size_t at) { return load_le32(bytes.data() + at); }
std::uint64_t byte(std::string_view bytes, std::size_t at) { return static_cast<unsigned char>(bytes[at]); }
std::uint64_t shift_mix(std::uint64_t x) { return x ^ (x >> 47); }

std::uint64_t up_to_16(std::string_view s) {
  const std::size_t n = s.size();
  if (n == 0) return k2;
  if (n < 4) {
    const std::uint64_t y = byte(s, 0) + (byte(s, n >> 1) << 8);
    const std::uint64_t z = n + (byte(s, n - 1) << 2);
    return shift_mix((y * k2) ^ (z * k3)) * k2;
  }
  if (n <= 8) return city_pair(n + (std::uint64_t{half(s, 0)} << 3), half(s, n - 4));
  const std::uint64_t a = word(s, 0), b = word(s, n - 8);
  return city_pair(a, std::rotr(b + n, static_cast<int>(n))) ^ b;
}

std::uint64_t up_to_32(std::string_view s) {
  const std::size_t n = s.size();
  const std::uint64_t a = word(s, 0) * k1, b = word(s, 8), c = word(s, n - 8) * k2, d = word(s, n - 16) * k0;
  return city_pair(std::rotr(a - b, 43) + std::rotr(c, 30) + d, a + std::rotr(b ^ k3, 20) - c + n);
}

// One half of a text of 33 to 64 bytes: 24 bytes from its beginning or end, and 8 more.
std::pair<std::uint64_t, std::uint64_t> half_of_64(std::uint64_t a, std::string_view s, std::size_t at,
                                                   std::uint64_t z) {
  std::uint64_t b = std::rotr(a + z, 52), c = std::rotr(a, 37);
  a += word(s, at);
  c += std::rotr(a, 7);
  a += word(s, at + 8);
  return {a + z, b + std::rotr(a, 31) + c};
}

std::uint64_t up_to_64(std::string_view s) {
  const std::size_t n = s.size();
  const auto [vf, vs] = half_of_64(word(s, 0) + (n + word(s, n - 16)) * k0, s, 8, word(s, 24));
  const auto [wf, ws] = half_of_64(word(s, 16) + word(s, n - 32), s, n - 24, word(s, n - 8));
  const std::uint64_t r = shift_mix((vf + ws) * k2 + (wf + vs) * k0);
  return shift_mix(r * k0 + vs) * k2;
}

struct Pair {
  std::uint64_t first, second;
};

Pair weak_32(std::string_view s, std::size_t at, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t w = word(s, at), x = word(s, at + 8), y = word(s, at + 16), z = word(s, at + 24);
  a += w;
  b = std::rotr(b + a + z, 21);
  const std::uint64_t c = a;
  a += x + y;
  b += std::rotr(a, 44);
  return {a + z, b + c};
}

}  // namespace

std::uint64_t city_pair(std::uint64_t low, std::uint64_t high) {
  constexpr std::uint64_t kMul = 0x9ddfea08eb382d69u;
  const std::uint64_t a = shift_mix((low ^ high) * kMul);
  return shift_mix((high ^ a) * kMul) * kMul;
}

std::uint64_t city102(std::string_view s) {
  const std::size_t n = s.size();
  if (n <= 16) return up_to_16(s);
  if (n <= 32) return up_to_32(s);
  if (n <= 64) return up_to_64(s);
  std::uint64_t x = word(s, 0), y = word(s, n - 16) ^ k1, z = word(s, n - 56) ^ k0;
  Pair v = weak_32(s, n - 64, n, y), w = weak_32(s, n - 32, n * k1, k0);
  z += shift_mix(v.second) * k1;
  x = std::rotr(z + x, 39) * k1;
  y = std::rotr(y, 33) * k1;
  const std::size_t whole = (n - 1) / 64 * 64;
  for (std::size_t at = 0; at < whole; at += 64) {
    x = std::rotr(x + y + v.first + word(s, at + 16), 37) * k1;
    y = std::rotr(y + v.second + word(s, at + 48), 42) * k1;
    x ^= w.second;
    y ^= v.first;
    z = std::rotr(z ^ w.first, 33);
    v = weak_32(s, at, v.second * k1, x + w.first);
    w = weak_32(s, at + 32, z + w.second, y);
    std::swap(z, x);
  }
  return city_pair(city_pair(v.first, w.first) + shift_mix(y) * k1 + z, city_pair(v.second, w.second) + x);
}

}  // namespace reshard
