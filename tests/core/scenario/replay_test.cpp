#include "core/scenario/replay.h"

#include <gtest/gtest.h>

#include "core/scenario/link.h"
#include "tests/core/scenario/random_scenario.h"

namespace reshard::testing {
namespace {

TEST(StepsOf, IsOnlyTheScenarioIfItHasNoLog) {
  EXPECT_EQ(steps_of(default_scenario()), std::vector<Scenario>{default_scenario()});
}

TEST(StepsOf, HasTheStartAndOneStepPerEvent) {
  const auto steps = steps_of(parse_link("vnodes=7&log=+x,-node-2,*x*2").scenario);
  ASSERT_EQ(steps.size(), 4u);
  EXPECT_EQ(format_link(steps[0]), "v=1&vnodes=7");
  EXPECT_EQ(format_link(steps[1]), "v=1&log=+x&vnodes=7");
  EXPECT_EQ(format_link(steps[2]), "v=1&log=+x,-node-2&vnodes=7");
  EXPECT_EQ(format_link(steps[3]), "v=1&log=+x,-node-2,*x*2&vnodes=7");
}

TEST(StepsOf, ChangesMadeAtOnceAreOneStep) {
  const auto lengths = [](std::size_t at_once) {
    std::vector<std::size_t> all;
    for (const Scenario& step : steps_of(parse_link("nodes=5&log=+x,+node-5..node-9").scenario, at_once)) {
      all.push_back(step.cluster.log().size());
    }
    return all;
  };
  EXPECT_EQ(lengths(5), (std::vector<std::size_t>{0, 1, 6}));
  EXPECT_EQ(lengths(6), (std::vector<std::size_t>{0, 6}));
  EXPECT_EQ(lengths(10'000), (std::vector<std::size_t>{0, 6})) << "more than there are";
}

TEST(StepsOf, ALinkSaysHowManyChangesWereMadeAtOnce) {
  EXPECT_EQ(changes_at_once(parse_link("log=+x").other), 1u);
  EXPECT_EQ(changes_at_once(parse_link("log=+x&at_once=12&view=load").other), 12u);
  for (const char* link : {"at_once=0", "at_once=10001", "at_once=-1", "at_once=two", "at_once="}) {
    EXPECT_EQ(changes_at_once(parse_link(link).other), std::nullopt) << link;
  }
}

TEST(StepsOf, EndsAtTheScenarioForRandomScenarios) {
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

TEST(StepsOf, KeepsOnlyTheLastStepsOfALargeCluster) {
  const Scenario scenario = parse_link("nodes=9000&log=+x0..x999,-x0..x999").scenario;
  const auto steps = steps_of(scenario);
  EXPECT_EQ(steps.size(), 1 + kMaxStepNodes / (9000 + 10'000 + 2000));
  EXPECT_EQ(steps.back(), scenario);
  EXPECT_EQ(steps.front().cluster.log().size(), 2000 - steps.size() + 1);
}

TEST(StepsOf, IsOnlyTheScenarioIfItForgotItsLog) {
  Scenario scenario = parse_link("log=-node-0").scenario;
  scenario.cluster = scenario.cluster.rebased();
  ASSERT_TRUE(scenario.cluster.remove(NodeId{3}).ok());
  EXPECT_EQ(steps_of(scenario), std::vector<Scenario>{scenario});
}

TEST(Replay, RefusesAnUnknownNode) {
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
