#pragma once

#include <memory>
#include <vector>

#include "core/simulation/simulation.h"
#include "web/state/ui_state.h"

namespace reshard::ui {

/// Measures on this machine how long each strategy takes to look a key up.
class LookupMeter {
 public:
  /// Measures one strategy whose placement is new, for a few milliseconds. True if there was one.
  bool update(const Results& results);

  std::vector<LookupTime> times(const Results& results) const;  ///< by strategy

 private:
  struct Measured {
    std::shared_ptr<const Placement> placement;
    LookupTime time;
  };
  const Measured* find(const StrategyResult& strategy) const;

  std::vector<Measured> measured_;
};

}  // namespace reshard::ui
