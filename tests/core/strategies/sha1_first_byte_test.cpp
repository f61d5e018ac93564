#include <gtest/gtest.h>

#include <algorithm>

#include "tests/core/placing.h"
#include "tests/core/vectors.h"

namespace reshard::testing {
namespace {

ConfiguredStrategy setup(std::string_view division) {
  return ConfiguredStrategy("sha1_first_byte", {{"division", division}});
}

TEST(Sha1FirstByte, RowsAgreeWithJava) {
  const Vectors rows("sha1_firstbyte.csv");
  std::vector<std::string> names;
  for (const auto& row : rows) names.push_back(row["key"]);
  const auto keys = given_keys(names);
  std::size_t checked = 0;
  for (const std::string& column : rows.columns()) {
    const bool whole = column.starts_with("int_n");
    if (!whole && !column.starts_with("dbl_n")) continue;
    const std::size_t n = std::stoul(column.substr(5));
    const auto owners = place(setup(whole ? "integer" : "double"), numbered_cluster("", n), keys);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::uint64_t node = rows[i].number(column);
      EXPECT_EQ(owners[i], node < n ? NodeId{static_cast<std::uint32_t>(node)} : kNoNode) << column << " " << names[i];
    }
    ++checked;
  }
  EXPECT_EQ(checked, 30u);
}

TEST(Sha1FirstByte, BytesPerNodeMatchThoseCountedInJava) {
  for (const auto& row : Vectors("sha1_firstbyte_distribution.csv")) {
    const std::size_t n = row.number("n");
    const auto bytes = slot_owners(setup(row["variant"] == "int" ? "integer" : "double"), numbered_cluster("", n));
    const std::uint64_t bucket = row.number("bucket");
    const NodeId owner = bucket < n ? NodeId{static_cast<std::uint32_t>(bucket)} : kNoNode;
    const auto count = std::count(bytes.begin(), bytes.end(), owner);
    if (owner == kNoNode) {  // several buckets may be beyond the last node
      EXPECT_GE(count, row.signed_number("byte_values_of_256")) << row["variant"] << " " << n;
    } else {
      EXPECT_EQ(count, row.signed_number("byte_values_of_256")) << row["variant"] << " " << n << " " << bucket;
    }
  }
}

// SHA-1("abc") = a9993e36…: 0xa9 is 169, as a signed byte -87; 87 mod 10 = 7. With four nodes 7 / 2.5 = 2.8, node 2,
// but in integers 10 / 4 = 2 and 7 / 2 = 3. SHA-1("") = da39… does not occur, as keys are not empty. The byte of
// "key-1" is -98, hence 8: in integers 8 / 2 = 4, and there is no node 4.
TEST(Sha1FirstByte, KeysAreAsWorkedOutByHand) {
  const auto four = numbered_cluster("", 4);
  EXPECT_EQ(owner_names(setup("double"), four, {"abc"})[0], "2");
  EXPECT_EQ(owner_names(setup("integer"), four, {"abc"})[0], "3");
  const auto trace = explain(setup("integer"), four, "key-1");
  EXPECT_EQ(trace[2].value, "|-98| mod 10 = 8");
  EXPECT_EQ(trace[3].value, "8 / 2 = 4");
  EXPECT_EQ(trace.back().node, kNoNode);
}

TEST(Sha1FirstByte, HalfOfTwentyNodesGetNothing) {
  const auto counts =
      keys_per_node(place(setup("double"), numbered_cluster("", 20), sequential_keys("key-", 20'000)), 20);
  EXPECT_EQ(std::count(counts.begin(), counts.end(), 0u), 10);
}

TEST(Sha1FirstByte, IntegerDivisionAllowsAtMostTenNodes) {
  EXPECT_TRUE(try_build(setup("integer"), numbered_cluster("", 10), {}).ok());
  const auto error = refusal(setup("integer"), numbered_cluster("", 11));
  EXPECT_EQ(error.code, ErrorCode::too_large);
  EXPECT_EQ(error.field, "nodes");
}

}  // namespace
}  // namespace reshard::testing
