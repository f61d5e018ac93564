#include "core/analysis/assignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace reshard {
namespace {

constexpr NodeId kA{0}, kB{1}, kC{2};

TEST(Assignment, KeepsRevertsAndCountsWhatMoved) {
  Assignment assignment(3);
  assignment.move(std::vector<Move>{{0, kA}, {1, kA}, {2, kB}}, {{kNoNode, kA, 2}, {kNoNode, kB, 1}});
  assignment.keep();
  EXPECT_TRUE(assignment.moved().empty());
  assignment.move(std::vector<Move>{{1, kB}}, {{kA, kB, 1}});
  EXPECT_EQ(std::vector<Flow>(assignment.flows().begin(), assignment.flows().end()), (std::vector<Flow>{{kA, kB, 1}}));
  EXPECT_EQ(assignment.before()[1], kA);
  EXPECT_EQ(assignment.after()[1], kB);
  EXPECT_EQ(std::vector<std::uint64_t>(assignment.counts_after().begin(), assignment.counts_after().end()),
            (std::vector<std::uint64_t>{1, 2}));
  assignment.revert();
  EXPECT_EQ(assignment.after()[1], kA);
  EXPECT_EQ(assignment.counts_after()[0], 2u);
  EXPECT_EQ(assignment.unplaced_after(), 0u);
}

/// Spent from the second question on.
class OneQuestion final : public Budget {
 public:
  bool spent() override { return std::exchange(asked_, true); }

 private:
  bool asked_ = false;
};

/// 100,000 keys on a, where key i has the number i; then the numbers 10 to 59,999 move to b, and 60,001 to c.
class MovedRanges : public ::testing::Test {
 protected:
  static constexpr std::uint32_t kKeys = 100'000;
  static constexpr std::uint32_t kMoved = 59'990 + 1;

  void SetUp() override {
    std::vector<std::uint64_t> numbers(kKeys);
    std::iota(numbers.begin(), numbers.end(), 0);
    auto index = std::make_shared<KeyIndex>();
    NoLimit no_limit;
    ASSERT_TRUE(index->step(numbers, no_limit));
    assignment_.move(std::vector<RangeMove>{{0, kKeys, kNoNode, kA}}, index, {{kNoNode, kA, kKeys}});
    assignment_.keep();
    assignment_.move(std::vector<RangeMove>{{10, 59'999, kA, kB}, {60'001, 60'001, kA, kC}}, index,
                     {{kA, kB, kMoved - 1}, {kA, kC, 1}});
  }
  static NodeId wanted(std::uint32_t key) { return key == 60'001 ? kC : key >= 10 && key < 60'000 ? kB : kA; }
  bool settle_a_little() {
    OneQuestion budget;
    return assignment_.settle(budget);
  }
  void expect_settled() {
    EXPECT_EQ(assignment_.moved().size(), kMoved);
    for (std::uint32_t key = 0; key < kKeys; ++key) ASSERT_EQ(assignment_.after()[key], wanted(key)) << key;
  }

  Assignment assignment_{kKeys};
};

TEST_F(MovedRanges, AreCountedBeforeTheirOwnersAreWritten) {
  const auto counts = assignment_.counts_after();
  EXPECT_EQ(std::vector<std::uint64_t>(counts.begin(), counts.end()),
            (std::vector<std::uint64_t>{kKeys - kMoved, kMoved - 1, 1}));
  expect_settled();
}

TEST_F(MovedRanges, GiveTheOwnerOfOneKeyHoweverManyAreWritten) {
  for (bool settled = false;; settled = settle_a_little()) {
    for (const std::uint32_t key : {0u, 9u, 10u, 30'000u, 59'999u, 60'000u, 60'001u, 60'002u, kKeys - 1}) {
      EXPECT_EQ(assignment_.after(key, key), wanted(key)) << key;
    }
    if (settled) break;
  }
  expect_settled();
}

TEST_F(MovedRanges, AreSettledInSlices) {
  int slices = 1;
  while (!settle_a_little()) ++slices;
  EXPECT_GE(slices, 3);  // 59,990 keys in pieces of at most 16,384, with the clock read after each
  expect_settled();
}

TEST_F(MovedRanges, CanBeRevertedWhenPartlySettled) {
  EXPECT_FALSE(settle_a_little());
  assignment_.revert();
  EXPECT_TRUE(assignment_.moved().empty());
  EXPECT_EQ(std::count(assignment_.after().begin(), assignment_.after().end(), kA), kKeys);
}

TEST_F(MovedRanges, CanBeKeptWhenPartlySettled) {
  EXPECT_FALSE(settle_a_little());
  assignment_.keep();
  for (std::uint32_t key = 0; key < kKeys; ++key) ASSERT_EQ(assignment_.before()[key], wanted(key)) << key;
}

TEST_F(MovedRanges, CanBeTurnedRoundWhenPartlySettled) {
  EXPECT_FALSE(settle_a_little());
  assignment_.turn_round();
  for (std::uint32_t key = 0; key < kKeys; ++key) ASSERT_EQ(assignment_.before()[key], wanted(key)) << key;
  EXPECT_EQ(std::count(assignment_.after().begin(), assignment_.after().end(), kA), kKeys);
}

}  // namespace
}  // namespace reshard
