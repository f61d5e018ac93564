#pragma once

#include "tests/core/placing.h"
#include "tests/core/vectors.h"

// Rows of real implementations compared with a strategy: the column "key", and one column for each configuration.

namespace reshard::testing {

/// Nodes prefix + first + suffix, prefix + (first + 1) + suffix, … with these weights.
Cluster weighted_cluster(std::string_view prefix, unsigned first, const std::vector<double>& weights,
                         std::string_view suffix = "");
/// The same with `count` weights of 1.
Cluster cluster_from(std::string_view prefix, unsigned first, std::size_t count, std::string_view suffix = "");

/// Fails unless every key's owner has the name in `column`.
void expect_owner_names(const Vectors& rows, std::string_view column, const ConfiguredStrategy& setup,
                        const Cluster& cluster);

/// The same for a column with the owner's position, counted from `first`.
void expect_owner_positions(const Vectors& rows, std::string_view column, const ConfiguredStrategy& setup,
                            const Cluster& cluster, std::uint64_t first = 0);

/// The same for keys in hexadecimal, and a column with a digit for each of several setups.
void expect_owner_digits(const Vectors& rows, std::string_view column, std::size_t digit,
                         const ConfiguredStrategy& setup, const Cluster& cluster);

/// The servers of owners_libmemcached.csv, and the ids of the hashes for which such a file has digits, in order.
Cluster ten_memcached_servers();
std::vector<std::string> memcached_hash_ids(const Vectors& rows);

/// The same for the nodes that serve while others are down.
void expect_server_positions(const Vectors& rows, std::string_view column, const ConfiguredStrategy& setup,
                             const Cluster& cluster, std::uint64_t first = 0);

/// The nodes' numbers as crushtool's rows have them, "4/0/7"; a place without a node is left out.
std::string numbers_of(std::span<const NodeId> nodes);

/// How many points each node has in the strategy's picture, by id.
std::vector<std::size_t> points_of_each(const ConfiguredStrategy& setup, const Cluster& cluster);

}  // namespace reshard::testing
