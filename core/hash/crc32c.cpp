#include "core/hash/crc_tables.h"
#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {

namespace {

const CrcTables& tables() {
  static const CrcTables kMade = reflected_crc_tables(0x82f63b78u);
  return kMade;
}

}  // namespace

std::uint32_t crc32c(std::string_view bytes, std::uint32_t crc_before) {
  return ~crc_of_bytes(tables(), ~crc_before, bytes);
}

std::uint32_t crc32c_u64(std::uint64_t value, std::uint64_t crc) {
  return crc_of_u64(tables(), static_cast<std::uint32_t>(crc), value);
}

namespace {

std::uint32_t of_text(std::string_view bytes) { return crc32c(bytes); }

}  // namespace

constinit const HashFunction crc32c_hash =
    number_hash<of_text>("crc32c", "CRC-32C", "Castagnoli, Bräuer, Herrmann, 1993; RFC 3720");

}  // namespace reshard
