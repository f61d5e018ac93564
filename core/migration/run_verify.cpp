// The verifier of a run compares both sides of a unit's keys. It shares a process and a throttle with the copier, and
// repairs differences if the phase says so.
#include <algorithm>

#include "core/migration/run.h"

namespace reshard {
/// Starts once the unit's nodes act by the phase and nothing is being copied any more.
void MoveRun::call_verifier(std::uint32_t id) {
  MoveUnit& unit = state_.units.all[id];
  const Phase& phase = unit.phase();
  if (phase.verify == Verify::kNone || unit.verifier_called || unit.verify_cursor == unit.keys.size()) return;
  const bool copies = phase.copy == Copying::kAll || phase.copy == Copying::kMigrate;
  if (!unit.nodes_know() || unit.carrying > 0 || (copies && !unit.copied())) return;
  unit.verifier_called = true;
  state_.timeline.push(std::max(state_.now, (copier_free_ + kNanoseconds - 1) / kNanoseconds),
                       {Happening::kVerify, id});
}

/// Whether to compare a key. A key that is skipped is done.
bool MoveRun::to_verify(const Phase& phase, std::uint32_t key) {
  if (state_.keys[key].verifying != VerifyState::kNotYet) return false;
  if (phase.verify == Verify::kAll) return true;
  const std::uint64_t luck = mix64(state_.spec.seed ^ mix64(key + 0x766572696679));
  if (happens_by_luck(luck, state_.spec.pace.verify_share)) return true;
  reshard::step(state_.protocol_of(key), state_.progress_of(key), state_.keys[key], {.kind = Event::Kind::kSkip});
  return false;
}

void MoveRun::verify(std::uint32_t id) {
  MoveUnit& unit = state_.units.all[id];
  unit.verifier_called = false;
  const Phase& phase = unit.phase();
  if (copier_life_ % 2 != 0 || phase.verify == Verify::kNone) return;
  const auto size = static_cast<std::uint32_t>(unit.keys.size());
  while (unit.verify_cursor < size && !to_verify(phase, unit.keys[unit.verify_cursor])) ++unit.verify_cursor;
  if (unit.verify_cursor == size) {
    try_to_end_phase(id);
    return;
  }
  const std::uint32_t key = unit.keys[unit.verify_cursor];
  unit.verifier_called = true;
  if (outages_.node_is_down(state_.node_of(key, Side::kOld), state_.now) ||
      outages_.node_is_down(state_.node_of(key, Side::kNew), state_.now)) {
    state_.timeline.push(outages_.node_is_back(), {Happening::kVerify, id});
    return;
  }
  ++unit.verify_cursor;
  state_.timeline.push(verify_key(id, key), {Happening::kVerify, id});
}

void MoveRun::carry_compared(std::uint32_t node, std::uint64_t bytes) {
  totals_.verified_bytes += bytes;
  network_.carry(node, bytes, state_.now);
}

/// Reads the key at old; returns when the bytes of both sides have gone through.
Time MoveRun::verify_key(std::uint32_t id, std::uint32_t key) {
  MoveUnit& unit = state_.units.all[id];
  drop_expired(key);
  KeyState& state = state_.keys[key];
  std::uint64_t bytes = 0;
  for (const Side side : {Side::kOld, Side::kNew}) {
    const std::uint64_t sent =
        state.at(side).version != kNothing ? state_.entry_bytes() : state_.spec.workload.key_bytes;
    carry_compared(state_.node_of(key, side), sent);
    bytes += sent;
  }
  const Time through = pace_for(bytes);
  reshard::step(*unit.protocol, unit.progress, state, {.kind = Event::Kind::kVerify});
  if (traced(key)) tell("the verifier reads " + name_of(state.compared.version) + " at old");
  ++totals_.verified_keys;
  ++unit.comparing;
  state_.timeline.push(through + 2 * static_cast<Time>(state_.spec.system.latency_us),
                       {Happening::kVerifyGoesOn, id, key});
  return through;
}

/// Reads the key at new and compares; or the repair lands there.
void MoveRun::verify_goes_on(std::uint32_t id, std::uint32_t key) {
  MoveUnit& unit = state_.units.all[id];
  KeyState& state = state_.keys[key];
  const VerifyState before = state.verifying;
  if (before != VerifyState::kComparing && before != VerifyState::kRepairing) return;  // lost with the copier
  const std::uint32_t node = state_.node_of(key, Side::kNew);
  if (outages_.node_is_down(node, state_.now)) {
    const auto back = outages_.node_is_back();
    state_.timeline.push(back, {Happening::kVerifyGoesOn, id, key});
    return;
  }
  drop_expired(key);
  const Version held = state.at(Side::kNew).version;
  const Effects effects = reshard::step(*unit.protocol, unit.progress, state, {.kind = Event::Kind::kVerify});
  film_key(key, state_.now);
  if (before == VerifyState::kComparing) {
    totals_.verify_differed += effects.differs;
    if (traced(key)) tell("the verifier reads " + name_of(held) + " at new" + (effects.differs ? ": it differs" : ""));
  } else {
    totals_.repaired += effects.put;
    if (traced(key)) tell(std::string("the repair lands at new") + (effects.put ? "" : " and is dropped"));
  }
  if (state.verifying == VerifyState::kRepairing) {
    carry_compared(node, state_.entry_bytes());
    const Time through = pace_for(state_.entry_bytes());
    state_.timeline.push(through + 2 * static_cast<Time>(state_.spec.system.latency_us),
                         {Happening::kVerifyGoesOn, id, key});
    return;
  }
  --unit.comparing;
  if (unit.verified()) try_to_end_phase(id);
}

}  // namespace reshard
