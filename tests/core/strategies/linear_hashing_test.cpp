#include <gtest/gtest.h>

#include "core/base/text.h"
#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

ConfiguredStrategy linear(std::string_view dialect = "mariadb_linear_hash", std::string_view removal = "last") {
  return ConfiguredStrategy("linear_hashing", {{"dialect", dialect}, {"type", "int64"}, {"removal", removal}});
}

std::vector<std::string> bigints() {
  std::vector<std::string> keys;
  for (const auto& row : Vectors("mariadb_bigint.csv")) {
    if (row["is_null"] == "0") keys.push_back(row["key"]);
  }
  return keys;
}

// m = 8; 6 = 110b has no partition yet, so 6 & 3 = 2; -1 has all bits set: 7, and 7 & 3 = 3.
TEST(LinearHashing, FiveOfEightPartitionsTakeWhatHasNotBeenSplitYet) {
  EXPECT_EQ(owner_names(linear(), numbered_cluster("p", 5), {"4", "5", "6", "7", "8", "12", "-1"}),
            (std::vector<std::string>{"p4", "p1", "p2", "p3", "p0", "p4", "p3"}));
}

// The columns lhash4, lhash5 and lkey4, lkey5 of the rows: 5 partitions take from partition 0 alone.
TEST(LinearHashing, OneMorePartitionIsSplitFromOneOther) {
  const auto keys = given_keys(bigints());
  for (const auto dialect : {"mariadb_linear_hash", "mariadb_linear_key"}) {
    for (std::size_t n = 1; n < 40; ++n) {
      const auto before = place(linear(dialect), numbered_cluster("p", n), keys);
      const auto after = place(linear(dialect), numbered_cluster("p", n + 1), keys);
      std::size_t power = 1;
      while (power * 2 <= n) power *= 2;
      for (std::size_t i = 0; i < before.size(); ++i) {
        if (before[i] == after[i]) continue;
        EXPECT_EQ(index_of(before[i]), n - power);
        EXPECT_EQ(index_of(after[i]), n);
      }
    }
  }
}

TEST(LinearHashing, RemovingTheLastGivesItsKeysBack) {
  const auto keys = given_keys(bigints());
  const auto six = numbered_cluster("p", 6);
  const auto five = without_node(six, "p5");
  EXPECT_EQ(place(linear(), five, keys), place(linear(), numbered_cluster("p", 5), keys));
  EXPECT_EQ(refusal(linear(), without_node(six, "p1")).code, ErrorCode::only_last_leaves);
  EXPECT_EQ(owner_names(linear("mariadb_linear_hash", "swap_last"), without_node(six, "p1"), {"1"})[0], "p5");
  EXPECT_EQ(owner_names(linear("mariadb_linear_hash", "renumber"), without_node(six, "p1"), {"1"})[0], "p2");
}

TEST(LinearHashing, ExplainsPowerMaskAndFold) {
  std::string text;
  for (const Step& step : explain(linear(), numbered_cluster("p", 5), "-2")) {
    text += std::string(step.label) + ": " + step.value + "\n";
  }
  EXPECT_EQ(text,
            "value: int64 -2\nfunction: k\nhash: -2\npower of two: 8 >= 5\nmask: -2 & 7 = 6\n"
            "not split yet: 6 >= 5: -2 & 3 = 2\npartition: 2\nowner: \n");
}

TEST(LinearHashing, RefusesWeights) {
  const Strategy& strategy = linear().strategy;
  Node node;
  node.name = "p";
  node.weight = 2;
  EXPECT_FALSE(strategy.fits(node, {}).ok());
}

}  // namespace
}  // namespace reshard::testing
