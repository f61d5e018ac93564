#include "core/migration/run/unit.h"

#include <algorithm>

#include "core/migration/run/move_spec.h"

namespace reshard {

Units cut_into_units(const Plan& plan, const Pace& pace) {
  std::vector<std::uint32_t> moved;
  for (std::uint32_t key = 0; key < plan.keys(); ++key) {
    if (plan.from[key] != plan.to[key]) moved.push_back(key);
  }
  std::stable_sort(moved.begin(), moved.end(), [&](std::uint32_t a, std::uint32_t b) {
    return plan.from[a] != plan.from[b] ? plan.from[a] < plan.from[b] : plan.to[a] < plan.to[b];
  });
  const auto starts_unit = [&](const MoveUnit& unit, std::uint32_t key) {
    switch (pace.unit) {
      case Unit::kAll: return false;
      case Unit::kNode: return plan.from[unit.keys.back()] != plan.from[key];
      case Unit::kSection: return unit.keys.size() >= pace.section_keys;
      case Unit::kKey: break;
    }
    return true;
  };
  Units units;
  units.of_key.assign(plan.keys(), kNoUnit);
  for (const std::uint32_t key : moved) {
    if (units.all.empty() || starts_unit(units.all.back(), key)) units.all.emplace_back();
    units.all.back().keys.push_back(key);
    units.of_key[key] = static_cast<std::uint32_t>(units.all.size() - 1);
  }
  return units;
}

}  // namespace reshard
