#include "core/base/text.h"
#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {

std::uint32_t java_string(std::string_view text) {
  const std::string units = to_utf16(text);
  std::uint32_t hash = 0;
  for (std::size_t at = 0; at < units.size(); at += 2) hash = hash * 31 + load_le<std::uint16_t>(units.data() + at);
  return hash;
}

namespace {

HashFunction constexpr make() {
  HashFunction function = number_hash<java_string>("java_string", "String.hashCode (Java)",
                                                   "Java SE, java.lang.String.hashCode(); spymemcached's NATIVE_HASH");
  function.only_of_dialects = true;
  return function;
}

}  // namespace

constinit const HashFunction java_string_hash = make();

}  // namespace reshard
