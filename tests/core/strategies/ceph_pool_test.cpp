#include <gtest/gtest.h>

#include <optional>

#include "core/hash/functions.h"
#include "core/placement/systems/ceph_hash.h"
#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

std::string text_of(std::span<const std::uint8_t> bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) text += {"0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15]};
  return text;
}

ConfiguredStrategy pool_of(const Vectors::Row& row) {
  return ConfiguredStrategy("ceph_pool", {{"pool", row["pool"]},
                                          {"pg_num", row["pg_num"]},
                                          {"pgp_num", row["pgp_num"]},
                                          {"failure_domain", row["domain"]}});
}

/// A key for each group: the numbers below pg_num are their own groups.
KeyTable groups(std::uint64_t pg_num) {
  std::vector<std::uint64_t> hashes;
  for (std::uint64_t pg = 0; pg < pg_num; ++pg) hashes.push_back(pg);
  return KeyTable::of_hashes(std::move(hashes));
}

Node osd(std::string name, double weight = 1, std::string rack = {}, std::string zone = {}, std::string center = {}) {
  Node node;
  node.name = std::move(name);
  node.weight = weight;
  node.rack = std::move(rack);
  node.zone = std::move(zone);
  node.data_center = std::move(center);
  return node;
}

/// The history of a map of ceph_maps.csv: all but the first OSD join one by one.
Cluster cluster_with_history(const Vectors& maps, std::string_view map) {
  std::optional<Cluster> cluster;
  for (const auto& row : maps) {
    if (row["map"] != map) continue;
    const std::string name = (row["host"].empty() ? "" : row["host"] + "/") + "osd." + row["osd"];
    const NodeId id{static_cast<std::uint32_t>(row.number("osd"))};
    if (row["event"] == "add") {
      const Node node = osd(name, row.real("weight"), row["rack"], row["room"], row["datacenter"]);
      if (!cluster) {
        cluster = Cluster::of({&node, 1}).take();
      } else {
        EXPECT_EQ(cluster->add(node).value(), id);
      }
    } else if (row["event"] == "remove") {
      EXPECT_TRUE(cluster->remove(id).ok());
    } else if (row["event"] == "reweight") {
      EXPECT_TRUE(cluster->set_weight(id, row.real("weight")).ok());
    } else {
      EXPECT_TRUE(cluster->rename(id, name).ok());
    }
  }
  return *cluster;
}

TEST(CephPool, ObjectsAreInTheGroupsThatOsdmaptoolSays) {
  const Vectors rows("ceph_objects.csv");
  ASSERT_EQ(rows.size(), 500u);
  for (const auto& row : rows) {
    const std::uint32_t hash = ceph_str_hash(row.bytes("key"));
    for (const std::uint64_t groups : {100, 150, 256}) {
      EXPECT_EQ(ceph_stable_mod(hash, groups), row.number("pg" + std::to_string(groups))) << row["key"];
    }
  }
}

// Of an empty name, of every length of the last round, and of more than one round: from Ceph's library.
TEST(CephPool, HashesOfNamesAreThoseOfCephsLibrary) {
  const std::pair<std::string_view, std::uint32_t> hashes[] = {{"", 0xbd49d10d},
                                                               {"a", 0x29eec818},
                                                               {"abcdefgh", 0x053f775e},
                                                               {"abcdefghi", 0x3a7b0a5f},
                                                               {"abcdefghij", 0xc9cac242},
                                                               {"abcdefghijk", 0xe52b8e4c},
                                                               {"abcdefghijkl", 0x0b1b3ea5},
                                                               {"abcdefghijklm", 0x3122b031}};
  for (const auto& [name, hash] : hashes) EXPECT_EQ(ceph_str_hash(name), hash) << name;
}

// Ten maps, under every failure domain that they have, in seven pools; one pool also while an OSD is out.
TEST(CephPool, GroupsOfEveryMapAndFailureDomainAreThoseOfOsdmaptool) {
  const Vectors maps("ceph_maps.csv"), rows("ceph_groups.csv");
  std::size_t compared = 0, undersized = 0;
  std::vector<NodeId> served;
  for (const auto& row : rows) {
    const auto replicas = static_cast<unsigned>(row.number("replicas"));
    const auto said = [&](std::size_t pg) { return numbers_of(std::span(served).subspan(replicas * pg, replicas)); };
    if (row["group"] != "all") {
      EXPECT_EQ(said(row.number("group")), row["osds"]) << row["map"] << " " << row["domain"] << " " << row["group"];
      continue;
    }
    Cluster cluster = cluster_with_history(maps, row["map"]);
    if (!row["out"].empty()) {
      cluster = with_down(cluster, {cluster.name_of(NodeId{static_cast<std::uint32_t>(row.number("out"))})});
    }
    const auto keys = groups(row.number("pg_num"));
    served = serve(pool_of(row), cluster, keys, replicas);
    std::string lines;
    for (std::size_t pg = 0; pg < keys.size(); ++pg) {
      lines += std::to_string(pg) + " " + said(pg) + "\n";
      undersized += served[replicas * pg + replicas - 1] == kNoNode ? 1 : 0;
    }
    EXPECT_EQ(text_of(sha1(lines)), row["osds"]) << row["map"] << " " << row["domain"] << " pool " << row["pool"];
    ++compared;
  }
  EXPECT_EQ(compared, 208u);
  EXPECT_GT(undersized, 1000u);
}

TEST(CephPool, TheFirstReplicaIsTheOwner) {
  const Vectors maps("ceph_maps.csv");
  const ConfiguredStrategy setup("ceph_pool", {{"failure_domain", "rack"}, {"pg_num", "77"}});
  const Cluster cluster = cluster_with_history(maps, "full1");
  const auto keys = KeyTable::of(setup, sequential_keys("object-", 500)).take();
  EXPECT_EQ(place(setup, cluster, keys), place_replicas(setup, cluster, keys, 1));
}

// `ceph osd map` writes pool and hash in hexadecimal. Of three hosts' racks, x and the straws lead to one OSD.
TEST(CephPool, ExplainsNameGroupXAndBuckets) {
  const std::vector<Node> nodes = {osd("h0/a", 1, "r0"), osd("h1/b", 1, "r1"), osd("h2/c", 2, "r1")};
  const ConfiguredStrategy setup("ceph_pool", {{"pool", "2"}, {"pg_num", "100"}, {"pgp_num", "50"}});
  std::string text;
  for (const Step& step : explain(setup, Cluster::of(nodes).take(), "foo1")) {
    text += std::string(step.label) + ": " + step.value + "\n";
  }
  EXPECT_EQ(text,
            "hash: 3197588659\nplacement group: ceph_stable_mod(3197588659, 100) = 51\nPG: 2.be9754b3 (2.33)\n"
            "placed as: ceph_stable_mod(51, 50) = 19\nx: crush_hash32_2(19, 2) = 1317921989\n"
            "longest straw: -149379740\nbucket drawn: rack r1, id -5\n"
            "longest straw: -150275297\nbucket drawn: host h2, id -6\n"
            "longest straw: -84040313\ntable entry: 51\nowner: \n");
}

// 12 groups of 16: those with the remainders 12 to 15 are still in 4 to 7.
TEST(CephPool, StableModKeepsGroupsTogetherThatAreNotSplit) {
  for (std::uint64_t h = 0; h < 64; ++h) EXPECT_EQ(ceph_stable_mod(h, 12), h % 16 < 12 ? h % 16 : h % 8) << h;
  for (std::uint64_t h = 0; h < 64; ++h) EXPECT_EQ(ceph_stable_mod(h, 1), 0u);
}

TEST(CephPool, OneMoreGroupTakesFromOneOther) {
  for (std::uint64_t groups = 1; groups < 70; ++groups) {
    for (std::uint64_t h = 0; h < 128; ++h) {
      const std::uint64_t before = ceph_stable_mod(h, groups), after = ceph_stable_mod(h, groups + 1);
      EXPECT_TRUE(before == after || after == groups) << groups << " " << h;
    }
  }
}

// Two nodes at once go to another rack and host in one step: no bucket comes about on the way.
TEST(CephPool, AStepMakesTheBucketsOfItsEnd) {
  const std::vector<Node> nodes = {osd("h0/a", 1, "r0"), osd("h1/b", 1, "r1")};
  const auto moved = [&](bool at_once) {
    Cluster cluster = Cluster::of(nodes).take();
    EXPECT_TRUE(cluster.rename(NodeId{0}, "h9/a").ok());
    EXPECT_TRUE(cluster.relocate(NodeId{0}, "", "", "r9").ok());
    return at_once ? reshard::testing::at_once(cluster, 2) : cluster;
  };
  const ConfiguredStrategy setup("ceph_pool", {{"failure_domain", "host"}});
  const auto bucket = [&](const Cluster& cluster) {
    std::string ids;
    for (const std::string key : {"0", "1", "2", "3", "4", "5"}) {
      for (const Step& step : explain(setup, cluster, key)) {
        if (step.value.starts_with("host h9")) ids = step.value;
      }
    }
    return ids;
  };
  EXPECT_EQ(bucket(moved(true)), "host h9, id -6");
  EXPECT_EQ(bucket(moved(false)), "host h9, id -7");
}

TEST(CephPool, RefusesWhatCephRefusesOrWouldLeaveOut) {
  const auto cluster = Cluster::of(std::vector{osd("h0/a", 1, "r0"), osd("b", 1, "r1")}).take();
  const auto refused = [&](std::string_view key, std::string_view value) {
    return refusal(ConfiguredStrategy("ceph_pool", {{"pg_num", "100"}, {key, value}}), cluster);
  };
  EXPECT_EQ(message(refused("pgp_num", "101")), "pgp_num: specified pgp_num 101 > pg_num 100");
  EXPECT_EQ(refused("failure_domain", "host").field, "nodes[b].name");
  EXPECT_EQ(refused("failure_domain", "zone").field, "nodes[h0/a].zone");
  EXPECT_EQ(refused("failure_domain", "data_center").field, "nodes[h0/a].data_center");
  const auto heavy = Cluster::of(std::vector{osd("h/a", 40'000), osd("h/b", 40'000)}).take();
  EXPECT_EQ(refusal(ConfiguredStrategy("ceph_pool"), heavy).code, ErrorCode::too_large);
}

}  // namespace
}  // namespace reshard::testing
