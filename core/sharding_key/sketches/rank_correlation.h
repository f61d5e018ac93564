#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace reshard {

/// Twice the rank of each number among all, from 2 up; equal numbers share the mean of their ranks.
std::vector<std::uint32_t> doubled_ranks(std::span<const double> numbers);

inline constexpr std::size_t kMostRanked = 1'000'000;

/// Spearman's rank correlation: Pearson's correlation of the ranks, computed in integers, so exact until the last
/// division. Nothing if all values of one side are equal, or there are fewer than two pairs. At most kMostRanked pairs.
std::optional<double> rank_correlation(std::span<const double> a, std::span<const double> b);

/// The same from doubled ranks, for callers that use a column more than once and keep its ranks.
std::optional<double> correlation_of_ranks(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);

/// The threshold from which MongoDB's analyzeShardKey calls a key monotonic.
inline constexpr double kMonotonicFrom = 0.7;

}  // namespace reshard
