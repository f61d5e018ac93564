#pragma once

#include <concepts>
#include <cstdint>
#include <string>

namespace reshard {

/// What texts and digests are made of: char, unsigned char, std::uint8_t.
template <typename T>
concept Byte = std::integral<T> && sizeof(T) == 1;

/// Reads the sizeof(Number) bytes at `bytes` as a number, least significant byte first. Written as shifts: the same
/// result on every machine, and compilers turn it into a single load.
template <std::unsigned_integral Number, Byte B>
constexpr Number load_le(const B* bytes) {
  Number number = 0;
  for (unsigned i = 0; i < sizeof(Number); ++i) {
    number |= static_cast<Number>(Number{static_cast<unsigned char>(bytes[i])} << (8 * i));
  }
  return number;
}

/// The same with the most significant byte first.
template <std::unsigned_integral Number, Byte B>
constexpr Number load_be(const B* bytes) {
  Number number = 0;
  for (unsigned i = 0; i < sizeof(Number); ++i) {
    number |= static_cast<Number>(Number{static_cast<unsigned char>(bytes[i])} << (8 * (sizeof(Number) - 1 - i)));
  }
  return number;
}

template <Byte B>
constexpr std::uint32_t load_le32(const B* bytes) {
  return load_le<std::uint32_t>(bytes);
}
template <Byte B>
constexpr std::uint64_t load_le64(const B* bytes) {
  return load_le<std::uint64_t>(bytes);
}
template <Byte B>
constexpr std::uint32_t load_be32(const B* bytes) {
  return load_be<std::uint32_t>(bytes);
}
template <Byte B>
constexpr std::uint64_t load_be64(const B* bytes) {
  return load_be<std::uint64_t>(bytes);
}

/// Writes `number` to the sizeof(Number) bytes at `bytes`, least significant byte first.
template <std::unsigned_integral Number, Byte B>
constexpr void store_le(B* bytes, Number number) {
  for (unsigned i = 0; i < sizeof(Number); ++i) bytes[i] = static_cast<B>(number >> (8 * i) & 0xff);
}

/// The same with the most significant byte first.
template <std::unsigned_integral Number, Byte B>
constexpr void store_be(B* bytes, Number number) {
  for (unsigned i = 0; i < sizeof(Number); ++i) {
    bytes[i] = static_cast<B>(number >> (8 * (sizeof(Number) - 1 - i)) & 0xff);
  }
}

/// Appends the bytes of `number` to a text that is about to be hashed.
template <std::unsigned_integral Number>
void append_le(std::string& text, Number number) {
  text.resize(text.size() + sizeof(Number));
  store_le(text.data() + text.size() - sizeof(Number), number);
}

/// The same with the most significant byte first.
template <std::unsigned_integral Number>
void append_be(std::string& text, Number number) {
  text.resize(text.size() + sizeof(Number));
  store_be(text.data() + text.size() - sizeof(Number), number);
}

}  // namespace reshard
