#pragma once

#include <optional>

#include "web/state/ui_state.h"

namespace reshard::ui {

/// Keeps ui.replicas up to the results, where keys have several replicas or a node is down.
class ReplicaWatch {
 public:
  /// True where something is new, or more is to do.
  bool update(const Results& results, UiState& ui, Budget& budget);

  /// Whether ui.replicas is of these results already.
  bool knows(const Results& results) const { return revision_ == results.revision && !survey_; }

 private:
  std::uint64_t revision_ = 0;
  std::optional<ReplicaSurvey> survey_;  // reads the results of that revision
};

}  // namespace reshard::ui
