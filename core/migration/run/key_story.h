#pragma once

#include <vector>

#include "core/migration/model/story.h"
#include "core/migration/run/ledger.h"
#include "core/migration/run/run_state.h"

namespace reshard {

/// The first occurrence of a kind of anomaly.
struct Witness {
  Anomaly kind;
  std::uint32_t key;
  Time at;
};

/// The story of one key in a run, event by event, up to where the anomaly appears that it is told for. It changes
/// nothing, and has only events of the key that it follows.
class KeyStory {
 public:
  KeyStory(const RunState& state, const Ledger& ledger, const Witness& traced)
      : state_(state), ledger_(ledger), traced_(traced) {}

  bool follows(std::uint32_t key) const { return key == traced_.key; }
  bool follows_unit(std::uint32_t unit) const;

  /// Adds what has just happened to the key, and what both sides hold now; callers ask follows() first.
  void tell(StoryEvent event);
  /// The same, of an operation of the run.
  void tell(StoryEvent event, std::uint32_t operation);
  void tell_landed(std::uint32_t operation, const Message& message, Side side, Version held, const Effects& effects);

  /// Ends the story if it was about this.
  void found(Anomaly kind, std::uint32_t key);

  const std::vector<StoryEvent>& events() const { return events_; }

 private:
  const RunState& state_;
  const Ledger& ledger_;
  const Witness traced_;
  bool told_ = false;
  std::vector<StoryEvent> events_;
};

}  // namespace reshard
