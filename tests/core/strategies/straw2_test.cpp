#include <gtest/gtest.h>

#include "tests/core/placing.h"
#include "tests/core/vectors.h"

namespace reshard::testing {
namespace {

/// The keys of a file of crushtool's, read as its x.
KeyTable keys_of(const Scheme& scheme, const Vectors& rows) {
  std::vector<std::string> names;
  for (const auto& row : rows) names.push_back(row["x"]);
  return KeyTable::of(scheme, given_keys(names)).take();
}

std::string numbers_of(std::span<const NodeId> nodes) {
  std::string text;
  for (const NodeId node : nodes) text += (text.empty() ? "" : "/") + std::to_string(index_of(node));
  return text;
}

TEST(Straw2, RowsOfAFlatMapAgreeWithCrushtool) {
  const Vectors rows("crush_flat.csv");
  const Scheme scheme("straw2", {}, "integer");
  const auto keys = keys_of(scheme, rows);
  const auto ten = numbered_cluster("osd.", 10);
  const auto w123 = with_weight(with_weight(numbered_cluster("osd.", 3), "osd.1", 2), "osd.2", 3);
  const std::pair<std::string, std::vector<NodeId>> columns[] = {
      {"n9", place(scheme, numbered_cluster("osd.", 9), keys)},
      {"n10", place(scheme, ten, keys)},
      {"w123", place(scheme, w123, keys)},
      {"n10_without3", place(scheme, without_node(ten, "osd.3"), keys)},
  };
  const auto replicas = place_replicas(scheme, ten, keys, 3);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& [column, owners] : columns) EXPECT_EQ(index_of(owners[i]), rows[i].number(column)) << column << " " << i;
    EXPECT_EQ(numbers_of(std::span(replicas).subspan(3 * i, 3)), rows[i]["n10_rep3"]) << i;
  }
}

TEST(Straw2, RowsOfAMapOfFourHostsAgreeWithCrushtool) {
  const Vectors rows("crush_hosts.csv");
  std::vector<Node> nodes(12);
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    nodes[n].name = "osd." + std::to_string(n);
    nodes[n].rack = "host" + std::to_string(n / 3);
  }
  const Scheme scheme("straw2", {{"domain", "rack"}}, "integer");
  const auto replicas = place_replicas(scheme, Cluster::of(nodes).take(), keys_of(scheme, rows), 3);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(numbers_of(std::span(replicas).subspan(3 * i, 3)), rows[i]["osds"]) << i;
  }
}

// 56 of the 500 keys of the file move when the tenth comes, a tenth would be 50, and all of them to it.
TEST(Straw2, TenthNodeTakesWhatCrushtoolGivesIt) {
  const Vectors rows("crush_flat.csv");
  std::size_t moved_rows = 0;
  for (const auto& row : rows) moved_rows += row["n9"] != row["n10"];
  const Scheme scheme("straw2", {}, "integer");
  const auto keys = keys_of(scheme, rows);
  const auto before = place(scheme, numbered_cluster("osd.", 9), keys);
  const auto after = place(scheme, numbered_cluster("osd.", 10), keys);
  EXPECT_EQ(moved(before, after), moved_rows);
  EXPECT_EQ(moved_elsewhere(before, after, NodeId{9}), 0u);
}

// A straw of weight w is the logarithm over w, and a log2 of 16 bits less 16 is 0 at best and -16 at worst: so all
// straws are in [-2^48 / 2^16, 0] for weight 1, and half as long for weight 2.
TEST(Straw2, StrawsAreDividedByTheWeight) {
  const Scheme scheme("straw2", {}, "integer");
  const auto cluster = cluster_of({"a"});
  for (const std::string key : {"0", "1", "17", "4000000000"}) {
    const auto light = std::stoll(explain(scheme, cluster, key)[2].value);
    const auto heavy = std::stoll(explain(scheme, with_weight(cluster, "a", 2), key)[2].value);
    EXPECT_LE(light, 0);
    EXPECT_GE(light, -(std::int64_t{1} << 32));
    EXPECT_NEAR(static_cast<double>(heavy), static_cast<double>(light) / 2, 1);
  }
}

TEST(Straw2, WeightBeyondItsFixedPointIsRefused) {
  const auto error = refusal(Scheme("straw2"), with_weight(cluster_of({"a", "b"}), "b", 65536));
  EXPECT_EQ(error.code, ErrorCode::out_of_range);
  EXPECT_EQ(error.field, "nodes[b].weight");
}

}  // namespace
}  // namespace reshard::testing
