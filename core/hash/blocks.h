#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace reshard {

/// Feeds a message to a hash of the MD4 family: whole blocks of 64 bytes as they are, then the rest, followed by a byte
/// 0x80, zeros, and the message's length in bits, which `store_length(char*, std::uint64_t)` writes.
template <typename AddBlock, typename StoreLength>
void for_each_block(std::string_view bytes, AddBlock add_block, StoreLength store_length) {
  const std::uint64_t bits = std::uint64_t{bytes.size()} * 8;
  for (; bytes.size() >= 64; bytes.remove_prefix(64)) add_block(bytes.data());

  std::array<char, 128> last{};
  bytes.copy(last.data(), bytes.size());
  last[bytes.size()] = static_cast<char>(0x80);
  // The 0x80 byte and the length take 9 bytes: a rest of 56 bytes or more needs a second block.
  const std::size_t size = bytes.size() < 56 ? 64 : 128;
  store_length(last.data() + size - 8, bits);
  for (std::size_t at = 0; at < size; at += 64) add_block(last.data() + at);
}

}  // namespace reshard
