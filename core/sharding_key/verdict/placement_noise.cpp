#include "core/sharding_key/verdict/placement_noise.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/random.h"

namespace reshard {
namespace {

constexpr double kMostOneByOne = 256;
constexpr double kLeastPart = 0.05;  // of a fair part: a normal distribution would have negative ones

/// Of mean 0 and variance 1. The sum of twelve uniform numbers, which has the same bits everywhere.
double gaussian(Random& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += random.unit();
  return sum;
}

void divide_by_sum(std::vector<double>& parts) {
  const double sum = std::accumulate(parts.begin(), parts.end(), 0.0);
  for (double& part : parts) part /= sum;
}

/// How many equal values have the same rows and the same sum of squares as the values outside `top`.
double effective_rest(const KnownCandidate& candidate, double top, double squares) {
  const double rows = candidate.rows - top;
  const double most = std::max(1.0, candidate.distinct - static_cast<double>(candidate.top.size()));
  if (!candidate.effective) return most;  // a profile of an earlier version
  const double rest = candidate.rows * candidate.rows / *candidate.effective - squares;
  return rest > 0 ? std::clamp(rows * rows / rest, 1.0, most) : most;
}

}  // namespace

PlacementNoise::PlacementNoise(const KnownProfile& profile, std::uint32_t shards) : shards_(shards) {
  std::vector<double> units(shards);
  for (const KnownCandidate& candidate : profile.candidates) {
    if (candidate.units.size() != units.size()) continue;
    std::transform(units.begin(), units.end(), candidate.units.begin(), units.begin(), std::plus<>());
  }
  const double all = std::accumulate(units.begin(), units.end(), 0.0);
  if (all <= 0) return;
  const double n = shards;
  double squares = 0;
  for (const double unit : units) squares += (unit * n / all - 1) * (unit * n / all - 1);
  cv_ = std::sqrt(std::max(0.0, squares / n - (n - 1) / all));  // less what a multinomial distribution has
}

std::vector<double> PlacementNoise::shares(const KnownCandidate& candidate, std::uint32_t draw) const {
  Random of_map(mix64(draw + 0x9e3779b97f4a7c15u)), random(mix64(of_map.next() ^ mix64(candidate.columns.size())));
  for (const char c : candidate.id) random = Random(mix64(random.next() + static_cast<unsigned char>(c)));
  std::vector<double> map(shards_);
  for (double& part : map) part = std::max(kLeastPart, 1 + cv_ * gaussian(of_map));
  divide_by_sum(map);
  if (candidate.rows <= 0) return map;

  std::vector<double> sums(shards_);  // of the parts up to each shard
  std::partial_sum(map.begin(), map.end(), sums.begin());
  const auto any = [&] {
    const auto at = static_cast<std::size_t>(std::upper_bound(sums.begin(), sums.end(), random.unit()) - sums.begin());
    return std::min<std::size_t>(at, shards_ - 1);
  };
  std::vector<double> shares(shards_);
  double top = 0, squares = 0;
  for (const KnownCandidate::Value& value : candidate.top) {
    if (top + value.count > candidate.rows) break;  // counts of a sketch may be too large
    shares[any()] += value.count / candidate.rows;
    top += value.count;
    squares += value.count * value.count;
  }
  const double rest = (candidate.rows - top) / candidate.rows;
  if (rest > 0) {
    const double values = effective_rest(candidate, top, squares);
    if (values <= kMostOneByOne) {
      const auto count = static_cast<std::uint32_t>(values + 0.5);
      for (std::uint32_t i = 0; i < count; ++i) shares[any()] += rest / count;
    } else {
      // Independent parts of a Poisson distribution's variance are those of a multinomial one when divided by their sum.
      std::vector<double> parts(shards_);
      for (std::size_t s = 0; s < map.size(); ++s) {
        parts[s] = std::max(0.0, map[s] + std::sqrt(map[s] / values) * gaussian(random));
      }
      divide_by_sum(parts);
      for (std::size_t s = 0; s < map.size(); ++s) shares[s] += rest * parts[s];
    }
  }
  divide_by_sum(shares);
  return shares;
}

}  // namespace reshard
