#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/hash/digest.h"
#include "core/hash/functions.h"
#include "tests/core/vectors.h"

namespace reshard::testing {

/// Lower-case hexadecimal digits of a number, padded to the width of its type, or of a byte array.
template <std::unsigned_integral Number>
std::string hex_text(Number number) {
  return to_hex(digest_of_number(number));
}
template <std::size_t kSize>
std::string hex_text(const std::array<std::uint8_t, kSize>& bytes) {
  return to_hex(digest_of_bytes(bytes));
}

/// How a file of vectors writes the input of a row.
enum class Input { kHex, kText };

/// Expects `result(input)` to equal `column` in every row of `file`.
template <typename Function>
void expect_column(const Vectors& file, Input input, std::string_view column, Function result) {
  const std::string_view input_column = file.columns().front();
  for (const Vectors::Row& row : file) {
    const std::string bytes = input == Input::kHex ? row.bytes(input_column) : row[input_column];
    EXPECT_EQ(result(bytes), row[column]) << column << " of " << row[input_column];
  }
}

/// The first `size` bytes of a pattern in which no two neighbours are equal and half are 0x80 or more.
inline std::string pattern(std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(i * 151 + 1);
  return bytes;
}

/// SMHasher's verification value: the keys {}, {0}, {0, 1}, … of up to 255 bytes are hashed with the seeds 256, 255, …,
/// their concatenated digests are hashed with seed 0, and the first four bytes of the result count. `digest(bytes,
/// seed)` returns the digest as the reference implementation stores it in little-endian memory.
template <typename DigestBytes>
std::uint32_t smhasher_value(DigestBytes digest) {
  std::string key;
  std::string digests;
  for (std::uint32_t i = 0; i < 256; ++i) {
    digests += digest(key, 256 - i);
    key += static_cast<char>(i);
  }
  return load_le32(digest(digests, std::uint32_t{0}).data());
}

/// The bytes of a number in little-endian memory, for smhasher_value.
template <std::unsigned_integral Number>
std::string memory(Number number) {
  std::string bytes;
  append_le(bytes, number);
  return bytes;
}

}  // namespace reshard::testing
