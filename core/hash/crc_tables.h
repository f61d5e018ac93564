#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/base/bytes.h"

namespace reshard {

/// Row 0 holds the result for each byte of eight steps of a reflected 32-bit CRC (lowest bit first); row r, that result
/// after r more zero bytes. So eight bytes take one step: one lookup in each of the eight rows, combined by exclusive
/// or.
using CrcTables = std::array<std::array<std::uint32_t, 256>, 8>;

/// `polynomial` is given reflected: its highest bit stands for x^0. Not constexpr, so that the tables are computed on
/// first use: otherwise each polynomial would add 8 KB of incompressible tables to the download.
inline CrcTables reflected_crc_tables(std::uint32_t polynomial) {
  CrcTables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? polynomial : 0);
    tables[0][byte] = crc;
  }
  for (std::size_t row = 1; row < 8; ++row) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t crc = tables[row - 1][byte];
      tables[row][byte] = (crc >> 8) ^ tables[0][crc & 0xff];
    }
  }
  return tables;
}

/// The CRC after the 8 bytes of `value`, lowest first.
inline std::uint32_t crc_of_u64(const CrcTables& tables, std::uint32_t crc, std::uint64_t value) {
  const std::uint64_t mixed = value ^ crc;
  std::uint32_t result = 0;
  for (unsigned i = 0; i < 8; ++i) result ^= tables[7 - i][(mixed >> (8 * i)) & 0xff];
  return result;
}

inline std::uint32_t crc_of_bytes(const CrcTables& tables, std::uint32_t crc, std::string_view bytes) {
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) crc = crc_of_u64(tables, crc, load_le64(bytes.data()));
  for (const char byte : bytes) crc = (crc >> 8) ^ tables[0][(crc ^ static_cast<unsigned char>(byte)) & 0xff];
  return crc;
}

}  // namespace reshard
