#pragma once

#include <memory>
#include <vector>

#include "core/simulation/simulation.h"

namespace reshard::ui {

/// Measures on this machine how long each strategy takes to look a key up.
class LookupMeter {
 public:
  /// Measures one strategy whose placement is new, for a few milliseconds. True if there was one.
  bool update(const Results& results);

  /// Nanoseconds per key, by strategy; 0 if not measured yet.
  std::vector<double> nanoseconds(const Results& results) const;

 private:
  struct Measured {
    std::shared_ptr<const Placement> placement;
    double nanoseconds;
  };
  const Measured* find(const StrategyResult& strategy) const;

  std::vector<Measured> measured_;
};

}  // namespace reshard::ui
