#include <gtest/gtest.h>

#include "core/base/text.h"
#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

TEST(Yugabyte, HashesColumnsAndChoosesTablets) {
  const Vectors rows("yugabyte.csv");
  EXPECT_GE(rows.size(), 2500u);
  std::vector<std::uint64_t> hashes;
  for (const auto& row : rows) {
    const std::string type = row["type"] == "int" ? "int32" : row["type"] == "bigint" ? "int64" : row["type"];
    const std::string key = type == "text" ? row.bytes("key_hex") : row["key"];
    hashes.push_back(ConfiguredStrategy("yugabyte", {{"type", type}}).recipes()[0](key));
    ASSERT_EQ(hashes.back(), row.number("hash")) << type << " " << key;
  }
  for (const std::string n : {"3", "4", "6", "8", "16"}) {
    const ConfiguredStrategy setup("yugabyte", {{"tablets", n}});
    const auto owners = place(setup, numbered_cluster("s", std::stoul(n)), KeyTable::of_hashes(hashes));
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      ASSERT_EQ(index_of(owners[i]), rows[i].number("t" + n)) << hashes[i];
    }
  }
}

// YugabyteDB's documentation of yb_hash_code().
TEST(Yugabyte, HashesSeveralColumnsAsItsDocumentationSays) {
  const ConfiguredStrategy setup("yugabyte", {{"type", "int32"}, {"type2", "int32"}, {"type3", "text"}});
  EXPECT_EQ(setup.recipes()[0]("1\t2\tsample string"), 23017u);
}

// Tablet 1 of 3 begins at 65536 div 3 = 21845.
TEST(Yugabyte, BeginsTabletsAtEqualPartsRoundedDown) {
  const auto owners = place(ConfiguredStrategy("yugabyte", {{"tablets", "3"}}), numbered_cluster("s", 3),
                            KeyTable::of_hashes({0, 21844, 21845, 43689, 43690, 65535}));
  EXPECT_EQ(owners, (std::vector<NodeId>{NodeId{0}, NodeId{0}, NodeId{1}, NodeId{1}, NodeId{2}, NodeId{2}}));
}

}  // namespace
}  // namespace reshard::testing
