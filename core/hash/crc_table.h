#pragma once

#include <array>
#include <cstdint>

namespace reshard {

/// What eight steps of a reflected 32-bit CRC (lowest bit first) make of each byte.
/// `polynomial` is given reflected too: its highest bit stands for x^0.
constexpr std::array<std::uint32_t, 256> reflected_crc_table(std::uint32_t polynomial) {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? polynomial : 0);
    table[byte] = crc;
  }
  return table;
}

}  // namespace reshard
