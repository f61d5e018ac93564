// The move in a run: the phases of its units, copying, the log, and what is left at the end.
#include <algorithm>

#include "core/migration/run.h"

namespace reshard {
void MoveRun::begin_move() {
  constexpr Time kLookAgain = 1'000'000;
  began_at_ = now_;
  if (spec_.pace.turn_back_over > 0) timeline_.push(now_ + kLookAgain, {What::kWatch});
  begin_units();
}

void MoveRun::nodes_learn(std::uint32_t id, std::uint8_t phase) {
  for (auto& known : units_.all[id].progress.known) known = std::max(known, phase);
  call_copier(id);
  call_verifier(id);
  try_to_end_phase(id);
}

void MoveRun::begin_units() {
  if (units_.all.empty()) {
    totals_.finished = true;
    return;
  }
  std::uint32_t running = next_unit_ - (static_cast<std::uint32_t>(units_.all.size()) - units_left_);
  while (next_unit_ < units_.all.size() && running < spec_.pace.units_at_once) {
    const std::uint32_t unit = next_unit_++;
    units_.all[unit].begun = true;
    ++running;
    look_when_it_is_time(unit);
    try_to_end_phase(unit);
  }
}

bool MoveRun::acknowledged(std::uint32_t id, std::size_t phase) const {
  const MoveUnit& unit = units_.all[id];
  return unit.announced_in[phase] <= maps_.known_by_all(maps_.server_of(id)) && !unit.under_way_before(phase);
}

void MoveRun::try_to_end_phase(std::uint32_t id) {
  MoveUnit& unit = units_.all[id];
  if (!unit.begun || unit.ended) return;
  const std::uint8_t current = unit.progress.announced;
  const Phase& phase = unit.phase();
  const bool acknowledged_now = acknowledged(id, current);
  if (phase.barrier && acknowledged_now) wake_all();
  const bool copied = unit.copied();
  const bool expired = (phase.until & kUntilExpired) != 0 && acknowledged_now && old_is_empty(id);
  Facts facts{acknowledged_now, unit.nodes_know(), copied, copied && unit.log.empty(), expired};
  facts.asked = now_ >= began_at_ + static_cast<Time>(phase.asked_us);
  facts.verified = unit.verified();
  if (!may_end(phase, facts) || unit.progress.announced != current) return;
  const Time earliest = unit.announced_at + static_cast<Time>(phase.after_us);
  if (phase.after_us > 0 && now_ < earliest) return;
  if (current + std::size_t{1} < unit.protocol->phases.size()) {
    announce(id);
    return;
  }
  if (!copied && copier_has_work(phase, keys_[unit.keys.front()])) return;
  unit.ended = true;
  totals_.duration_us = now_ - began_at_;
  film_phase(id);
  if (--units_left_ == 0) {
    totals_.finished = true;
  } else {
    begin_units();
  }
}

void MoveRun::announce(std::uint32_t id) {
  MoveUnit& unit = units_.all[id];
  Progress& progress = unit.progress;
  const std::uint8_t now = ++progress.announced;
  const Phase& phase = unit.phase();
  unit.announced_in[now] = maps_.announce(maps_.server_of(id));
  unit.announced_at = now_;
  unit.look_again_at = 0;
  film_phase(id);
  const Phase& before = unit.protocol->phases[now - 1u];
  const Event event{.kind = Event::Kind::kAnnounce};
  const bool touches_keys = phase.copy_again || phase.drop || begins_to_verify(before, phase);
  for (const std::uint32_t key : unit.keys) {
    if (touches_keys) reshard::step(*unit.protocol, progress, keys_[key], event);
    if (phase.drop) film_key(key, now_);
    if (phase.deletes == Deletes::kTombstone) continue;
    for (const Side side : {Side::kOld, Side::kNew}) {
      if (!is_tombstone(keys_[key].at(side).version)) continue;
      reshard::step(*unit.protocol, progress, keys_[key], {.kind = Event::Kind::kForget, .side = side});
    }
  }
  if (phase.log != before.log) unit.log.clear();
  if (phase.copy_again) unit.cursor = unit.written = unit.carrying = 0;
  if (begins_to_verify(before, phase)) unit.verify_cursor = 0;
  if (traced_.key != kNobody && of_key(traced_.key) == id) tell("phase “" + phase.name + "” is announced");

  const Time way = static_cast<Time>(spec_.system.latency_us);
  if (unit.protocol->checks) timeline_.push(now_ + way, {What::kNodesLearn, id, now});
  if (maps_.hears_by_itself()) spread_map(maps_.server_of(id));
  look_when_it_is_time(id);
  if (!unit.protocol->checks) call_copier(id);
  call_replay(id);
  call_verifier(id);
  try_to_end_phase(id);
}

/// If a phase lasts for a set time, or until the operator asks at a set time, looks at it again then.
void MoveRun::look_when_it_is_time(std::uint32_t id) {
  const MoveUnit& unit = units_.all[id];
  const Phase& phase = unit.phase();
  const Time lasts = unit.announced_at + static_cast<Time>(phase.after_us);
  if (phase.after_us > 0 && lasts > now_) timeline_.push(lasts, {What::kMayEnd, id});
  const Time asked = began_at_ + static_cast<Time>(phase.asked_us);
  if ((phase.until & kUntilAsked) && asked > now_) timeline_.push(asked, {What::kMayEnd, id});
}

// --- copying ---------------------------------------------------------------------------------------------------------

void MoveRun::call_copier(std::uint32_t id) {
  MoveUnit& unit = units_.all[id];
  const Phase& phase = unit.phase();
  const bool copies = phase.copy == Copying::kAll || phase.copy == Copying::kMigrate;
  if (!copies || unit.copier_called || unit.cursor == unit.keys.size()) return;
  unit.copier_called = true;
  timeline_.push(std::max(now_, (copier_free_ + kNanoseconds - 1) / kNanoseconds), {What::kCopy, id, copier_life_});
}

/// Takes the throttle's capacity for these bytes; returns when they have gone through.
Time MoveRun::pace_for(std::uint64_t bytes) {
  const double takes = static_cast<double>(bytes) * 1e9 / static_cast<double>(spec_.pace.copy_bytes_per_second);
  copier_free_ = std::max(copier_free_, now_ * kNanoseconds) + static_cast<Time>(takes);
  return (copier_free_ + kNanoseconds - 1) / kNanoseconds;
}

void MoveRun::count_copy(std::uint32_t key, std::uint64_t bytes) {
  totals_.node_bytes[plan_->from[key]] += bytes;
  totals_.node_bytes[plan_->to[key]] += bytes;
  totals_.copied_bytes += bytes;
  if (film_ != nullptr && totals_.copied_keys % film_->copy_stride == 0) {
    film_->copies.push_back({now_, key, plan_->from[key], plan_->to[key]});
  }
  ++totals_.copied_keys;
  series_.count(Count::kCopied, now_);
  if (const std::uint64_t rate = spec_.system.link_bytes_per_second; rate > 0) {
    const Time takes = static_cast<Time>(static_cast<double>(bytes) * 1e9 / static_cast<double>(rate));
    for (const std::uint32_t node : {plan_->from[key], plan_->to[key]}) {
      link_free_[node] = std::max(link_free_[node], now_ * kNanoseconds) + takes;
    }
  }
}

void MoveRun::copy(std::uint32_t id) {
  MoveUnit& unit = units_.all[id];
  unit.copier_called = false;
  if (copier_life_ % 2 != 0) return;  // it is down; whatever brings it back calls it
  const Phase& phase = unit.phase();
  const auto works = [&](std::uint32_t at) { return copier_has_work(phase, keys_[unit.keys[at]]); };
  while (unit.cursor < unit.keys.size() && !works(unit.cursor)) ++unit.cursor;
  unit.written = unit.cursor;
  if (unit.cursor == unit.keys.size()) {
    call_verifier(id);
    try_to_end_phase(id);
    call_replay(id);
    return;
  }
  if (!is_reachable(unit.keys[unit.cursor])) {
    const Faults& faults = spec_.faults;
    unit.copier_called = true;
    timeline_.push(static_cast<Time>(faults.node_down_at_us + faults.node_down_us), {What::kCopy, id, copier_life_});
    return;
  }
  const Time through = read_page(id);
  if (unit.written == unit.cursor) {
    copy_on(id, through);
  } else if (spec_.pace.page_delay_us == 0) {
    write_row(id);
  } else {
    unit.copier_called = true;
    timeline_.push(now_ + static_cast<Time>(spec_.pace.page_delay_us), {What::kWriteRow, id, copier_life_});
  }
}

/// Whether both nodes of a key are up.
bool MoveRun::is_reachable(std::uint32_t key) const {
  return !node_is_down(node_of(key, Side::kOld), now_) && !node_is_down(node_of(key, Side::kNew), now_);
}

/// The copier reads rows of one old node until it has a page, all at this moment; or it migrates one key, which is
/// atomic. Returns when the bytes of rows that need not be written have gone through.
Time MoveRun::read_page(std::uint32_t id) {
  MoveUnit& unit = units_.all[id];
  const Phase& phase = unit.phase();
  const std::uint32_t node = node_of(unit.keys[unit.cursor], Side::kOld);
  std::uint64_t left = phase.copy == Copying::kMigrate ? 1 : spec_.pace.page_rows;
  Time through = now_;
  for (; unit.cursor < unit.keys.size(); ++unit.cursor) {
    const std::uint32_t key = unit.keys[unit.cursor];
    if (left == 0 || node_of(key, Side::kOld) != node || !is_reachable(key)) break;
    if (!copier_has_work(phase, keys_[key])) continue;
    through = read_row(id, key);
    --left;
  }
  find_row_to_write(unit);
  return through;
}

/// Rows of the page that nobody holds any more need not be written.
void MoveRun::find_row_to_write(MoveUnit& unit) const {
  const auto waits = [&](std::uint32_t at) { return keys_[unit.keys[at]].copying == CopyState::kCarrying; };
  while (unit.written < unit.cursor && !waits(unit.written)) ++unit.written;
}

/// Reads or migrates a key. Returns when its bytes have gone through, if no row of it is to be written.
Time MoveRun::read_row(std::uint32_t id, std::uint32_t index) {
  MoveUnit& unit = units_.all[id];
  drop_expired(index);
  KeyState& key = keys_[index];
  const Phase& phase = unit.phase();
  const Side from = phase.copy == Copying::kMigrate ? phase.copy_from : Side::kOld;
  const bool exists = key.at(from).version != kNothing;
  const Effects effects = reshard::step(*unit.protocol, unit.progress, key, {.kind = Event::Kind::kCopy});
  film_key(index, now_);
  if (effects.clears_log) log_from_[index] = changes_;
  if (key.copying == CopyState::kCarrying) {
    if (traced(index)) tell("the copier reads " + name_of(key.carried.version) + " at old");
    ++unit.carrying;
    return now_;
  }
  const std::uint64_t bytes = exists ? entry_bytes() : spec_.workload.key_bytes;
  if (phase.copy == Copying::kMigrate && effects.put) {
    if (traced(index)) tell("the key is migrated to " + std::string(from == Side::kOld ? "new" : "old"));
    count_copy(index, bytes);
  }
  return pace_for(bytes);
}

/// The copier sends the next row of its page, and then the row after it or reads the next page.
void MoveRun::write_row(std::uint32_t id) {
  MoveUnit& unit = units_.all[id];
  find_row_to_write(unit);
  if (unit.written == unit.cursor) {  // a later phase copies again from the start
    copy_on(id, now_);
    return;
  }
  unit.copier_called = true;
  const std::uint32_t key = unit.keys[unit.written];
  if (node_is_down(node_of(key, Side::kNew), now_)) {
    const Faults& faults = spec_.faults;
    timeline_.push(static_cast<Time>(faults.node_down_at_us + faults.node_down_us),
                   {What::kWriteRow, id, copier_life_});
    return;
  }
  const Time through = pace_for(entry_bytes());
  timeline_.push(through + 2 * static_cast<Time>(spec_.system.latency_us), {What::kCopyLands, id, key});
  ++unit.written;
  find_row_to_write(unit);
  if (unit.written < unit.cursor) {
    timeline_.push(through, {What::kWriteRow, id, copier_life_});
  } else {
    copy_on(id, through);
  }
}

/// The page is written: reads the next one at this time, or goes on to what follows copying.
void MoveRun::copy_on(std::uint32_t id, Time at) {
  MoveUnit& unit = units_.all[id];
  unit.copier_called = unit.cursor < unit.keys.size();
  if (unit.copier_called) {
    timeline_.push(at, {What::kCopy, id, copier_life_});
  } else {
    call_replay(id);
    call_verifier(id);
    try_to_end_phase(id);
  }
}

void MoveRun::copy_lands(std::uint32_t id, std::uint32_t index) {
  MoveUnit& unit = units_.all[id];
  KeyState& key = keys_[index];
  if (key.copying != CopyState::kCarrying && key.copying != CopyState::kRemoving) return;  // lost with the copier
  const bool landing = key.copying == CopyState::kCarrying;
  const Effects effects = reshard::step(*unit.protocol, unit.progress, key, {.kind = Event::Kind::kCopy});
  film_key(index, now_);
  if (landing) {
    count_copy(index, entry_bytes());
    if (traced(index)) tell(std::string("the copy lands at new") + (effects.put ? "" : " and is dropped"));
  }
  if (key.copying == CopyState::kRemoving) {
    timeline_.push(now_ + 2 * static_cast<Time>(spec_.system.latency_us), {What::kCopyLands, id, index});
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
  units_.all[of_key(key)].log.push_back({key, changes_++, change});
  call_replay(of_key(key));
}

void MoveRun::call_replay(std::uint32_t id) {
  MoveUnit& unit = units_.all[id];
  // Changes that a snapshot already contains cost nothing.
  while (!unit.log.empty() && unit.log.front().number < log_from_[unit.log.front().key]) unit.log.pop_front();
  const bool logs = unit.phase().log != Log::kNone;
  if (!logs || unit.replay_called || unit.log.empty() || !unit.copied() || copier_life_ % 2 != 0) return;
  unit.replay_called = true;
  timeline_.push(pace_for(entry_bytes()), {What::kReplay, id});
}

void MoveRun::replay(std::uint32_t id) {
  MoveUnit& unit = units_.all[id];
  unit.replay_called = false;
  if (!unit.log.empty() && unit.phase().log != Log::kNone) {
    const MoveUnit::Change change = unit.log.front();
    unit.log.pop_front();
    if (change.number >= log_from_[change.key]) {
      const Event event{.kind = Event::Kind::kReplay, .carried = change.carried};
      reshard::step(*unit.protocol, unit.progress, keys_[change.key], event);
      film_key(change.key, now_);
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
  if (spec_.workload.ttl_us == 0) return;
  for (const Side side : {Side::kOld, Side::kNew}) {
    const Version version = keys_[key].at(side).version;
    const Time end = ledger_.end_of(key, version);
    if (end > now_) continue;
    reshard::step(protocol_of_key(key), progress_of(key), keys_[key], {.kind = Event::Kind::kForget, .side = side});
    film_key(key, end);
    if (traced(key)) tell(name_of(version) + " has expired at " + (side == Side::kOld ? "old" : "new"));
  }
}

/// Whether old holds nothing of a unit that is no longer written there. If it does, looks again when the last value
/// expires; a value without a lifetime stays forever.
bool MoveRun::old_is_empty(std::uint32_t id) {
  MoveUnit& unit = units_.all[id];
  if (now_ < unit.look_again_at) return false;
  Time last = 0;
  for (const std::uint32_t key : unit.keys) {
    drop_expired(key);
    const Version left = visible(keys_[key].at(Side::kOld).version);
    if (left != kNothing) last = std::max(last, ledger_.end_of(key, left));
  }
  if (last == 0) return true;
  unit.look_again_at = last;
  if (last != Ledger::kFarAway) timeline_.push(last, {What::kMayEnd, id});
  return false;
}

// --- the end ---------------------------------------------------------------------------------------------------------

void MoveRun::judge_end() {
  judged_ = true;
  totals_.requests = ledger_.operations();
  const System& system = spec_.system;
  if (system.routing == Routing::kTwoLevel || system.map_requests_per_second > 0) totals_.map_requests = maps_.served();
  for (std::size_t what = 0; what < kCounts; ++what) totals_.counts[what] = series_.total(static_cast<Count>(what));
  std::vector<Version> last(plan_->keys());
  for (std::uint32_t key = 0; key < plan_->keys(); ++key) {
    const Reads reads = protocol_of_key(key).phases[progress_of(key).announced].reads;
    drop_expired(key);
    const KeyState& state = keys_[key];
    for (std::size_t leg = 0; leg < read_legs(reads) && last[key] == kNothing; ++leg) {
      last[key] = state.at(read_leg(reads, leg)).version;
    }
    last[key] = grows() ? row_of(key) : visible(last[key]);
    if (of_key(key) != kNoUnit && !grows()) {
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
    if (spec_.system.cache) continue;
    if (const Anomaly wrong = ledger_.at_end(key, last[key], now_); wrong != Anomaly::kNone) {
      found(wrong, key);
      if (key < forgotten_.size() && forgotten_[key] != 0) ++totals_.lost_by_fault;
    }
  }
  if (spec_.system.cache) return;
  if (film_ != nullptr) film_lost_writes();
  for (const std::uint32_t key : ledger_.in_wrong_order(last, totals_.unchecked_keys, now_)) {
    bool has_another = false;
    for (const auto& had : had_) has_another = has_another || had[key] != 0;
    if (!has_another) found(Anomaly::kWrongOrder, key);
  }
}

}  // namespace reshard
