#include <gtest/gtest.h>

#include <algorithm>

#include "core/hash/functions.h"
#include "core/placement/incremental.h"
#include "tests/core/placing.h"
#include "tests/core/vectors.h"

namespace reshard::testing {
namespace {

// Hashes are the numbers themselves, so x = key xor node is small: for x < 4, x >> 12 and the final >> 27 give nothing,
// and score(x) = (x + x * 2^25) * M modulo 2^64. With M = 2685821657736338717
//   score(0) = 0,  score(1) = 0x47e4…,  score(2) = 2 * score(1) = 0x8fc9…,  score(3) = 3 * score(1) = 0xd7ae….
// So of nodes 1, 2 and 3 the best for a key is the one whose x is largest:
//   key  x with 1  x with 2  x with 3  best to worst
//    0      1         2         3      3, 2, 1
//    1      0         3         2      2, 3, 1
//    2      3         0         1      1, 3, 2
//    3      2         1         0      1, 2, 3
TEST(Rendezvous, HighestScoreWinsAsWorkedOutByHand) {
  const ConfiguredStrategy setup("rendezvous", {}, "integer");
  const auto cluster = cluster_of({"1", "2", "3"});
  EXPECT_EQ(owner_names(setup, cluster, {"0", "1", "2", "3"}), (std::vector<std::string>{"3", "2", "1", "1"}));

  const auto keys = KeyTable::of(setup, given_keys({"0", "1", "2", "3"})).take();
  const NodeId n1{0}, n2{1}, n3{2};
  EXPECT_EQ(place_replicas(setup, cluster, keys, 3),
            (std::vector<NodeId>{n3, n2, n1, n2, n3, n1, n1, n3, n2, n1, n2, n3}));
}

TEST(Rendezvous, PictureShowsTheScoresWorkedOutByHand) {
  const auto setup = ConfiguredStrategy("rendezvous", {}, "integer");
  const auto scores = std::get<ScorePicture>(picture(setup, cluster_of({"1", "2", "3"}), "0")).scores;
  ASSERT_EQ(scores.size(), 3u);
  EXPECT_NEAR(scores[0].score, 0x47e4p0 / 0x1p16, 0x1p-16);
  EXPECT_NEAR(scores[1].score, 0x8fc9p0 / 0x1p16, 0x1p-16);
  EXPECT_NEAR(scores[2].score, 0xd7aep0 / 0x1p16, 0x1p-16);
}

TEST(Rendezvous, FirstOfTwoEqualScoresWins) {
  // "1" and "01" are the same number, so their scores are always equal.
  const ConfiguredStrategy setup("rendezvous", {}, "integer");
  EXPECT_EQ(owner_names(setup, cluster_of({"1", "01"}), {"0", "7", "99"}), (std::vector<std::string>{"1", "1", "1"}));
  EXPECT_EQ(owner_names(setup, cluster_of({"01", "1"}), {"0", "7", "99"}),
            (std::vector<std::string>{"01", "01", "01"}));
}

TEST(Rendezvous, RowsAgreeWithGoRendezvous) {
  const Vectors rows("rendezvous_dgryski.csv");
  std::vector<std::string> keys;
  for (const auto& row : rows) keys.push_back(row["key"]);
  const std::pair<std::string, std::string> hashes[] = {{"xx", "xxh64"}, {"fnv", "fnv1a64"}};
  for (const auto& [column, hash] : hashes) {
    for (const std::string nodes : {"3", "10", "11", "100"}) {
      const auto owners = place(ConfiguredStrategy("rendezvous", {}, hash),
                                numbered_cluster("node-", std::stoul(nodes)), given_keys(keys));
      for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(index_of(owners[i]), rows[i].number(std::string(column).append("_n").append(nodes)))
            << keys[i] << " " << hash;
      }
    }
  }
  EXPECT_EQ(rows.size(), 666u);
}

TEST(Rendezvous, RowsAgreeWithTheJavaImplementation) {
  const Vectors rows("supsi_ring_mpch_hrw.csv");
  std::vector<std::string> keys;
  for (const auto& row : rows) keys.push_back(row["key"]);
  for (const std::size_t nodes : {10, 11}) {
    const auto cluster = numbered_cluster("node_", nodes);
    const auto owners = place(ConfiguredStrategy("rendezvous", {{"dialect", "supsi"}}), cluster, given_keys(keys));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      EXPECT_EQ(cluster.name_of(owners[i]), rows[i]["hrw_n" + std::to_string(nodes)]) << keys[i];
    }
  }
}

// MurmurHash3's finaliser maps 0 to 0, the lowest possible score, so a node never gets the key with its own number; and
// only the lower half of 64 bits counts: 4294967297 = 2^32 + 1.
TEST(Rendezvous, FastDialectUsesOnlyTheLowerHalvesOfNumbers) {
  const ConfiguredStrategy setup("rendezvous", {{"dialect", "fast32"}}, "integer");
  const auto cluster = cluster_of({"1", "2"});
  EXPECT_EQ(owner_names(setup, cluster, {"1", "2", "4294967297"}), (std::vector<std::string>{"2", "1", "2"}));
}

// The upper half of a score tells nearly always whether a new node takes a key; here it never does.
TEST(Rendezvous, NewNodeTakesAKeyOnlyIfItsWholeScoreIsHigher) {
  const ConfiguredStrategy setup("rendezvous", {{"dialect", "fast32"}}, "integer");
  std::vector<std::uint64_t> hashes;
  std::vector<std::uint32_t> higher;
  for (std::uint32_t key = 0; hashes.size() < 40; ++key) {
    const std::uint32_t old_score = fmix32(key ^ 1), new_score = fmix32(key ^ 2);
    if (old_score >> 16 != new_score >> 16) continue;
    if (new_score > old_score) higher.push_back(static_cast<std::uint32_t>(hashes.size()));
    hashes.push_back(key);
  }
  ASSERT_TRUE(!higher.empty() && higher.size() < hashes.size());
  const auto keys = KeyTable::of_hashes(hashes);
  const auto before = try_build(setup, cluster_of({"1"}), keys.block()).take();
  const auto after = try_build(setup, cluster_of({"1", "2"}), keys.block()).take();
  const std::vector<NodeId> owners(hashes.size(), NodeId{0});
  std::vector<std::uint32_t> standings(hashes.size()), taken;
  before->incremental()->stand(keys.block(), owners, standings);
  ASSERT_TRUE(after->incremental()->take({NodeId{1}, owners, standings}, keys.block(), taken));
  EXPECT_EQ(taken, higher);
}

TEST(Rendezvous, FewerReplicasAreTheFirstOfAllNodesInOrder) {
  for (const std::string strategy : {"rendezvous", "rendezvous_weighted"}) {
    const ConfiguredStrategy setup(strategy);
    const auto hundred = numbered_cluster("node-", 100);
    const auto keys = KeyTable::of(setup, sequential_keys("key-", 50)).take();
    const auto all = place_replicas(setup, hundred, keys, 100);
    for (const unsigned replicas : {1u, 2u, 16u, 17u, 40u, 50u, 99u}) {
      const auto some = place_replicas(setup, hundred, keys, replicas);
      for (std::size_t i = 0; i < 50; ++i) {
        const auto first = all.begin() + static_cast<std::ptrdiff_t>(100 * i);
        ASSERT_TRUE(std::equal(first, first + replicas, some.begin() + static_cast<std::ptrdiff_t>(replicas * i)))
            << strategy << ", key " << i << ", " << replicas << " replicas";
      }
    }
  }
}

TEST(Rendezvous, NextReplicaTakesOverWhenTheOwnerLeaves) {
  const ConfiguredStrategy setup("rendezvous");
  const auto ten = numbered_cluster("node-", 10);
  const auto keys = KeyTable::of(setup, sequential_keys("key-", 10'000)).take();
  const auto replicas = place_replicas(setup, ten, keys, 2);
  const auto after = place(setup, without_node(ten, "node-4"), keys);
  for (std::size_t i = 0; i < after.size(); ++i) {
    ASSERT_EQ(after[i], replicas[2 * i] == NodeId{4} ? replicas[2 * i + 1] : replicas[2 * i]) << "key " << i;
  }
}

TEST(Rendezvous, ExplainRanksTheScoresAndEndsAtTheOwner) {
  const auto trace = explain(ConfiguredStrategy("rendezvous", {}, "integer"), cluster_of({"1", "2", "3"}), "0");
  ASSERT_EQ(trace.size(), 5u);  // hash, three scores, owner
  EXPECT_EQ(trace[1].node, NodeId{2});
  EXPECT_EQ(trace[2].node, NodeId{1});
  EXPECT_EQ(trace[3].node, NodeId{0});
  EXPECT_EQ(trace[4].node, NodeId{2});
}

TEST(Rendezvous, PositionOfANodeDoesNotMatter) {
  const auto keys = given_keys({"apple", "pear", "plum", "fig", "lime", "kiwi", "date", "nut"});
  const ConfiguredStrategy setup("rendezvous");
  const auto cluster = cluster_of({"a", "b", "c"});
  const auto turned = cluster_of({"c", "b", "a"});
  const auto owners = place(setup, cluster, keys);
  const auto owners_turned = place(setup, turned, keys);
  for (std::size_t i = 0; i < owners.size(); ++i) {
    EXPECT_EQ(cluster.name_of(owners[i]), turned.name_of(owners_turned[i]));
  }
}

}  // namespace
}  // namespace reshard::testing
