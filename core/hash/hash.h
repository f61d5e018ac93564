#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace reshard {

/// A digest as the function's authors print it: bytes[0] is printed first.
struct Digest {
  std::array<std::uint8_t, 20> bytes{};
  unsigned bits = 0;  ///< 16 to 160

  bool operator==(const Digest&) const = default;
};

std::string to_hex(const Digest& digest);  ///< lower case, bits / 4 digits

/// One hash function of the list in hashes.def. All members are constant data.
struct HashFunction {
  std::string_view id;  ///< as in links and in the JavaScript API
  std::string_view title;
  std::string_view source;   ///< paper, specification or reference implementation
  unsigned bits;             ///< width of the digest
  unsigned seed_bits;        ///< 0: the seed is ignored; 32: only its low half counts
  std::string_view reading;  ///< how the digest is read as a 64-bit number, in words

  /// The digest read as a 64-bit number as `reading` says (narrow ones are zero-extended).
  std::uint64_t (*hash64)(std::string_view bytes, std::uint64_t seed);
  Digest (*digest)(std::string_view bytes, std::uint64_t seed);

  /// Whether it can hash a text at all; null where it takes every text (all but `integer` do).
  bool (*accepts)(std::string_view bytes) = nullptr;

  /// A client's own variant or name of a hash function: only the dialects of such clients offer it.
  bool only_of_dialects = false;
};

std::span<const HashFunction* const> hash_functions();        ///< in the order of hashes.def
const HashFunction* find_hash_function(std::string_view id);  ///< null where there is none

/// The functions themselves, each defined in its own file: xxh64_hash, md5_hash, …
#define HASH(name) extern const HashFunction name##_hash;
#include "core/hash/hashes.def"
#undef HASH

}  // namespace reshard
