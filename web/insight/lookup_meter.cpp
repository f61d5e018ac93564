#include "web/insight/lookup_meter.h"

#include <algorithm>
#include <chrono>
#include <span>
#include <string>

namespace reshard::ui {
namespace {

// Browser clocks have a resolution of 0.1 ms at worst, so two readings must be this far apart.
constexpr double kLongEnoughNanoseconds = 2e6;

/// Looks that many keys up, or only hashes the name of one as often: how names are made is not measured.
double once(const StrategyResult& strategy, std::span<NodeId> owners, std::string_view hashed) {
  using Clock = std::chrono::steady_clock;
  [[maybe_unused]] static volatile std::uint64_t used;  // or nothing would be computed
  const auto start = Clock::now();
  if (hashed.empty()) {
    strategy.placement->place(strategy.keys.slice(0, static_cast<std::uint32_t>(owners.size())), owners);
  } else {
    for (std::size_t i = 0; i < owners.size(); ++i) {
      for (const Recipe& recipe : strategy.recipes) used = recipe(hashed);
    }
  }
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

// The best of a few: other work on the machine only makes it slower.
double measure(const StrategyResult& strategy, std::string_view hashed) {
  const std::size_t all = strategy.keys.size;
  std::vector<NodeId> owners(std::min<std::size_t>(64, all));
  double taken = once(strategy, owners, hashed);
  while (taken < kLongEnoughNanoseconds && owners.size() < all) {
    owners.resize(std::min(owners.size() * 4, all));
    taken = once(strategy, owners, hashed);
  }
  for (int more = 0; more < 2; ++more) taken = std::min(taken, once(strategy, owners, hashed));
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
    std::string name;
    results.keys->append_name(results.keys->size() / 2, name);
    const double place = measure(strategy, {});
    measured_.push_back({strategy.placement, {place, place + measure(strategy, name)}});
    return true;
  }
  return false;
}

std::vector<LookupTime> LookupMeter::times(const Results& results) const {
  std::vector<LookupTime> all;
  all.reserve(results.strategies.size());
  for (const StrategyResult& strategy : results.strategies) {
    const Measured* measured = find(strategy);
    all.push_back(measured == nullptr ? LookupTime{} : measured->time);
  }
  return all;
}

const LookupMeter::Measured* LookupMeter::find(const StrategyResult& strategy) const {
  const auto found = std::find_if(measured_.begin(), measured_.end(),
                                  [&](const Measured& each) { return each.placement == strategy.placement; });
  return found == measured_.end() ? nullptr : &*found;
}

}  // namespace reshard::ui
