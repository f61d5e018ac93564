#pragma once

#include "tests/core/placing.h"
#include "tests/core/vectors.h"

// What tests of strategies with numbered nodes share.

namespace reshard::testing {

/// The numbers of the nodes, of `nodes`, that own these hashes.
std::vector<std::uint32_t> numbers_of(const ConfiguredStrategy& setup, const std::vector<std::uint64_t>& hashes,
                                      std::size_t nodes);

/// Compares the owners' numbers with every column "<prefix>n<nodes>" of `rows` whose number of nodes a cluster can
/// have, and returns the number of columns. Keys are in the column "key", hashes in "key_u64_hex".
std::size_t expect_numbers(const ConfiguredStrategy& setup, const Vectors& rows, const std::string& prefix);

/// From 1 to `most` nodes, an added node takes keys and no other key moves.
void expect_growth_moves_only_to_the_new_node(const ConfiguredStrategy& setup, std::size_t most);

}  // namespace reshard::testing
