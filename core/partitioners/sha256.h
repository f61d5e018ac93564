#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace reshard {

/// SHA-256 (FIPS 180-4). Only systems of the second build hash by it.
std::array<std::uint8_t, 32> sha256(std::string_view bytes);

}  // namespace reshard
