// Requests of a run: from the client to the node and back.
#include <algorithm>

#include "core/base/check.h"
#include "core/base/natural_log.h"
#include "core/migration/run.h"

namespace reshard {
namespace {

constexpr std::uint16_t kMaxRedirects = 16;

}  // namespace

/// Draws when the next request begins, a Poisson process as of many independent users, and what it asks for.
void MoveRun::draw_next() {
  const double mean = 1e6 / static_cast<double>(state_.spec.workload.requests_per_second);
  next_exact_ -= natural_log(1 - arrivals_.unit()) * mean;
  next_request_ = static_cast<Time>(next_exact_);
  const double luck = arrivals_.unit();
  next_.kind = luck < state_.spec.workload.writes                                  ? Operation::kWrite
               : luck < state_.spec.workload.writes + state_.spec.workload.deletes ? Operation::kDelete
                                                                                   : Operation::kRead;
  if (state_.grows() && next_.kind == Operation::kWrite) {
    next_.key = kNobody;  // a new row
  } else if (shares_.even()) {
    next_.key = static_cast<std::uint32_t>(arrivals_.below(state_.plan->keys()));
  } else {
    const std::uint64_t part = arrivals_.below(share_ends_.back());
    next_.key = static_cast<std::uint32_t>(std::upper_bound(share_ends_.begin(), share_ends_.end(), part) -
                                           share_ends_.begin());
  }
  next_.holder = maps_.holder_of(static_cast<std::uint32_t>(arrivals_.below(state_.spec.system.clients)));
  if (next_.key == kNobody) return;
  // Prefetches what is known of its key, so that it is in the cache when the request begins.
  fetch_ahead(&state_.keys[next_.key]);
  ledger_.fetch_ahead(next_.key);
}

void MoveRun::begin_request() {
  std::uint32_t id = 0;
  if (free_actives_.empty()) {
    id = static_cast<std::uint32_t>(actives_.size());
    actives_.emplace_back();
  } else {
    id = free_actives_.back();
    free_actives_.pop_back();
  }
  Active& active = actives_[id];
  active = {};
  active.done = false;
  active.begun = state_.now;
  active.operation = ledger_.operations();
  active.key = next_.key == kNobody ? add_row() : next_.key;
  active.holder = next_.holder;
  const Operation kind = active.pending.operation = next_.kind;
  if (kind != Operation::kRead) active.pending.version = version_of(active.operation, kind == Operation::kDelete);
  ledger_.begin(active.operation, active.key, kind, state_.now);
  active.floor = ledger_.floor(active.key);
  draw_next();
  // A proxy is one way away; a coordinator takes a way there and one back.
  const Time way = static_cast<Time>(state_.spec.system.latency_us);
  switch (state_.spec.system.routing) {
    case Routing::kSmartClient:
    case Routing::kTwoLevel: send_or_wait(id); break;
    case Routing::kProxy:
    case Routing::kCoordinator: state_.timeline.push(state_.now + way, {Happening::kSend, id}); break;
  }
}

void MoveRun::happen(const Happening& happening) {
  switch (happening.what) {
    case Happening::kSend:
      actives_[happening.a].to_send = true;
      send_or_wait(happening.a);
      break;
    case Happening::kLand: land(happening.a); break;
    case Happening::kAnswer: answer(happening.a); break;
    case Happening::kTimeout: time_is_up(happening.a, happening.b); break;
    case Happening::kLearn:
    case Happening::kAsk:
    case Happening::kFetch:
      if (!heard_later(happening)) hear(happening);
      break;
    case Happening::kNodesLearn: nodes_learn(happening.a, static_cast<std::uint8_t>(happening.b)); break;
    case Happening::kMayEnd: try_to_end_phase(happening.a); break;
    case Happening::kCopy: copy(happening.a); break;
    case Happening::kWriteRow:
      if (happening.b == copier_life_) write_row(happening.a);  // else the page is lost with the copier
      break;
    case Happening::kCopyLands: copy_lands(happening.a, happening.b); break;
    case Happening::kReplay: replay(happening.a); break;
    case Happening::kCopierFails: ++copier_life_; break;
    case Happening::kCopierIsBack: copier_is_back(); break;
    case Happening::kVerify: verify(happening.a); break;
    case Happening::kVerifyGoesOn: verify_goes_on(happening.a, happening.b); break;
    case Happening::kNodeSaved: node_saved(); break;
    case Happening::kNodeIsBack: node_is_back(); break;
    case Happening::kWatch: watch(); break;
    case Happening::kBegin: begin_move(); break;
  }
}

bool MoveRun::may_send(const Active& active) const {
  const std::uint32_t id = state_.of_key(active.key);
  if (id == kNoUnit) return true;
  const std::uint8_t known = phase_known(active);
  const Phase& phase = state_.units.all[id].protocol->phases[known];
  if (active.pending.refused && known <= active.pending.phase) return false;
  if (phase.freeze == Freeze::kAll) return false;
  if (phase.freeze == Freeze::kWrites && active.pending.operation != Operation::kRead) return false;
  return !phase.barrier || acknowledged(id, known);
}

void MoveRun::send_or_wait(std::uint32_t id) {
  if (actives_[id].done || !actives_[id].to_send) return;
  if (outages_.holder_is_down(actives_[id].holder, state_.now)) {
    actives_[id].sent = state_.now;
    actives_[id].to_send = false;
    lose(id);
    return;
  }
  if (may_send(actives_[id])) {
    send(id);
  } else {
    wait_at(id);
  }
}

void MoveRun::wait_at(std::uint32_t id) {
  Active& active = actives_[id];
  if (!active.waited) series_.count(Count::kWaited, state_.now);
  active.waited = true;
  waiting_[active.holder].push_back(id);
  if (active.pending.refused || !maps_.hears_by_itself()) fetch_later(section_of(active));
}

void MoveRun::send(std::uint32_t id) {
  Active& active = actives_[id];
  const std::uint8_t phase = phase_known(active);
  active.sent = state_.now;
  active.to_send = active.has_seen = false;
  if (state_.grows() && active.pending.operation == Operation::kRead) {
    ask_shards(id);
    return;
  }
  const Event event{.kind = Event::Kind::kSend,
                    .phase = phase,
                    .number = outages_.clock_of(active.holder, state_.now),
                    .pending = &active.pending};
  const Effects effects = state_.step(active.key, event);
  if (traced(active.key)) tell_sent(active, effects);
  for (std::size_t i = 0; i < effects.messages; ++i) dispatch(id, effects.sent[i]);
}

void MoveRun::dispatch(std::uint32_t id, const Effects::Sent& sent) {
  dispatch_to(id, sent, state_.node_of(actives_[id].key, sent.to));
}

void MoveRun::dispatch_to(std::uint32_t id, const Effects::Sent& sent, std::uint32_t node) {
  Active& active = actives_[id];
  ++active.under_way;
  if (const std::uint32_t unit = state_.of_key(active.key); unit != kNoUnit)
    ++state_.units.all[unit].under_way[sent.message.phase];
  std::uint32_t flight = 0;
  if (free_flights_.empty()) {
    flight = static_cast<std::uint32_t>(flights_.size());
    flights_.emplace_back();
  } else {
    flight = free_flights_.back();
    free_flights_.pop_back();
  }
  flights_[flight] = {sent.message, id, node, sent.to, false, active.attempt, {}, state_.now, state_.now};
  const Time at = network_.arrival(active.holder, node, state_.now);
  state_.timeline.push(at, {Happening::kLand, flight});
}

/// What a message does at the node where it lands.
Effects MoveRun::effects_of(const Flight& flight, Active& active, KeyState& key) {
  if (state_.grows() && flight.message.kind == MessageKind::kRead) {
    Effects found;
    found.seen = rows_at(active.key, flight.node);
    return found;
  }
  const bool plain_cache_fill = flight.message.kind == MessageKind::kFill && state_.spec.system.cache;
  if (plain_cache_fill && key.at(flight.side).version != kNothing) return {};
  std::uint32_t* const known = applied_as(flight.message, flight.side);
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

void MoveRun::land(std::uint32_t id) {
  Flight& flight = flights_[id];
  Active& active = actives_[flight.active];
  const std::uint32_t node = flight.node;
  const Time deadline = active.sent + static_cast<Time>(state_.spec.workload.timeout_us);
  if (outages_.node_is_down(node, state_.now)) {
    flight.lost = true;
    state_.timeline.push(std::max(deadline, state_.now), {Happening::kAnswer, id});
    return;
  }
  flight.landed = state_.now;
  series_.reached(node, state_.now);
  const bool carries_value = flight.message.kind != MessageKind::kRemove;
  const std::uint64_t bytes = carries_value ? state_.entry_bytes() : state_.spec.workload.key_bytes;
  const Time served = network_.serve(node, bytes, state_.now);
  drop_expired(active.key);
  KeyState& key = state_.keys[active.key];
  const Version held = key.at(flight.side).version;
  flight.effects = effects_of(flight, active, key);
  if (state_.grows() && flight.message.kind == MessageKind::kWrite && flight.effects.put) count_row(node, true);
  film_key(active.key, state_.now);
  if (is_written(flight.effects.seen)) ledger_.fetch_ahead_operation(operation_of(flight.effects.seen));
  if (traced(active.key)) tell_landed(flight, held, flight.effects);
  if (flight.effects.logged) log_change(active.key, flight.effects.change);
  const Time arrives = served + static_cast<Time>(state_.spec.system.latency_us);
  state_.timeline.push(arrives, {Happening::kAnswer, id});
  if (arrives > deadline && !active.done) {
    state_.timeline.push(std::max(deadline, state_.now), {Happening::kTimeout, flight.active, active.operation});
  }
}

/// The number that the side gave this write when it applied it; null if nothing is ever sent again.
std::uint32_t* MoveRun::applied_as(const Message& message, Side side) {
  const bool writes = message.kind == MessageKind::kWrite || message.kind == MessageKind::kApply;
  std::vector<std::uint32_t>& all = applied_as_[reshard::index_of(side)];
  return writes && !all.empty() ? &all[operation_of(message.version)] : nullptr;
}

void MoveRun::answer(std::uint32_t id) {
  const Flight flight = flights_[id];
  free_flights_.push_back(id);
  const std::uint32_t active_id = flight.active;
  const std::uint32_t key = actives_[active_id].key;
  if (film_ != nullptr && film_->wants(actives_[active_id].operation)) film_leg(flight);
  const bool waited_for = !actives_[active_id].done && actives_[active_id].attempt == flight.attempt;
  if (flight.lost) {
    if (waited_for) time_out(active_id);
  } else if (outages_.holder_is_down(actives_[active_id].holder, state_.now)) {
    if (waited_for) lose(active_id);
  } else {
    receive(flight, waited_for);
  }
  --actives_[active_id].under_way;
  release(active_id);
  if (const std::uint32_t unit = state_.of_key(key); unit != kNoUnit) {
    if (--state_.units.all[unit].under_way[flight.message.phase] == 0) try_to_end_phase(unit);
  }
}

void MoveRun::count_said(Active& active, Say say) {
  if (say == Say::kMoved || say == Say::kAsk) {
    series_.count(Count::kRedirected, state_.now);
    ++active.redirects;
  }
  if (say == Say::kRefused) {
    series_.count(Count::kRefused, state_.now);
    ++wrong_in_second_;
  }
}

/// What a client does with an answer: it sends what is left, learns of a phase, finishes, or waits.
void MoveRun::receive(const Flight& flight, bool waited_for) {
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
      compare(id, flight);
    }
  }
  if (lost_for_ever && waited_for) give_up(id);
  if (effects.learns) {
    const MoveUnit& unit = state_.units.all[state_.of_key(active.key)];
    // A client of directory servers asks them; otherwise the refusal says what is new.
    if (state_.spec.system.routing == Routing::kTwoLevel) {
      fetch_later(section_of(active));
    } else {
      learn(section_of(active), unit.announced_in[unit.progress.known_by(flight.side)]);
    }
  }
  if (effects.finished && waited_for && !active.done) finish(id, effects.result);
  if (effects.say == Say::kRefused && waited_for && !active.done) {
    active.to_send = active.to_send || active.pending.refused;
    send_or_wait(id);
  }
}

/// Compares the answers of both sides to a read. The client takes its answer from one of them, whatever the other says.
void MoveRun::compare(std::uint32_t id, const Flight& flight) {
  Active& active = actives_[id];
  if (active.has_seen && active.seen != flight.effects.seen) series_.count(Count::kDiffered, state_.now);
  active.has_seen = !active.has_seen;
  active.seen = flight.effects.seen;
}

/// With a cache, a miss asks the store, and puts the answer where reads ask first.
void MoveRun::fill_from_store(std::uint32_t id, Version& result) {
  const Active& active = actives_[id];
  series_.count(Count::kFromStore, state_.now);
  result = visible(truth_[active.key]);
  if (result == kNothing) return;
  const Phase& phase = state_.protocol_of(active.key).phases[active.pending.phase];
  dispatch(id,
           {read_leg(phase.reads, 0), {MessageKind::kFill, false, active.pending.phase, false, result, kFirstNumber}});
}

void MoveRun::finish(std::uint32_t id, Version result) {
  const Operation kind = actives_[id].pending.operation;
  if (kind == Operation::kRead && result == kNothing && state_.spec.system.cache) fill_from_store(id, result);
  Active& active = actives_[id];
  active.done = true;
  ++ended_in_second_;
  const Time took = state_.now - active.begun;
  series_.latency(took, state_.now);
  if (took > static_cast<Time>(state_.spec.workload.timeout_us)) series_.count(Count::kOverdue, state_.now);
  if (kind != Operation::kRead) {
    ledger_.acknowledge(active.operation, state_.now);
    if (state_.spec.system.cache && state_.spec.workload.retries == 0) truth_[active.key] = active.pending.version;
    series_.count(Count::kRight, state_.now);
    if (traced(active.key)) tell(name_of_operation(active.operation) + " is acknowledged");
    return;
  }
  Anomaly wrong = ledger_.read(active.operation, active.floor, result, state_.now);
  if (state_.spec.system.cache && wrong == Anomaly::kMissed) wrong = Anomaly::kNone;
  if (traced(active.key)) {
    tell("a read returns " + name_of(result) +
         (wrong == Anomaly::kNone ? "" : ": " + std::string(anomaly_words(wrong))));
  }
  switch (wrong) {
    case Anomaly::kStale: series_.count(Count::kStale, state_.now); break;
    case Anomaly::kMissed: series_.count(Count::kMissed, state_.now); break;
    case Anomaly::kReturnedDelete: series_.count(Count::kReturned, state_.now); break;
    case Anomaly::kNone:
    case Anomaly::kLostWrite:
    case Anomaly::kWrongOrder: series_.count(Count::kRight, state_.now); break;
  }
  if (wrong == Anomaly::kNone) return;
  ++wrong_in_second_;
  found(wrong, active.key);
  if (film_ != nullptr && film_->marks.size() < Film::kMaxMarks) {
    film_->marks.push_back({state_.now, active.key, active.operation, active.holder, wrong});
  }
}

/// Closes the connection: no answer to this attempt counts any more, though its messages may still land.
void MoveRun::time_out(std::uint32_t id) {
  Active& active = actives_[id];
  if (active.attempt >= state_.spec.workload.retries) {
    give_up(id);
    return;
  }
  const Time wait = static_cast<Time>(state_.spec.workload.backoff_us) << active.attempt;
  ++active.attempt;
  active.redirects = 0;
  active.to_send = false;
  series_.count(Count::kRetried, state_.now);
  if (traced(active.key)) tell("the client will try " + name_of_operation(active.operation) + " again");
  state_.timeline.push(state_.now + wait, {Happening::kSend, id});
}

void MoveRun::give_up(std::uint32_t id) {
  Active& active = actives_[id];
  active.done = true;
  ++ended_in_second_;
  ++wrong_in_second_;
  series_.count(Count::kFailed, state_.now);
  if (traced(active.key)) tell("the client gives up waiting for " + name_of_operation(active.operation));
}

/// Does nothing if the operation has been answered or sent again meanwhile.
void MoveRun::time_is_up(std::uint32_t id, std::uint32_t operation) {
  const Active& active = actives_[id];
  const Time deadline = active.sent + static_cast<Time>(state_.spec.workload.timeout_us);
  if (active.done || active.operation != operation || state_.now < deadline) return;
  time_out(id);
  release(id);
}

void MoveRun::release(std::uint32_t id) {
  if (actives_[id].done && actives_[id].under_way == 0) free_actives_.push_back(id);
}

void MoveRun::found(Anomaly kind, std::uint32_t key) {
  std::uint8_t& had = had_[static_cast<std::size_t>(kind)][key];
  if (had != 0) return;
  had = 1;
  if (traced(key) && kind == traced_.kind) told_ = true;
  if (totals_.keys_with[static_cast<std::size_t>(kind)]++ == 0) witnesses_.push_back({kind, key, state_.now});
}

}  // namespace reshard
