#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/migration/run/run.h"

namespace reshard {

/// A run, the same requests without a move for comparison, and the story of each kind of anomaly: what people are
/// shown.
class MoveStudy {
 public:
  /// Optional results.
  struct Wanted {
    bool film = false;
    std::uint32_t key = MoveRun::kNobody;  ///< its story is told, too, whether or not anything goes wrong with it
  };

  /// Arguments as for MoveRun.
  MoveStudy(MoveSpec spec, std::shared_ptr<const Plan> plan, Wanted wanted = {false, MoveRun::kNobody});

  bool step(Budget& budget);  ///< true when done
  double progress() const;    ///< 0 to 1

  struct Story {
    Witness witness;
    std::vector<StoryEvent> events;
  };

  // Once it is done:
  const MoveRun& run() const { return run_; }
  const MoveTotals& baseline() const { return baseline_; }
  const std::vector<Story>& stories() const { return stories_; }
  const Film* film() const { return wanted_.film ? &film_ : nullptr; }
  const Plan& plan() const { return *plan_; }
  const MoveSpec& spec() const { return spec_; }

 private:
  const MoveSpec spec_;
  const std::shared_ptr<const Plan> plan_;
  const Wanted wanted_;
  Film film_;
  MoveRun run_;
  bool baseline_done_ = false;
  MoveTotals baseline_;
  std::vector<Story> stories_;
  std::optional<MoveRun> current_;  // besides run_: a run without a move, or one that tells a story
};

}  // namespace reshard
