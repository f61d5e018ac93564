#include <gtest/gtest.h>

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
