#include "core/migration/run/maps.h"

#include <algorithm>

#include "core/base/random.h"

namespace reshard {
namespace {

std::uint32_t count_servers(const System& system) {
  return system.routing == Routing::kTwoLevel ? static_cast<std::uint32_t>(system.directories) : 1;
}

}  // namespace

Maps::Maps(const MoveSpec& spec)
    : spec_(spec),
      holders_(map_holders(spec.system)),
      servers_(count_servers(spec.system)),
      known_(std::size_t{holders_} * servers_),
      known_by_all_(servers_),
      announced_(servers_),
      served_(servers_),
      free_(servers_) {}

bool Maps::learn(std::uint32_t section, std::uint32_t version) {
  if (version <= known_[section]) return false;
  const std::uint32_t server = server_in(section);
  const bool was_last = known_[section] == known_by_all_[server];
  known_[section] = version;
  if (!was_last) return true;
  std::uint32_t least = version;
  for (std::size_t each = server; each < known_.size(); each += servers_) least = std::min(least, known_[each]);
  known_by_all_[server] = least;
  return true;
}

bool Maps::knows_all(std::uint32_t holder) const {
  for (std::uint32_t server = 0; server < servers_; ++server) {
    if (known_[section(holder, server)] < announced_[server]) return false;
  }
  return true;
}

Time Maps::served_at(std::uint32_t server, Time now) {
  ++served_[server];
  const std::uint64_t rate = spec_.system.map_requests_per_second;
  if (rate == 0) return now;
  free_[server] = std::max(free_[server], now * kNanoseconds) + static_cast<Time>(1'000'000'000 / rate);
  return (free_[server] + kNanoseconds - 1) / kNanoseconds;
}

Time Maps::hears_at(std::uint32_t section, Time now) const {
  const auto delay = static_cast<Time>(spec_.system.map_delay_us);
  const std::uint64_t luck = mix64(spec_.seed ^ mix64(section + 0x6d617073));
  Time at = now;
  if (spec_.system.spread == Spread::kPush) {
    // Between half of the delay and one and a half, a new random value each time.
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
