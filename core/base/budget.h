#pragma once

#include <cstdint>

namespace reshard {

/// How many keys a loop processes between two checks of its budget; the second where a key takes few instructions.
inline constexpr std::uint32_t kKeysBetweenClockReads = 4096, kQuickKeysBetweenClockReads = 16384;

/// How long a step of sliced work may run. The core has no clock: whoever drives the work supplies one. Long loops
/// check it only every few thousand items, so checking costs next to nothing.
class Budget {
 public:
  virtual ~Budget() = default;
  virtual bool spent() = 0;
};

/// Never spent: the work is done in one go (tests, the headless core).
class NoLimit final : public Budget {
 public:
  bool spent() override { return false; }
};

}  // namespace reshard
