#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace reshard {

/// Twice the rank of each number among all, from 2 on; equal numbers share the mean of their ranks.
std::vector<std::uint32_t> doubled_ranks(std::span<const double> numbers);

inline constexpr std::size_t kMostRanked = 1'000'000;

/// Spearman's rank correlation: Pearson's of the ranks, which whole numbers give exactly up to the last division. Nothing
/// where one side is all alike, or there are fewer than two pairs. At most kMostRanked of them.
std::optional<double> rank_correlation(std::span<const double> a, std::span<const double> b);

/// The same from doubled ranks, which are at hand where a column is looked at more than once.
std::optional<double> correlation_of_ranks(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);

/// What MongoDB's analyzeShardKey calls monotonic.
inline constexpr double kMonotonicFrom = 0.7;

}  // namespace reshard
