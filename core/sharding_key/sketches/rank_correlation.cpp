#include "core/sharding_key/sketches/rank_correlation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/check.h"

namespace reshard {

std::vector<std::uint32_t> doubled_ranks(std::span<const double> numbers) {
  std::vector<std::pair<double, std::uint32_t>> sorted;
  sorted.reserve(numbers.size());
  for (const double number : numbers) sorted.emplace_back(number, static_cast<std::uint32_t>(sorted.size()));
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::uint32_t> ranks(numbers.size());
  for (std::size_t first = 0, last = 0; first < sorted.size(); first = last) {
    while (last < sorted.size() && sorted[last].first == sorted[first].first) ++last;
    for (std::size_t i = first; i < last; ++i) ranks[sorted[i].second] = static_cast<std::uint32_t>(first + last + 1);
  }
  return ranks;
}

std::optional<double> rank_correlation(std::span<const double> a, std::span<const double> b) {
  CHECK(a.size() <= kMostRanked);
  return correlation_of_ranks(doubled_ranks(a), doubled_ranks(b));
}

std::optional<double> correlation_of_ranks(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  CHECK(a.size() == b.size() && a.size() <= kMostRanked);
  const auto mean = static_cast<std::int64_t>(a.size() + 1);  // doubled, as the ranks are
  std::int64_t aa = 0, bb = 0, ab = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::int64_t x = a[i] - mean, y = b[i] - mean;
    aa += x * x;
    bb += y * y;
    ab += x * y;
  }
  if (aa == 0 || bb == 0) return std::nullopt;
  const double rho = static_cast<double>(ab) / std::sqrt(static_cast<double>(aa) * static_cast<double>(bb));
  return std::clamp(rho, -1.0, 1.0);
}

}  // namespace reshard
