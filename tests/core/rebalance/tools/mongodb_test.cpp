#include "core/rebalance/tools/mongodb.h"

#include <gtest/gtest.h>

#include "tests/core/rebalance/problems.h"
#include "tests/core/vectors.h"

namespace reshard::testing {
namespace {

using rebalance::Problem;
using rebalance::tools::mongodb_round;
using rebalance::tools::MongodbRange;
using rebalance::tools::MongodbShard;

constexpr std::int64_t kChunk = 128 << 20;

/// "4:4 0:0:drains 3:3:busy": ranges, and bytes in chunk sizes, of each shard.
struct Collection {
  std::vector<MongodbShard> shards;
  std::vector<MongodbRange> ranges;
};
Collection collection_of(const std::string& text, const std::string& jumbo) {
  Collection collection;
  for (const std::string& word : words_of(text)) {
    std::size_t end = 0;
    const auto ranges = std::stoul(word, &end);
    const auto bytes = std::stoll(word.substr(end + 1));
    const auto shard = static_cast<std::uint32_t>(collection.shards.size());
    collection.shards.push_back({bytes * kChunk, word.ends_with(":drains"), !word.ends_with(":busy")});
    collection.ranges.insert(collection.ranges.end(), ranges, {shard});
  }
  for (const std::string& range : words_of(jumbo)) collection.ranges.at(std::stoul(range)).jumbo = true;
  return collection;
}

std::string written(const std::vector<rebalance::Move>& moves) {
  std::string text;
  for (const auto& [range, from, to, lead] : moves) {
    EXPECT_FALSE(lead);
    text += (text.empty() ? "" : " ") + decimal(range) + ":" + decimal(from) + ">" + decimal(to);
  }
  return text;
}

TEST(MongodbBalance, MovesInARoundWhatMongodbPublishes) {
  const Vectors rows("rebalance/mongodb_published.csv");
  EXPECT_EQ(rows.size(), 20u);
  for (const auto& row : rows) {
    const Collection collection = collection_of(row["shards"], row["jumbo"]);
    EXPECT_EQ(written(mongodb_round(collection.shards, collection.ranges, kChunk)), row["moves"]) << row["case"];
  }
}

Problem ranges(std::uint32_t shards, std::uint32_t count) {
  Problem problem = nodes_of(shards);
  for (std::uint32_t i = 0; i < count; ++i) problem.add_entry("r" + decimal(i), kChunk, 1, {0});
  return problem;
}

// Worked out by hand: of 10 ranges on one shard of two, the difference is 10, 8, 6, 4 and then 2 chunk sizes, below 3.
TEST(MongodbBalance, StopsBelowThreeChunkSizes) {
  const auto plan = rebalance::tools::mongodb_balance(ranges(2, 10), {});
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(written(plan.value().moves), "0:0>1 1:0>1 2:0>1 3:0>1");
}

TEST(MongodbBalance, EmptiesADrainedShard) {
  Problem problem = ranges(3, 6);
  problem.nodes[0].drained = true;
  const auto plan = rebalance::tools::mongodb_balance(problem, {});
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(written(plan.value().moves), "0:0>1 1:0>2 2:0>1 3:0>2 4:0>1 5:0>2");
}

TEST(MongodbBalance, RefusesARangeThatItWouldSplit) {
  Problem problem = ranges(2, 2);
  problem.add_entry("large", kChunk + 1, 1, {0});
  EXPECT_EQ(message(rebalance::tools::mongodb_balance(problem, {}).error()),
            "entries[2].bytes: 134217729 is outside 0 to 134217728");
  problem.pinned[2] = 1;
  EXPECT_TRUE(rebalance::tools::mongodb_balance(problem, {}).ok());
}

}  // namespace
}  // namespace reshard::testing
