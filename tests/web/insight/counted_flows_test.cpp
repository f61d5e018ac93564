// What moved from node to node, in what its keys count.

#include "web/insight/counted_flows.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "core/model/key_reader.h"
#include "tests/web/stage.h"

namespace reshard {
namespace {

// Keys "key 0" … that count 1, 2, 5, 10 and so on.
void use_counted_keys(Stage& stage, int keys) {
  KeyReader reader({',', 0, false, 2});
  std::string text;
  for (int i = 0; i < keys; ++i) text += "key " + std::to_string(i) + "," + std::to_string(1 + i * i) + "\n";
  ASSERT_TRUE(reader.add(text).ok() && reader.end().ok());
  NoLimit budget;
  ASSERT_TRUE(reader.check(budget).ok());
  ASSERT_TRUE(stage.app().use_keys(reader.take(), false).ok());
  stage.settle();
}

TEST(CountedFlows, each_flow_has_the_sum_of_its_keys_counts) {
  Stage stage;
  use_counted_keys(stage, 500);
  ASSERT_TRUE(stage.click("remove-node:node-2"));
  stage.settle();
  const Results& results = stage.app().results();
  const StrategyResult& main = results.strategies[0];
  std::map<std::pair<NodeId, NodeId>, std::uint64_t> sums;
  for (std::uint64_t i = 0; i < 500; ++i) {
    const NodeId from = main.owners_before()[i], to = main.owners()[i];
    if (from != to) sums[{from, to}] += 1 + i * i;
  }
  ASSERT_GT(sums.size(), 2u);
  const auto& counted = stage.app().ui().counted_flows;
  ASSERT_EQ(counted.size(), main.movement.flows.size());
  for (std::size_t i = 0; i < counted.size(); ++i) {
    const Flow& flow = main.movement.flows[i];
    EXPECT_EQ(counted[i], (sums[{flow.from, flow.to}]));
  }

  const auto flows = ui::flows_of_counts(results, counted);
  EXPECT_TRUE(std::is_sorted(flows.begin(), flows.end(), largest_first));
  for (const Flow& flow : flows) EXPECT_EQ(flow.keys, (sums[{flow.from, flow.to}]));
}

TEST(CountedFlows, keys_without_counts_have_none_and_no_tab) {
  Stage stage;
  stage.settle();
  ASSERT_TRUE(stage.click("remove-node:node-2"));
  stage.settle();
  EXPECT_FALSE(stage.app().results().strategies[0].movement.flows.empty());
  EXPECT_TRUE(stage.app().ui().counted_flows.empty());
  EXPECT_FALSE(stage.shows("tab-counts"));
}

TEST(CountedFlows, the_tab_goes_with_the_counts) {
  Stage stage;
  use_counted_keys(stage, 50);
  ASSERT_TRUE(stage.click("tab-counts"));
  EXPECT_EQ(stage.app().ui().shown_moves, ui::Moves::kCounts);
  stage.app().open("v=1&nodes=4");
  stage.settle();
  EXPECT_FALSE(stage.shows("tab-counts"));
  EXPECT_EQ(stage.app().ui().shown_moves, std::nullopt);
}

}  // namespace
}  // namespace reshard
