#include "core/migration/run/verifier.h"

#include "core/base/random.h"

namespace reshard {

Verifier::Verifier(RunState& state, CopierProcess& process, Network& network, const Outages& outages, Expiry& expiry,
                   Books& books, Camera& camera, KeyStory& story)
    : state_(state),
      process_(process),
      network_(network),
      outages_(outages),
      expiry_(expiry),
      books_(books),
      camera_(camera),
      story_(story) {}

void Verifier::call(std::uint32_t id) {
  MoveUnit& unit = state_.units.all[id];
  const Phase& phase = unit.phase();
  if (phase.verify == Verify::kNone || unit.verifier_called || unit.verify_cursor == unit.keys.size()) return;
  if (!unit.nodes_know() || unit.carrying > 0 || (unit.copies() && !unit.copied())) return;
  unit.verifier_called = true;
  state_.timeline.push(process_.next(state_.now), {Happening::kVerify, id});
}

/// Whether to compare a key. A key that is skipped is done.
bool Verifier::to_verify(const Phase& phase, std::uint32_t key) {
  if (state_.keys[key].verifying != VerifyState::kNotYet) return false;
  if (phase.verify == Verify::kAll) return true;
  const std::uint64_t luck = mix64(state_.spec.seed ^ mix64(key + 0x766572696679));
  if (happens_by_luck(luck, state_.spec.pace.verify_share)) return true;
  state_.step(key, {.kind = Event::Kind::kSkip});
  return false;
}

bool Verifier::verify(std::uint32_t id) {
  MoveUnit& unit = state_.units.all[id];
  unit.verifier_called = false;
  const Phase& phase = unit.phase();
  if (process_.is_down() || phase.verify == Verify::kNone) return false;
  const auto size = static_cast<std::uint32_t>(unit.keys.size());
  while (unit.verify_cursor < size && !to_verify(phase, unit.keys[unit.verify_cursor])) ++unit.verify_cursor;
  if (unit.verify_cursor == size) return true;
  const std::uint32_t key = unit.keys[unit.verify_cursor];
  unit.verifier_called = true;
  if (!outages_.reaches(*state_.plan, key, state_.now)) {
    state_.timeline.push(outages_.node_is_back(), {Happening::kVerify, id});
    return false;
  }
  ++unit.verify_cursor;
  const Time through = read_old(id, key);
  state_.timeline.push(through, {Happening::kVerify, id});
  return false;
}

void Verifier::carry(std::uint32_t node, std::uint64_t bytes) {
  books_.totals().verified_bytes += bytes;
  network_.carry(node, bytes, state_.now);
}

/// Reads the key at old; returns when the bytes of both sides have gone through.
Time Verifier::read_old(std::uint32_t id, std::uint32_t key) {
  expiry_.drop(key);
  const KeyState& state = state_.keys[key];
  std::uint64_t bytes = 0;
  for (const Side side : {Side::kOld, Side::kNew}) {
    const bool exists = state.at(side).version != kNothing;
    const std::uint64_t sent = exists ? state_.entry_bytes() : state_.spec.workload.key_bytes;
    carry(state_.node_of(key, side), sent);
    bytes += sent;
  }
  const Time through = process_.send(bytes, state_.now);
  state_.step(key, {.kind = Event::Kind::kVerify});
  if (story_.follows(key)) {
    story_.tell({.what = StoryEvent::What::kVerifierReads, .version = state.compared.version});
  }
  ++books_.totals().verified_keys;
  ++state_.units.all[id].comparing;
  state_.timeline.push(through + 2 * network_.latency(), {Happening::kVerifyGoesOn, id, key});
  return through;
}

bool Verifier::go_on(std::uint32_t id, std::uint32_t key) {
  const KeyState& state = state_.keys[key];
  const VerifyState before = state.verifying;
  if (before != VerifyState::kComparing && before != VerifyState::kRepairing) return false;  // lost with the process
  const std::uint32_t node = state_.node_of(key, Side::kNew);
  if (outages_.node_is_down(node, state_.now)) {
    state_.timeline.push(outages_.node_is_back(), {Happening::kVerifyGoesOn, id, key});
    return false;
  }
  expiry_.drop(key);
  const Version held = state.at(Side::kNew).version;
  const Effects effects = state_.step(key, {.kind = Event::Kind::kVerify});
  camera_.key(key, state_.now);
  const bool compared = before == VerifyState::kComparing;
  if (compared) books_.totals().verify_differed += effects.differs;
  if (!compared) books_.totals().repaired += effects.put;
  if (story_.follows(key)) tell_outcome(compared, held, effects);
  if (state.verifying == VerifyState::kRepairing) {
    carry(node, state_.entry_bytes());
    const Time through = process_.send(state_.entry_bytes(), state_.now);
    state_.timeline.push(through + 2 * network_.latency(), {Happening::kVerifyGoesOn, id, key});
    return false;
  }
  MoveUnit& unit = state_.units.all[id];
  --unit.comparing;
  return unit.verified();
}

void Verifier::tell_outcome(bool compared, Version held, const Effects& effects) {
  if (compared) {
    story_.tell(
        {.what = StoryEvent::What::kVerifierReads, .version = held, .side = Side::kNew, .differs = effects.differs});
  } else {
    story_.tell({.what = StoryEvent::What::kRepairLands, .side = Side::kNew, .dropped = !effects.put});
  }
}

void Verifier::restart(MoveUnit& unit) {
  const bool verifies = unit.phase().verify != Verify::kNone;
  for (const std::uint32_t key : unit.keys) {
    VerifyState& state = state_.keys[key].verifying;
    const bool again = verifies && state_.spec.faults.copier_from_start;
    const bool was_on_its_way = state == VerifyState::kComparing || state == VerifyState::kRepairing;
    if (again || was_on_its_way) state = verifies ? VerifyState::kNotYet : VerifyState::kDone;
    state_.keys[key].compared = {};
  }
  unit.comparing = 0;
  if (verifies) unit.verify_cursor = 0;
}

}  // namespace reshard
