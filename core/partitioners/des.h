#pragma once

#include <cstdint>

namespace reshard {

/// DES (FIPS 46) of one block with a key of eight zero bytes, most significant bit first.
std::uint64_t des_with_zero_key(std::uint64_t block);

}  // namespace reshard
