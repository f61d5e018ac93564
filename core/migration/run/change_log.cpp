#include "core/migration/run/change_log.h"

namespace reshard {

ChangeLog::ChangeLog(RunState& state, CopierProcess& process, Books& books, Camera& camera, KeyStory& story)
    : state_(state), process_(process), books_(books), camera_(camera), story_(story), from_(state.plan->keys(), 0) {}

void ChangeLog::append(std::uint32_t key, Carried change) {
  const std::uint32_t unit = state_.of_key(key);
  state_.units.all[unit].log.push_back({key, changes_++, change});
  call(unit);
}

void ChangeLog::call(std::uint32_t id) {
  MoveUnit& unit = state_.units.all[id];
  // Changes that a snapshot already contains cost nothing.
  while (!unit.log.empty() && unit.log.front().number < from_[unit.log.front().key]) unit.log.pop_front();
  const bool logs = unit.phase().log != Log::kNone;
  if (!logs || unit.replay_called || unit.log.empty() || !unit.copied() || process_.is_down()) return;
  unit.replay_called = true;
  state_.timeline.push(process_.send(state_.entry_bytes(), state_.now), {Happening::kReplay, id});
}

bool ChangeLog::replay(std::uint32_t id) {
  MoveUnit& unit = state_.units.all[id];
  unit.replay_called = false;
  if (!unit.log.empty() && unit.phase().log != Log::kNone) {
    const MoveUnit::Change change = unit.log.front();
    unit.log.pop_front();
    if (change.number >= from_[change.key]) {
      state_.step(change.key, {.kind = Event::Kind::kReplay, .carried = change.carried});
      camera_.key(change.key, state_.now);
      ++books_.totals().replayed;
      if (story_.follows(change.key)) {
        const Side to = unit.phase().log == Log::kBack ? Side::kOld : Side::kNew;
        story_.tell({.what = StoryEvent::What::kLogBrings, .version = change.carried.version, .side = to});
      }
    }
  }
  call(id);
  return unit.log.empty();
}

}  // namespace reshard
