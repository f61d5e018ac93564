#define XXH_INLINE_ALL
#include "core/sharding_key/sketches/value_hash.h"

#include <xxhash.h>

namespace reshard {

std::uint64_t value_hash(std::string_view value) { return XXH3_64bits(value.data(), value.size()); }

void value_hashes(std::span<const std::string_view> values, std::span<std::uint64_t> hashes) {
  for (std::size_t i = 0; i < values.size(); ++i) hashes[i] = XXH3_64bits(values[i].data(), values[i].size());
}

}  // namespace reshard
