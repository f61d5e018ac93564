#pragma once

#include "core/base/bytes.h"
#include "core/hash/hash.h"

namespace reshard {

/// The digest of a function whose result is a byte string.
template <std::size_t kSize>
Digest digest_of_bytes(const std::array<std::uint8_t, kSize>& bytes) {
  Digest digest{.bits = 8 * kSize};
  for (std::size_t i = 0; i < kSize; ++i) digest.bytes[i] = bytes[i];
  return digest;
}

/// The digest of a function whose result is a number of sizeof(Number) bytes, printed like one.
template <std::unsigned_integral Number>
Digest digest_of_number(Number number) {
  Digest digest{.bits = 8 * sizeof(Number)};
  store_be(digest.bytes.data(), number);
  return digest;
}

/// HashFunction::digest for a function whose `kHash64` holds the whole number.
template <typename Number, std::uint64_t (*kHash64)(std::string_view, std::uint64_t)>
Digest number_digest(std::string_view bytes, std::uint64_t seed) {
  return digest_of_number(static_cast<Number>(kHash64(bytes, seed)));
}

inline constexpr std::string_view kReadWhole = "the number itself";
inline constexpr std::string_view kReadZeroExtended = "the number itself, zero-extended";
inline constexpr std::string_view kReadFirstEightBytes = "the first 8 bytes, most significant first";

}  // namespace reshard
