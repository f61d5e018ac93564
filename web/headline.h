#pragma once

#include <string>
#include <vector>

#include "core/analysis/replica_survey.h"
#include "core/simulation.h"

namespace reshard::ui {

/// One sentence or two, in runs of equal emphasis.
struct Headline {
  enum class Emphasis { kPlain, kStrong, kFigure };
  struct Run {
    Emphasis emphasis;
    std::string text;
  };
  std::vector<Run> runs;

  std::string plain() const;  ///< the same without emphasis, for screen readers
};

/// What the last change did: which one it was, how many keys moved, how many of them needlessly, and what would have
/// been fair. Where nothing is before (the start, other keys): how the keys lie, and `hint`. Replicas are spoken of where
/// they are given and no key has moved.
Headline make_headline(const Results& results, const ReplicaFigures* replicas, bool with_hint);

/// What is other in `after` than in `before`, in a few words: "Added node-5".
std::string change_words(const Scenario& before, const Scenario& after);

}  // namespace reshard::ui
