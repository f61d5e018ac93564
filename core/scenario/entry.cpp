#include "core/scenario/entry.h"

#include <algorithm>
#include <cmath>

#include "core/placement/ring_placement.h"

namespace reshard {
namespace {

Status fits(const StrategyChoice& choice, const Node& node) {
  if (choice.strategy->fits == nullptr) return Done{};
  return choice.strategy->fits(node, choice.params);
}

/// The points of the largest ring if no node weighed more than `most`.
std::uint64_t points_of_largest(const Scenario& scenario, double most) {
  std::uint64_t largest = 0;
  for (const StrategyChoice& choice : scenario.strategies) {
    if (choice.strategy->points == nullptr) continue;
    std::uint64_t points = 0;
    for (Node node : scenario.cluster.nodes()) {
      node.weight = std::min(node.weight, most);
      points += choice.strategy->points(node, choice.params);
    }
    largest = std::max(largest, points);
  }
  return largest;
}

}  // namespace

std::vector<Error> misfits(const Scenario& scenario) {
  std::vector<Error> found;
  for (const StrategyChoice& choice : scenario.strategies) {
    for (const Node& node : scenario.cluster.nodes()) {
      if (const Status fit = fits(choice, node); !fit.ok()) found.push_back(fit.error());
    }
  }
  return found;
}

Status check_size(const Scenario& scenario) {
  return check_point_count(points_of_largest(scenario, kMaxWeight), "nodes");
}

double heaviest_that_fits(const Scenario& scenario) {
  const auto fits = [&](double most) { return points_of_largest(scenario, most) <= kMaxRingPoints; };
  if (fits(kMaxWeight) || !fits(1)) return kMaxWeight;
  double light = 1, heavy = kMaxWeight;
  while (heavy - light > 1) {
    const double middle = std::floor((light + heavy) / 2);
    (fits(middle) ? light : heavy) = middle;
  }
  return light;
}

// Equal misfits have equal errors: the field and the value are part of them.
Status check_entry(const Scenario& now, const Scenario& next) {
  const std::vector<Error> known = misfits(now);
  for (const Error& error : misfits(next)) {
    if (std::find(known.begin(), known.end(), error) == known.end()) return error;
  }
  return check_size(next);
}

}  // namespace reshard
