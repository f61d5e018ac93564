#pragma once

#include <string>

#include "core/analysis/replica_survey.h"
#include "core/simulation/simulation.h"
#include "web/pictures/headline.h"

namespace reshard::ui {

/// What the headline asks its reader to do: nothing, to change something, or first to answer a question and then to try
/// another strategy.
enum class Invitation { kNone, kHint, kQuestion };

/// What the last change did: what it was, how many keys moved, how many of them unnecessarily, and what would have been
/// fair. If there is no state before (the start, other keys): how the keys are distributed, or the question. Replicas
/// are mentioned if they are given and no key has moved, and `moved_by_modulo` with a question if it is not 0.
Headline make_headline(const Results& results, const ReplicaFigures* replicas, Invitation invitation,
                       double moved_by_modulo = 0);

/// The share of the keys that modulo, with the same hash function, would have moved as nodes were added; 0 if the last
/// change was another one, if modulo is shown already, or if the strategy reads keys in a way of its own.
double moved_by_modulo(const Results& results);

/// What differs in `after` from `before`, in a few words: "Added node-5".
std::string change_words(const Scenario& before, const Scenario& after);

}  // namespace reshard::ui
