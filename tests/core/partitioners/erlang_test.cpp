#include <gtest/gtest.h>

#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

ConfiguredStrategy supervisor(std::string_view type) {
  return ConfiguredStrategy("partitions", {{"dialect", "elixir_partition_supervisor"}, {"type", type}});
}

TEST(Erlang, APartitionSupervisorOf1000RoutesTextByPhash2) {
  const Vectors rows("rabbitmq_text.csv");
  std::vector<std::string> keys;
  std::vector<std::uint64_t> expected;
  for (const auto& row : rows) {
    if (row["key_hex"].empty()) continue;
    keys.push_back(row.bytes("key_hex"));
    expected.push_back(row.number("phash2_1000"));
  }
  const auto owners = place(supervisor("text"), numbered_cluster("p", 1000), given_keys(keys));
  for (std::size_t i = 0; i < keys.size(); ++i) EXPECT_EQ(index_of(owners[i]), expected[i]) << keys[i];
  EXPECT_EQ(keys.size(), 766u);
}

// Documentation of PartitionSupervisor: rem(abs(key), partitions).
TEST(Erlang, APartitionSupervisorRoutesIntegersByTheirMagnitude) {
  EXPECT_EQ(owner_names(supervisor("int64"), numbered_cluster("p", 5), {"0", "7", "-7", "-9223372036854775808"}),
            (std::vector<std::string>{"p0", "p2", "p2", "p3"}));
}

}  // namespace
}  // namespace reshard::testing
