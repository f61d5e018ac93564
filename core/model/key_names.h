#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "core/model/keys.h"

namespace reshard {

/// Names of many keys, best asked for in the order of the keys: from one sequential key to the next, few digits change.
class KeyNames {
 public:
  /// `margin`: how many zero bytes are written before and after a name.
  explicit KeyNames(const KeySet& keys, std::size_t margin = 0) : keys_(keys), margin_(margin) {}

  /// The name of key i between its margins, valid until the next call.
  std::string_view operator()(std::uint32_t i) {
    if (i != next_) return read(i);
    if (buffer_[last_] == '9') {
      if (!carry()) return read(i);
    } else {
      ++buffer_[last_];
    }
    ++next_;
    return buffer_;
  }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  std::string_view read(std::uint32_t i);
  bool carry();

  const KeySet& keys_;
  std::size_t margin_;
  std::string buffer_;
  std::uint32_t next_ = kNone;  // the key whose name may follow from the one in the buffer
  std::size_t first_ = 0;       // where that one's digits begin
  std::size_t last_ = 0;        // its last digit
};

}  // namespace reshard
