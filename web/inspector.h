#pragma once

#include <memory>
#include <string>
#include <vector>

#include "web/ui_state.h"

namespace reshard::ui {

/// Keeps ui.inspection up to the results and to the key typed, and remembers the placement before the last change.
class Inspector {
 public:
  /// True where something is new.
  bool update(const Results& results, UiState& ui);

 private:
  struct Placed {
    std::shared_ptr<const Placement> placement;
    std::vector<Recipe> recipes;
  };
  void follow(const Results& results);

  std::uint64_t revision_ = 0;
  std::string key_;
  std::shared_ptr<const Scenario> before_;
  Placed shown_, shown_before_;
};

}  // namespace reshard::ui
