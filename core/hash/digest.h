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

inline constexpr std::string_view kReadWhole = "the number itself";
inline constexpr std::string_view kReadZeroExtended = "the number itself, zero-extended";
inline constexpr std::string_view kReadFirstEightBytes = "the first 8 bytes, most significant first";

/// A function whose result is a number: Number f(bytes), or Number f(bytes, Seed seed).
template <auto kFunction>
struct NumberHash;

template <typename Number, typename... Seed, Number (*kFunction)(std::string_view, Seed...)>
struct NumberHash<kFunction> {
  static std::uint64_t hash64(std::string_view bytes, [[maybe_unused]] std::uint64_t seed) {
    return kFunction(bytes, static_cast<Seed>(seed)...);
  }

  static Digest digest(std::string_view bytes, std::uint64_t seed) {
    return digest_of_number(static_cast<Number>(hash64(bytes, seed)));
  }

  static constexpr HashFunction make(std::string_view id, std::string_view title, std::string_view source) {
    return {.id = id,
            .title = title,
            .source = source,
            .bits = 8 * sizeof(Number),
            .seed_bits = 8 * (0 + ... + sizeof(Seed)),
            .reading = sizeof(Number) == 8 ? kReadWhole : kReadZeroExtended,
            .hash64 = hash64,
            .digest = digest};
  }
};

/// Its entry in the list of hash functions.
template <auto kFunction>
constexpr HashFunction number_hash(std::string_view id, std::string_view title, std::string_view source,
                                   bool (*accepts)(std::string_view) = nullptr) {
  HashFunction function = NumberHash<kFunction>::make(id, title, source);
  function.accepts = accepts;
  return function;
}

}  // namespace reshard
