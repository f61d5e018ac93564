#include <gtest/gtest.h>

#include "core/hash/functions.h"
#include "tests/core/placing.h"
#include "tests/core/vectors.h"

namespace reshard::testing {
namespace {

ConfiguredStrategy fibonacci(std::string_view reduction) {
  return ConfiguredStrategy("fibonacci", {{"reduction", reduction}}, "integer");
}

// Products in units of 2^64: 1 / phi = 0.618, 2 / phi = 1.236, 3 / phi = 1.854, 4 / phi = 2.472. Their fractions times
// four are 2.47, 0.94, 3.42 and 1.89, of which fast range takes the integer part; the two upper bits give the same.
TEST(Fibonacci, ConsecutiveNumbersAreAsWorkedOutByHand) {
  const std::vector<std::string> keys = {"0", "1", "2", "3", "4"};
  const std::vector<std::string> owners = {"a", "c", "a", "d", "b"};
  EXPECT_EQ(owner_names(fibonacci("fastrange"), cluster_of({"a", "b", "c", "d"}), keys), owners);
  EXPECT_EQ(owner_names(fibonacci("shift"), cluster_of({"a", "b", "c", "d"}), keys), owners);
}

// 1 * 2654435769 mod 10 = 9; 2 * 2654435769 = 5308871538, less 2^32 = 1013904242, mod 10 = 2.
TEST(Fibonacci, RemainderIsOf32BitsAsWorkedOutByHand) {
  EXPECT_EQ(owner_names(fibonacci("mod32"), numbered_cluster("", 10), {"1", "2"}),
            (std::vector<std::string>{"9", "2"}));
}

TEST(Fibonacci, CountsAndMovementMatchGolubtsovsBenchmark) {
  // The keys are CPython 3.10's hash("item-<i>"), i < 1,000,000, with PYTHONHASHSEED=0.
  std::vector<std::uint64_t> hashes(1'000'000);
  for (std::size_t i = 0; i < hashes.size(); ++i) hashes[i] = siphash24("item-" + std::to_string(i), 0, 0);
  const auto keys = KeyTable::of_hashes(std::move(hashes));
  const auto of_20 = place(fibonacci("mod32"), numbered_cluster("", 20), keys);
  const auto of_21 = place(fibonacci("mod32"), numbered_cluster("", 21), keys);
  const auto counts = keys_per_node(of_21, 21);
  for (const auto& row : Vectors("golubtsov.csv")) {
    if (row["python"] != "3.10" || row["title"] != "fibonacci") continue;
    EXPECT_EQ(1'000'000 - moved(of_20, of_21), row.number("same_keys"));
    for (std::size_t n = 0; n < 21; ++n) EXPECT_EQ(counts[n], row.number("c" + std::to_string(n)));
    return;
  }
  FAIL() << "the file has no such row";
}

TEST(Fibonacci, DoublingSplitsANodeIntoTwoNeighbours) {
  const auto keys = sequential_keys("", 10'000);
  for (const std::string_view reduction : {"fastrange", "shift"}) {
    const auto of_8 = place(fibonacci(reduction), numbered_cluster("n", 8), keys);
    const auto of_16 = place(fibonacci(reduction), numbered_cluster("n", 16), keys);
    for (std::size_t i = 0; i < of_8.size(); ++i) ASSERT_EQ(index_of(of_16[i]) / 2, index_of(of_8[i])) << reduction;
  }
}

TEST(Fibonacci, FastRangeMovesHalfOfTheKeysForOneMoreNode) {
  const auto keys = sequential_keys("", 100'000);
  for (const std::size_t n : {2, 5, 20}) {
    const auto before = place(fibonacci("fastrange"), numbered_cluster("n", n), keys);
    const auto after = place(fibonacci("fastrange"), numbered_cluster("n", n + 1), keys);
    EXPECT_NEAR(static_cast<double>(moved(before, after)), 50'000, 500) << n;
  }
}

TEST(Fibonacci, ShiftNeedsAPowerOfTwo) {
  for (const std::size_t n : {1, 2, 64}) EXPECT_TRUE(try_build(fibonacci("shift"), numbered_cluster("n", n), {}).ok());
  const auto error = refusal(fibonacci("shift"), numbered_cluster("n", 20));
  EXPECT_EQ(error.code, ErrorCode::not_power_of_two);
  EXPECT_EQ(error.field, "nodes");
  EXPECT_EQ(error.args, (std::vector<std::string>{"20 nodes", "32"}));
}

}  // namespace
}  // namespace reshard::testing
