#include "core/hash/hash.h"

namespace reshard {

std::span<const HashFunction* const> hash_functions() {
  static constexpr const HashFunction* kAll[] = {
#define HASH(name) &name##_hash,
#include "core/hash/hashes.def"
#undef HASH
  };
  return kAll;
}

const HashFunction* find_hash_function(std::string_view id) {
  for (const HashFunction* function : hash_functions()) {
    if (function->id == id) return function;
  }
  return nullptr;
}

std::string to_hex(const Digest& digest) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (unsigned i = 0; i < digest.bits / 8; ++i) {
    hex += kDigits[digest.bytes[i] >> 4];
    hex += kDigits[digest.bytes[i] & 15];
  }
  return hex;
}

}  // namespace reshard
