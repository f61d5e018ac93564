#include "core/migration/run/expiry.h"

#include <algorithm>

namespace reshard {

void Expiry::drop_expired(std::uint32_t key) {
  for (const Side side : {Side::kOld, Side::kNew}) {
    const Version version = state_.keys[key].at(side).version;
    const Time end = ledger_.end_of(key, version);
    if (end > state_.now) continue;
    state_.step(key, {.kind = Event::Kind::kForget, .side = side});
    camera_.key(key, end);
    if (!story_.follows(key)) continue;
    story_.tell({.what = StoryEvent::What::kExpires, .version = version, .side = side});
  }
}

bool Expiry::old_is_empty(std::uint32_t id) {
  MoveUnit& unit = state_.units.all[id];
  if (state_.now < unit.look_again_at) return false;
  Time last = 0;
  for (const std::uint32_t key : unit.keys) {
    drop(key);
    const Version left = visible(state_.keys[key].at(Side::kOld).version);
    if (left != kNothing) last = std::max(last, ledger_.end_of(key, left));
  }
  if (last == 0) return true;
  unit.look_again_at = last;
  if (last != Ledger::kFarAway) state_.timeline.push(last, {Happening::kMayEnd, id});
  return false;
}

}  // namespace reshard
