#include "core/migration/maps.h"

#include <algorithm>

#include "core/base/random.h"

namespace reshard {
namespace {

std::size_t count_holders(const System& system) {
  switch (system.routing) {
    case Routing::kSmartClient: return static_cast<std::size_t>(system.clients);
    case Routing::kProxy: return static_cast<std::size_t>(system.proxies);
    case Routing::kCoordinator: break;
  }
  return 1;
}

}  // namespace

Maps::Maps(const MoveSpec& spec) : spec_(spec), known_(count_holders(spec.system)) {}

bool Maps::learn(std::uint32_t holder, std::uint32_t version) {
  if (version <= known_[holder]) return false;
  const bool was_last = known_[holder] == known_by_all_;
  known_[holder] = version;
  if (was_last) known_by_all_ = *std::min_element(known_.begin(), known_.end());
  return true;
}

Time Maps::hears_at(std::uint32_t holder, Time now) const {
  const auto delay = static_cast<Time>(spec_.system.map_delay_us);
  const std::uint64_t luck = mix64(spec_.seed ^ mix64(holder + 0x6d617073));
  Time at = now;
  if (spec_.system.spread == Spread::kPush) {
    // From half of the delay to one and a half, another each time.
    at += delay / 2 + static_cast<Time>(mix64(luck ^ newest_) % (spec_.system.map_delay_us + 1));
  } else {
    const Time phase = static_cast<Time>(luck % spec_.system.map_delay_us);
    at += delay - (now + delay - phase) % delay;
  }
  const Faults& faults = spec_.faults;
  const auto begins = static_cast<Time>(faults.cut_off_at_us);
  const auto ends = begins + static_cast<Time>(faults.cut_off_us);
  const bool unlucky = static_cast<double>(mix64(luck) >> 11) * 0x1p-53 < faults.cut_off;
  return unlucky && at >= begins && at < ends ? ends : at;
}

}  // namespace reshard
