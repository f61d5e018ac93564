#include <bit>

#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {
namespace {

struct State {
  std::uint32_t a, b, c;

  void mix() {
    a = (a - c) ^ std::rotl(c, 4), c += b;
    b = (b - a) ^ std::rotl(a, 6), a += c;
    c = (c - b) ^ std::rotl(b, 8), b += a;
    a = (a - c) ^ std::rotl(c, 16), c += b;
    b = (b - a) ^ std::rotl(a, 19), a += c;
    c = (c - b) ^ std::rotl(b, 4), b += a;
  }

  void finish() {
    c = (c ^ b) - std::rotl(b, 14);
    a = (a ^ c) - std::rotl(c, 11);
    b = (b ^ a) - std::rotl(a, 25);
    c = (c ^ b) - std::rotl(b, 16);
    a = (a ^ c) - std::rotl(c, 4);
    b = (b ^ a) - std::rotl(a, 14);
    c = (c ^ b) - std::rotl(b, 24);
  }
};

// Up to four bytes from `at` on, lowest first; bytes beyond the end count as 0.
std::uint32_t word(std::string_view bytes, std::size_t at) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < 4 && at + i < bytes.size(); ++i) {
    word |= std::uint32_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  }
  return word;
}

}  // namespace

std::uint32_t lookup3(std::string_view bytes, std::uint32_t initval) {
  const std::uint32_t start = 0xdeadbeefu + static_cast<std::uint32_t>(bytes.size()) + initval;
  State state{start, start, start};
  if (bytes.empty()) return state.c;
  for (;; bytes.remove_prefix(12)) {
    state.a += word(bytes, 0);
    state.b += word(bytes, 4);
    state.c += word(bytes, 8);
    if (bytes.size() <= 12) break;
    state.mix();
  }
  state.finish();
  return state.c;
}

constinit const HashFunction lookup3_hash =
    number_hash<lookup3>("lookup3", "lookup3", "Bob Jenkins, lookup3.c, May 2006, hashlittle()");

}  // namespace reshard
