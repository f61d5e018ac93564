#include <gtest/gtest.h>

#include <algorithm>

#include "core/hash/functions.h"
#include "core/placement/jump_lanes.h"
#include "tests/core/placing.h"
#include "tests/core/vectors.h"

namespace reshard::testing {
namespace {

/// The buckets of these hashes when there are `buckets` buckets.
std::vector<std::uint32_t> buckets_of(const std::vector<std::uint64_t>& hashes, std::size_t buckets) {
  std::vector<std::uint32_t> numbers;
  for (const NodeId owner :
       place(ConfiguredStrategy("jump"), numbered_cluster("", buckets), KeyTable::of_hashes(hashes))) {
    numbers.push_back(index_of(owner));
  }
  return numbers;
}

// Key 1. From bucket b the key k becomes k * 2862933555777941757 + 1 and jumps to
// floor((b + 1) * 2^31 / (floor(k / 2^33) + 1)):
//   b = 0:  k = 2862933555777941758,  k >> 33 = 333289331,   1 * 2^31 / 333289332 =  6.44…  -> 6
//   b = 6:  k = 7520424991034264583,  k >> 33 = 875494160,   7 * 2^31 / 875494161 = 17.17…  -> 17
//   b = 17: k = 7839564998068991468,  k >> 33 = 912661046,  18 * 2^31 / 912661047 = 42.35…  -> 42
// so it is in bucket 0 for up to 6 buckets, in 6 for 7 to 17, in 17 for 18 to 42, and then in 42.
// Key 0 becomes 1, whose jump is 2^31 / 1: it stays in bucket 0.
TEST(Jump, KeyOneJumpsAsWorkedOutByHand) {
  const struct {
    std::size_t buckets;
    std::uint32_t owner;
  } rows[] = {{1, 0}, {6, 0}, {7, 6}, {17, 6}, {18, 17}, {42, 17}, {43, 42}};
  for (const auto& row : rows) EXPECT_EQ(buckets_of({1}, row.buckets).front(), row.owner) << row.buckets;
  for (const auto& row : rows) EXPECT_EQ(buckets_of({0}, row.buckets).front(), 0u) << row.buckets;
}

TEST(Jump, PictureShowsTheJumpsWorkedOutByHand) {
  const auto jumps =
      std::get<JumpPicture>(picture(ConfiguredStrategy("jump", {}, "integer"), numbered_cluster("n", 43), "1"));
  EXPECT_EQ(jumps.path, (std::vector<std::uint32_t>{0, 6, 17, 42}));
  EXPECT_EQ(jumps.buckets.size(), 43u);
}

/// Checks every column "n<buckets>", as far as clusters go, of a file of bucket numbers by hash.
void expect_rows(const Vectors& rows) {
  std::vector<std::uint64_t> hashes;
  for (const auto& row : rows) hashes.push_back(row.hex("key_u64_hex"));
  std::size_t checked = 0;
  for (const std::string& column : rows.columns()) {
    if (column == "key_u64_hex" || std::stoull(column.substr(1)) > kMaxNodes) continue;
    const auto numbers = buckets_of(hashes, std::stoul(column.substr(1)));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      EXPECT_EQ(numbers[i], rows[i].number(column)) << rows[i]["key_u64_hex"] << " in " << column;
    }
    ++checked;
  }
  EXPECT_GE(checked, 11u);
}

TEST(Jump, RowsAgreeWithGoJump) { expect_rows(Vectors("jump_go.csv")); }
TEST(Jump, RowsAgreeWithGuava) { expect_rows(Vectors("jump_guava.csv")); }

// The model is the program of the paper's figure 1.
TEST(Jump, BatchesOfAnySizeJumpLikeEachKeyAlone) {
  using Answer = JumpLanes::Answer;
  std::vector<std::uint64_t> hashes(1100);
  for (std::size_t i = 0; i < hashes.size(); ++i) hashes[i] = splitmix64(i);
  for (const std::uint32_t n : {1u, 2u, 3u, 100u, 9999u, 1u << 20}) {
    std::vector<std::uint32_t> buckets, next;
    for (std::uint64_t key : hashes) {
      std::int64_t b = -1, j = 0;
      while (j < n) {
        b = j;
        key = key * 2862933555777941757ULL + 1;
        j = static_cast<std::int64_t>(static_cast<double>(b + 1) *
                                      (static_cast<double>(1LL << 31) / static_cast<double>((key >> 33) + 1)));
      }
      buckets.push_back(static_cast<std::uint32_t>(b));
      next.push_back(static_cast<std::uint32_t>(std::min<std::int64_t>(j, 0xFFFFFFFF)));
    }
    for (const std::size_t size : {0, 1, 11, 12, 13, 359, 360, 361, 1100}) {
      std::vector<std::uint32_t> found(size);
      JumpLanes::search(std::span(hashes).first(size), n, Answer::kBuckets, found);
      EXPECT_TRUE(std::equal(found.begin(), found.end(), buckets.begin())) << size << " keys, " << n << " buckets";
      JumpLanes::search(std::span(hashes).first(size), n, Answer::kNextJumps, found);
      EXPECT_TRUE(std::equal(found.begin(), found.end(), next.begin())) << size << " keys, " << n << " buckets";
    }
  }
}

TEST(Jump, FirstTwentyKeysOf100BucketsMatchGuavasKnownAnswers) {
  std::vector<std::uint64_t> keys(20);
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = i;
  EXPECT_EQ(buckets_of(keys, 100),
            (std::vector<std::uint32_t>{0, 55, 62, 8, 45, 59, 86, 97, 82, 59, 73, 37, 17, 56, 86, 21, 90, 37, 38, 83}));
}

TEST(Jump, CountsAndMovementMatchGolubtsovsBenchmark) {
  // The keys are CPython 3.10's hash("item-<i>"), i < 1,000,000, with PYTHONHASHSEED=0.
  std::vector<std::uint64_t> hashes(1'000'000);
  for (std::size_t i = 0; i < hashes.size(); ++i) hashes[i] = siphash24("item-" + std::to_string(i), 0, 0);
  const auto keys = KeyTable::of_hashes(std::move(hashes));
  const auto of_20 = place(ConfiguredStrategy("jump"), numbered_cluster("", 20), keys);
  const auto of_21 = place(ConfiguredStrategy("jump"), numbered_cluster("", 21), keys);
  const auto counts = keys_per_node(of_21, 21);
  for (const auto& row : Vectors("golubtsov.csv")) {
    if (row["python"] != "3.10" || row["title"] != "jump") continue;
    EXPECT_EQ(1'000'000 - moved(of_20, of_21), row.number("same_keys"));
    for (std::size_t n = 0; n < 21; ++n) EXPECT_EQ(counts[n], row.number("c" + std::to_string(n)));
    return;
  }
  FAIL() << "the file has no such row";
}

TEST(Jump, RemovalFromTheMiddleIsRefusedByDefault) {
  const auto error = refusal(ConfiguredStrategy("jump"), without_node(cluster_of({"a", "b", "c"}), "b"));
  EXPECT_EQ(error.code, ErrorCode::only_last_leaves);
  EXPECT_EQ(error.field, "nodes");
  EXPECT_EQ(error.args, (std::vector<std::string>{"b", "c"}));
}

TEST(Jump, RemovalFromTheMiddleClosesTheGapOrTakesTheLastNode) {
  const auto without_b = without_node(cluster_of({"a", "b", "c", "d"}), "b");
  const auto buckets = [&](std::string_view removal) {
    return std::get<JumpPicture>(picture(ConfiguredStrategy("jump", {{"removal", removal}}), without_b, "x")).buckets;
  };
  EXPECT_EQ(buckets("renumber"), (std::vector<NodeId>{NodeId{0}, NodeId{2}, NodeId{3}}));
  EXPECT_EQ(buckets("swap_last"), (std::vector<NodeId>{NodeId{0}, NodeId{3}, NodeId{2}}));
}

TEST(Jump, SwappingWithTheLastMovesTwoNodesSharesAndRenumberingManyMore) {
  const auto keys = sequential_keys("key-", 100'000);
  const auto ten = numbered_cluster("n", 10);
  const auto nine = without_node(ten, "n3");
  const auto moved_share = [&](std::string_view removal) {
    const ConfiguredStrategy setup("jump", {{"removal", removal}});
    return static_cast<double>(moved(place(setup, ten, keys), place(setup, nine, keys))) / 100'000;
  };
  // The removed node's tenth, and the last node's tenth except for the part that lands there again.
  EXPECT_NEAR(moved_share("swap_last"), 0.2, 0.02);
  EXPECT_GT(moved_share("renumber"), 0.4);
}

TEST(Jump, LastNodeLeavesAndComesBackToTheSamePlacement) {
  const auto keys = sequential_keys("key-", 10'000);
  const auto four = cluster_of({"a", "b", "c", "d"});
  const auto back = with_node(without_node(four, "d"), "d");
  EXPECT_EQ(place(ConfiguredStrategy("jump"), four, keys), place(ConfiguredStrategy("jump"), back, keys));
}

}  // namespace
}  // namespace reshard::testing
