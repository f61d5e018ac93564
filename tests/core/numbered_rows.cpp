#include "tests/core/numbered_rows.h"

#include <gtest/gtest.h>

namespace reshard::testing {
namespace {

std::vector<std::uint32_t> numbers(const std::vector<NodeId>& owners) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(owners.size());
  for (const NodeId owner : owners) numbers.push_back(index_of(owner));
  return numbers;
}

}  // namespace

std::vector<std::uint32_t> numbers_of(const ConfiguredStrategy& setup, const std::vector<std::uint64_t>& hashes,
                                      std::size_t nodes) {
  return numbers(place(setup, numbered_cluster("node-", nodes), KeyTable::of_hashes(hashes)));
}

std::size_t expect_numbers(const ConfiguredStrategy& setup, const Vectors& rows, const std::string& prefix) {
  std::vector<std::uint64_t> hashes;
  std::vector<std::string> names;
  const bool hashed = rows.has_column("key_u64_hex");
  for (const auto& row : rows) {
    if (hashed) {
      hashes.push_back(row.hex("key_u64_hex"));
    } else {
      names.push_back(row["key"]);
    }
  }
  const KeyTable keys = hashed ? KeyTable::of_hashes(hashes) : KeyTable::of(setup, given_keys(names)).take();
  std::size_t checked = 0;
  for (const std::string& column : rows.columns()) {
    if (!column.starts_with(prefix + "n")) continue;
    const std::size_t nodes = std::stoul(column.substr(prefix.size() + 1));
    if (nodes > kMaxNodes) continue;
    const auto owners = numbers(place(setup, numbered_cluster("node-", nodes), keys));
    for (std::size_t i = 0; i < rows.size(); ++i)
      EXPECT_EQ(owners[i], rows[i].number(column)) << "row " << i << " of " << column;
    ++checked;
  }
  return checked;
}

void expect_growth_moves_only_to_the_new_node(const ConfiguredStrategy& setup, std::size_t most) {
  const auto keys = KeyTable::of(setup, sequential_keys("key-", 2000)).take();
  auto before = place(setup, numbered_cluster("node-", 1), keys);
  for (std::size_t nodes = 2; nodes <= most; ++nodes) {
    const auto after = place(setup, numbered_cluster("node-", nodes), keys);
    const NodeId added{static_cast<std::uint32_t>(nodes - 1)};
    EXPECT_EQ(moved_elsewhere(before, after, added), 0u) << nodes;
    before = after;
  }
}

}  // namespace reshard::testing
