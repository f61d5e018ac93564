#include <gtest/gtest.h>

#include <algorithm>

#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

ConfiguredStrategy argocd(std::string_view algorithm) { return ConfiguredStrategy("argocd", {{"dialect", algorithm}}); }

// The clusters of a file without the empty id, which no key set has: it has no applications, so others do not depend
// on it.
std::shared_ptr<const KeySet> clusters_of(const Vectors& rows, bool with_applications) {
  std::string arena;
  std::vector<std::uint64_t> ends, counts;
  for (const auto& row : rows) {
    if (row["key_hex"].empty()) {
      EXPECT_EQ(row.number("apps"), 0u);
      continue;
    }
    arena += row.bytes("key_hex");
    ends.push_back(arena.size());
    if (with_applications) counts.push_back(row.number("apps"));
  }
  return KeySet::of_arena(arena, ends, counts);
}

void expect_shards(const Vectors& rows, const std::string& column, const ConfiguredStrategy& setup, std::size_t shards,
                   std::shared_ptr<const KeySet> clusters) {
  const auto owners = place(setup, numbered_cluster("", shards), std::move(clusters));
  std::size_t key = 0, compared = 0;
  for (const auto& row : rows) {
    if (row["key_hex"].empty()) continue;
    if (!row[column].empty()) {
      ++compared;
      EXPECT_EQ(std::to_string(index_of(owners[key])), row[column]) << column << " of " << row["key_hex"];
    }
    ++key;
  }
  EXPECT_GT(compared, 500u);
}

TEST(ArgoCd, LegacyAgreesWithArgoCd) {
  const Vectors rows("argocd.csv");
  const auto recipe = argocd("legacy").recipes()[0];
  const auto clusters = clusters_of(rows, false);
  for (const auto& row : rows) {
    const std::string id = row.bytes("key_hex");
    EXPECT_EQ(recipe(id), id.empty() ? 0 : row.number("fnv"));  // l<n> of the empty id is 0
    if (!id.empty()) continue;
    for (const std::string n : {"2", "3", "4", "7", "10"}) EXPECT_EQ(row["l" + n], "0");
  }
  for (const std::size_t n : {2, 3, 4, 7, 10}) {
    expect_shards(rows, "l" + std::to_string(n), argocd("legacy"), n, clusters);
  }
  EXPECT_EQ(rows.size(), 1161u);
}

TEST(ArgoCd, ConsistentHashingAgreesWithArgoCd) {
  const Vectors rows("argocd.csv");
  const auto clusters = clusters_of(rows, true);
  for (const std::size_t n : {2, 3, 4, 7, 10}) {
    expect_shards(rows, "b" + std::to_string(n), argocd("consistent_hashing"), n, clusters);
  }
}

// From 11 shards on, the texts of points meet, and the shard that is added later takes the point.
TEST(ArgoCd, ConsistentHashingAgreesWithArgoCdOfManyShards) {
  const Vectors rows("argocd_more.csv");
  for (const bool with_applications : {true, false}) {
    const auto clusters = clusters_of(rows, with_applications);
    for (const std::size_t n : {10, 11, 12, 16, 25, 101}) {
      expect_shards(rows, (with_applications ? "b" : "e") + std::to_string(n), argocd("consistent_hashing"), n,
                    clusters);
    }
  }
  EXPECT_EQ(rows.size(), 1160u);
}

TEST(ArgoCd, PointsOfOneTextBelongToTheLaterShard) {
  const auto points = points_of_each(argocd("consistent_hashing"), numbered_cluster("", 12));
  EXPECT_EQ(points[11], 1000u);
  EXPECT_EQ(points[10], 1000u);  // "100" would be point 00 of shard 1
  EXPECT_EQ(points[1], 900u);    // its points 10 to 19 and 110 to 199 are 0 to 9 and 10 to 99 of shard 11
}

// The rank of an id in the order of its bytes, whatever the order of the list.
TEST(ArgoCd, RoundRobinGoesByTheRankOfTheId) {
  const Vectors rows("argocd.csv");
  std::vector<std::string> ids;
  for (const auto& row : rows) {
    if (!row["key_hex"].empty()) ids.push_back(row.bytes("key_hex"));
  }
  std::vector<std::string> sorted = ids;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_NE(ids, sorted);
  const auto owners = owner_names(argocd("round_robin"), numbered_cluster("", 7), ids);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto rank = std::lower_bound(sorted.begin(), sorted.end(), ids[i]) - sorted.begin();
    EXPECT_EQ(owners[i], std::to_string(rank % 7)) << ids[i];
  }
}

// ids that begin alike are compared to their ends; bytes of 0x80 and more come last.
TEST(ArgoCd, IdsAreSortedByTheirBytes) {
  EXPECT_EQ(owner_names(argocd("round_robin"), numbered_cluster("", 5),
                        {"cluster-b", "é", "cluster-a", "cluster-", "clusterA"}),
            (std::vector<std::string>{"2", "4", "1", "0", "3"}));
}

TEST(ArgoCd, NoShardGetsMoreThanAQuarterAboveTheMean) {
  const auto counts =
      keys_per_node(place(argocd("consistent_hashing"), numbered_cluster("", 7), sequential_keys("cluster-", 7000)), 7);
  EXPECT_LE(*std::max_element(counts.begin(), counts.end()), 1250u);
}

TEST(ArgoCd, ExplainsWhichShardsWereFull) {
  const auto setup = argocd("consistent_hashing");
  const auto cluster = numbered_cluster("", 3);
  const auto keys = KeyTable::of(setup, sequential_keys("c", 60)).take();
  const auto placement = try_build(setup, cluster, keys.block()).take();
  std::size_t passed = 0;
  for (std::uint32_t i = 0; i < keys.size(); ++i) {
    const auto single = SingleKey::of(keys.name(i), setup.recipes()).take();
    const Trace trace = placement->explain(single, i);
    passed += trace.size() > 5;
    if (keys.name(i) == "c0") {  // the first of the list
      EXPECT_EQ(trace[1].value, "0");
      EXPECT_EQ(trace[2].value, "2");  // ceil(1.25 · 1)
    }
  }
  EXPECT_GT(passed, 0u);
}

}  // namespace
}  // namespace reshard::testing
