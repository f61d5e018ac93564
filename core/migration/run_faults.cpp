// Faults of a run: the copier and a node fail and come back; the move turns back when too much goes wrong.
#include <algorithm>

#include "core/migration/run.h"

namespace reshard {
namespace {

/// Whether no phase removes anything from old.
bool leaves_old_alone(const Protocol& protocol) {
  return std::none_of(protocol.phases.begin(), protocol.phases.end(),
                      [](const Phase& phase) { return phase.drop || phase.move || phase.copy == Copying::kMigrate; });
}

}  // namespace

void MoveRun::plan_faults() {
  const Faults& faults = state_.spec.faults;
  if (faults.copier_down_us > 0) {
    const auto fails = static_cast<Time>(faults.copier_down_at_us);
    state_.timeline.push(fails, {Happening::kCopierFails});
    state_.timeline.push(fails + static_cast<Time>(faults.copier_down_us), {Happening::kCopierIsBack});
  }
  if (faults.node_down_us == 0 || faults.node_back == NodeBack::kAsItWas) return;
  const auto down = static_cast<Time>(faults.node_down_at_us), tail = static_cast<Time>(faults.node_tail_us);
  if (faults.node_back == NodeBack::kWithoutTail)
    state_.timeline.push(std::max<Time>(0, down - tail), {Happening::kNodeSaved});
  state_.timeline.push(down + static_cast<Time>(faults.node_down_us), {Happening::kNodeIsBack});
}

// --- the copier ------------------------------------------------------------------------------------------------------

/// What was on its way is lost. The copier continues with the keys that have not arrived, or starts over with all.
void MoveRun::copier_is_back() {
  ++copier_life_;
  for (std::uint32_t id = 0; id < next_unit_; ++id) {
    MoveUnit& unit = state_.units.all[id];
    if (unit.ended) continue;
    const Phase& phase = unit.phase();
    const bool copies = phase.copy == Copying::kAll || phase.copy == Copying::kMigrate;
    const bool again = copies && state_.spec.faults.copier_from_start;
    for (const std::uint32_t key : unit.keys) {
      CopyState& state = state_.keys[key].copying;
      const bool was_on_its_way = state == CopyState::kCarrying || state == CopyState::kRemoving;
      if (again || was_on_its_way) state = copies ? CopyState::kNotYet : CopyState::kDone;
      state_.keys[key].carried = {};
      // While changes are logged, new has only copies: if they were kept, a key deleted meanwhile would stay.
      if (again && phase.log == Log::kForward) state_.keys[key].at(Side::kNew) = {};
      film_key(key, state_.now);
    }
    unit.carrying = 0;
    // A page that was read and not written was in the copier's memory.
    if (unit.written < unit.cursor) unit.copier_called = false;
    unit.written = unit.cursor;
    if (copies) unit.cursor = unit.written = 0;
    verifier_is_back(unit);
    call_copier(id);
    call_replay(id);
    call_verifier(id);
  }
}

/// The same for keys that were being compared.
void MoveRun::verifier_is_back(MoveUnit& unit) {
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

// --- a node that forgets -----------------------------------------------------------------------------------------------

void MoveRun::node_saved() {
  saved_.resize(state_.keys.size());
  for (std::size_t key = 0; key < state_.keys.size(); ++key) saved_[key] = state_.keys[key].sides;
}

/// Resets a side of a key to what the node has on disk; returns whether that differs from what it had.
bool MoveRun::comes_back_to(std::uint32_t key, Side side) {
  Held& held = state_.keys[key].at(side);
  const Version before = visible(held.version);
  held = key < saved_.size() ? saved_[key][reshard::index_of(side)] : Held{};
  const bool keeps = state_.protocol_of(key).phases[state_.progress_of(key).announced].deletes == Deletes::kTombstone;
  if (is_tombstone(held.version) && !keeps) held.version = kNothing;
  drop_expired(key);
  if (state_.grows() && before != kNothing && visible(held.version) == kNothing)
    count_row(state_.node_of(key, side), false);
  return before != visible(held.version);
}

/// What the node received after that is gone: it numbers on from what it has, and knows no later request.
void MoveRun::node_is_back() {
  const auto node = static_cast<std::uint32_t>(state_.spec.faults.node);
  forgotten_.assign(state_.keys.size(), 0);
  for (std::uint32_t key = 0; key < state_.keys.size(); ++key) {
    drop_expired(key);
    for (const Side side : {Side::kOld, Side::kNew}) {
      if (state_.node_of(key, side) != node || !comes_back_to(key, side)) continue;
      forgotten_[key] = 1;
      if (traced(key))
        tell((side == Side::kOld ? "old" : "new") + std::string(" comes back and has forgotten what it held"));
    }
    film_key(key, state_.now);
    totals_.forgotten_keys += forgotten_[key];
  }
  saved_ = {};
  for (const Side side : {Side::kOld, Side::kNew}) {
    auto& applied = applied_as_[reshard::index_of(side)];
    for (std::uint32_t operation = 0; operation < ledger_.operations() && !applied.empty(); ++operation) {
      const std::uint32_t key = ledger_.key_of(operation);
      const bool here = state_.node_of(key, side) == node;
      if (here && applied[operation] > state_.keys[key].at(side).highest) applied[operation] = 0;
    }
  }
}

// --- who holds a map ---------------------------------------------------------------------------------------------------

/// What a holder would hear while it is down, it hears when it comes back.
bool MoveRun::heard_later(const Happening& happening) {
  if (!outages_.holder_is_down(maps_.holder_in(happening.a), state_.now)) return false;
  state_.timeline.push(outages_.holder_is_back(), happening);
  return true;
}

/// Nobody will answer this attempt or send the rest of it: the client notices by its timeout.
void MoveRun::lose(std::uint32_t id) {
  const Active& active = actives_[id];
  const Time deadline = active.sent + static_cast<Time>(state_.spec.workload.timeout_us);
  state_.timeline.push(std::max(deadline, state_.now), {Happening::kTimeout, id, active.operation});
}

// --- too much goes wrong -----------------------------------------------------------------------------------------------

/// Watches as long as there is something to turn back: even a unit that is done, if old still has all it had.
void MoveRun::watch() {
  const double share = state_.spec.pace.turn_back_over;
  const bool over = static_cast<double>(wrong_in_second_) > share * static_cast<double>(ended_in_second_);
  ended_in_second_ = wrong_in_second_ = 0;
  const bool requests_left = ledger_.operations() < state_.spec.workload.requests;
  if (units_left_ == 0 && !(requests_left && leaves_old_alone(state_.spec.protocol))) return;
  if (over) {
    turn_back();
  } else {
    state_.timeline.push(state_.now + 1'000'000, {Happening::kWatch});
  }
}

/// Units that have not begun never will.
void MoveRun::turn_back() {
  totals_.turned_back_at = state_.now;
  next_unit_ = static_cast<std::uint32_t>(state_.units.all.size());
  const bool done_too = leaves_old_alone(state_.spec.protocol);
  for (MoveUnit& unit : state_.units.all) {
    const std::uint8_t phase = unit.progress.announced;
    if (unit.ended && !done_too) continue;
    if (phase == 0) {
      if (!unit.ended) --units_left_;
      unit.ended = true;
      continue;
    }
    if (unit.ended) ++units_left_;
    unit.ended = false;
    auto& way = ways_back_[phase];
    if (way == nullptr) {
      Protocol back = turned_back(state_.spec.protocol, phase);
      back.phases[phase].after_us = 0;
      way = std::make_unique<const Protocol>(std::move(back));
    }
    unit.protocol = way.get();
    unit.turned_in = phase;
  }
  totals_.finished = units_left_ == 0;
  for (std::uint32_t id = 0; id < state_.units.all.size(); ++id) try_to_end_phase(id);
}

}  // namespace reshard
