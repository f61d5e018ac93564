#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {

std::uint32_t sdbm(std::string_view bytes) {
  std::uint32_t h = 0;
  for (const char byte : bytes) h = h * 65599 + static_cast<unsigned char>(byte);
  return h;
}

constinit const HashFunction sdbm_hash = number_hash<sdbm>("sdbm", "sdbm", "Ozan Yigit, sdbm; hash_sdbm of HAProxy");

}  // namespace reshard
