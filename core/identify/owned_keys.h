#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace reshard {

/// Keys, and the names of their owners.
struct OwnedKeys {
  std::vector<std::string> keys, owners;
};

/// Orders keys for a sample: at random, and in a way by which no strategy places them, so that the first keys in this
/// order are on nodes as all keys are.
std::uint64_t sample_order(std::string_view key);

/// The rows in that order; rows of one key by their owners.
OwnedKeys in_sample_order(OwnedKeys rows);

/// Takes out the only row whose owner is what people call the column of owners, and returns it as a line, "key,owner";
/// "" if there is none.
std::string take_header(OwnedKeys& rows);

}  // namespace reshard
