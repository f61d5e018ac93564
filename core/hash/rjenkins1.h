#pragma once

#include <cstdint>

namespace reshard {

/// Robert Jenkins' 96-bit mix (1996), for words or vectors of words.
template <typename Word>
[[gnu::always_inline]] inline void rjenkins_mix(Word& a, Word& b, Word& c) {
  a = (a - b - c) ^ (c >> 13);
  b = (b - c - a) ^ (a << 8);
  c = (c - a - b) ^ (b >> 13);
  a = (a - b - c) ^ (c >> 12);
  b = (b - c - a) ^ (a << 16);
  c = (c - a - b) ^ (b >> 5);
  a = (a - b - c) ^ (c >> 3);
  b = (b - c - a) ^ (a << 10);
  c = (c - a - b) ^ (b >> 15);
}

/// Ceph's hash of three numbers, crush_hash32_3(). Each step waits for the one before; with vectors of many words, the
/// processor has other words to work on meanwhile.
template <typename Word>
[[gnu::always_inline]] inline void rjenkins1(const Word& first, const Word& second, const Word& third, Word& hash) {
  Word a = first, b = second, c = third;
  hash = a ^ b ^ c ^ 1315423911u;
  Word x = Word{} + 231232u, y = Word{} + 1232u;
  rjenkins_mix(a, b, hash);
  rjenkins_mix(c, x, hash);
  rjenkins_mix(y, a, hash);
  rjenkins_mix(b, x, hash);
  rjenkins_mix(y, c, hash);
}

}  // namespace reshard
