#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/scenario/scenario.h"

namespace reshard {

/// Keys and who has each of them, as names.
struct OwnedKeys {
  std::vector<std::string> keys, owners;
};

/// A scenario that places such keys, and how well.
struct Fit {
  Scenario scenario;
  double share = 0;  ///< of the rows whose owner it names, 0 to 1
};

struct Fits {
  std::vector<Fit> best;  ///< the best first, and of equal ones those that differ least from their strategy's defaults
  std::size_t alike = 0;  ///< how many of all candidates are as good as the first
};

/// The names in order, numbers in them by their values: strategies that number nodes count them so.
std::vector<std::string> in_order(std::vector<std::string> names);

/// Which strategy put these keys there: each one, under each of its dialects and hash functions and usual numbers of virtual
/// nodes, places a sample of them, and the best place all. Strategies whose owners depend on the other keys are left out:
/// rows may be a part. `progress` is told 0 to 1. Error (field "nodes") where the owners make no cluster.
Result<Fits> identify(const OwnedKeys& rows, const std::vector<std::string>& nodes,
                      const std::function<void(double)>& progress);

}  // namespace reshard
