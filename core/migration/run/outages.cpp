#include "core/migration/run/outages.h"

#include <algorithm>

#include "core/base/random.h"
#include "core/migration/run/run_state.h"

namespace reshard {

std::uint32_t Outages::clock_of(std::uint32_t holder, Time now) const {
  const Faults& faults = spec_.faults;
  Time time = now + Time{kFirstNumber} + 1;
  const std::uint64_t luck = mix64(spec_.seed ^ mix64(holder + 0x636c6f636b));
  if (faults.clock_off > 0 && happens_by_luck(luck, faults.clock_off)) {
    const bool behind = faults.clock_ahead_us == 0 || (luck & 1) != 0;
    time += behind ? -static_cast<Time>(faults.clock_behind_us) : static_cast<Time>(faults.clock_ahead_us);
  }
  return static_cast<std::uint32_t>(std::max<Time>(time, 1));
}

}  // namespace reshard
