#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "core/hash/hash.h"
#include "core/model/keys.h"

// A digest of up to 160 bits as one big-endian number, in columns: its words of 64 bits from the top. The last one has
// the bits that are left.

namespace reshard {

static_assert(kMaxColumns * 64 >= 160);

/// How many words a digest of this width has, and how many bits the word with this number has.
constexpr std::size_t digest_words(unsigned bits) { return (bits + 63) / 64; }
constexpr unsigned bits_of_word(unsigned bits, std::size_t word) {
  return std::min(64u, bits - 64 * static_cast<unsigned>(word));
}

/// One word of a key's digest, as a recipe reads it.
template <std::size_t word>
std::uint64_t digest_word(std::string_view key, const HashFunction& hash, std::uint64_t seed) {
  const Digest digest = hash.digest(key, seed);
  const std::size_t end = std::min<std::size_t>(8 * word + 8, digest.bits / 8);
  std::uint64_t number = 0;
  for (std::size_t at = 8 * word; at < end; ++at) number = number << 8 | digest.bytes[at];
  return number;
}

}  // namespace reshard
