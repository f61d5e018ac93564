#pragma once

#include <cstdint>
#include <string_view>

namespace reshard {

/// The offset basis and the prime of Fowler, Noll and Vo (RFC 9923).
template <typename Word>
struct FnvNumbers {
  Word offset, prime;
};
inline constexpr FnvNumbers<std::uint32_t> kFnv32 = {0x811c9dc5u, 0x01000193u};
inline constexpr FnvNumbers<std::uint64_t> kFnv64 = {0xcbf29ce484222325u, 0x100000001b3u};

/// FNV-1 multiplies before it takes in a byte, FNV-1a afterwards. `Byte` is signed char where a program reads bytes as
/// signed.
template <typename Byte, typename Word>
constexpr Word fnv1(std::string_view bytes, FnvNumbers<Word> numbers) {
  Word hash = numbers.offset;
  for (const char byte : bytes) hash = (hash * numbers.prime) ^ static_cast<Word>(static_cast<Byte>(byte));
  return hash;
}

template <typename Byte, typename Word>
constexpr Word fnv1a(std::string_view bytes, FnvNumbers<Word> numbers) {
  Word hash = numbers.offset;
  for (const char byte : bytes) hash = (hash ^ static_cast<Word>(static_cast<Byte>(byte))) * numbers.prime;
  return hash;
}

}  // namespace reshard
