#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {

std::uint32_t djb2(std::string_view bytes) {
  std::uint32_t h = 5381;
  for (const char byte : bytes) h = h * 33 + static_cast<unsigned char>(byte);
  return h;
}

constinit const HashFunction djb2_hash =
    number_hash<djb2>("djb2", "djb2", "Daniel J. Bernstein, comp.lang.c; hash_djb2 of HAProxy");

}  // namespace reshard
