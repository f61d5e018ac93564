#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/core/placing.h"
#include "tests/core/vectors.h"

// Rows of schemes that number buckets: the node of bucket b is named "node-b".

namespace reshard::testing {

/// What the rows did: ten buckets; without 3; without 7; without 0; one added; two more; one more, the eleventh.
inline std::vector<Cluster> removals_and_additions() {
  std::vector<Cluster> states{numbered_cluster("node-", 10)};
  for (const auto gone : {"node-3", "node-7", "node-0"}) states.push_back(without_node(states.back(), gone));
  states.push_back(with_node(states.back(), "node-0"));
  states.push_back(with_node(with_node(states.back(), "node-7"), "node-3"));
  states.push_back(with_node(states.back(), "node-10"));
  return states;
}

inline void expect_buckets(const Vectors& rows, std::string_view column, const Cluster& cluster,
                           const std::vector<NodeId>& owners) {
  ASSERT_EQ(rows.size(), owners.size());
  for (std::size_t i = 0; i < owners.size(); ++i) {
    ASSERT_NE(owners[i], kNoNode) << "row " << i;
    ASSERT_EQ(cluster.name_of(owners[i]), "node-" + rows[i][column]) << column << ", row " << i;
  }
}

/// Columns prefix + "s0" … "s6" of a file whose keys are in the column "key".
inline void expect_states(const Scheme& scheme, const Vectors& rows, const std::string& prefix) {
  std::vector<std::string> names;
  for (const auto& row : rows) names.push_back(row["key"]);
  const auto keys = given_keys(names);
  const auto states = removals_and_additions();
  for (std::size_t s = 0; s < states.size(); ++s) {
    expect_buckets(rows, prefix + "s" + std::to_string(s), states[s], place(scheme, states[s], keys));
  }
}

/// Every column prefix + "<buckets>" that a cluster can have, of a file of bucket numbers by the key's hash.
inline void expect_bucket_numbers(const Scheme& scheme, const Vectors& rows, const std::string& prefix) {
  std::vector<std::uint64_t> hashes;
  for (const auto& row : rows) hashes.push_back(row.hex("key_u64_hex"));
  const auto keys = KeyTable::of_hashes(hashes);
  std::size_t checked = 0;
  for (const std::string& column : rows.columns()) {
    if (!column.starts_with(prefix) || std::stoull(column.substr(prefix.size())) > kMaxNodes) continue;
    const auto owners = place(scheme, numbered_cluster("", std::stoul(column.substr(prefix.size()))), keys);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      ASSERT_EQ(index_of(owners[i]), rows[i].number(column)) << rows[i]["key_u64_hex"] << " in " << column;
    }
    ++checked;
  }
  EXPECT_GE(checked, 11u);
}

/// The columns of `scheme` in supsi_stateless.csv: keys by name, "scheme_n<buckets>".
inline void expect_java_rows(std::string_view scheme_id) {
  const Vectors rows("supsi_stateless.csv");
  std::vector<std::string> names;
  for (const auto& row : rows) names.push_back(row["key"]);
  const auto keys = given_keys(names);
  for (const std::size_t n : {1, 2, 3, 5, 8, 10, 11, 16, 20, 21, 100, 101, 1000}) {
    const std::string column = std::string(scheme_id) + "_n" + std::to_string(n);
    const auto cluster = numbered_cluster("node-", n);
    expect_buckets(rows, column, cluster, place(Scheme(scheme_id, {}, "xxh32"), cluster, keys));
  }
}

}  // namespace reshard::testing
