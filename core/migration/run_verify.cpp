// The verifier of a run compares both sides of a unit's keys. It shares a process and a throttle with the copier, and
// repairs differences if the phase says so.
#include <algorithm>

#include "core/migration/run.h"

namespace reshard {
/// Starts once the unit's nodes act by the phase and nothing is being copied any more.
void MoveRun::call_verifier(std::uint32_t id) {
  MoveUnit& unit = units_.all[id];
  const Phase& phase = unit.phase();
  if (phase.verify == Verify::kNone || unit.verifier_called || unit.verify_cursor == unit.keys.size()) return;
  const bool copies = phase.copy == Copying::kAll || phase.copy == Copying::kMigrate;
  if (!unit.nodes_know() || unit.carrying > 0 || (copies && !unit.copied())) return;
  unit.verifier_called = true;
  timeline_.push(std::max(now_, (copier_free_ + kNanoseconds - 1) / kNanoseconds), {What::kVerify, id});
}

/// Whether to compare a key. A key that is skipped is done.
bool MoveRun::to_verify(const Phase& phase, std::uint32_t key) {
  if (keys_[key].verifying != VerifyState::kNotYet) return false;
  if (phase.verify == Verify::kAll) return true;
  const std::uint64_t luck = mix64(spec_.seed ^ mix64(key + 0x766572696679));
  if (happens_by_luck(luck, spec_.pace.verify_share)) return true;
  reshard::step(protocol_of_key(key), progress_of(key), keys_[key], {.kind = Event::Kind::kSkip});
  return false;
}

void MoveRun::verify(std::uint32_t id) {
  MoveUnit& unit = units_.all[id];
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
  if (node_is_down(node_of(key, Side::kOld), now_) || node_is_down(node_of(key, Side::kNew), now_)) {
    const Faults& faults = spec_.faults;
    timeline_.push(static_cast<Time>(faults.node_down_at_us + faults.node_down_us), {What::kVerify, id});
    return;
  }
  ++unit.verify_cursor;
  timeline_.push(verify_key(id, key), {What::kVerify, id});
}

void MoveRun::count_verified(std::uint32_t node, std::uint64_t bytes) {
  totals_.node_bytes[node] += bytes;
  totals_.verified_bytes += bytes;
  if (const std::uint64_t rate = spec_.system.link_bytes_per_second; rate > 0) {
    const Time takes = static_cast<Time>(static_cast<double>(bytes) * 1e9 / static_cast<double>(rate));
    link_free_[node] = std::max(link_free_[node], now_ * kNanoseconds) + takes;
  }
}

/// Reads the key at old; returns when the bytes of both sides have gone through.
Time MoveRun::verify_key(std::uint32_t id, std::uint32_t key) {
  MoveUnit& unit = units_.all[id];
  drop_expired(key);
  KeyState& state = keys_[key];
  std::uint64_t bytes = 0;
  for (const Side side : {Side::kOld, Side::kNew}) {
    const std::uint64_t sent = state.at(side).version != kNothing ? entry_bytes() : spec_.workload.key_bytes;
    count_verified(node_of(key, side), sent);
    bytes += sent;
  }
  const Time through = pace_for(bytes);
  reshard::step(*unit.protocol, unit.progress, state, {.kind = Event::Kind::kVerify});
  if (traced(key)) tell("the verifier reads " + name_of(state.compared.version) + " at old");
  ++totals_.verified_keys;
  ++unit.comparing;
  timeline_.push(through + 2 * static_cast<Time>(spec_.system.latency_us), {What::kVerifyGoesOn, id, key});
  return through;
}

/// Reads the key at new and compares; or the repair lands there.
void MoveRun::verify_goes_on(std::uint32_t id, std::uint32_t key) {
  MoveUnit& unit = units_.all[id];
  KeyState& state = keys_[key];
  const VerifyState before = state.verifying;
  if (before != VerifyState::kComparing && before != VerifyState::kRepairing) return;  // lost with the copier
  const std::uint32_t node = node_of(key, Side::kNew);
  if (node_is_down(node, now_)) {
    const Faults& faults = spec_.faults;
    const auto back = static_cast<Time>(faults.node_down_at_us + faults.node_down_us);
    timeline_.push(back, {What::kVerifyGoesOn, id, key});
    return;
  }
  drop_expired(key);
  const Version held = state.at(Side::kNew).version;
  const Effects effects = reshard::step(*unit.protocol, unit.progress, state, {.kind = Event::Kind::kVerify});
  film_key(key, now_);
  if (before == VerifyState::kComparing) {
    totals_.verify_differed += effects.differs;
    if (traced(key)) tell("the verifier reads " + name_of(held) + " at new" + (effects.differs ? ": it differs" : ""));
  } else {
    totals_.repaired += effects.put;
    if (traced(key)) tell(std::string("the repair lands at new") + (effects.put ? "" : " and is dropped"));
  }
  if (state.verifying == VerifyState::kRepairing) {
    count_verified(node, entry_bytes());
    const Time through = pace_for(entry_bytes());
    timeline_.push(through + 2 * static_cast<Time>(spec_.system.latency_us), {What::kVerifyGoesOn, id, key});
    return;
  }
  --unit.comparing;
  if (unit.verified()) try_to_end_phase(id);
}

}  // namespace reshard
