#pragma once

namespace reshard {

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
