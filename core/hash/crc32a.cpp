#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {
namespace {

std::uint32_t of_text(std::string_view bytes) { return crc32(bytes); }

HashFunction constexpr make() {
  HashFunction function = number_hash<of_text>("crc32a", "CRC-32 (crc32a)", "twemproxy 0.5.0, hash_crc32a");
  function.only_of_dialects = true;
  return function;
}

}  // namespace

// memcached's clients call 15 bits of CRC-32 “crc32”, so twemproxy needed another name for all 32 bits.
constinit const HashFunction crc32a_hash = make();

}  // namespace reshard
