#include "core/analysis/memory.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/placement/incremental.h"
#include "core/simulation/simulation.h"
#include "core/strategies/strategies.h"

namespace reshard {
namespace {

TEST(Memory, IsAtMost96BytesPerKeyForAnyTwoStrategies) {
  std::uint64_t most = 0;
  for (const Strategy* one : strategies()) {
    for (const Strategy* other : strategies()) {
      Scenario scenario = default_scenario();
      scenario.strategies = {default_choice(*one), default_choice(*other)};
      scenario.requests.skew = 1;
      most = std::max(most, bytes_per_key(scenario));
    }
  }
  EXPECT_LE(most, 96u);
  // Two rings that hash keys differently need, in bytes per key and each: a column (8) with its index (14), owners and
  // moves (20); and once the requests for each key (8).
  EXPECT_EQ(most, 2 * (8 + 14 + 20u) + 8);
}

TEST(Memory, IncludesAnIndexForEveryStrategyWithRanges) {
  for (const Strategy* strategy : strategies()) {
    Scenario scenario = default_scenario();
    scenario.strategies = {default_choice(*strategy)};
    const auto columns = strategy->recipes(scenario.strategies[0].params, *scenario.strategies[0].hash).size();
    scenario.keys.count = 1000;
    Simulation simulation;
    NoLimit no_limit;
    ASSERT_TRUE(simulation.set(std::make_shared<const Scenario>(scenario), Baseline::kNone).ok());
    ASSERT_TRUE(simulation.step(no_limit).ok());
    if (ranges_of(*simulation.results().strategies[0].placement).empty()) continue;
    EXPECT_GE(bytes_per_key(scenario), 8 * columns + 14 + 20) << strategy->id;
  }
}

}  // namespace
}  // namespace reshard
