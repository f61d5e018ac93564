#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace reshard {

/// Some rows of a candidate that have a value, each with its hash. The text of a pair is in two parts, to be joined by
/// a separator (kPairSeparator); for a single column `second` is empty. Otherwise all spans have the same length.
struct ValueRows {
  std::span<const std::uint64_t> hashes;
  std::span<const std::string_view> first;
  std::span<const std::string_view> second;

  std::size_t size() const { return hashes.size(); }
};

}  // namespace reshard
