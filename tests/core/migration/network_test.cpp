#include "core/migration/run/network.h"

#include <gtest/gtest.h>

#include "core/base/random.h"

namespace reshard {
namespace {

MoveSpec quiet() {
  MoveSpec spec;
  spec.system.latency_us = 250;
  spec.system.jitter_us = 0;
  return spec;
}

TEST(MoveNetwork, KeepsTheOrderOfEachLinkAndDelaysNothingElse) {
  MoveSpec spec = quiet();
  spec.system.jitter_us = 5'000;
  spec.faults.late = 0.2;
  spec.faults.late_us = 100'000;
  Network network(spec, 3, 4);
  Random random(5);
  std::vector<Time> last(12);
  Time now = 0;
  int in_time = 0;
  for (int i = 0; i < 5'000; ++i) {
    now += static_cast<Time>(random.below(200));
    const auto holder = static_cast<std::uint32_t>(random.below(3)), node = static_cast<std::uint32_t>(random.below(4));
    Time& before = last[holder * 4 + node];
    const Time at = network.arrival(holder, node, now);
    EXPECT_GE(at, before);
    EXPECT_GE(at, now + 250);
    EXPECT_LE(at, std::max(before, now + 250 + 5'000 + 100'000));
    in_time += at <= now + 250 + 5'000 ? 1 : 0;
    before = at;
  }
  EXPECT_GT(in_time, 0);
  EXPECT_LT(in_time, 5'000);
}

TEST(MoveNetwork, ACoordinatorIsOneWayMore) {
  MoveSpec spec = quiet();
  EXPECT_EQ(Network(spec, 1, 1).arrival(0, 0, 1'000), 1'250);
  spec.system.routing = Routing::kCoordinator;
  EXPECT_EQ(Network(spec, 1, 1).arrival(0, 0, 1'000), 1'500);
}

TEST(MoveNetwork, ANodeServesOneAfterAnotherAtItsRate) {
  MoveSpec spec = quiet();
  Network without_limit(spec, 1, 2);
  EXPECT_EQ(without_limit.serve(0, 1'000, 70), 70);
  spec.system.node_requests_per_second = 1'000;
  Network network(spec, 1, 2);
  EXPECT_EQ(network.serve(0, 1'000, 0), 1'000);
  EXPECT_EQ(network.serve(0, 1'000, 0), 2'000) << "behind the first";
  EXPECT_EQ(network.serve(1, 1'000, 0), 1'000) << "another node";
  EXPECT_EQ(network.serve(0, 1'000, 5'000), 6'000) << "it was idle meanwhile";
}

TEST(MoveNetwork, ALinkCarriesRequestsAndCopiesOneAfterAnother) {
  MoveSpec spec = quiet();
  spec.system.link_bytes_per_second = 1'000'000;
  Network network(spec, 1, 2);
  network.carry(0, 500, 0);
  EXPECT_EQ(network.serve(0, 100, 0), 600) << "a copy of 500 bytes is before it";
  EXPECT_EQ(network.serve(1, 100, 0), 100);
  EXPECT_EQ(network.node_bytes(), (std::vector<std::uint64_t>{600, 100}));
  EXPECT_EQ(network.node_requests(), (std::vector<std::uint64_t>{1, 1})) << "copies are no requests";
}

}  // namespace
}  // namespace reshard
