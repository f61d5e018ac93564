#pragma once

#include <cstdint>

namespace reshard {

/// How many keys a loop takes between two questions to its budget; the second where a key takes few instructions.
inline constexpr std::uint32_t kKeysBetweenClockReads = 4096, kQuickKeysBetweenClockReads = 16384;

/// How long a step of sliced work may go on. The core has no clock: whoever drives the work brings one.
/// Long loops ask every few thousand items, so that asking costs nothing.
class Budget {
 public:
  virtual ~Budget() = default;
  virtual bool spent() = 0;
};

/// Never spent: work is done in one go (tests, the headless core).
class NoLimit final : public Budget {
 public:
  bool spent() override { return false; }
};

}  // namespace reshard
