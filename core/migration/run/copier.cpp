#include "core/migration/run/copier.h"

namespace reshard {

Copier::Copier(RunState& state, CopierProcess& process, Network& network, const Outages& outages, Expiry& expiry,
               ChangeLog& log, Verifier& verifier, Books& books, Camera& camera, KeyStory& story)
    : state_(state),
      process_(process),
      network_(network),
      outages_(outages),
      expiry_(expiry),
      log_(log),
      verifier_(verifier),
      books_(books),
      camera_(camera),
      story_(story) {}

void Copier::call(std::uint32_t id) {
  MoveUnit& unit = state_.units.all[id];
  if (!unit.copies() || unit.copier_called || unit.cursor == unit.keys.size()) return;
  unit.copier_called = true;
  state_.timeline.push(process_.next(state_.now), {Happening::kCopy, id, process_.life()});
}

void Copier::count(std::uint32_t key, std::uint64_t bytes) {
  network_.carry(state_.plan->from[key], bytes, state_.now);
  network_.carry(state_.plan->to[key], bytes, state_.now);
  MoveTotals& totals = books_.totals();
  totals.copied_bytes += bytes;
  camera_.copied(key, totals.copied_keys);
  ++totals.copied_keys;
  books_.count(Count::kCopied);
}

bool Copier::copy(std::uint32_t id) {
  MoveUnit& unit = state_.units.all[id];
  unit.copier_called = false;
  if (process_.is_down()) return false;  // whatever brings it back calls it
  const Phase& phase = unit.phase();
  const auto works = [&](std::uint32_t at) { return copier_has_work(phase, state_.keys[unit.keys[at]]); };
  while (unit.cursor < unit.keys.size() && !works(unit.cursor)) ++unit.cursor;
  unit.written = unit.cursor;
  if (unit.cursor == unit.keys.size()) {
    verifier_.call(id);
    return true;
  }
  if (!outages_.reaches(*state_.plan, unit.keys[unit.cursor], state_.now)) {
    unit.copier_called = true;
    state_.timeline.push(outages_.node_is_back(), {Happening::kCopy, id, process_.life()});
    return false;
  }
  const Time through = read_page(unit);
  if (unit.written == unit.cursor) return go_on(id, through);
  const auto delay = static_cast<Time>(state_.spec.pace.page_delay_us);
  if (delay == 0) return write_row(id);
  unit.copier_called = true;
  state_.timeline.push(state_.now + delay, {Happening::kWriteRow, id, process_.life()});
  return false;
}

/// Reads rows of one old node until it has a page, all at this moment; or migrates one key, which is atomic. Returns
/// when the bytes of rows that need not be written have gone through.
Time Copier::read_page(MoveUnit& unit) {
  const Phase& phase = unit.phase();
  const std::uint32_t node = state_.node_of(unit.keys[unit.cursor], Side::kOld);
  std::uint64_t left = phase.copy == Copying::kMigrate ? 1 : state_.spec.pace.page_rows;
  Time through = state_.now;
  for (; unit.cursor < unit.keys.size(); ++unit.cursor) {
    const std::uint32_t key = unit.keys[unit.cursor];
    if (left == 0 || state_.node_of(key, Side::kOld) != node) break;
    if (!outages_.reaches(*state_.plan, key, state_.now)) break;
    if (!copier_has_work(phase, state_.keys[key])) continue;
    through = read_row(unit, key);
    --left;
  }
  find_row_to_write(unit);
  return through;
}

/// Rows of the page that nobody holds any more need not be written.
void Copier::find_row_to_write(MoveUnit& unit) const {
  const auto waits = [&](std::uint32_t at) { return state_.keys[unit.keys[at]].copying == CopyState::kCarrying; };
  while (unit.written < unit.cursor && !waits(unit.written)) ++unit.written;
}

/// Reads or migrates a key. Returns when its bytes have gone through, if no row of it is to be written.
Time Copier::read_row(MoveUnit& unit, std::uint32_t index) {
  expiry_.drop(index);
  const KeyState& key = state_.keys[index];
  const Phase& phase = unit.phase();
  const Side from = phase.copy == Copying::kMigrate ? phase.copy_from : Side::kOld;
  const bool exists = key.at(from).version != kNothing;
  const Effects effects = state_.step(index, {.kind = Event::Kind::kCopy});
  camera_.key(index, state_.now);
  if (effects.clears_log) log_.snapshot(index);
  if (key.copying == CopyState::kCarrying) {
    if (story_.follows(index)) {
      story_.tell({.what = StoryEvent::What::kCopierReads, .version = key.carried.version});
    }
    ++unit.carrying;
    return state_.now;
  }
  const std::uint64_t bytes = exists ? state_.entry_bytes() : state_.spec.workload.key_bytes;
  if (phase.copy == Copying::kMigrate && effects.put) {
    if (story_.follows(index)) story_.tell({.what = StoryEvent::What::kMigrates, .side = other(from)});
    count(index, bytes);
  }
  return process_.send(bytes, state_.now);
}

bool Copier::write_row(std::uint32_t id) {
  MoveUnit& unit = state_.units.all[id];
  find_row_to_write(unit);
  if (unit.written == unit.cursor) return go_on(id, state_.now);  // a later phase copies again from the start
  unit.copier_called = true;
  const std::uint32_t key = unit.keys[unit.written];
  if (outages_.node_is_down(state_.node_of(key, Side::kNew), state_.now)) {
    state_.timeline.push(outages_.node_is_back(), {Happening::kWriteRow, id, process_.life()});
    return false;
  }
  const Time through = process_.send(state_.entry_bytes(), state_.now);
  state_.timeline.push(through + 2 * network_.latency(), {Happening::kCopyLands, id, key});
  ++unit.written;
  find_row_to_write(unit);
  if (unit.written == unit.cursor) return go_on(id, through);
  state_.timeline.push(through, {Happening::kWriteRow, id, process_.life()});
  return false;
}

/// The page is written: reads the next one at this time, or goes on to what follows copying.
bool Copier::go_on(std::uint32_t id, Time at) {
  MoveUnit& unit = state_.units.all[id];
  unit.copier_called = unit.cursor < unit.keys.size();
  if (unit.copier_called) {
    state_.timeline.push(at, {Happening::kCopy, id, process_.life()});
    return false;
  }
  log_.call(id);
  verifier_.call(id);
  return true;
}

bool Copier::land(std::uint32_t id, std::uint32_t index) {
  MoveUnit& unit = state_.units.all[id];
  const KeyState& key = state_.keys[index];
  if (key.copying != CopyState::kCarrying && key.copying != CopyState::kRemoving)
    return false;  // lost with the process
  const bool landing = key.copying == CopyState::kCarrying;
  const Effects effects = state_.step(index, {.kind = Event::Kind::kCopy});
  camera_.key(index, state_.now);
  if (landing) {
    count(index, state_.entry_bytes());
    if (story_.follows(index)) {
      story_.tell({.what = StoryEvent::What::kCopyLands, .side = Side::kNew, .dropped = !effects.put});
    }
  }
  if (key.copying == CopyState::kRemoving) {
    state_.timeline.push(state_.now + 2 * network_.latency(), {Happening::kCopyLands, id, index});
    return false;
  }
  --unit.carrying;
  verifier_.call(id);
  if (!unit.copied()) return false;
  log_.call(id);
  return true;
}

void Copier::restart(MoveUnit& unit) {
  const bool copies = unit.copies();
  for (const std::uint32_t key : unit.keys) restart_key(key, unit.phase(), copies);
  unit.carrying = 0;
  // A page that was read and not written was in the process's memory.
  if (unit.written < unit.cursor) unit.copier_called = false;
  unit.written = unit.cursor;
  if (copies) unit.cursor = unit.written = 0;
}

void Copier::restart_key(std::uint32_t key, const Phase& phase, bool copies) {
  CopyState& state = state_.keys[key].copying;
  const bool again = copies && state_.spec.faults.copier_from_start;
  const bool was_on_its_way = state == CopyState::kCarrying || state == CopyState::kRemoving;
  if (again || was_on_its_way) state = copies ? CopyState::kNotYet : CopyState::kDone;
  state_.keys[key].carried = {};
  // While changes are logged, new has only copies: if they were kept, a key deleted meanwhile would stay.
  if (again && phase.log == Log::kForward) state_.keys[key].at(Side::kNew) = {};
  camera_.key(key, state_.now);
}

}  // namespace reshard
