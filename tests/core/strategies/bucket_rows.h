#pragma once

#include <gtest/gtest.h>

#include "tests/core/placing.h"
#include "tests/core/vectors.h"

// Rows of strategies that number buckets: the node of bucket b is named "node-b".

namespace reshard::testing {

/// The states of the rows: ten buckets; without 3; without 7; without 0; one added; two more; one more, the eleventh.
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
inline void expect_states(const ConfiguredStrategy& setup, const Vectors& rows, const std::string& prefix) {
  std::vector<std::string> names;
  for (const auto& row : rows) names.push_back(row["key"]);
  const auto keys = given_keys(names);
  const auto states = removals_and_additions();
  for (std::size_t s = 0; s < states.size(); ++s) {
    expect_buckets(rows, prefix + "s" + std::to_string(s), states[s], place(setup, states[s], keys));
  }
}

}  // namespace reshard::testing
