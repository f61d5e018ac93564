#include "core/scenario/replay.h"

#include <gtest/gtest.h>

#include "core/scenario/entry.h"
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

/// How many events the log has after each step of a link.
std::vector<std::size_t> lengths(std::string_view link) {
  std::vector<std::size_t> all;
  for (const Scenario& step : steps_of(parse_link(link).scenario)) all.push_back(step.cluster.log().size());
  return all;
}

TEST(StepsOf, ChangesMadeAtOnceAreOneStep) {
  using Lengths = std::vector<std::size_t>;
  const std::string link = "nodes=5&log=+x,+node-5..node-9";
  EXPECT_EQ(lengths(link + "&at_once=5"), (Lengths{0, 1, 6}));
  EXPECT_EQ(lengths(link + "&at_once=6"), (Lengths{0, 6}));
  EXPECT_EQ(lengths(link + "&at_once=10000"), (Lengths{0, 6})) << "more than there are";
  EXPECT_EQ(lengths(link + "&at_once=2,1*3"), (Lengths{0, 1, 3, 4, 5, 6})) << "two at once, then three by one";
  EXPECT_EQ(lengths(link + "&at_once=2*3"), (Lengths{0, 2, 4, 6}));
  EXPECT_EQ(lengths(link + "&at_once=2%2C1"), (Lengths{0, 1, 2, 3, 5, 6})) << "escaped in transit";
  EXPECT_EQ(lengths(link + "&at_once=10000*10000,4*1"), (Lengths{0, 2, 6}));
}

TEST(StepsOf, ALinkSaysWhichChangesWereMadeAtOnce) {
  for (const char* link : {"v=1&log=+x", "v=1&log=+x,+y&at_once=2", "v=1&log=+x,+y,+z,-z&at_once=2,1*2",
                           "v=1&log=+a,+b,-a,-b&at_once=2*2", "v=1&log=+a,+b,+c,-c,-a,-b&at_once=3,1,2"}) {
    EXPECT_EQ(format_link(parse_link(link).scenario), link);
  }
  EXPECT_EQ(format_link(parse_link("log=+x,+y&at_once=1").scenario), "v=1&log=+x,+y") << "as without the field";
  EXPECT_EQ(format_link(parse_link("log=+x,+y&at_once=12").scenario), "v=1&log=+x,+y&at_once=2");
}

TEST(StepsOf, ALinkWhoseStepsCannotBeReadHasOneStepPerEvent) {
  for (const char* steps : {"0", "10001", "-1", "two", "", "2,", "2*0", "2*", "*2", "1*2*3", "2;1"}) {
    const auto link = parse_link(std::string("log=+x,+y&at_once=") + steps);
    ASSERT_EQ(link.refused.size(), 1u) << steps;
    EXPECT_EQ(link.refused[0].field, "at_once");
    EXPECT_EQ(link.refused[0].code, ErrorCode::out_of_range);
    EXPECT_EQ(steps_of(link.scenario).size(), 3u) << steps;
  }
  EXPECT_EQ(message(parse_link("log=+x&at_once=some").refused[0]), "at_once: some is outside 1 to 10000");
}

TEST(StepsOf, EndsAtTheScenarioForRandomScenarios) {
  Random random(7);
  for (int i = 0; i < 300; ++i) {
    const Scenario scenario = random_scenario(random);
    const auto steps = steps_of(scenario);
    const auto log = scenario.cluster.log();
    for (std::size_t k = 0; k < steps.size(); ++k) {
      const std::size_t length = steps[k].cluster.log().size();
      ASSERT_TRUE(k == 0 ? length == 0 : length > steps[k - 1].cluster.log().size());
      ASSERT_TRUE(length == log.size() || !log[length].at_once) << "a step ends where the next begins";
      if (heaviest_that_fits(steps[k]) < kMaxWeight) continue;  // a ring of too many points opens through no door
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

TEST(Replay, JoinsAnEventToTheStepOfTheOneBefore) {
  const auto event = [](ClusterEvent::Kind kind, const char* name, double weight, bool at_once) {
    ClusterEvent made{kind, {}, ""};
    made.node.name = name;
    made.node.weight = weight;
    made.at_once = at_once;
    return made;
  };
  using Kind = ClusterEvent::Kind;
  Cluster cluster = default_scenario().cluster;
  ASSERT_TRUE(replay(cluster, event(Kind::kAdd, "x", 1, true)).ok());
  EXPECT_FALSE(cluster.log()[0].at_once) << "there is none before";
  ASSERT_TRUE(replay(cluster, event(Kind::kWeigh, "x", 2, true)).ok());
  ASSERT_TRUE(replay(cluster, event(Kind::kWeigh, "x", 3, true)).ok());
  ASSERT_EQ(cluster.log().size(), 2u) << "the second weight replaces the first";
  EXPECT_TRUE(cluster.log()[1].at_once);
  ASSERT_TRUE(replay(cluster, event(Kind::kWeigh, "x", 4, false)).ok());
  EXPECT_FALSE(cluster.log()[1].at_once) << "another step";
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
