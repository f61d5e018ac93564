#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace reshard {

/// Values of one column for some rows: text one after another, and where each ends. An empty text means no value.
struct ValueColumn {
  std::string_view bytes;
  std::span<const std::uint32_t> ends;

  std::size_t size() const { return ends.size(); }
  std::string_view operator[](std::size_t row) const {
    const std::uint32_t begin = row == 0 ? 0 : ends[row - 1];
    return bytes.substr(begin, ends[row] - begin);
  }
};

/// Between the two values of a pair, when it is placed and shown.
inline constexpr char kPairSeparator = '|';

}  // namespace reshard
