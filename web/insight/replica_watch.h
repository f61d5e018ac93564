#pragma once

#include <optional>

#include "web/state/ui_state.h"

namespace reshard::ui {

/// Keeps ui.replicas in step with the results, if keys have several replicas or a node is down.
class ReplicaWatch {
 public:
  /// True if something is new, or there is more to do.
  bool update(const Results& results, UiState& ui, Budget& budget);

  /// Whether ui.replicas already belongs to these results.
  bool knows(const Results& results) const { return revision_ == results.revision && !survey_; }

 private:
  std::uint64_t revision_ = 0;
  std::optional<ReplicaSurvey> survey_;  // reads the results of that revision
};

}  // namespace reshard::ui
