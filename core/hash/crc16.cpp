#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {

namespace {

/// The result for each byte of eight steps with the polynomial x^16 + x^12 + x^5 + 1, highest bit first.
constexpr std::array<std::uint16_t, 256> make_table() {
  std::array<std::uint16_t, 256> table{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    unsigned crc = byte << 8;
    for (int bit = 0; bit < 8; ++bit) crc = (crc << 1) ^ ((crc & 0x8000) != 0 ? 0x1021u : 0u);
    table[byte] = static_cast<std::uint16_t>(crc);
  }
  return table;
}

constexpr std::array<std::uint16_t, 256> kTable = make_table();

}  // namespace

std::uint16_t crc16(std::string_view bytes) {
  unsigned crc = 0;
  for (const char byte : bytes) { crc = ((crc << 8) & 0xffff) ^ kTable[(crc >> 8) ^ static_cast<unsigned char>(byte)]; }
  return static_cast<std::uint16_t>(crc);
}

constinit const HashFunction crc16_hash =
    number_hash<crc16>("crc16", "CRC-16/XMODEM", "Redis Cluster specification, appendix A; CRC RevEng catalogue");

}  // namespace reshard
