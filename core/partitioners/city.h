#pragma once

#include <cstdint>
#include <string_view>

namespace reshard {

/// CityHash 1.0.2 by Geoff Pike and Jyrki Alakuijala, which ClickHouse keeps; later releases of CityHash differ.
std::uint64_t city102(std::string_view bytes);

/// CityHash's Hash128to64(): two numbers into one.
std::uint64_t city_pair(std::uint64_t low, std::uint64_t high);

}  // namespace reshard
