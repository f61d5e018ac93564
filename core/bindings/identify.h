#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/scenario/scenario.h"

namespace reshard {

/// Keys, and the names of their owners.
struct OwnedKeys {
  std::vector<std::string> keys, owners;
};

/// A scenario that places such keys, and how well it does.
struct Fit {
  Scenario scenario;
  double share = 0;  ///< the share of rows whose owner it gets right, 0 to 1
};

struct Fits {
  std::vector<Fit> best;  ///< best first; among equals, first those that differ least from their strategy's defaults
  std::size_t alike = 0;  ///< how many of all candidates are as good as the first
};

/// Sorts names, comparing numbers in them by value: strategies that number nodes count them in this order.
std::vector<std::string> in_order(std::vector<std::string> names);

/// Which strategy placed these keys: each one, with each of its dialects and hash functions and the usual numbers of
/// virtual nodes, places a sample of them, and the best ones place all. Strategies whose owners depend on the other
/// keys are left out, since the rows may be only a part. `progress` gets values from 0 to 1. Error (field "nodes") if
/// the owners do not form a valid cluster.
Result<Fits> identify(const OwnedKeys& rows, const std::vector<std::string>& nodes,
                      const std::function<void(double)>& progress);

}  // namespace reshard
