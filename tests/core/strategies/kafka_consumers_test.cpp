#include <gtest/gtest.h>

#include <map>

#include "core/base/text.h"
#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

ConfiguredStrategy group_of(std::string_view assignor, std::string_view partitions) {
  return ConfiguredStrategy("kafka_consumers", {{"assignor", assignor}, {"partitions", partitions}});
}

Cluster after_change(Cluster cluster, const std::vector<std::string>& members) {
  std::size_t changes = 0;
  const std::vector<Node> before(cluster.nodes().begin(), cluster.nodes().end());
  std::vector<std::string> joining;
  for (const std::string& member : members) {
    if (cluster.find(member) == nullptr) joining.push_back(member);
  }
  for (const std::string& member : joining) changes += cluster.add({.name = member}).ok() ? 1 : 0;
  for (const Node& node : before) {
    const bool stays = std::find(members.begin(), members.end(), node.name) != members.end();
    if (!stays) changes += cluster.remove(node.id).ok() ? 1 : 0;
  }
  return at_once(std::move(cluster), changes);
}

// Members come and go, and rows that follow each other are one history.
void expect_rows(const Vectors& rows, std::size_t wanted) {
  std::map<std::string, Cluster> groups;
  std::size_t partitions = 0;
  for (const auto& row : rows) {
    const auto members = words_of(row["members"]);
    const auto group = groups.find(row["group"]);
    Cluster cluster = group == groups.end() ? cluster_of(members) : after_change(group->second, members);
    const auto owners = slot_owners(group_of(row["assignor"], row["partitions"]), cluster);
    std::vector<std::string> names, expected;
    for (const NodeId owner : owners) names.push_back(cluster.name_of(owner));
    for (const std::string& at : words_of(row["owners"])) expected.push_back(members[*parse_u64(at)]);
    ASSERT_EQ(names, expected) << row["group"] << " " << row["assignor"] << ": " << row["members"];
    partitions += names.size();
    groups.insert_or_assign(row["group"], std::move(cluster));
  }
  EXPECT_EQ(partitions, wanted);
}

TEST(KafkaConsumers, RowsAgreeWithPython3Kafka) { expect_rows(Vectors("kafka_assignors_python.csv"), 22386); }

TEST(KafkaConsumers, RowsAgreeWithLibrdkafka) { expect_rows(Vectors("kafka_assignors_librdkafka.csv"), 2016); }

// The same partitions as printed; the members of the group that joined later revoke nothing.
TEST(KafkaConsumers, OnlyWhatMovesStopsUnderTheCooperativeProtocol) {
  const Cluster three = cluster_of({"a", "b", "c"});
  const auto stops = [](const ConfiguredStrategy& setup, const Cluster& cluster) {
    for (const Step& step : explain(setup, cluster, "key")) {
      if (step.label == "stops_in_rebalance") return step.value;
    }
    return std::string();
  };
  EXPECT_EQ(stops(group_of("sticky", "12"), with_node(three, "d")), "12 / 12");
  EXPECT_EQ(stops(group_of("cooperative_sticky", "12"), with_node(three, "d")), "3 / 12");
  EXPECT_EQ(stops(group_of("cooperative_sticky", "12"), without_node(three, "b")), "0 / 12");
}

TEST(KafkaConsumers, AStaticMemberKeepsItsPartitionsWhileItIsDown) {
  const Cluster down = with_down(cluster_of({"a", "b"}), {"a"});
  const auto keys = KeyTable::of(group_of("range", "12"), sequential_keys("key-", 100)).take();
  const ConfiguredStrategy fixed("kafka_consumers", {{"membership", "static"}}), dynamic("kafka_consumers");
  const auto owners = place(fixed, down, keys), served = serve(fixed, down, keys), taken = serve(dynamic, down, keys);
  for (std::size_t i = 0; i < owners.size(); ++i) {
    EXPECT_EQ(served[i], owners[i] == NodeId{0} ? kNoNode : NodeId{1});
    EXPECT_EQ(taken[i], NodeId{1});
  }
}

// Issue “100:48069 on 12 partitions”: murmur2 says 9, and range gives partitions 8 to 11 to the last of three.
TEST(KafkaConsumers, ExplainsTheWayFromTheKeyToTheConsumer) {
  const Trace trace = explain(group_of("range", "12"), cluster_of({"c", "a", "b"}), "100:48069");
  std::vector<std::string> labels;
  for (const Step& step : trace) labels.emplace_back(step.label);
  EXPECT_EQ(labels, (std::vector<std::string>{"value", "function", "hash", "partition", "stops_in_rebalance",
                                              "table entry", "owner"}));
  EXPECT_TRUE(trace[3].value.ends_with(" mod 12 = 9")) << trace[3].value;
  EXPECT_EQ(trace.back().node, NodeId{0});
}

}  // namespace
}  // namespace reshard::testing
