#pragma once

#include <optional>

#include "web/state/ui_state.h"

namespace reshard::ui {

/// Keeps ui.overflow up to the results, where nodes of the main strategy can be full.
class OverflowWatch {
 public:
  /// True where something is new, or more is to do.
  bool update(const Results& results, UiState& ui, Budget& budget);

 private:
  std::uint64_t revision_ = 0;
  std::optional<OverflowSurvey> survey_;  // reads the results of that revision
};

}  // namespace reshard::ui
