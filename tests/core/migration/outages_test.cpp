#include "core/migration/run/outages.h"

#include <gtest/gtest.h>

#include "core/migration/model/step.h"

namespace reshard {
namespace {

TEST(MoveOutages, LastFromTheirBeginningUntilBeforeTheirEnd) {
  MoveSpec spec;
  spec.faults.node = 2;
  spec.faults.node_down_at_us = 100;
  spec.faults.node_down_us = 50;
  spec.faults.holder = 1;
  spec.faults.holder_down_at_us = 10;
  spec.faults.holder_down_us = 5;
  const Outages outages(spec);
  for (Time at = 0; at < 200; ++at) {
    EXPECT_EQ(outages.node_is_down(2, at), at >= 100 && at < outages.node_is_back()) << at;
    EXPECT_FALSE(outages.node_is_down(1, at)) << at;
    EXPECT_EQ(outages.holder_is_down(1, at), at >= 10 && at < outages.holder_is_back()) << at;
    EXPECT_FALSE(outages.holder_is_down(2, at)) << at;
  }
  EXPECT_EQ(outages.node_is_back(), 150);
  EXPECT_EQ(outages.holder_is_back(), 15);
}

TEST(MoveOutages, WithoutAFaultNobodyIsDown) {
  const MoveSpec spec;
  const Outages outages(spec);
  EXPECT_FALSE(outages.node_is_down(0, 0));
  EXPECT_FALSE(outages.holder_is_down(0, 0));
}

TEST(MoveOutages, AClockIsRightOrAsWrongAsAsked) {
  MoveSpec spec;
  const Time right = 10'000 + Time{kFirstNumber} + 1;
  EXPECT_EQ(Outages(spec).clock_of(7, 10'000), right);
  spec.faults.clock_off = 0.5;
  spec.faults.clock_behind_us = 3'000;
  spec.faults.clock_ahead_us = 200;
  const Outages outages(spec);
  int behind = 0, ahead = 0;
  for (std::uint32_t holder = 0; holder < 1'000; ++holder) {
    const Time clock = outages.clock_of(holder, 10'000);
    EXPECT_TRUE(clock == right || clock == right - 3'000 || clock == right + 200) << clock;
    EXPECT_EQ(outages.clock_of(holder, 10'500), clock + 500) << "a clock stays as it is";
    behind += clock < right ? 1 : 0;
    ahead += clock > right ? 1 : 0;
  }
  EXPECT_NEAR(behind, 250, 4 * 14);
  EXPECT_NEAR(ahead, 250, 4 * 14);
  spec.faults.clock_off = 1;
  spec.faults.clock_ahead_us = 0;
  EXPECT_EQ(outages.clock_of(7, 0), 1u) << "a clock never says less than one";
}

}  // namespace
}  // namespace reshard
