#include "web/insight/replica_watch.h"

namespace reshard::ui {
namespace {

// Figures of earlier results are shown until there are new ones; but a node whose addition was undone has no name any
// more.
bool names_are_known(const ReplicaFigures& figures, const Cluster& cluster) {
  const auto known = [&](NodeId node) { return node == kNoNode || index_of(node) < cluster.known(); };
  return known(figures.worst_pair[0]) && known(figures.worst_pair[1]);
}

}  // namespace

bool ReplicaWatch::update(const Results& results, UiState& ui, Budget& budget) {
  if (results.revision == 0) return false;
  if (results.revision != revision_) {
    revision_ = results.revision;
    survey_.reset();
    const Scenario& scenario = *results.scenario;
    if (ui.replicas && !names_are_known(*ui.replicas, scenario.cluster)) ui.replicas.reset();
    const StrategyResult& main = results.strategies[0];
    const Traits traits = traits_of(*main.choice.strategy, main.choice.params);
    const bool several = scenario.replicas > 1 && traits.has(Trait::kReplicas);
    if (several || scenario.cluster.down() > 0) {
      survey_.emplace(*main.placement, traits, scenario, main.keys);
    } else {
      ui.replicas.reset();
    }
  }
  if (!survey_) return false;
  if (!survey_->step(budget)) return true;
  ui.replicas = survey_->figures();
  survey_.reset();
  return true;
}

}  // namespace reshard::ui
