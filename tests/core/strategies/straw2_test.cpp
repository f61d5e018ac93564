#include <gtest/gtest.h>

#include "core/placement/incremental.h"
#include "tests/core/hash/hash_rows.h"
#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

/// The keys of one of crushtool's files: its values of x.
KeyTable keys_of(const ConfiguredStrategy& setup, const Vectors& rows) {
  std::vector<std::string> names;
  for (const auto& row : rows) names.push_back(row["x"]);
  return KeyTable::of(setup, given_keys(names)).take();
}

/// Nodes with these weights in turn; every ninth has weight 0.
Cluster uneven(std::size_t count, std::span<const double> weights) {
  std::vector<Node> nodes(count);
  for (std::size_t n = 0; n < count; ++n) {
    nodes[n].name = "osd." + std::to_string(n);
    nodes[n].weight = n % 9 == 4 ? 0 : weights[n % weights.size()];
  }
  return Cluster::of(nodes).take();
}

TEST(Straw2, RowsOfAFlatMapAgreeWithCrushtool) {
  const Vectors rows("crush_flat.csv");
  const ConfiguredStrategy setup("straw2", {}, "integer");
  const auto keys = keys_of(setup, rows);
  const auto ten = numbered_cluster("osd.", 10);
  const auto w123 = with_weight(with_weight(numbered_cluster("osd.", 3), "osd.1", 2), "osd.2", 3);
  const std::pair<std::string, std::vector<NodeId>> columns[] = {
      {"n9", place(setup, numbered_cluster("osd.", 9), keys)},
      {"n10", place(setup, ten, keys)},
      {"w123", place(setup, w123, keys)},
      {"n10_without3", place(setup, without_node(ten, "osd.3"), keys)},
  };
  const auto replicas = place_replicas(setup, ten, keys, 3);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& [column, owners] : columns)
      EXPECT_EQ(index_of(owners[i]), rows[i].number(column)) << column << " " << i;
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
  const ConfiguredStrategy setup("straw2", {{"domain", "rack"}}, "integer");
  const auto replicas = place_replicas(setup, Cluster::of(nodes).take(), keys_of(setup, rows), 3);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(numbers_of(std::span(replicas).subspan(3 * i, 3)), rows[i]["osds"]) << i;
  }
}

// Replicas are drawn node by node; among so many, some draw the highest number, which does not have the longest straw.
TEST(Straw2, ManyKeysAtOnceArePlacedAsOneByOneForAnyWeights) {
  const ConfiguredStrategy setup("straw2", {}, "integer");
  const auto keys = KeyTable::of(setup, sequential_keys("", 3001)).take();
  const std::vector<double> weightings[] = {
      {1}, {1.8}, {1, 2}, {1, 2, 3, 4}, {1, 2, 3, 4, 5, 6, 7}, {14.6, 1e-9, 0.3, 65535, 1}};
  for (const auto& weights : weightings) {
    for (const std::size_t nodes : {1u, 3u, 700u}) {
      const Cluster cluster = uneven(nodes, weights);
      EXPECT_EQ(place(setup, cluster, keys), place_replicas(setup, cluster, keys, 1)) << weights.size() << " " << nodes;
    }
  }
}

// What the newcomer has to beat is kept as a float, rounded up: a draw that cannot reach it must really lose.
TEST(Straw2, NewNodeTakesTheSameKeysAsPlacingAllAgainForAnyWeights) {
  const ConfiguredStrategy setup("straw2", {}, "integer");
  const auto keys = KeyTable::of(setup, sequential_keys("", 20'001)).take();
  const std::vector<double> weightings[] = {{1}, {1e-9}, {1, 2, 3}, {14.6, 1e-9, 0.3, 65535, 1}};
  for (const auto& weights : weightings) {
    for (const double its : {1.0, 0.25, 40.0, 1e-9, 65535.0}) {
      const Cluster before = uneven(70, weights), after = with_node(before, "new", its);
      const auto placed_before = try_build(setup, before, keys.block()).take();
      const auto placed_after = try_build(setup, after, keys.block()).take();
      const auto owners = place(setup, before, keys), owners_after = place(setup, after, keys);
      std::vector<std::uint32_t> wanted;
      for (std::uint32_t i = 0; i < owners.size(); ++i) {
        if (owners[i] != owners_after[i]) wanted.push_back(i);
      }
      std::vector<std::uint32_t> standings(owners.size());
      placed_before->incremental()->stand(keys.block(), owners, standings);
      for (const auto& known : {std::vector<std::uint32_t>{}, standings}) {
        std::vector<std::uint32_t> taken;
        ASSERT_TRUE(placed_after->incremental()->take({after.nodes().back().id, owners, known}, keys.block(), taken));
        EXPECT_EQ(taken, wanted) << weights.size() << " weights, " << its;
      }
    }
  }
}

Cluster cluster_of_map(const Vectors& maps, std::string_view map) {
  std::vector<Node> nodes;
  for (const auto& row : maps) {
    if (row["map"] != map) continue;
    Node node;
    node.name = "osd." + std::to_string(nodes.size());
    node.weight = row.real("weight");
    node.rack = row["host"];
    nodes.push_back(std::move(node));
  }
  return Cluster::of(nodes).take();
}

// 60 disks of 1.8 to 14.6 TB, flat and in twelve hosts; 20 equal ones; hosts of 1 to 9 disks, of which one is drained and
// others have weights that are rounded up when Ceph reads them as floats.
TEST(Straw2, TwentyThousandGroupsOfEveryMapMatchCrushtool) {
  const Vectors maps("crush_maps.csv"), rows("crush_owners.csv");
  for (const std::string map : {"equal", "disks", "racks", "uneven"}) {
    const Cluster cluster = cluster_of_map(maps, map);
    const bool flat = cluster.nodes()[0].rack.empty();
    const ConfiguredStrategy setup("straw2", {{"domain", flat ? "node" : "rack"}}, "integer");
    const auto keys = KeyTable::of(setup, sequential_keys("", 20'000)).take();
    const auto replicas = place_replicas(setup, cluster, keys, 3);
    const auto said = [&](std::size_t x) { return numbers_of(std::span(replicas).subspan(3 * x, 3)); };
    std::string lines;
    for (std::size_t x = 0; x < keys.size(); ++x) lines += std::to_string(x) + " " + said(x) + "\n";
    for (const auto& row : rows) {
      if (row["map"] != map) continue;
      if (row["x"] == "all") {
        EXPECT_EQ(hex_text(sha1(lines)), row["osds"]) << map;
      } else {
        EXPECT_EQ(said(row.number("x")), row["osds"]) << map << " " << row["x"];
      }
    }
  }
  EXPECT_EQ(rows.size(), 164u);
}

std::vector<std::string> parts_of(std::string_view list) {
  std::vector<std::string> parts;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find('/'), list.size());
    parts.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return parts;
}

/// The disks of a case of crush_limits.csv.
Cluster cluster_of_case(const Vectors::Row& row) {
  const auto weights = parts_of(row["weights"]), hosts = parts_of(row["hosts"]);
  std::vector<Node> nodes(weights.size());
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    nodes[n].name = "osd." + std::to_string(n);
    nodes[n].weight = std::stod(weights[n]);
    if (!hosts.empty()) nodes[n].rack = hosts[n];
  }
  std::vector<std::string> out;
  for (const std::string& disk : parts_of(row["out"])) out.push_back("osd." + disk);
  return with_down(Cluster::of(nodes).take(), out);
}

// Disks of very different weights, more replicas than disks or hosts, disks that are out: the file's rows find their
// last disk at the 51st try, or have fewer disks than replicas.
TEST(Straw2, GivesUpAfterAsManyTriesAsCrushtoolAndLeavesTheSameGroupsUndersized) {
  const Vectors rows("crush_limits.csv");
  std::size_t cases = 0, single = 0, undersized = 0;
  std::vector<std::string> said;
  for (const auto& row : rows) {
    if (row["x"] != "all") {
      EXPECT_EQ(said[row.number("x")], row["osds"]) << row["weights"] << " " << row["x"];
      ++single;
      undersized += parts_of(row["osds"]).size() < row.number("replicas");
      continue;
    }
    const ConfiguredStrategy setup("straw2", {{"domain", row["hosts"].empty() ? "node" : "rack"}}, "integer");
    const auto keys = KeyTable::of(setup, sequential_keys("", 20'000)).take();
    const auto replicas = static_cast<unsigned>(row.number("replicas"));
    const auto served = serve(setup, cluster_of_case(row), keys, replicas);
    said.clear();
    std::string all;
    for (std::size_t x = 0; x < keys.size(); ++x) {
      said.push_back(numbers_of(std::span(served).subspan(replicas * x, replicas)));
      all += std::to_string(x) + " " + said.back() + "\n";
    }
    EXPECT_EQ(hex_text(sha1(all)), row["osds"]) << row["weights"] << " " << row["hosts"] << " " << row["out"];
    ++cases;
  }
  EXPECT_EQ(cases, 11u);
  EXPECT_EQ(single, 238u);
  EXPECT_GE(undersized, 100u);
}

// Of weights 1 and 10, crushtool gives x 74 [1], and x 0 [0,1].
TEST(Straw2, StepsSayHowManyReplicasThereAreIfTheyAreFewerThanAskedFor) {
  const ConfiguredStrategy setup("straw2", {}, "integer");
  const auto cluster = with_weight(cluster_of({"a", "b"}), "b", 10);
  const Trace of_one = explain_serving(setup, cluster, "74", 2), of_two = explain_serving(setup, cluster, "0", 2);
  EXPECT_EQ(of_one[of_one.size() - 2].label, "replicas");
  EXPECT_EQ(of_one[of_one.size() - 2].value, "1 / 2");
  EXPECT_EQ(of_one.back().node, NodeId{1});
  EXPECT_NE(of_two[of_two.size() - 2].label, "replicas");
  EXPECT_EQ(of_two.back().node, NodeId{0});
}

TEST(Straw2, NodeThatIsDownIsRefusedAsCrushtoolRefusesAnOsdThatIsOut) {
  const Vectors rows("crush_hosts.csv");
  std::vector<Node> nodes(12);
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    nodes[n].name = "osd." + std::to_string(n);
    nodes[n].rack = "host" + std::to_string(n / 3);
  }
  const auto cluster = with_down(Cluster::of(nodes).take(), {"osd.4"});
  const ConfiguredStrategy out("straw2", {{"domain", "rack"}}, "integer");
  const ConfiguredStrategy in("straw2", {{"domain", "rack"}, {"failed", "in"}}, "integer");
  const auto keys = keys_of(out, rows);
  const auto served = serve(out, cluster, keys, 3);
  const auto waiting = serve(in, cluster, keys, 3);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(numbers_of(std::span(served).subspan(3 * i, 3)), rows[i]["osds_after_osd4_out"]) << i;
    std::string without;  // as long as the OSD is in, none takes its place
    std::string row = "/" + rows[i]["osds"] + "/";
    if (const std::size_t at = row.find("/4/"); at != std::string::npos) row.erase(at, 2);
    for (std::size_t r = 0; r < 3; ++r) {
      const NodeId node = waiting[3 * i + r];
      if (node != kNoNode) without += "/" + std::to_string(index_of(node));
    }
    EXPECT_EQ(without + "/", row) << i;
  }
}

// 56 of the file's 500 keys move when the tenth node joins (a tenth would be 50), all of them to it.
TEST(Straw2, TenthNodeTakesWhatCrushtoolGivesIt) {
  const Vectors rows("crush_flat.csv");
  std::size_t moved_rows = 0;
  for (const auto& row : rows) moved_rows += row["n9"] != row["n10"];
  const ConfiguredStrategy setup("straw2", {}, "integer");
  const auto keys = keys_of(setup, rows);
  const auto before = place(setup, numbered_cluster("osd.", 9), keys);
  const auto after = place(setup, numbered_cluster("osd.", 10), keys);
  EXPECT_EQ(moved(before, after), moved_rows);
  EXPECT_EQ(moved_elsewhere(before, after, NodeId{9}), 0u);
}

// A straw of weight w is the logarithm divided by w, and the log2 of 16 bits minus 16 is 0 at best and -16 at worst: so
// all straws are in [-2^48 / 2^16, 0] for weight 1, and half as long for weight 2.
TEST(Straw2, StrawsAreDividedByTheWeight) {
  const ConfiguredStrategy setup("straw2", {}, "integer");
  const auto cluster = cluster_of({"a"});
  for (const std::string key : {"0", "1", "17", "4000000000"}) {
    const auto light = std::stoll(explain(setup, cluster, key)[2].value);
    const auto heavy = std::stoll(explain(setup, with_weight(cluster, "a", 2), key)[2].value);
    EXPECT_LE(light, 0);
    EXPECT_GE(light, -(std::int64_t{1} << 32));
    EXPECT_NEAR(static_cast<double>(heavy), static_cast<double>(light) / 2, 1);
  }
}

TEST(Straw2, WeightBeyondItsFixedPointIsRefused) {
  const auto error = refusal(ConfiguredStrategy("straw2"), with_weight(cluster_of({"a", "b"}), "b", 65536));
  EXPECT_EQ(error.code, ErrorCode::out_of_range);
  EXPECT_EQ(error.field, "nodes[b].weight");
}

}  // namespace
}  // namespace reshard::testing
