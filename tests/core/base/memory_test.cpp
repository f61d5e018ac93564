// What the standard library promises of these; wasm builds have their own (core/base/memory_wasm.cpp).
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <vector>

namespace reshard {
namespace {

// Lengths up to three blocks of 64 bytes, at each distance from a word's address.
constexpr std::size_t kMostBytes = 200, kMostOffset = 9, kRoom = 2 * kMostBytes + 2 * kMostOffset;
using Bytes = std::vector<unsigned char>;

// Not a constant to the compiler, which would do without the call.
std::size_t hidden(std::size_t number) {
  volatile std::size_t any = number;
  return any;
}

Bytes numbered() {
  Bytes bytes(kRoom);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(i * 7 + i / 256);
  return bytes;
}

// As if all bytes were first read and then written.
Bytes moved(const Bytes& before, std::size_t to, std::size_t from, std::size_t count) {
  Bytes after = before;
  for (std::size_t i = 0; i < count; ++i) after[to + i] = before[from + i];
  return after;
}

TEST(Memory, memcpy_copies_every_length_from_and_to_every_offset_and_nothing_else) {
  for (std::size_t count = 0; count <= kMostBytes; ++count) {
    for (std::size_t to = 0; to < kMostOffset; ++to) {
      for (std::size_t from = kMostBytes + kMostOffset; from < kMostBytes + 2 * kMostOffset; ++from) {
        Bytes bytes = numbered();
        EXPECT_EQ(std::memcpy(&bytes[to], &bytes[from], hidden(count)), &bytes[to]);
        ASSERT_EQ(bytes, moved(numbered(), to, from, count)) << count << " bytes from " << from << " to " << to;
      }
    }
  }
}

TEST(Memory, memmove_copies_bytes_that_overlap_in_either_direction) {
  constexpr std::size_t kMiddle = 100;
  for (std::size_t count = 0; count <= kMostBytes; ++count) {
    for (std::size_t to = 0; to <= 2 * kMiddle; ++to) {
      Bytes bytes = numbered();
      EXPECT_EQ(std::memmove(&bytes[to], &bytes[kMiddle], hidden(count)), &bytes[to]);
      ASSERT_EQ(bytes, moved(numbered(), to, kMiddle, count)) << count << " bytes from " << kMiddle << " to " << to;
    }
  }
}

TEST(Memory, memset_writes_the_lowest_byte_of_its_value_to_every_byte_and_nothing_else) {
  for (const int value : {0, 1, 0xA5, 0x1FF, -2}) {
    for (std::size_t count = 0; count <= kMostBytes; ++count) {
      for (std::size_t to = 0; to < kMostOffset; ++to) {
        Bytes bytes = numbered(), expected = numbered();
        for (std::size_t i = 0; i < count; ++i) expected[to + i] = static_cast<unsigned char>(value & 0xFF);
        EXPECT_EQ(std::memset(&bytes[to], value, hidden(count)), &bytes[to]);
        ASSERT_EQ(bytes, expected) << count << " bytes at " << to;
      }
    }
  }
}

}  // namespace
}  // namespace reshard
