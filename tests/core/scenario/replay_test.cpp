#include "core/scenario/replay.h"

#include <gtest/gtest.h>

#include "core/scenario/link.h"
#include "tests/core/scenario/random_scenario.h"

namespace reshard::testing {
namespace {

TEST(StepsOf, AScenarioWithoutALogAreItself) {
  EXPECT_EQ(steps_of(default_scenario()), std::vector<Scenario>{default_scenario()});
}

TEST(StepsOf, ALogAreItsStartAndOneStepAnEvent) {
  const auto steps = steps_of(parse_link("vnodes=7&log=+x,-node-2,*x*2").scenario);
  ASSERT_EQ(steps.size(), 4u);
  EXPECT_EQ(format_link(steps[0]), "v=1&vnodes=7");
  EXPECT_EQ(format_link(steps[1]), "v=1&log=+x&vnodes=7");
  EXPECT_EQ(format_link(steps[2]), "v=1&log=+x,-node-2&vnodes=7");
  EXPECT_EQ(format_link(steps[3]), "v=1&log=+x,-node-2,*x*2&vnodes=7");
}

TEST(StepsOf, RandomScenariosLeadToThem) {
  Random random(7);
  for (int i = 0; i < 300; ++i) {
    const Scenario scenario = random_scenario(random);
    const auto steps = steps_of(scenario);
    ASSERT_EQ(steps.size(), scenario.cluster.log().size() + 1);
    for (std::size_t k = 0; k < steps.size(); ++k) {
      ASSERT_EQ(steps[k].cluster.log().size(), k);
      ASSERT_EQ(format_link(parse_link(format_link(steps[k])).scenario), format_link(steps[k]));
    }
    ASSERT_EQ(steps.back(), scenario);
  }
}

TEST(StepsOf, ALargeClusterAreTheLastOnesOnly) {
  const Scenario scenario = parse_link("nodes=9000&log=+x0..x999,-x0..x999").scenario;
  const auto steps = steps_of(scenario);
  EXPECT_EQ(steps.size(), 1 + kMaxStepNodes / (9000 + 10'000 + 2000));
  EXPECT_EQ(steps.back(), scenario);
  EXPECT_EQ(steps.front().cluster.log().size(), 2000 - steps.size() + 1);
}

TEST(StepsOf, AScenarioThatForgotItsLogIsOne) {
  Scenario scenario = parse_link("log=-node-0").scenario;
  scenario.cluster = scenario.cluster.rebased();
  ASSERT_TRUE(scenario.cluster.remove(NodeId{3}).ok());
  EXPECT_EQ(steps_of(scenario), std::vector<Scenario>{scenario});
}

TEST(Replay, RefusesANodeThatIsNotThere) {
  Cluster cluster = default_scenario().cluster;
  ClusterEvent event{ClusterEvent::Kind::kDown, {}, ""};
  event.node.name = "nobody";
  const auto done = replay(cluster, event);
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(message(done.error()), "nodes: there is no “nobody”");
  EXPECT_EQ(cluster, default_scenario().cluster);
}

}  // namespace
}  // namespace reshard::testing
