#pragma once

#include <vector>

#include "core/migration/run/books.h"
#include "core/migration/run/copier_process.h"

namespace reshard {

/// The logs of the units: what changes while a phase logs, and how it is replayed at the other side.
///
/// Changes of a key are replayed in the order in which they were logged, and none that its newest snapshot contains.
/// At most one change of a unit is on its way (`replay_called`).
class ChangeLog {
 public:
  ChangeLog(RunState& state, CopierProcess& process, Books& books, Camera& camera, KeyStory& story);

  void append(std::uint32_t key, Carried change);
  /// Replays the unit's next change, if there is one, everything is copied and nothing is on its way.
  void call(std::uint32_t unit);
  /// A change lands. True if that was the last one.
  bool replay(std::uint32_t unit);
  /// The copier has read the key: earlier changes are void.
  void snapshot(std::uint32_t key) { from_[key] = changes_; }
  /// A phase logs for another side, or no longer.
  void clear(MoveUnit& unit) { unit.log.clear(); }
  void add_key() { from_.push_back(0); }

 private:
  RunState& state_;
  CopierProcess& process_;
  Books& books_;
  Camera& camera_;
  KeyStory& story_;
  std::uint32_t changes_ = 0;
  std::vector<std::uint32_t> from_;  // by key: changes before this number are void
};

}  // namespace reshard
