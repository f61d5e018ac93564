#pragma once

#include <cstdint>
#include <vector>

namespace reshard::rebalance {

/// Deals things in their order to owners in theirs, so that each gets exactly its share, in as few runs as can be had at
/// once: a run each, and where that is not its share to the last unit, it gives one thing for another. By thing: the
/// owner. Empty: a share was not met. The sum of the shares is that of the sizes.
std::vector<std::uint32_t> exact_shares(const std::vector<std::uint64_t>& sizes,
                                        const std::vector<std::uint64_t>& shares);

}  // namespace reshard::rebalance
