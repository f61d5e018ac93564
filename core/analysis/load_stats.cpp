#include "core/analysis/load_stats.h"

#include <algorithm>
#include <cmath>

namespace reshard {
namespace {

void add_moments(LoadStats& stats) {
  const auto n = static_cast<double>(stats.keys.size());
  double sum = 0, squares = 0, peak = 0;
  for (const std::uint64_t keys : stats.keys) {
    const auto x = static_cast<double>(keys);
    sum += x;
    squares += x * x;
    peak = std::max(peak, x);
  }
  if (sum == 0) return;
  stats.mean = sum / n;
  double deviations = 0;  // a second pass: subtracting two large squares would lose the digits
  for (const std::uint64_t keys : stats.keys) {
    const double deviation = static_cast<double>(keys) - stats.mean;
    deviations += deviation * deviation;
  }
  stats.stddev = std::sqrt(deviations / n);
  stats.cv = stats.stddev / stats.mean;
  stats.peak_to_mean = peak / stats.mean;
  stats.jain = sum * sum / (n * squares);
}

void compare_with_fair(LoadStats& stats) {
  stats.chi_square_valid = true;
  double nodes = 0, squares = 0, relative_squares = 0;
  for (std::size_t i = 0; i < stats.keys.size(); ++i) {
    const double fair = stats.fair[i];
    stats.weighted |= std::abs(fair - stats.fair[0]) >= 0.5;
    if (fair == 0) continue;
    const auto keys = static_cast<double>(stats.keys[i]);
    ++nodes;
    squares += (keys - fair) * (keys - fair);
    relative_squares += (keys / fair - 1) * (keys / fair - 1);
    stats.peak_to_fair = std::max(stats.peak_to_fair, keys / fair);
    stats.chi_square += (keys - fair) * (keys - fair) / fair;
    if (fair < 5) stats.chi_square_valid = false;
  }
  if (nodes == 0) return;
  stats.fair_stddev = std::sqrt(squares / nodes);
  stats.fair_cv = std::sqrt(relative_squares / nodes);
}

}  // namespace

LoadStats load_stats(const Cluster& cluster, std::span<const std::uint64_t> counts, std::uint64_t unplaced) {
  LoadStats stats;
  stats.unplaced = unplaced;
  stats.keys.reserve(cluster.nodes().size());
  stats.fair.reserve(cluster.nodes().size());
  double weights = 0;
  std::uint64_t placed = 0;
  for (const Node& node : cluster.nodes()) {
    const std::size_t index = index_of(node.id);
    stats.keys.push_back(index < counts.size() ? counts[index] : 0);
    placed += stats.keys.back();
    weights += node.weight;
  }
  for (const Node& node : cluster.nodes()) {
    stats.fair.push_back(weights == 0 ? 0 : static_cast<double>(placed) * node.weight / weights);
  }
  add_moments(stats);
  compare_with_fair(stats);
  return stats;
}

}  // namespace reshard
