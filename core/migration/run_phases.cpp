// The move in a run: the phases of its units, copying, the log, and what is left at the end.
#include <algorithm>

#include "core/migration/run.h"

namespace reshard {
void MoveRun::begin_move() {
  constexpr Time kLookAgain = 1'000'000;
  began_at_ = state_.now;
  if (state_.spec.pace.turn_back_over > 0) state_.timeline.push(state_.now + kLookAgain, {Happening::kWatch});
  begin_units();
}

void MoveRun::nodes_learn(std::uint32_t id, std::uint8_t phase) {
  for (auto& known : state_.units.all[id].progress.known) known = std::max(known, phase);
  call_copier(id);
  call_verifier(id);
  try_to_end_phase(id);
}

void MoveRun::begin_units() {
  if (state_.units.all.empty()) {
    totals_.finished = true;
    return;
  }
  std::uint32_t running = next_unit_ - (static_cast<std::uint32_t>(state_.units.all.size()) - units_left_);
  while (next_unit_ < state_.units.all.size() && running < state_.spec.pace.units_at_once) {
    const std::uint32_t unit = next_unit_++;
    state_.units.all[unit].begun = true;
    ++running;
    look_when_it_is_time(unit);
    try_to_end_phase(unit);
  }
}

bool MoveRun::acknowledged(std::uint32_t id, std::size_t phase) const {
  const MoveUnit& unit = state_.units.all[id];
  return unit.announced_in[phase] <= maps_.known_by_all(maps_.server_of(id)) && !unit.under_way_before(phase);
}

void MoveRun::try_to_end_phase(std::uint32_t id) {
  MoveUnit& unit = state_.units.all[id];
  if (!unit.begun || unit.ended) return;
  const std::uint8_t current = unit.progress.announced;
  const Phase& phase = unit.phase();
  const bool acknowledged_now = acknowledged(id, current);
  if (phase.barrier && acknowledged_now) wake_all();
  const bool copied = unit.copied();
  const bool expired = (phase.until & kUntilExpired) != 0 && acknowledged_now && old_is_empty(id);
  Facts facts{acknowledged_now, unit.nodes_know(), copied, copied && unit.log.empty(), expired};
  facts.asked = state_.now >= began_at_ + static_cast<Time>(phase.asked_us);
  facts.verified = unit.verified();
  if (!may_end(phase, facts) || unit.progress.announced != current) return;
  const Time earliest = unit.announced_at + static_cast<Time>(phase.after_us);
  if (phase.after_us > 0 && state_.now < earliest) return;
  if (current + std::size_t{1} < unit.protocol->phases.size()) {
    announce(id);
    return;
  }
  if (!copied && copier_has_work(phase, state_.keys[unit.keys.front()])) return;
  unit.ended = true;
  totals_.duration_us = state_.now - began_at_;
  film_phase(id);
  if (--units_left_ == 0) {
    totals_.finished = true;
  } else {
    begin_units();
  }
}

void MoveRun::announce(std::uint32_t id) {
  MoveUnit& unit = state_.units.all[id];
  Progress& progress = unit.progress;
  const std::uint8_t now = ++progress.announced;
  const Phase& phase = unit.phase();
  unit.announced_in[now] = maps_.announce(maps_.server_of(id));
  unit.announced_at = state_.now;
  unit.look_again_at = 0;
  film_phase(id);
  const Phase& before = unit.protocol->phases[now - 1u];
  const Event event{.kind = Event::Kind::kAnnounce};
  const bool touches_keys = phase.copy_again || phase.drop || begins_to_verify(before, phase);
  for (const std::uint32_t key : unit.keys) {
    if (touches_keys) reshard::step(*unit.protocol, progress, state_.keys[key], event);
    if (phase.drop) film_key(key, state_.now);
    if (phase.deletes == Deletes::kTombstone) continue;
    for (const Side side : {Side::kOld, Side::kNew}) {
      if (!is_tombstone(state_.keys[key].at(side).version)) continue;
      reshard::step(*unit.protocol, progress, state_.keys[key], {.kind = Event::Kind::kForget, .side = side});
    }
  }
  if (phase.log != before.log) unit.log.clear();
  if (phase.copy_again) unit.cursor = unit.written = unit.carrying = 0;
  if (begins_to_verify(before, phase)) unit.verify_cursor = 0;
  if (traced_.key != kNobody && (state_.grows() || state_.of_key(traced_.key) == id)) tell("phase “" + phase.name + "” is announced");

  const Time way = static_cast<Time>(state_.spec.system.latency_us);
  if (unit.protocol->checks) state_.timeline.push(state_.now + way, {Happening::kNodesLearn, id, now});
  if (maps_.hears_by_itself()) spread_map(maps_.server_of(id));
  look_when_it_is_time(id);
  if (!unit.protocol->checks) call_copier(id);
  call_replay(id);
  call_verifier(id);
  try_to_end_phase(id);
}

/// If a phase lasts for a set time, or until the operator asks at a set time, looks at it again then.
void MoveRun::look_when_it_is_time(std::uint32_t id) {
  const MoveUnit& unit = state_.units.all[id];
  const Phase& phase = unit.phase();
  const Time lasts = unit.announced_at + static_cast<Time>(phase.after_us);
  if (phase.after_us > 0 && lasts > state_.now) state_.timeline.push(lasts, {Happening::kMayEnd, id});
  const Time asked = began_at_ + static_cast<Time>(phase.asked_us);
  if ((phase.until & kUntilAsked) && asked > state_.now) state_.timeline.push(asked, {Happening::kMayEnd, id});
}

// --- copying ---------------------------------------------------------------------------------------------------------

void MoveRun::call_copier(std::uint32_t id) {
  MoveUnit& unit = state_.units.all[id];
  const Phase& phase = unit.phase();
  const bool copies = phase.copy == Copying::kAll || phase.copy == Copying::kMigrate;
  if (!copies || unit.copier_called || unit.cursor == unit.keys.size()) return;
  unit.copier_called = true;
  state_.timeline.push(std::max(state_.now, (copier_free_ + kNanoseconds - 1) / kNanoseconds),
                       {Happening::kCopy, id, copier_life_});
}

/// Takes the throttle's capacity for these bytes; returns when they have gone through.
Time MoveRun::pace_for(std::uint64_t bytes) {
  const double takes = static_cast<double>(bytes) * 1e9 / static_cast<double>(state_.spec.pace.copy_bytes_per_second);
  copier_free_ = std::max(copier_free_, state_.now * kNanoseconds) + static_cast<Time>(takes);
  return (copier_free_ + kNanoseconds - 1) / kNanoseconds;
}

void MoveRun::count_copy(std::uint32_t key, std::uint64_t bytes) {
  network_.carry(state_.plan->from[key], bytes, state_.now);
  network_.carry(state_.plan->to[key], bytes, state_.now);
  totals_.copied_bytes += bytes;
  if (film_ != nullptr && totals_.copied_keys % film_->copy_stride == 0) {
    film_->copies.push_back({state_.now, key, state_.plan->from[key], state_.plan->to[key]});
  }
  ++totals_.copied_keys;
  series_.count(Count::kCopied, state_.now);
}

void MoveRun::copy(std::uint32_t id) {
  MoveUnit& unit = state_.units.all[id];
  unit.copier_called = false;
  if (copier_life_ % 2 != 0) return;  // it is down; whatever brings it back calls it
  const Phase& phase = unit.phase();
  const auto works = [&](std::uint32_t at) { return copier_has_work(phase, state_.keys[unit.keys[at]]); };
  while (unit.cursor < unit.keys.size() && !works(unit.cursor)) ++unit.cursor;
  unit.written = unit.cursor;
  if (unit.cursor == unit.keys.size()) {
    call_verifier(id);
    try_to_end_phase(id);
    call_replay(id);
    return;
  }
  if (!is_reachable(unit.keys[unit.cursor])) {
    unit.copier_called = true;
    state_.timeline.push(outages_.node_is_back(), {Happening::kCopy, id, copier_life_});
    return;
  }
  const Time through = read_page(id);
  if (unit.written == unit.cursor) {
    copy_on(id, through);
  } else if (state_.spec.pace.page_delay_us == 0) {
    write_row(id);
  } else {
    unit.copier_called = true;
    state_.timeline.push(state_.now + static_cast<Time>(state_.spec.pace.page_delay_us),
                         {Happening::kWriteRow, id, copier_life_});
  }
}

/// Whether both nodes of a key are up.
bool MoveRun::is_reachable(std::uint32_t key) const {
  return !outages_.node_is_down(state_.node_of(key, Side::kOld), state_.now) &&
         !outages_.node_is_down(state_.node_of(key, Side::kNew), state_.now);
}

/// The copier reads rows of one old node until it has a page, all at this moment; or it migrates one key, which is
/// atomic. Returns when the bytes of rows that need not be written have gone through.
Time MoveRun::read_page(std::uint32_t id) {
  MoveUnit& unit = state_.units.all[id];
  const Phase& phase = unit.phase();
  const std::uint32_t node = state_.node_of(unit.keys[unit.cursor], Side::kOld);
  std::uint64_t left = phase.copy == Copying::kMigrate ? 1 : state_.spec.pace.page_rows;
  Time through = state_.now;
  for (; unit.cursor < unit.keys.size(); ++unit.cursor) {
    const std::uint32_t key = unit.keys[unit.cursor];
    if (left == 0 || state_.node_of(key, Side::kOld) != node || !is_reachable(key)) break;
    if (!copier_has_work(phase, state_.keys[key])) continue;
    through = read_row(id, key);
    --left;
  }
  find_row_to_write(unit);
  return through;
}

/// Rows of the page that nobody holds any more need not be written.
void MoveRun::find_row_to_write(MoveUnit& unit) const {
  const auto waits = [&](std::uint32_t at) { return state_.keys[unit.keys[at]].copying == CopyState::kCarrying; };
  while (unit.written < unit.cursor && !waits(unit.written)) ++unit.written;
}

/// Reads or migrates a key. Returns when its bytes have gone through, if no row of it is to be written.
Time MoveRun::read_row(std::uint32_t id, std::uint32_t index) {
  MoveUnit& unit = state_.units.all[id];
  drop_expired(index);
  KeyState& key = state_.keys[index];
  const Phase& phase = unit.phase();
  const Side from = phase.copy == Copying::kMigrate ? phase.copy_from : Side::kOld;
  const bool exists = key.at(from).version != kNothing;
  const Effects effects = reshard::step(*unit.protocol, unit.progress, key, {.kind = Event::Kind::kCopy});
  film_key(index, state_.now);
  if (effects.clears_log) log_from_[index] = changes_;
  if (key.copying == CopyState::kCarrying) {
    if (traced(index)) tell("the copier reads " + name_of(key.carried.version) + " at old");
    ++unit.carrying;
    return state_.now;
  }
  const std::uint64_t bytes = exists ? state_.entry_bytes() : state_.spec.workload.key_bytes;
  if (phase.copy == Copying::kMigrate && effects.put) {
    if (traced(index)) tell("the key is migrated to " + std::string(from == Side::kOld ? "new" : "old"));
    count_copy(index, bytes);
  }
  return pace_for(bytes);
}

/// The copier sends the next row of its page, and then the row after it or reads the next page.
void MoveRun::write_row(std::uint32_t id) {
  MoveUnit& unit = state_.units.all[id];
  find_row_to_write(unit);
  if (unit.written == unit.cursor) {  // a later phase copies again from the start
    copy_on(id, state_.now);
    return;
  }
  unit.copier_called = true;
  const std::uint32_t key = unit.keys[unit.written];
  if (outages_.node_is_down(state_.node_of(key, Side::kNew), state_.now)) {
    state_.timeline.push(outages_.node_is_back(), {Happening::kWriteRow, id, copier_life_});
    return;
  }
  const Time through = pace_for(state_.entry_bytes());
  state_.timeline.push(through + 2 * static_cast<Time>(state_.spec.system.latency_us),
                       {Happening::kCopyLands, id, key});
  ++unit.written;
  find_row_to_write(unit);
  if (unit.written < unit.cursor) {
    state_.timeline.push(through, {Happening::kWriteRow, id, copier_life_});
  } else {
    copy_on(id, through);
  }
}

/// The page is written: reads the next one at this time, or goes on to what follows copying.
void MoveRun::copy_on(std::uint32_t id, Time at) {
  MoveUnit& unit = state_.units.all[id];
  unit.copier_called = unit.cursor < unit.keys.size();
  if (unit.copier_called) {
    state_.timeline.push(at, {Happening::kCopy, id, copier_life_});
  } else {
    call_replay(id);
    call_verifier(id);
    try_to_end_phase(id);
  }
}

void MoveRun::copy_lands(std::uint32_t id, std::uint32_t index) {
  MoveUnit& unit = state_.units.all[id];
  KeyState& key = state_.keys[index];
  if (key.copying != CopyState::kCarrying && key.copying != CopyState::kRemoving) return;  // lost with the copier
  const bool landing = key.copying == CopyState::kCarrying;
  const Effects effects = reshard::step(*unit.protocol, unit.progress, key, {.kind = Event::Kind::kCopy});
  film_key(index, state_.now);
  if (landing) {
    count_copy(index, state_.entry_bytes());
    if (traced(index)) tell(std::string("the copy lands at new") + (effects.put ? "" : " and is dropped"));
  }
  if (key.copying == CopyState::kRemoving) {
    state_.timeline.push(state_.now + 2 * static_cast<Time>(state_.spec.system.latency_us),
                         {Happening::kCopyLands, id, index});
    return;
  }
  --unit.carrying;
  call_verifier(id);
  if (!unit.copied()) return;
  call_replay(id);
  try_to_end_phase(id);
}

// --- the log ---------------------------------------------------------------------------------------------------------

void MoveRun::log_change(std::uint32_t key, Carried change) {
  state_.units.all[state_.of_key(key)].log.push_back({key, changes_++, change});
  call_replay(state_.of_key(key));
}

void MoveRun::call_replay(std::uint32_t id) {
  MoveUnit& unit = state_.units.all[id];
  // Changes that a snapshot already contains cost nothing.
  while (!unit.log.empty() && unit.log.front().number < log_from_[unit.log.front().key]) unit.log.pop_front();
  const bool logs = unit.phase().log != Log::kNone;
  if (!logs || unit.replay_called || unit.log.empty() || !unit.copied() || copier_life_ % 2 != 0) return;
  unit.replay_called = true;
  state_.timeline.push(pace_for(state_.entry_bytes()), {Happening::kReplay, id});
}

void MoveRun::replay(std::uint32_t id) {
  MoveUnit& unit = state_.units.all[id];
  unit.replay_called = false;
  if (!unit.log.empty() && unit.phase().log != Log::kNone) {
    const MoveUnit::Change change = unit.log.front();
    unit.log.pop_front();
    if (change.number >= log_from_[change.key]) {
      const Event event{.kind = Event::Kind::kReplay, .carried = change.carried};
      reshard::step(*unit.protocol, unit.progress, state_.keys[change.key], event);
      film_key(change.key, state_.now);
      ++totals_.replayed;
      if (traced(change.key)) tell("the log brings " + name_of(change.carried.version));
    }
  }
  call_replay(id);
  if (unit.log.empty()) try_to_end_phase(id);
}

// --- expiry ----------------------------------------------------------------------------------------------------------

/// An expired value is gone from every node at once. A run drops it when it next looks at the key.
void MoveRun::drop_expired(std::uint32_t key) {
  if (state_.spec.workload.ttl_us == 0) return;
  for (const Side side : {Side::kOld, Side::kNew}) {
    const Version version = state_.keys[key].at(side).version;
    const Time end = ledger_.end_of(key, version);
    if (end > state_.now) continue;
    reshard::step(state_.protocol_of(key), state_.progress_of(key), state_.keys[key],
                  {.kind = Event::Kind::kForget, .side = side});
    film_key(key, end);
    if (traced(key)) tell(name_of(version) + " has expired at " + (side == Side::kOld ? "old" : "new"));
  }
}

/// Whether old holds nothing of a unit that is no longer written there. If it does, looks again when the last value
/// expires; a value without a lifetime stays forever.
bool MoveRun::old_is_empty(std::uint32_t id) {
  MoveUnit& unit = state_.units.all[id];
  if (state_.now < unit.look_again_at) return false;
  Time last = 0;
  for (const std::uint32_t key : unit.keys) {
    drop_expired(key);
    const Version left = visible(state_.keys[key].at(Side::kOld).version);
    if (left != kNothing) last = std::max(last, ledger_.end_of(key, left));
  }
  if (last == 0) return true;
  unit.look_again_at = last;
  if (last != Ledger::kFarAway) state_.timeline.push(last, {Happening::kMayEnd, id});
  return false;
}

// --- the end ---------------------------------------------------------------------------------------------------------

void MoveRun::judge_end() {
  judged_ = true;
  totals_.requests = ledger_.operations();
  totals_.node_requests = network_.node_requests();
  totals_.node_bytes = network_.node_bytes();
  const System& system = state_.spec.system;
  if (system.routing == Routing::kTwoLevel || system.map_requests_per_second > 0) totals_.map_requests = maps_.served();
  for (std::size_t what = 0; what < kCounts; ++what) totals_.counts[what] = series_.total(static_cast<Count>(what));
  std::vector<Version> last(state_.plan->keys());
  for (std::uint32_t key = 0; key < state_.plan->keys(); ++key) {
    const Reads reads = state_.protocol_of(key).phases[state_.progress_of(key).announced].reads;
    drop_expired(key);
    const KeyState& state = state_.keys[key];
    for (std::size_t leg = 0; leg < read_legs(reads) && last[key] == kNothing; ++leg) {
      last[key] = state.at(read_leg(reads, leg)).version;
    }
    last[key] = state_.grows() ? row_of(key) : visible(last[key]);
    if (state_.of_key(key) != kNoUnit && !state_.grows()) {
      const Version held[] = {visible(state.sides[0].version), visible(state.sides[1].version)};
      const bool differ = held[0] != held[1];
      if (held[0] != kNothing && held[1] != kNothing) {
        ++(differ ? totals_.both_differ : totals_.both_alike);
      } else if (held[0] == held[1]) {
        ++totals_.nowhere;
      } else {
        ++(held[1] == kNothing ? totals_.old_only : totals_.new_only);
      }
    }
    if (state_.spec.system.cache) continue;
    if (const Anomaly wrong = ledger_.at_end(key, last[key], state_.now); wrong != Anomaly::kNone) {
      found(wrong, key);
      if (key < forgotten_.size() && forgotten_[key] != 0) ++totals_.lost_by_fault;
    }
  }
  if (state_.spec.system.cache) return;
  if (film_ != nullptr) film_lost_writes();
  for (const std::uint32_t key : ledger_.in_wrong_order(last, totals_.unchecked_keys, state_.now)) {
    bool has_another = false;
    for (const auto& had : had_) has_another = has_another || had[key] != 0;
    if (!has_another) found(Anomaly::kWrongOrder, key);
  }
}

}  // namespace reshard
