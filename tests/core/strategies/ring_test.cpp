#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/hash/functions.h"
#include "tests/core/placing.h"
#include "tests/core/vectors.h"

namespace reshard::testing {
namespace {

using Names = std::vector<std::string>;

constexpr std::uint64_t kItems = 1'000'000;

ConfiguredStrategy gholt(std::string_view vnodes, std::string_view hash = "fnv1a64") {
  return ConfiguredStrategy("ring", {{"vnodes", vnodes}, {"label", "gholt"}}, hash);
}

// Hashes are the numbers themselves, and with one point per node gholt's label is the node's number:
// points 100, 200 and 300.
//   key            50   100   101   200   250   300   301
//   at or after   100   100   200   200   300   300   100 (wrapped)
//   after         100   200   200   300   300   100   100
TEST(Ring, NextPointOwnsAsWorkedOutByHand) {
  const auto cluster = cluster_of({"200", "100", "300"});
  const Names keys = {"50", "100", "101", "200", "250", "300", "301"};
  EXPECT_EQ(owner_names(gholt("1", "integer"), cluster, keys),
            (Names{"100", "100", "200", "200", "300", "300", "100"}));
  const ConfiguredStrategy after("ring", {{"vnodes", "1"}, {"label", "gholt"}, {"successor", "after"}}, "integer");
  EXPECT_EQ(owner_names(after, cluster, keys), (Names{"100", "200", "200", "300", "300", "100", "100"}));
}

// With two points per node, node n has n * 1000000 + 0 and + 1. The next two nodes clockwise, without repetition:
//   key 1500000: points 2000000 (2), 2000001 (2), 3000000 (3)            -> 2, 3
//   key 3000001: points 3000001 (3), then from the start 1000000 (1)     -> 3, 1
TEST(Ring, ReplicasAreTheNextDistinctNodesAsWorkedOutByHand) {
  const ConfiguredStrategy setup = gholt("2", "integer");
  const auto keys = KeyTable::of(setup, given_keys({"1500000", "3000001"})).take();
  const NodeId n1{0}, n2{1}, n3{2};
  EXPECT_EQ(place_replicas(setup, cluster_of({"1", "2", "3"}), keys, 2), (std::vector<NodeId>{n2, n3, n3, n1}));
  EXPECT_EQ(place_replicas(setup, cluster_of({"1", "2"}), keys, 3),
            (std::vector<NodeId>{n2, n1, kNoNode, n1, n2, kNoNode}));
}

// "1" with 11 points by name+index has 10, 11, … 19 and 110; "11" has 110, 111, … 119 and 1110.
TEST(Ring, FirstNodeOwnsAPointThatTwoShare) {
  const ConfiguredStrategy setup("ring", {{"vnodes", "11"}, {"label", "name+index"}}, "integer");
  EXPECT_EQ(owner_names(setup, cluster_of({"1", "11"}), {"110", "111"}), (Names{"1", "11"}));
  EXPECT_EQ(owner_names(setup, cluster_of({"11", "1"}), {"110", "111"}), (Names{"11", "11"}));
}

// On a ring of 2^32 positions, 2^32 + 150 is 150, and 300 is the last point.
TEST(Ring, RingOf32BitsUsesTheLowHalf) {
  const ConfiguredStrategy setup("ring", {{"vnodes", "1"}, {"label", "gholt"}, {"bits", "32"}}, "integer");
  EXPECT_EQ(owner_names(setup, cluster_of({"100", "200", "300"}), {"4294967446", "4294967295"}), (Names{"200", "100"}));
}

// gholt's ring of ids 0 to 9: A = 3 holds 0 to 3, B = 9 holds 4 to 9; C = 6 takes 4, 5 and 6. Past 9 it begins again.
TEST(Ring, OfTenPositionsHoldsAndMovesTheIdsOfGholtsText) {
  const ConfiguredStrategy setup("ring", {{"vnodes", "1"}, {"label", "gholt"}, {"bits", "ten"}}, "integer");
  const auto two = cluster_of({"3", "9"});
  const Names ids = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "14"};
  EXPECT_EQ(owner_names(setup, two, ids), (Names{"3", "3", "3", "3", "9", "9", "9", "9", "9", "9", "3", "9"}));
  EXPECT_EQ(owner_names(setup, with_node(two, "6"), ids),
            (Names{"3", "3", "3", "3", "6", "6", "6", "9", "9", "9", "3", "6"}));
  EXPECT_EQ(explain(setup, two, "14")[0].value, "4");
  EXPECT_EQ(std::get<RingPicture>(picture(setup, two, "14")).numbered, 10u);
  EXPECT_EQ(std::get<RingPicture>(picture(gholt("1", "integer"), two, "14")).numbered, 0u);
}

// 13 has the position of 3, and was added later.
TEST(Ring, OfTenPositionsGivesTheSecondNodeOnOneNoKeysAndNoReplicas) {
  const ConfiguredStrategy setup("ring", {{"label", "gholt"}, {"bits", "ten"}}, "integer");
  const auto cluster = cluster_of({"3", "9", "13"});
  const Names ids = {"0", "3", "4", "9"};
  EXPECT_EQ(owner_names(setup, cluster, ids), (Names{"3", "3", "9", "9"}));
  const auto keys = KeyTable::of(setup, given_keys(ids)).take();
  for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(place_replicas(setup, cluster, keys, 2)[2 * i + 1], kNoNode);
}

// A node of weight 2 has twice the points: "1" 10, 11, 12, 13 and "2" 20, 21; weight 0.1 still has one, weight 0 none.
TEST(Ring, PointsFollowTheWeight) {
  const ConfiguredStrategy setup("ring", {{"vnodes", "2"}, {"label", "name+index"}}, "integer");
  const auto points = [&](double weight) {
    const auto cluster = with_node(cluster_of({"2"}), "1", weight);
    return std::get<RingPicture>(picture(setup, cluster, "0")).points.size() - 2;
  };
  EXPECT_EQ(points(2), 4u);
  EXPECT_EQ(points(0.1), 1u);
  EXPECT_EQ(points(0), 0u);
  EXPECT_EQ(points(1.25), 3u);  // 2.5, rounded up
}

TEST(Ring, LabelNameNumberCountsFromOneWhereNameIndexCountsFromZero) {
  const auto labels = [](std::string_view label) {
    const ConfiguredStrategy setup("ring", {{"vnodes", "2"}, {"label", label}});
    const auto ring = std::get<RingPicture>(picture(setup, cluster_of({"node-1"}), "k"));
    std::set<std::uint64_t> positions;
    for (const auto& point : ring.points) positions.insert(point.position);
    return positions;
  };
  EXPECT_EQ(labels("name-number"), (std::set<std::uint64_t>{xxh64("node-1-1"), xxh64("node-1-2")}));
  EXPECT_EQ(labels("name-index"), (std::set<std::uint64_t>{xxh64("node-1-0"), xxh64("node-1-1")}));
}

TEST(Ring, RowsAgreeWithGholtsPrograms) {
  const Vectors rows("gholt_ring_items.csv");
  for (const std::string vnodes : {"1", "1000"}) {
    for (const std::string nodes : {"100", "101"}) {
      const auto owners = place(gholt(vnodes), numbered_cluster("", std::stoul(nodes)), sequential_keys("", 2000));
      const std::string column = std::string("v").append(vnodes).append("_n").append(nodes);
      for (const auto& row : rows) EXPECT_EQ(index_of(owners[row.number("item")]), row.number(column));
    }
  }
  EXPECT_EQ(rows.size(), 1333u);
}

struct Published {
  std::string_view hash, vnodes;
  std::uint64_t least, most, moved;
};
class GholtFigures : public ::testing::TestWithParam<Published> {};

TEST_P(GholtFigures, OfAMillionItemsMatchThePublishedOnes) {
  const auto& [hash, vnodes, least, most, expected_moved] = GetParam();
  const ConfiguredStrategy setup = gholt(vnodes, hash);
  const auto keys = KeyTable::of(setup, sequential_keys("", kItems)).take();
  const auto before = place(setup, numbered_cluster("", 100), keys);
  const auto after = place(setup, numbered_cluster("", 101), keys);
  const auto counts = keys_per_node(before, 100);
  EXPECT_EQ(*std::min_element(counts.begin(), counts.end()), least);
  EXPECT_EQ(*std::max_element(counts.begin(), counts.end()), most);
  EXPECT_EQ(moved(before, after), expected_moved);
  EXPECT_EQ(moved_elsewhere(before, after, NodeId{100}), 0u);
}

// The first two are from the document; the others show how much of that is due to FNV-1a's weakness.
INSTANTIATE_TEST_SUITE_P(Ring, GholtFigures,
                         ::testing::Values(Published{"fnv1a64", "1", 1, 659'651, 240'855},
                                           Published{"fnv1a64", "1000", 2'920, 27'557, 10'279},
                                           Published{"xxh64", "1", 73, 56'179, 3'581},
                                           Published{"xxh64", "1000", 9'184, 10'716, 9'947}),
                         [](const auto& test) {
                           return std::string(test.param.hash) + "_" + std::string(test.param.vnodes);
                         });

TEST(Ring, CountsPerNodeAgreeWithGholtsPrograms) {
  const Vectors rows("gholt_ring_counts.csv");
  for (const std::string vnodes : {"1", "1000"}) {
    const auto keys = KeyTable::of(gholt(vnodes), sequential_keys("", kItems)).take();
    for (const std::string nodes : {"100", "101"}) {
      const auto cluster = numbered_cluster("", std::stoul(nodes));
      const auto counts = keys_per_node(place(gholt(vnodes), cluster, keys), 101);
      const std::string column = std::string("v").append(vnodes).append("_n").append(nodes);
      for (const auto& row : rows) EXPECT_EQ(counts[row.number("node")], row.number(column));
    }
  }
  EXPECT_EQ(rows.size(), 101u);
}

// Golubtsov's benchmark: 128-bit positions of MD5, keys "item-" + CPython 3.10's hash("item-<i>") with
// PYTHONHASHSEED=0, counts with 21 nodes, and how many keys stay from 20 to 21.
TEST(Ring, CountsAndMovementMatchGolubtsovsBenchmark) {
  std::vector<std::string> names(kItems);
  for (std::size_t i = 0; i < kItems; ++i) {
    names[i] = "item-" + std::to_string(static_cast<std::int64_t>(siphash24("item-" + std::to_string(i), 0, 0)));
  }
  const auto setup = [](std::string_view vnodes) {
    return ConfiguredStrategy(
        "ring", {{"vnodes", vnodes}, {"label", "golubtsov"}, {"successor", "after"}, {"bits", "128"}}, "md5");
  };
  const auto keys = KeyTable::of(setup("1"), given_keys(names)).take();
  std::size_t checked = 0;
  for (const auto& row : Vectors("golubtsov.csv")) {
    const std::string title = "consistent_";
    if (row["python"] != "3.10" || !row["title"].starts_with(title)) continue;
    const ConfiguredStrategy ring = setup(row["title"].substr(title.size()));
    const auto of_20 = place(ring, numbered_cluster("", 20), keys);
    const auto of_21 = place(ring, numbered_cluster("", 21), keys);
    EXPECT_EQ(kItems - moved(of_20, of_21), row.number("same_keys")) << row["title"];
    const auto counts = keys_per_node(of_21, 21);
    for (std::size_t n = 0; n < 21; ++n) EXPECT_EQ(counts[n], row.number("c" + std::to_string(n))) << row["title"];
    ++checked;
  }
  EXPECT_EQ(checked, 3u);
}

/// The coefficient of variation of the shares of the ring that 1000 nodes own.
double spread_of_1000_nodes(std::string_view vnodes) {
  const auto ring = std::get<RingPicture>(
      picture(ConfiguredStrategy("ring", {{"vnodes", vnodes}}), numbered_cluster("node-", 1000), "x"));
  std::vector<double> shares(1000);
  std::uint64_t previous = ring.points.back().position;
  for (const auto& point : ring.points) {
    shares[index_of(point.owner)] += static_cast<double>(point.position - previous) * 0x1p-64 * 1000;
    previous = point.position;
  }
  return standard_deviation(shares);
}

// Table 1 of arXiv:1406.2294. The input is fixed, so nothing in this test is random. The tolerances are four
// standard errors of a standard deviation of 1000 shares: 4.5% for one point (exponential shares have a kurtosis
// of 9), 2.5% for ten and more.
TEST(Ring, SpreadOf1000NodesMatchesTheJumpPapersTable) {
  EXPECT_NEAR(spread_of_1000_nodes("1"), 0.9979, 0.9979 * 0.18);
  EXPECT_NEAR(spread_of_1000_nodes("10"), 0.3152, 0.3152 * 0.10);
  EXPECT_NEAR(spread_of_1000_nodes("100"), 0.0997, 0.0997 * 0.10);
  EXPECT_NEAR(spread_of_1000_nodes("1000"), 0.0316, 0.0316 * 0.10);
}

TEST(Ring, SpreadWithHalfAgainAsManyPointsIsOutsideThoseTolerances) {
  EXPECT_LT(spread_of_1000_nodes("15"), 0.3152 * 0.90);
  EXPECT_LT(spread_of_1000_nodes("150"), 0.0997 * 0.90);
}

TEST(Ring, StatedSpreadMatchesTheJumpPapersTable) {
  const auto stated = [](std::string_view vnodes) {
    const ConfiguredStrategy setup("ring", {{"vnodes", vnodes}});
    return setup.strategy.expected_spread(1000, setup.params);
  };
  EXPECT_NEAR(stated("1"), 0.9979, 0.005);
  EXPECT_NEAR(stated("10"), 0.3152, 0.005);
  EXPECT_NEAR(stated("100"), 0.0997, 0.0005);
  EXPECT_NEAR(stated("1000"), 0.0316, 0.0005);
}

TEST(Ring, LabelGholtRefusesANameThatIsNotANumber) {
  const auto error = refusal(gholt("1"), cluster_of({"1", "two"}));
  EXPECT_EQ(error.code, ErrorCode::malformed);
  EXPECT_EQ(error.field, "nodes[two]");
}

TEST(Ring, PinnedPointsStayWhenTheirNodeIsRenamed) {
  const auto keys = sequential_keys("key-", 1000);
  const auto nodes = cluster_of({"a", "b", "c"});
  auto renamed = nodes;
  ASSERT_TRUE(renamed.rename(NodeId{1}, "elsewhere").ok());
  const ConfiguredStrategy pinned("ring", {{"label", "pinned"}}), named("ring");
  EXPECT_EQ(place(pinned, nodes, keys), place(pinned, renamed, keys));
  EXPECT_NE(place(named, nodes, keys), place(named, renamed, keys));
  EXPECT_NE(place(pinned, nodes, keys), place(pinned, without_node(nodes, "b"), keys));
}

TEST(Ring, HashThatCannotReadAPointsLabelIsRefused) {
  const auto error = refusal(ConfiguredStrategy("ring", {{"label", "name-index"}}, "integer"), cluster_of({"1"}));
  EXPECT_EQ(error.code, ErrorCode::malformed);
  EXPECT_EQ(error.field, "hash");
}

TEST(Ring, RingOf128BitsRefusesANarrowHash) {
  const auto error = refusal(ConfiguredStrategy("ring", {{"bits", "128"}}, "xxh64"), cluster_of({"a"}));
  EXPECT_EQ(error.code, ErrorCode::unsupported);
  EXPECT_EQ(error.field, "bits");
}

TEST(Ring, TooManyPointsAreRefusedBeforeTheyAreMade) {
  const auto error =
      refusal(ConfiguredStrategy("ring", {{"vnodes", "1000"}}), with_node(cluster_of({"a"}), "b", kMaxWeight));
  EXPECT_EQ(error.code, ErrorCode::too_large);
  EXPECT_EQ(error.field, "vnodes");
  EXPECT_EQ(error.args.front(), "1000001000 points");
}

}  // namespace
}  // namespace reshard::testing
