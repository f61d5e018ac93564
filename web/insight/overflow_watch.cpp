#include "web/insight/overflow_watch.h"

namespace reshard::ui {

bool OverflowWatch::update(const Results& results, UiState& ui, Budget& budget) {
  if (results.revision == 0) return false;
  if (results.revision != revision_) {
    revision_ = results.revision;
    ui.overflow.reset();  // its nodes may no longer be known
    const StrategyResult& main = results.strategies[0];
    survey_.emplace(*main.placement, main.keys, results.scenario->cluster.known());
    if (!survey_->applies()) survey_.reset();
  }
  if (!survey_) return false;
  if (!survey_->step(budget)) return true;
  ui.overflow = survey_->overflow();
  survey_.reset();
  return true;
}

}  // namespace reshard::ui
