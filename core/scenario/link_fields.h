#pragma once

#include <string>
#include <string_view>

namespace reshard {

// The names of fields, for reading and writing links. Slots count from 0 in a scenario and from 1 in links; fields of
// the first have no prefix.

inline constexpr std::string_view kGivenKeys = "given:";

std::string strategy_field(std::size_t slot);  ///< "strategy", "s2", …
std::string hash_field(std::size_t slot);      ///< "hash", "s2.hash", …

/// "vnodes", "s2.vnodes", …; "s1.replicas" where a parameter of the first strategy has the name of another field.
std::string param_field(std::size_t slot, std::string_view key);

}  // namespace reshard
