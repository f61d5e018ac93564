#include <gtest/gtest.h>

#include "core/base/text.h"
#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

ConfiguredStrategy key_groups(std::string_view type, std::string_view most = "128",
                              std::string_view scheduler = "default") {
  return ConfiguredStrategy("key_groups", {{"type", type}, {"max_parallelism", most}, {"scheduler", scheduler}});
}

std::uint64_t group_of(const ConfiguredStrategy& setup, std::string_view key) {
  return std::get<TablePicture>(picture(setup, numbered_cluster("", 2), key)).key_slot;
}

// flink_m is negated where it is negative; key group and operator are as in the rows.
void expect_rows(const Vectors& rows, std::string_view type, const std::vector<std::string>& keys) {
  const auto setup = key_groups(type), more = key_groups(type, "1024");
  for (std::size_t row = 0; row < keys.size(); ++row) {
    const std::int64_t murmur = rows[row].signed_number("flink_m");
    const std::uint64_t m = setup.recipes()[0](keys[row]);
    EXPECT_EQ(m, static_cast<std::uint64_t>(std::abs(murmur))) << keys[row];
    EXPECT_EQ(m % 128, rows[row].number("kg128"));
    EXPECT_EQ(m % 1024, rows[row].number("kg1024"));
    if (keys[row].empty()) continue;  // no key set has it
    EXPECT_EQ(group_of(setup, keys[row]), rows[row].number("kg128"));
    EXPECT_EQ(group_of(more, keys[row]), rows[row].number("kg1024"));
    for (const std::size_t n : {3, 4, 10}) {
      EXPECT_EQ(owner_names(setup, numbered_cluster("", n), {keys[row]})[0], rows[row]["op128_" + std::to_string(n)]);
    }
    EXPECT_EQ(owner_names(more, numbered_cluster("", 7), {keys[row]})[0], rows[row]["op1024_7"]);
  }
}

TEST(KeyGroups, RowsAgreeWithFlinksFormula) {
  const Vectors strings("java_string.csv"), longs("java_long.csv"), uuids("java_uuid.csv");
  std::vector<std::string> texts, numbers, ids;
  for (const auto& row : strings) texts.push_back(row.bytes("key_hex"));
  for (const auto& row : longs) numbers.push_back(row["key"]);
  for (const auto& row : uuids) ids.push_back(row["key"]);
  expect_rows(strings, "text", texts);
  expect_rows(longs, "int64", numbers);
  expect_rows(uuids, "uuid", ids);
  EXPECT_EQ(texts.size() + numbers.size() + ids.size(), 2416u);
}

// KeyGroupRangeAssignmentTest of Apache Flink: the first and last group of each operator.
TEST(KeyGroups, EveryOperatorHasOneRun) {
  for (const std::size_t operators : {1, 3, 4, 10, 127, 128}) {
    const auto slots = slot_owners(key_groups("text"), numbered_cluster("", operators), "a");
    ASSERT_EQ(slots.size(), 128u);
    for (std::size_t i = 0; i < operators; ++i) {
      const std::size_t first = (i * 128 + operators - 1) / operators, end = ((i + 1) * 128 - 1) / operators + 1;
      for (std::size_t group = first; group < end; ++group) EXPECT_EQ(index_of(slots[group]), i) << group;
    }
  }
}

// computeDefaultMaxParallelism(): 1.5 times, up to a power of two, at least 128. The state keeps it when the job is
// rescaled.
TEST(KeyGroups, TheFirstStartComputesTheMaximumParallelism) {
  const auto automatic = key_groups("text", "0");
  const auto groups = [&](const Cluster& cluster) {
    return std::get<TablePicture>(picture(automatic, cluster, "a")).slots.size();
  };
  EXPECT_EQ(groups(numbered_cluster("", 1)), 128u);
  EXPECT_EQ(groups(numbered_cluster("", 85)), 128u);
  EXPECT_EQ(groups(numbered_cluster("", 86)), 256u);
  EXPECT_EQ(groups(numbered_cluster("", 200)), 512u);
  EXPECT_EQ(groups(with_node(numbered_cluster("", 85), "more")), 128u);
  EXPECT_TRUE(traits_of(automatic.strategy, automatic.params).has(Trait::kHistory));
  EXPECT_FALSE(traits_of(automatic.strategy, key_groups("text").params).has(Trait::kHistory));
}

TEST(KeyGroups, MoreOperatorsThanGroupsAreRefused) {
  const Error error = refusal(key_groups("text", "4"), numbered_cluster("", 5));
  EXPECT_EQ(error.field, "nodes");
  EXPECT_EQ(error.code, ErrorCode::out_of_range);
  EXPECT_EQ(error.args[2], "4");
  Cluster grown = numbered_cluster("", 85);
  for (int i = 0; i < 44; ++i) grown = with_node(grown, "more" + std::to_string(i));
  EXPECT_EQ(refusal(key_groups("text", "0"), grown).field, "nodes");
}

TEST(KeyGroups, TypesWithoutAHashCodeAreRefused) {
  EXPECT_EQ(refusal(key_groups("bytes"), numbered_cluster("", 2)).field, "type");
}

// 128 groups from 3 operators to 4: 43, 43 and 42 groups become 32 each, and 32 + 21 + 11 … stay where they are.
TEST(KeyGroups, RescalingCutsTheSameGroupsAnew) {
  const auto three = slot_owners(key_groups("text"), numbered_cluster("", 3), "a");
  const auto four = slot_owners(key_groups("text"), numbered_cluster("", 4), "a");
  std::size_t moved_groups = 0;
  for (std::size_t group = 0; group < 128; ++group) {
    const std::uint64_t before = group * 3 / 128, after = group * 4 / 128;
    EXPECT_EQ(index_of(three[group]), before);
    EXPECT_EQ(index_of(four[group]), after);
    moved_groups += three[group] != four[group];
  }
  EXPECT_EQ(moved_groups, 11 + 22 + 32u);  // 32 to 42, 64 to 85, 96 to 127
}

TEST(KeyGroups, ExplainsEveryStep) {
  const Trace trace = explain(key_groups("text"), numbered_cluster("op", 3), " ");
  ASSERT_EQ(trace.size(), 8u);
  EXPECT_EQ(trace[1].value, "32");  // hashCode(); the row of a blank in java_string.csv
  EXPECT_EQ(trace[3].value, "606617892");
  EXPECT_EQ(trace[4].value, "606617892 mod 128 = 36");
  EXPECT_EQ(trace[5].value, "36 · 3 / 128 = 0");
  EXPECT_EQ(trace.back().node, NodeId{0});
}

TEST(KeyGroups, OnlyTheAdaptiveSchedulerGoesOnWithFewer) {
  const auto down = with_down(numbered_cluster("", 4), {"1"});
  const auto keys = KeyTable::of(key_groups("text"), sequential_keys("key-", 500)).take();
  for (const NodeId server : serve(key_groups("text"), down, keys)) EXPECT_EQ(server, kNoNode);
  const auto rebuilt = place(key_groups("text"), without_node(numbered_cluster("", 4), "1"), keys);
  EXPECT_EQ(serve(key_groups("text", "128", "adaptive"), down, keys), rebuilt);
}

}  // namespace
}  // namespace reshard::testing
