#pragma once

#include <string>

#include "core/analysis/replica_survey.h"
#include "core/simulation/simulation.h"
#include "web/pictures/headline.h"

namespace reshard::ui {

/// What the headline asks its reader to do: nothing, to change something, or to answer a question first and then to try
/// another strategy.
enum class Invitation { kNone, kHint, kQuestion };

/// What the last change did: which one it was, how many keys moved, how many of them needlessly, and what would have
/// been fair. Where nothing is before (the start, other keys): how the keys lie, or the question. Replicas are spoken of
/// where they are given and no key has moved.
Headline make_headline(const Results& results, const ReplicaFigures* replicas, Invitation invitation);

/// What is other in `after` than in `before`, in a few words: "Added node-5".
std::string change_words(const Scenario& before, const Scenario& after);

}  // namespace reshard::ui
