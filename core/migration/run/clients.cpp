#include "core/migration/run/clients.h"

#include <algorithm>

namespace reshard {
namespace {

constexpr std::uint16_t kMaxRedirects = 16;

/// A place in a list for something new: a free one, or one at its end.
template <typename Thing>
std::uint32_t free_place(std::vector<Thing>& all, std::vector<std::uint32_t>& free) {
  if (free.empty()) {
    all.emplace_back();
    return static_cast<std::uint32_t>(all.size() - 1);
  }
  const std::uint32_t place = free.back();
  free.pop_back();
  return place;
}

}  // namespace

Clients::Clients(RunState& state, Ledger& ledger, KeyStory& story, Camera& camera, Books& books, Network& network,
                 const Outages& outages, Expiry& expiry, ChangeLog& log, Growth& growth, AppliedWrites& applied,
                 MapNews& news)
    : state_(state),
      ledger_(ledger),
      story_(story),
      camera_(camera),
      books_(books),
      network_(network),
      outages_(outages),
      expiry_(expiry),
      log_(log),
      growth_(growth),
      applied_(applied),
      news_(news),
      waiting_(news.maps().holders()) {
  if (state.spec.system.cache) truth_.assign(state.plan->keys(), kFirstValue);
}

std::uint32_t Clients::begin(Operation kind, std::uint32_t key, std::uint32_t client) {
  const std::uint32_t id = free_place(actives_, free_actives_);
  Active& active = actives_[id];
  active = {};
  active.done = false;
  active.begun = state_.now;
  active.operation = ledger_.operations();
  active.key = key;
  active.holder = news_.maps().holder_of(client);
  active.pending.operation = kind;
  if (kind != Operation::kRead) active.pending.version = version_of(active.operation, kind == Operation::kDelete);
  ledger_.begin(active.operation, key, kind, state_.now);
  active.floor = ledger_.floor(key);
  return id;
}

void Clients::set_off(std::uint32_t id) {
  switch (state_.spec.system.routing) {
    case Routing::kSmartClient:
    case Routing::kTwoLevel: send_or_wait(id); break;
    case Routing::kProxy:  // it is one way away; a coordinator takes a way there and one back
    case Routing::kCoordinator: state_.timeline.push(state_.now + network_.latency(), {Happening::kSend, id}); break;
  }
}

void Clients::resume(std::uint32_t id) {
  actives_[id].to_send = true;
  send_or_wait(id);
}

// --- sending ---------------------------------------------------------------------------------------------------------

bool Clients::may_send(const Active& active) const {
  const std::uint32_t id = state_.of_key(active.key);
  if (id == kNoUnit) return true;
  const std::uint8_t known = phase_known(active);
  const Phase& phase = state_.units.all[id].protocol->phases[known];
  if (active.pending.refused && known <= active.pending.phase) return false;
  if (phase.freeze == Freeze::kAll) return false;
  if (phase.freeze == Freeze::kWrites && active.pending.operation != Operation::kRead) return false;
  return !phase.barrier || news_.acknowledged(id, known);
}

void Clients::send_or_wait(std::uint32_t id) {
  Active& active = actives_[id];
  if (active.done || !active.to_send) return;
  if (outages_.holder_is_down(active.holder, state_.now)) {
    active.sent = state_.now;
    active.to_send = false;
    lose(id);
  } else if (may_send(active)) {
    send(id);
  } else {
    wait(id);
  }
}

void Clients::wait(std::uint32_t id) {
  Active& active = actives_[id];
  if (!active.waited) books_.count(Count::kWaited);
  active.waited = true;
  waiting_[active.holder].push_back(id);
  if (active.pending.refused || !news_.maps().hears_by_itself()) news_.fetch_later(section_of(active));
}

void Clients::wake(std::uint32_t holder) {
  std::vector<std::uint32_t> list;
  std::swap(list, waiting_[holder]);
  for (const std::uint32_t id : list) send_or_wait(id);
}

void Clients::wake_all() {
  for (std::uint32_t holder = 0; holder < waiting_.size(); ++holder) {
    if (!waiting_[holder].empty()) wake(holder);
  }
}

void Clients::send(std::uint32_t id) {
  Active& active = actives_[id];
  active.sent = state_.now;
  active.to_send = active.has_seen = false;
  if (state_.grows() && active.pending.operation == Operation::kRead) {
    ask_shards(id);
    return;
  }
  const Event event{.kind = Event::Kind::kSend,
                    .phase = phase_known(active),
                    .number = outages_.clock_of(active.holder, state_.now),
                    .pending = &active.pending};
  const Effects effects = state_.step(active.key, event);
  if (story_.follows(active.key)) {
    const Phase& phase = state_.protocol_of(active.key).phases[active.pending.phase];
    StoryEvent sends{.what = StoryEvent::What::kSends, .client = active.holder, .phase = phase.name};
    for (std::size_t i = 0; i < effects.messages; ++i) sends.to |= bit_of(effects.sent[i].to);
    story_.tell(std::move(sends), active.operation);
  }
  for (std::size_t i = 0; i < effects.messages; ++i) dispatch(id, effects.sent[i]);
}

/// Asks every shard that the client's list has.
void Clients::ask_shards(std::uint32_t id) {
  Active& active = actives_[id];
  const std::uint8_t phase = phase_known(active);
  active.pending.phase = phase;
  active.pending.refused = false;
  active.seen = kNothing;
  const auto &olds = growth_.old_shards(), &news = growth_.new_shards();
  const bool all = state_.units.all[0].protocol->phases[phase].reads != Reads::kOld;
  active.shards = static_cast<std::uint32_t>(olds.size() + (all ? news.size() : 0));
  if (story_.follows(active.key)) {
    story_.tell({.what = StoryEvent::What::kAsksShards, .client = active.holder, .shards = active.shards},
                active.operation);
  }
  Effects::Sent sent{Side::kOld, {}};
  sent.message.phase = phase;
  for (const std::uint32_t node : olds) dispatch(id, sent, node);
  sent.to = Side::kNew;
  for (std::size_t i = 0; all && i < news.size(); ++i) dispatch(id, sent, news[i]);
}

void Clients::dispatch(std::uint32_t id, const Effects::Sent& sent) {
  dispatch(id, sent, state_.node_of(actives_[id].key, sent.to));
}

void Clients::dispatch(std::uint32_t id, const Effects::Sent& sent, std::uint32_t node) {
  Active& active = actives_[id];
  ++active.under_way;
  if (const std::uint32_t unit = state_.of_key(active.key); unit != kNoUnit) {
    ++state_.units.all[unit].under_way[sent.message.phase];
  }
  const std::uint32_t flight = free_place(flights_, free_flights_);
  const Time now = state_.now;
  flights_[flight] = {sent.message, id, node, sent.to, false, active.attempt, {}, now, now};
  state_.timeline.push(network_.arrival(active.holder, node, now), {Happening::kLand, flight});
}

// --- at the node -----------------------------------------------------------------------------------------------------

/// What a message does at the node where it lands.
Effects Clients::effects_of(const Flight& flight, Active& active) {
  const KeyState& key = state_.keys[active.key];
  if (state_.grows() && flight.message.kind == MessageKind::kRead) {
    Effects found;
    found.seen = growth_.rows_at(active.key, flight.node);
    return found;
  }
  const bool plain_cache_fill = flight.message.kind == MessageKind::kFill && state_.spec.system.cache;
  if (plain_cache_fill && key.at(flight.side).version != kNothing) return {};
  std::uint32_t* const known = applied_.of(flight.message, flight.side);
  const Event event{.kind = Event::Kind::kLand,
                    .side = flight.side,
                    .phase = phase_known(active),
                    .message = flight.message,
                    .pending = active.done || flight.attempt != active.attempt ? nullptr : &active.pending,
                    .applied_as = known != nullptr ? *known : 0};
  Effects effects = state_.step(active.key, event);
  if (known != nullptr && effects.say == Say::kServed) {
    // From here on the store behind the cache has it: answers to later attempts arrive in another order.
    if (*known == 0 && state_.spec.system.cache) truth_[active.key] = flight.message.version;
    *known = effects.change.number;
  }
  return effects;
}

void Clients::land(std::uint32_t id) {
  Flight& flight = flights_[id];
  Active& active = actives_[flight.active];
  const Time now = state_.now, deadline = deadline_of(active);
  if (outages_.node_is_down(flight.node, now)) {
    flight.lost = true;
    state_.timeline.push(std::max(deadline, now), {Happening::kAnswer, id});
    return;
  }
  flight.landed = now;
  books_.reached(flight.node);
  const bool carries_value = flight.message.kind != MessageKind::kRemove;
  const std::uint64_t bytes = carries_value ? state_.entry_bytes() : state_.spec.workload.key_bytes;
  const Time served = network_.serve(flight.node, bytes, now);
  expiry_.drop(active.key);
  const Version held = state_.keys[active.key].at(flight.side).version;
  const Effects& effects = flight.effects = effects_of(flight, active);
  if (state_.grows() && flight.message.kind == MessageKind::kWrite && effects.put) growth_.count_row(flight.node, true);
  camera_.key(active.key, now);
  if (is_written(effects.seen)) ledger_.fetch_ahead_operation(operation_of(effects.seen));
  if (story_.follows(active.key)) { story_.tell_landed(active.operation, flight.message, flight.side, held, effects); }
  if (effects.logged) log_.append(active.key, effects.change);
  const Time arrives = served + network_.latency();
  state_.timeline.push(arrives, {Happening::kAnswer, id});
  if (arrives <= deadline || active.done) return;
  state_.timeline.push(std::max(deadline, now), {Happening::kTimeout, flight.active, active.operation});
}

// --- the answer ------------------------------------------------------------------------------------------------------

Clients::Answer Clients::hear(std::uint32_t id) {
  Answer answer{flights_[id]};
  free_flights_.push_back(id);
  const Flight& flight = answer.flight;
  const Active& active = actives_[flight.active];
  if (camera_.wants(active.operation)) {
    camera_.leg({flight.sent, flight.landed, state_.now, active.operation, active.key, active.holder, flight.node,
                 active.pending.operation, flight.message.kind, flight.effects.say, flight.lost});
  }
  answer.waited_for = !active.done && active.attempt == flight.attempt;
  if (flight.lost) {
    if (answer.waited_for) time_out(flight.active);
  } else if (outages_.holder_is_down(active.holder, state_.now)) {
    if (answer.waited_for) lose(flight.active);
  } else {
    receive(answer);
  }
  return answer;
}

/// What a client does with an answer: it sends what is left, and learns of a phase.
void Clients::receive(Answer& answer) {
  answer.heard = true;
  const Flight& flight = answer.flight;
  const std::uint32_t id = flight.active;
  const Effects& effects = flight.effects;
  Active& active = actives_[id];
  count_said(active, effects.say);
  const bool lost_for_ever = active.redirects > kMaxRedirects;
  for (std::size_t i = 0; i < effects.messages && !lost_for_ever; ++i) dispatch(id, effects.sent[i]);
  if (flight.message.kind == MessageKind::kRead && effects.say == Say::kServed && active.attempt == flight.attempt) {
    if (state_.grows()) {
      shard_answered(id, flight);
    } else if (compares(state_.protocol_of(active.key).phases[flight.message.phase].reads)) {
      compare(active, flight);
    }
  }
  if (lost_for_ever && answer.waited_for) give_up(active);
  if (effects.learns) learn_from(answer);
}

/// A client of directory servers asks them; otherwise the refusal says what is new.
void Clients::learn_from(Answer& answer) {
  const Active& active = actives_[answer.flight.active];
  const std::uint32_t section = section_of(active);
  if (state_.spec.system.routing == Routing::kTwoLevel) {
    news_.fetch_later(section);
    return;
  }
  const MoveUnit& unit = state_.units.all[state_.of_key(active.key)];
  answer.learns = true;
  answer.section = section;
  answer.version = unit.announced_in[unit.progress.known_by(answer.flight.side)];
}

std::uint32_t Clients::conclude(const Answer& answer) {
  const Flight& flight = answer.flight;
  const std::uint32_t id = flight.active;
  Active& active = actives_[id];
  if (answer.heard && answer.waited_for) {
    if (flight.effects.finished && !active.done) finish(id, flight.effects.result);
    if (flight.effects.say == Say::kRefused && !active.done) {
      active.to_send = active.to_send || active.pending.refused;
      send_or_wait(id);
    }
  }
  --active.under_way;
  release(id);
  const std::uint32_t unit = state_.of_key(active.key);
  if (unit == kNoUnit) return kNoUnit;
  return --state_.units.all[unit].under_way[flight.message.phase] == 0 ? unit : kNoUnit;
}

void Clients::count_said(Active& active, Say say) {
  if (say == Say::kMoved || say == Say::kAsk) {
    books_.count(Count::kRedirected);
    ++active.redirects;
  }
  if (say == Say::kRefused) books_.refused();
}

/// Compares the answers of both sides to a read. The client takes its answer from one of them, whatever the other says.
void Clients::compare(Active& active, const Flight& flight) {
  if (active.has_seen && active.seen != flight.effects.seen) books_.count(Count::kDiffered);
  active.has_seen = !active.has_seen;
  active.seen = flight.effects.seen;
}

void Clients::shard_answered(std::uint32_t id, const Flight& flight) {
  Active& active = actives_[id];
  if (active.done) return;
  if (flight.effects.seen != kNothing) active.seen = flight.effects.seen;
  if (--active.shards == 0) finish(id, active.seen);
}

}  // namespace reshard
