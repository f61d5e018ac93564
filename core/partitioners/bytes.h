#pragma once

#include <cstdint>
#include <string_view>

#include "core/model/row.h"

namespace reshard {

/// The low `kBytes` bytes of a number, for hashes of bytes.
template <std::size_t kBytes>
class NumberBytes {
 public:
  static NumberBytes little(std::uint64_t number) {
    NumberBytes bytes;
    for (std::size_t i = 0; i < kBytes; ++i) bytes.bytes_[i] = static_cast<char>(number >> 8 * i & 0xff);
    return bytes;
  }
  static NumberBytes big(std::uint64_t number) {
    NumberBytes bytes;
    for (std::size_t i = 0; i < kBytes; ++i) bytes.bytes_[kBytes - 1 - i] = static_cast<char>(number >> 8 * i & 0xff);
    return bytes;
  }
  operator std::string_view() const { return {bytes_, kBytes}; }

 private:
  char bytes_[kBytes];
};

}  // namespace reshard
