#include "core/placement/systems/mongodb_balancer.h"

#include <gtest/gtest.h>

#include <sstream>

namespace reshard::testing {
namespace {

using mongodb::Chunk;
using mongodb::kNoZone;
using mongodb::Migration;
using mongodb::Shard;

struct Holder {
  std::uint32_t chunks;
  Shard shard = {};
};

/// Chunks in order of their ranges, of each shard one after the other; `zone_of`: of the first ones.
std::vector<Chunk> chunks_of(const std::vector<Holder>& holders, const std::vector<std::uint32_t>& zone_of = {}) {
  std::vector<Chunk> chunks;
  for (std::uint32_t shard = 0; shard < holders.size(); ++shard) {
    for (std::uint32_t i = 0; i < holders[shard].chunks; ++i) {
      chunks.push_back({shard, chunks.size() < zone_of.size() ? zone_of[chunks.size()] : kNoZone});
    }
  }
  return chunks;
}

std::vector<Shard> shards_of(const std::vector<Holder>& holders) {
  std::vector<Shard> shards;
  shards.reserve(holders.size());
  for (const Holder& holder : holders) shards.push_back(holder.shard);
  return shards;
}

/// "0: 0>1, 4: 1>3": chunk 0 from shard 0 to shard 1, and so on.
std::string round_of(const std::vector<Holder>& holders, const std::vector<std::uint32_t>& zone_of = {},
                     std::uint32_t zones = 0) {
  std::ostringstream text;
  for (const Migration& each : balancing_round(shards_of(holders), chunks_of(holders, zone_of), zones)) {
    text << (text.tellp() > 0 ? ", " : "") << each.chunk << ": " << each.from << ">" << each.to;
  }
  return text.str();
}

Shard in_use() { return {.available = false}; }
Shard draining(std::vector<std::uint32_t> zones = {}) { return {.draining = true, .zones = std::move(zones)}; }
Shard in(std::vector<std::uint32_t> zones) { return {.zones = std::move(zones)}; }
std::vector<std::uint32_t> all_in(std::size_t chunks, std::uint32_t zone) {
  return std::vector<std::uint32_t>(chunks, zone);
}

// What balancer_policy_test.cpp of MongoDB 6.0 publishes, test by test.

TEST(MongodbBalancer, EvensOutChunksInPairsOfShards) {
  EXPECT_EQ(round_of({{4}, {0}, {3}}), "0: 0>1");               // Basic
  EXPECT_EQ(round_of({{1}, {2}, {0}}), "1: 1>2");               // SmallClusterShouldBePerfectlyBalanced
  EXPECT_EQ(round_of({{1}, {0}}), "");                          // SingleChunkShouldNotMove
  EXPECT_EQ(round_of({{2}, {2}, {1}, {1}}), "");                // BalanceThresholdObeyed
  EXPECT_EQ(round_of({{4}, {4}, {0}, {0}}), "0: 0>2, 4: 1>3");  // ParallelBalancing
  EXPECT_EQ(round_of({{100}, {90}, {90}, {80}, {0}, {0}}), "0: 0>4, 100: 1>5");  // … AboveTheOptimal
  EXPECT_EQ(round_of({{100}, {30}, {5}, {0}}), "0: 0>3");                        // … FromShardsBelowOptimal
}

TEST(MongodbBalancer, LeavesOutShardsInUse) {
  EXPECT_EQ(round_of({{8, in_use()}, {4}, {0}, {0}}), "8: 1>2");  // … WithMoveNecessary
  EXPECT_EQ(round_of({{12, in_use()}, {4}, {0}, {0}}), "");       // … WithMoveNotNecessary
  EXPECT_EQ(round_of({{4}, {4}, {0, in_use()}, {1}}), "0: 0>3");  // … OnInUseDestinationShards
}

TEST(MongodbBalancer, DrainsFirst) {
  EXPECT_EQ(round_of({{1, draining()}, {5}}), "0: 0>1");                                // DrainingSingleChunk
  EXPECT_EQ(round_of({{1, draining()}, {5}, {1, draining()}, {5}}), "0: 0>1, 6: 2>3");  // … PerShard
  EXPECT_EQ(round_of({{2, draining()}, {5}}), "0: 0>1");                                // … FirstOneSelected
  EXPECT_EQ(round_of({{1, draining()}, {2, draining()}, {16}}), "0: 0>2");              // DrainingMultipleShards…
  EXPECT_EQ(round_of({{4}, {0, draining()}, {0, draining()}}), "");                     // … WontAcceptChunks
}

TEST(MongodbBalancer, DrainsToShardsOfTheZone) {
  constexpr std::uint32_t kLax = 0, kNyc = 1, kSea = 2;
  std::vector<std::uint32_t> last = all_in(9, kNoZone);
  last[8] = kLax;  // DrainingSingleAppropriateShardFoundDueToTag
  EXPECT_EQ(round_of({{4, in({kNyc})}, {4, in({kLax})}, {1, draining({kLax})}}, last, 1), "8: 2>1");
  last[8] = kSea;  // DrainingNoAppropriateShardsFoundDueToTag
  EXPECT_EQ(round_of({{4, in({kNyc})}, {4, in({kLax})}, {1, draining({kSea})}}, last, 3), "");
  std::vector<std::uint32_t> zone_of = all_in(7, 0);  // BalancerRespectsTagsWhenDraining
  zone_of.insert(zone_of.end(), {kNoZone, 1});
  EXPECT_EQ(round_of({{6, in({0})}, {1, draining({0, 1})}, {2, in({1})}}, zone_of, 2), "6: 1>0");
}

TEST(MongodbBalancer, MovesChunksToTheirZoneBeforeItEvensOut) {
  // BalancerRespectsTagPolicyBeforeImbalance
  EXPECT_EQ(round_of({{2, in({0})}, {6, in({0})}, {2}}, all_in(10, 0), 1), "8: 2>0");
  // BalancerFixesIncorrectTagInOtherwiseBalancedCluster, and … Parallel
  EXPECT_EQ(round_of({{3, in({0})}, {3, in({0})}, {3}}, all_in(9, 0), 1), "6: 2>0");
  EXPECT_EQ(round_of({{3, in({0})}, {3, in({0})}, {3}, {3}}, all_in(12, 0), 1), "6: 2>0, 9: 3>1");
  // BalancerFixesIncorrectTagsWithCrossShardViolationOfTags
  const std::vector<std::uint32_t> crossed{1, kNoZone, kNoZone, kNoZone, kNoZone, kNoZone, kNoZone, kNoZone, 0};
  EXPECT_EQ(round_of({{3, in({0})}, {3, in({0})}, {3, in({1})}}, crossed, 2), "0: 0>2");
}

TEST(MongodbBalancer, EvensOutEachZoneAmongItsShards) {
  EXPECT_EQ(round_of({{5, in({0})}, {0}, {0}}, all_in(5, 0), 1), "");      // OverloadedShardCannotDonate…
  EXPECT_EQ(round_of({{2, in({0})}, {2, in({0})}}, all_in(4, 0), 1), "");  // BalancerTagAlreadyBalanced
  const std::vector<std::uint32_t> tags{0, 1, 1, 2, 2};                    // BalancerMostOverLoadShardHas…
  const Shard all = in({0, 1, 2}), used{.zones = {1}, .available = false};
  EXPECT_EQ(round_of({{5, all}, {1, in({1})}, {1, in({2})}}, tags, 3), "1: 0>1");
  EXPECT_EQ(round_of({{5, all}, {1, used}, {1, in({2})}}, tags, 3), "3: 0>2");  // … SkipTagWithShardInUse
}

TEST(MongodbBalancer, GoesOnUntilNothingMoves) {
  const std::vector<Holder> holders{{12}, {0}, {0}};
  std::vector<Chunk> chunks = chunks_of(holders);
  balance(shards_of(holders), chunks, 0);
  std::string owners;
  for (const Chunk& chunk : chunks) owners += static_cast<char>('0' + chunk.shard);
  EXPECT_EQ(owners, "121212120000");
}

}  // namespace
}  // namespace reshard::testing
