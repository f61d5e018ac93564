#include "web/insight/lookup_meter.h"

#include <algorithm>
#include <chrono>
#include <span>

namespace reshard::ui {
namespace {

// Browser clocks have a resolution of 0.1 ms at worst, so two readings must be this far apart.
constexpr double kLongEnoughNanoseconds = 2e6;

double place_once(const StrategyResult& strategy, std::span<NodeId> owners) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  strategy.placement->place(strategy.keys.slice(0, static_cast<std::uint32_t>(owners.size())), owners);
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

// The best of a few: other work on the machine only makes it slower.
double measure(const StrategyResult& strategy) {
  const std::size_t all = strategy.keys.size;
  std::vector<NodeId> owners(std::min<std::size_t>(64, all));
  double taken = place_once(strategy, owners);
  while (taken < kLongEnoughNanoseconds && owners.size() < all) {
    owners.resize(std::min(owners.size() * 4, all));
    taken = place_once(strategy, owners);
  }
  for (int more = 0; more < 2; ++more) taken = std::min(taken, place_once(strategy, owners));
  return taken / static_cast<double>(owners.size());
}

}  // namespace

bool LookupMeter::update(const Results& results) {
  std::erase_if(measured_, [&](const Measured& each) {
    return std::none_of(results.strategies.begin(), results.strategies.end(),
                        [&](const StrategyResult& strategy) { return strategy.placement == each.placement; });
  });
  for (const StrategyResult& strategy : results.strategies) {
    if (find(strategy) != nullptr) continue;
    measured_.push_back({strategy.placement, measure(strategy)});
    return true;
  }
  return false;
}

std::vector<double> LookupMeter::nanoseconds(const Results& results) const {
  std::vector<double> all;
  for (const StrategyResult& strategy : results.strategies) {
    const Measured* measured = find(strategy);
    all.push_back(measured == nullptr ? 0 : measured->nanoseconds);
  }
  return all;
}

const LookupMeter::Measured* LookupMeter::find(const StrategyResult& strategy) const {
  const auto found = std::find_if(measured_.begin(), measured_.end(),
                                  [&](const Measured& each) { return each.placement == strategy.placement; });
  return found == measured_.end() ? nullptr : &*found;
}

}  // namespace reshard::ui
