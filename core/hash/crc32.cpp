#include "core/hash/crc_tables.h"
#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {

namespace {

const CrcTables& tables() {
  static const CrcTables kMade = reflected_crc_tables(0xedb88320u);
  return kMade;
}

}  // namespace

std::uint32_t crc32(std::string_view bytes, std::uint32_t crc_before) {
  return ~crc_of_bytes(tables(), ~crc_before, bytes);
}

namespace {

std::uint32_t of_text(std::string_view bytes) { return crc32(bytes); }

}  // namespace

constinit const HashFunction crc32_hash = number_hash<of_text>("crc32", "CRC-32", "ISO 3309, IEEE 802.3; zlib's crc32");

}  // namespace reshard
