#pragma once

#include "tests/core/placing.h"
#include "tests/core/vectors.h"

// Rows of real implementations held against a scheme: column "key", and one column for each way of setting it up.

namespace reshard::testing {

/// Nodes prefix + first + suffix, prefix + (first + 1) + suffix, … with these weights.
Cluster weighted_cluster(std::string_view prefix, unsigned first, const std::vector<double>& weights,
                         std::string_view suffix = "");
/// The same with `count` weights of 1.
Cluster cluster_from(std::string_view prefix, unsigned first, std::size_t count, std::string_view suffix = "");

/// Fails unless every key's owner has the name in `column`.
void expect_owner_names(const Vectors& rows, std::string_view column, const Scheme& scheme, const Cluster& cluster);

/// The same where the column has the owner's position, counted from `first`.
void expect_owner_positions(const Vectors& rows, std::string_view column, const Scheme& scheme, const Cluster& cluster,
                            std::uint64_t first = 0);

/// How many points each node has in the scheme's picture, by id.
std::vector<std::size_t> points_of_each(const Scheme& scheme, const Cluster& cluster);

}  // namespace reshard::testing
