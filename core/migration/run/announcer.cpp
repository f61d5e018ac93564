#include "core/migration/run/announcer.h"

#include <algorithm>

namespace reshard {
namespace {

constexpr Time kWatchEvery = 1'000'000;

/// Whether no phase removes anything from old.
bool leaves_old_alone(const Protocol& protocol) {
  return std::none_of(protocol.phases.begin(), protocol.phases.end(),
                      [](const Phase& phase) { return phase.drop || phase.move || phase.copy == Copying::kMigrate; });
}

}  // namespace

Announcer::Announcer(RunState& state, KeyStory& story, Camera& camera, Books& books, Expiry& expiry, ChangeLog& log,
                     Verifier& verifier, Copier& copier, MapNews& news, Clients& clients)
    : state_(state),
      story_(story),
      camera_(camera),
      books_(books),
      expiry_(expiry),
      log_(log),
      verifier_(verifier),
      copier_(copier),
      news_(news),
      clients_(clients),
      units_left_(static_cast<std::uint32_t>(state.units.all.size())) {}

void Announcer::begin_move() {
  began_at_ = state_.now;
  if (state_.spec.pace.turn_back_over > 0) state_.timeline.push(state_.now + kWatchEvery, {Happening::kWatch});
  begin_units();
}

void Announcer::begin_units() {
  const auto units = static_cast<std::uint32_t>(state_.units.all.size());
  if (units == 0) {
    books_.totals().finished = true;
    return;
  }
  std::uint32_t running = next_unit_ - (units - units_left_);
  while (next_unit_ < units && running < state_.spec.pace.units_at_once) {
    const std::uint32_t unit = next_unit_++;
    state_.units.all[unit].begun = true;
    ++running;
    look_when_it_is_time(unit);
    try_to_end_phase(unit);
  }
}

void Announcer::nodes_learn(std::uint32_t id, std::uint8_t phase) {
  for (auto& known : state_.units.all[id].progress.known) known = std::max(known, phase);
  copier_.call(id);
  verifier_.call(id);
  try_to_end_phase(id);
}

void Announcer::learn(std::uint32_t section, std::uint32_t version) {
  if (!news_.learn(section, version)) return;
  const Maps& maps = news_.maps();
  clients_.wake(maps.holder_in(section));
  // Wakes whoever waited until the last holder knows.
  if (maps.known_by_all(maps.server_in(section)) < version) return;
  for (std::uint32_t unit = 0; unit < next_unit_; ++unit) {
    if (!state_.units.all[unit].ended) try_to_end_phase(unit);
  }
  clients_.wake_all();
}

// --- phases ----------------------------------------------------------------------------------------------------------

/// Who is held back until a phase is acknowledged goes on as soon as it is.
Facts Announcer::facts_of(std::uint32_t id) {
  MoveUnit& unit = state_.units.all[id];
  const Phase& phase = unit.phase();
  Facts facts;
  facts.acknowledged = news_.acknowledged(id, unit.progress.announced);
  if (phase.barrier && facts.acknowledged) clients_.wake_all();
  facts.copied = unit.copied();
  facts.expired = (phase.until & kUntilExpired) != 0 && facts.acknowledged && expiry_.old_is_empty(id);
  facts.nodes_know = unit.nodes_know();
  facts.drained = facts.copied && unit.log.empty();
  facts.asked = state_.now >= began_at_ + static_cast<Time>(phase.asked_us);
  facts.verified = unit.verified();
  return facts;
}

void Announcer::try_to_end_phase(std::uint32_t id) {
  MoveUnit& unit = state_.units.all[id];
  if (!unit.begun || unit.ended) return;
  const std::uint8_t current = unit.progress.announced;
  const Phase& phase = unit.phase();
  const Facts facts = facts_of(id);
  if (!may_end(phase, facts) || unit.progress.announced != current) return;
  const Time earliest = unit.announced_at + static_cast<Time>(phase.after_us);
  if (phase.after_us > 0 && state_.now < earliest) return;
  if (current + std::size_t{1} < unit.protocol->phases.size()) {
    announce(id);
  } else if (facts.copied || !copier_has_work(phase, state_.keys[unit.keys.front()])) {
    end(id);
  }
}

void Announcer::end(std::uint32_t id) {
  state_.units.all[id].ended = true;
  books_.totals().duration_us = state_.now - began_at_;
  camera_.phase(id);
  if (--units_left_ == 0) {
    books_.totals().finished = true;
  } else {
    begin_units();
  }
}

void Announcer::announce(std::uint32_t id) {
  MoveUnit& unit = state_.units.all[id];
  const std::uint8_t announced = ++unit.progress.announced;
  const Phase &phase = unit.phase(), &before = unit.protocol->phases[announced - 1u];
  unit.announced_in[announced] = news_.announce(id);
  unit.announced_at = state_.now;
  unit.look_again_at = 0;
  camera_.phase(id);
  change_keys(unit, before);
  if (phase.log != before.log) log_.clear(unit);
  if (phase.copy_again) copier_.start_over(unit);
  if (begins_to_verify(before, phase)) verifier_.start_over(unit);
  if (story_.follows_unit(id)) story_.tell({.what = StoryEvent::What::kAnnounced, .phase = phase.name});

  const Time way = static_cast<Time>(state_.spec.system.latency_us);
  if (unit.protocol->checks) state_.timeline.push(state_.now + way, {Happening::kNodesLearn, id, announced});
  news_.spread(id);
  look_when_it_is_time(id);
  if (!unit.protocol->checks) copier_.call(id);
  log_.call(id);
  verifier_.call(id);
  try_to_end_phase(id);
}

/// What the announcement of a phase changes at the nodes.
void Announcer::change_keys(const MoveUnit& unit, const Phase& before) {
  const Phase& phase = unit.phase();
  const bool touches_keys = phase.copy_again || phase.drop || begins_to_verify(before, phase);
  for (const std::uint32_t key : unit.keys) {
    if (touches_keys) state_.step(key, {.kind = Event::Kind::kAnnounce});
    if (phase.drop) camera_.key(key, state_.now);
    if (phase.deletes == Deletes::kTombstone) continue;
    for (const Side side : {Side::kOld, Side::kNew}) {
      if (!is_tombstone(state_.keys[key].at(side).version)) continue;
      state_.step(key, {.kind = Event::Kind::kForget, .side = side});
    }
  }
}

/// If a phase lasts for a set time, or until the operator asks at a set time, looks at it again then.
void Announcer::look_when_it_is_time(std::uint32_t id) {
  const MoveUnit& unit = state_.units.all[id];
  const Phase& phase = unit.phase();
  const Time lasts = unit.announced_at + static_cast<Time>(phase.after_us);
  if (phase.after_us > 0 && lasts > state_.now) state_.timeline.push(lasts, {Happening::kMayEnd, id});
  const Time asked = began_at_ + static_cast<Time>(phase.asked_us);
  if ((phase.until & kUntilAsked) && asked > state_.now) state_.timeline.push(asked, {Happening::kMayEnd, id});
}

// --- what goes wrong -------------------------------------------------------------------------------------------------

void Announcer::restart_copier() {
  for (std::uint32_t id = 0; id < next_unit_; ++id) {
    MoveUnit& unit = state_.units.all[id];
    if (unit.ended) continue;
    copier_.restart(unit);
    verifier_.restart(unit);
    copier_.call(id);
    log_.call(id);
    verifier_.call(id);
  }
}

/// Watches as long as there is something to turn back: even a unit that is done, if old still has all it had.
void Announcer::watch() {
  const bool over = books_.went_wrong(state_.spec.pace.turn_back_over);
  const bool requests_left = books_.operations() < state_.spec.workload.requests;
  if (units_left_ == 0 && !(requests_left && leaves_old_alone(state_.spec.protocol))) return;
  if (over) {
    turn_back();
  } else {
    state_.timeline.push(state_.now + kWatchEvery, {Happening::kWatch});
  }
}

/// Units that have not begun never will.
void Announcer::turn_back() {
  books_.totals().turned_back_at = state_.now;
  next_unit_ = static_cast<std::uint32_t>(state_.units.all.size());
  const bool done_too = leaves_old_alone(state_.spec.protocol);
  for (MoveUnit& unit : state_.units.all) {
    if (unit.ended && !done_too) continue;
    const bool had_ended = unit.ended;
    unit.ended = !turn_unit_back(unit);
    if (had_ended && !unit.ended) ++units_left_;
    if (!had_ended && unit.ended) --units_left_;
  }
  books_.totals().finished = units_left_ == 0;
  for (std::uint32_t id = 0; id < state_.units.all.size(); ++id) try_to_end_phase(id);
}

/// Gives a unit its way back. False if nothing of it has been announced: then there is no way to go.
bool Announcer::turn_unit_back(MoveUnit& unit) {
  const std::uint8_t phase = unit.progress.announced;
  if (phase == 0) return false;
  auto& way = ways_back_[phase];
  if (way == nullptr) {
    Protocol back = turned_back(state_.spec.protocol, phase);
    back.phases[phase].after_us = 0;
    way = std::make_unique<const Protocol>(std::move(back));
  }
  unit.protocol = way.get();
  unit.turned_in = phase;
  return true;
}

}  // namespace reshard
