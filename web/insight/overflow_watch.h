#pragma once

#include <optional>

#include "web/state/ui_state.h"

namespace reshard::ui {

/// Keeps ui.overflow in step with the results, if nodes of the main strategy can be full.
class OverflowWatch {
 public:
  /// True if something is new, or there is more to do.
  bool update(const Results& results, UiState& ui, Budget& budget);

 private:
  std::uint64_t revision_ = 0;
  std::optional<OverflowSurvey> survey_;  // reads the results of that revision
};

}  // namespace reshard::ui
