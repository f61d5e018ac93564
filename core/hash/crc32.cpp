#include "core/hash/crc_tables.h"
#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {

namespace {

const CrcTables& tables() {
  static const CrcTables made = reflected_crc_tables(0xedb88320u);
  return made;
}

}  // namespace

std::uint32_t crc32(std::string_view bytes, std::uint32_t crc_before) {
  return ~crc_of_bytes(tables(), ~crc_before, bytes);
}

namespace {

std::uint64_t hash64(std::string_view bytes, std::uint64_t /*seed*/) { return crc32(bytes); }

}  // namespace

constinit const HashFunction crc32_hash{
    .id = "crc32",
    .title = "CRC-32",
    .source = "ISO 3309, IEEE 802.3; zlib's crc32",
    .bits = 32,
    .seed_bits = 0,
    .reading = kReadZeroExtended,
    .hash64 = hash64,
    .digest = number_digest<std::uint32_t, hash64>,
};

}  // namespace reshard
