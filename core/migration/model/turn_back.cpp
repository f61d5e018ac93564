#include "core/migration/model/turn_back.h"

#include "core/base/check.h"

namespace reshard {

Protocol turned_back(const Protocol& protocol, std::size_t phase) {
  CHECK(phase >= 1 && phase < protocol.phases.size() && phase <= kMaxTurnBack);
  const auto last = protocol.phases.begin() + static_cast<std::ptrdiff_t>(phase) + 1;
  Protocol back{protocol.checks, {protocol.phases.begin(), last}};
  const bool logs_back = back.phases[phase].log == Log::kBack;
  // An abort does not wait for the end of the phase.
  back.phases[phase].until &=
      static_cast<std::uint8_t>(~(kUntilCopied | kUntilDrained | kUntilExpired | kUntilAsked | kUntilVerified));
  bool drained = false;
  for (std::size_t at = phase; at-- > 0;) {
    Phase before = protocol.phases[at];
    before.name = "back to " + before.name;
    before.copy = Copying::kNone;
    before.verify = Verify::kNone;
    before.copy_again = before.drop = before.repair = false;
    before.after_us = 0;
    before.until = kUntilAcknowledged;
    before.barrier = before.barrier || protocol.phases[at + 1].barrier;
    before.log = Log::kNone;
    if (logs_back && !drained && before.freeze != Freeze::kNone) {
      before.log = Log::kBack;
      before.until |= kUntilDrained;
      drained = true;
    }
    back.phases.push_back(std::move(before));
  }
  return back;
}

}  // namespace reshard
