#pragma once

#include "tests/core/placing.h"
#include "tests/core/vectors.h"

// What tests of strategies with numbered nodes share.

namespace reshard::testing {

/// The numbers of the owners of these hashes among `nodes` nodes.
std::vector<std::uint32_t> numbers_of(const ConfiguredStrategy& setup, const std::vector<std::uint64_t>& hashes,
                                      std::size_t nodes);

/// Every column "<prefix>n<nodes>" of `rows` that a cluster can have, against the owners' numbers. Returns how many.
/// The keys are the column "key" under the strategy's hash function, or the hashes of the column "key_u64_hex".
std::size_t expect_numbers(const ConfiguredStrategy& setup, const Vectors& rows, const std::string& prefix);

/// From 1 to `most` nodes, an added one takes keys and no other key moves.
void expect_growth_moves_only_to_the_new_node(const ConfiguredStrategy& setup, std::size_t most);

}  // namespace reshard::testing
