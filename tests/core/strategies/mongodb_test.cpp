#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <sstream>

#include "core/base/text.h"
#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

std::string digits(std::int64_t number, int width) {
  char text[32];
  std::snprintf(text, sizeof text, "%0*lld", width, static_cast<long long>(number));
  return text;
}

// Milliseconds since 1970, as a timestamp is written.
std::string date_of(std::int64_t milliseconds) {
  constexpr std::int64_t kDay = 86'400'000;
  const std::int64_t time = (milliseconds % kDay + kDay) % kDay;
  const std::chrono::year_month_day day{
      std::chrono::sys_days{std::chrono::days{static_cast<int>((milliseconds - time) / kDay)}}};
  return digits(int{day.year()}, 4) + "-" + digits(unsigned{day.month()}, 2) + "-" + digits(unsigned{day.day()}, 2) +
         " " + digits(time / 3'600'000, 2) + ":" + digits(time / 60'000 % 60, 2) + ":" + digits(time / 1000 % 60, 2) +
         "." + digits(time % 1000, 3);
}

struct Typed {
  std::string type, bytes_are, key;
};

Typed typed(const Vectors::Row& row) {
  const std::string& type = row["type"];
  if (type == "string") return {"text", "bindata", row.bytes("value_hex")};
  if (type == "long") return {"int64", "bindata", row["value"]};
  if (type == "uuid" || type == "bool") return {type, "bindata", row["value"]};
  if (type == "objectid") return {"bytes", "objectid", row["value"]};
  if (type == "date") return {"timestamp", "bindata", date_of(row.signed_number("value"))};
  if (type == "null") return {"text", "bindata", "\\N"};
  EXPECT_EQ(type, "double");
  const std::map<std::string, std::string> others{{"nan", "NaN"}, {"inf", "Infinity"}, {"-inf", "-Infinity"}};
  const auto other = others.find(row["value"]);
  return {"float64", "bindata", other == others.end() ? row["value"] : other->second};
}

// Shards with as many chunks as there are: chunk i is on shard i, by their sorted names.
TEST(Mongodb, HashesValuesByTheirBsonTypeAndChoosesChunks) {
  const Vectors rows("mongodb.csv");
  EXPECT_GE(rows.size(), 1700u);
  std::vector<std::uint64_t> hashes;
  for (const auto& row : rows) {
    const auto [type, bytes_are, key] = typed(row);
    const ConfiguredStrategy setup("mongodb", {{"type", type}, {"bytes_are", bytes_are}});
    ASSERT_TRUE(setup.recipes()[0].reads(key)) << row["type"] << " " << key;
    hashes.push_back(setup.recipes()[0](key));
    ASSERT_EQ(static_cast<std::int64_t>(hashes.back()), row.signed_number("hash")) << row["type"] << " " << key;
  }
  for (const std::string n : {"2", "3", "4", "6", "8"}) {
    const ConfiguredStrategy setup("mongodb", {{"chunks", n}});
    const auto owners = place(setup, numbered_cluster("s", std::stoul(n)), KeyTable::of_hashes(hashes));
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      ASSERT_EQ(index_of(owners[i]), rows[i].number("c" + n)) << hashes[i];
    }
  }
}

// A chunk holds its lower bound, and not the number before it.
TEST(Mongodb, SplitsTheHashesWhereCalculateHashedSplitPointsDoes) {
  for (const auto& row : Vectors("mongodb_splits.csv")) {
    std::vector<std::uint64_t> hashes;
    std::istringstream points(row["splits"]);
    for (std::int64_t point = 0; points >> point;) {
      hashes.push_back(static_cast<std::uint64_t>(point - 1));
      hashes.push_back(static_cast<std::uint64_t>(point));
    }
    const std::uint64_t n = row.number("n");
    ASSERT_EQ(hashes.size(), 2 * (n - 1));
    std::vector<std::string> names;  // sorted as text
    for (std::uint64_t i = 0; i < n; ++i) names.push_back("s" + decimal(100 + i));
    if (hashes.empty()) continue;
    const auto owners =
        place(ConfiguredStrategy("mongodb", {{"chunks", row["n"]}}), cluster_of(names), KeyTable::of_hashes(hashes));
    for (std::size_t i = 0; i < hashes.size(); ++i)
      EXPECT_EQ(index_of(owners[i]), (i + 1) / 2) << n << " " << hashes[i];
  }
}

// What the tests of calculateHashedSplitPoints() publish for two shards and four chunks, or five: two chunks in a row.
TEST(Mongodb, GivesEachShardItsChunksInARow) {
  const auto letters = [](std::string_view chunks) {
    return slot_letters(ConfiguredStrategy("mongodb", {{"chunks", chunks}}), cluster_of({"b", "a"}));
  };
  EXPECT_EQ(letters("4"), "aabb");
  EXPECT_EQ(letters("5"), "aabba");
  EXPECT_EQ(letters("1"), "a");
}

TEST(Mongodb, MovesChunksByHandOnlyAndFromAShardThatIsRemoved) {
  const ConfiguredStrategy setup("mongodb", {{"chunks", "8"}});
  const Cluster three = with_node(cluster_of({"a", "b"}), "c");
  EXPECT_EQ(slot_letters(setup, three), "aaaabbbb");
  const Cluster moved = with_move(three, "c", {"mongodb", 1, 2});
  EXPECT_EQ(slot_letters(setup, moved), "accabbbb");
  EXPECT_EQ(slot_letters(setup, without_node(moved, "b")), "accaacac");
}

// 8 chunks on three shards begin as aabbccaa; round(8 / 3) = 3, so a gives one of its four. With four shards 2 each.
TEST(Mongodb, EvensOutTheNumbersOfChunksAsItDidUntil602) {
  const ConfiguredStrategy setup("mongodb", {{"chunks", "8"}, {"balancer", "chunk_count"}});
  const Cluster three = cluster_of({"a", "b", "c"});
  EXPECT_EQ(slot_letters(setup, three), "babbccaa");
  EXPECT_EQ(slot_letters(setup, with_node(three, "d")), "ddbbccaa");
  // c drains chunk by chunk to the shard with the fewest, of a and b with 3 each to a first.
  EXPECT_EQ(slot_letters(setup, without_node(three, "c")), "babbabaa");
  EXPECT_EQ(slot_letters(setup, with_weight(three, "c", 0)), "babbabaa");
}

Node in_zone(std::string name, std::string zone) {
  Node node;
  node.name = std::move(name);
  node.zone = std::move(zone);
  return node;
}

Cluster zoned(std::vector<Node> nodes) { return Cluster::of(nodes).take(); }

Cluster with_added(Cluster cluster, Node node) {
  EXPECT_TRUE(cluster.add(std::move(node)).ok());
  return cluster;
}

Cluster with_zone(Cluster cluster, std::uint32_t node, const std::string& zone) {
  EXPECT_TRUE(cluster.relocate(NodeId{node}, "", zone, "").ok());
  return cluster;
}

ConfiguredStrategy two_ranges(std::string_view first2, std::string_view last2, std::string_view zone2 = "second") {
  return ConfiguredStrategy("mongodb", {{"chunks", "8"},
                                        {"balancer", "chunk_count"},
                                        {"zone", "first"},
                                        {"zone_first", "0"},
                                        {"zone_last", "3"},
                                        {"zone2", zone2},
                                        {"zone_first2", first2},
                                        {"zone_last2", last2}});
}

TEST(Mongodb, KeepsTheChunksOfAZoneOnItsShards) {
  const ConfiguredStrategy setup = two_ranges("4", "7");
  const Cluster three = zoned({in_zone("a", "EU"), in_zone("b", "EU"), in_zone("c", "US")});
  EXPECT_EQ(slot_letters(setup, three), "aabbcccc");  // of aabbccaa, chunks 6 and 7 are not in a's zone
  const Cluster four = with_added(three, in_zone("d", "US"));
  EXPECT_EQ(slot_letters(setup, four), "aabbddcc");
  EXPECT_EQ(slot_letters(setup, with_zone(four, 2, "EU")), "cabbdddd");  // 4 of EU on three: round(4 / 3) = 1
  EXPECT_EQ(slot_letters(setup, without_node(four, "b")), "aaaaddcc");
  const auto explained = explain(setup, three, "1");
  const auto zone =
      std::find_if(explained.begin(), explained.end(), [](const Step& step) { return step.label == "zone"; });
  ASSERT_NE(zone, explained.end());
  EXPECT_EQ(zone->value, explained.back().node == NodeId{2} ? "US" : "EU");
}

TEST(Mongodb, RefusesRangesOfZonesAsItDoes) {
  const Cluster three = zoned({in_zone("a", "EU"), in_zone("b", "EU"), in_zone("c", "US")});
  const auto refused = [&](const ConfiguredStrategy& setup, const Cluster& cluster) {
    return message(refusal(setup, cluster));
  };
  EXPECT_EQ(
      refused(two_ranges("3", "5"), three),
      "zone_first2: Zone range: -2305843009213693950 -->> 4611686018427387900  on  US is overlapping with existing: "
      "MinKey -->> 0  on  EU");
  EXPECT_EQ(refused(two_ranges("4", "8"), three), "zone_last2: 8 is outside 0 to 7");
  EXPECT_EQ(refused(two_ranges("7", "4"), three),
            "zone_last2: min: 6917529027641081850 should be less than max: 2305843009213693950");
  EXPECT_EQ(refused(two_ranges("4", "7", "third"), three), "zone2: zone third does not exist");
  const std::string only =
      "nodes: Operation not allowed because it would remove the only shard for zone US which has a chunk range is "
      "associated with it";
  EXPECT_EQ(refused(two_ranges("4", "7"), without_node(three, "c")), only);
  EXPECT_EQ(refused(two_ranges("4", "7"), with_weight(three, "c", 0)), only);
  EXPECT_EQ(refused(two_ranges("4", "7"), with_zone(three, 2, "EU")),
            "nodes[c].zone: cannot remove a shard from zone if a chunk range is associated with it");
}

// The same range twice is one, and several may be of one zone.
TEST(Mongodb, TakesSeveralRangesOfAZone) {
  const Cluster two = zoned({in_zone("a", "EU"), in_zone("b", "US")});
  EXPECT_EQ(slot_letters(two_ranges("0", "3", "first"), two), "aaaabbbb");
  EXPECT_EQ(slot_letters(two_ranges("4", "5", "first"), two), "aaaaaabb");
}

TEST(Mongodb, TakesNumbersAsOneTypeAndRefusesWhatIsNoBson) {
  const auto hash = [](std::string_view type, const std::string& key) {
    return ConfiguredStrategy("mongodb", {{"type", type}}).recipes()[0](key);
  };
  EXPECT_EQ(hash("int32", "42"), hash("int64", "42"));
  EXPECT_EQ(hash("float64", "42.9"), hash("int64", "42"));
  const auto refused = [](std::string_view type, std::string_view bytes_are, const std::string& key) {
    const auto keys =
        KeyTable::of(ConfiguredStrategy("mongodb", {{"type", type}, {"bytes_are", bytes_are}}), given_keys({key}));
    return keys.ok() ? std::string() : message(keys.error());
  };
  EXPECT_NE(refused("bytes", "objectid", "0011").find("24 hexadecimal digits"), std::string::npos);
  EXPECT_NE(refused("timestamp", "bindata", "2026-11-28 10:30:15.0001").find("whole milliseconds"), std::string::npos);
  EXPECT_NE(refused("timestamp", "bindata", "infinity").find("whole milliseconds"), std::string::npos);
}

}  // namespace
}  // namespace reshard::testing
