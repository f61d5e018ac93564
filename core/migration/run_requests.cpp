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
  const double mean = 1e6 / static_cast<double>(spec_.workload.requests_per_second);
  next_exact_ -= natural_log(1 - arrivals_.unit()) * mean;
  next_request_ = static_cast<Time>(next_exact_);
  const double luck = arrivals_.unit();
  next_.kind = luck < spec_.workload.writes                            ? Operation::kWrite
               : luck < spec_.workload.writes + spec_.workload.deletes ? Operation::kDelete
                                                                       : Operation::kRead;
  if (grows() && next_.kind == Operation::kWrite) {
    next_.key = kNobody;  // a new row
  } else if (shares_.even()) {
    next_.key = static_cast<std::uint32_t>(arrivals_.below(plan_->keys()));
  } else {
    const std::uint64_t part = arrivals_.below(share_ends_.back());
    next_.key = static_cast<std::uint32_t>(std::upper_bound(share_ends_.begin(), share_ends_.end(), part) -
                                           share_ends_.begin());
  }
  next_.holder = maps_.holder_of(static_cast<std::uint32_t>(arrivals_.below(spec_.system.clients)));
  if (next_.key == kNobody) return;
  // Prefetches what is known of its key, so that it is in the cache when the request begins.
  fetch_ahead(&keys_[next_.key]);
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
  active.begun = now_;
  active.operation = ledger_.operations();
  active.key = next_.key == kNobody ? add_row() : next_.key;
  active.holder = next_.holder;
  const Operation kind = active.pending.operation = next_.kind;
  if (kind != Operation::kRead) active.pending.version = version_of(active.operation, kind == Operation::kDelete);
  ledger_.begin(active.operation, active.key, kind, now_);
  active.floor = ledger_.floor(active.key);
  draw_next();
  // A proxy is one way away; a coordinator takes a way there and one back.
  const Time way = static_cast<Time>(spec_.system.latency_us);
  switch (spec_.system.routing) {
    case Routing::kSmartClient:
    case Routing::kTwoLevel: send_or_wait(id); break;
    case Routing::kProxy:
    case Routing::kCoordinator: timeline_.push(now_ + way, {What::kSend, id}); break;
  }
}

void MoveRun::happen(const Happening& happening) {
  switch (happening.what) {
    case What::kSend:
      actives_[happening.a].to_send = true;
      send_or_wait(happening.a);
      break;
    case What::kLand: land(happening.a); break;
    case What::kAnswer: answer(happening.a); break;
    case What::kTimeout: time_is_up(happening.a, happening.b); break;
    case What::kLearn:
    case What::kAsk:
    case What::kFetch:
      if (!heard_later(happening)) hear(happening);
      break;
    case What::kNodesLearn: nodes_learn(happening.a, static_cast<std::uint8_t>(happening.b)); break;
    case What::kMayEnd: try_to_end_phase(happening.a); break;
    case What::kCopy: copy(happening.a); break;
    case What::kWriteRow:
      if (happening.b == copier_life_) write_row(happening.a);  // else the page is lost with the copier
      break;
    case What::kCopyLands: copy_lands(happening.a, happening.b); break;
    case What::kReplay: replay(happening.a); break;
    case What::kCopierFails: ++copier_life_; break;
    case What::kCopierIsBack: copier_is_back(); break;
    case What::kVerify: verify(happening.a); break;
    case What::kVerifyGoesOn: verify_goes_on(happening.a, happening.b); break;
    case What::kNodeSaved: node_saved(); break;
    case What::kNodeIsBack: node_is_back(); break;
    case What::kWatch: watch(); break;
    case What::kBegin: begin_move(); break;
  }
}

bool MoveRun::may_send(const Active& active) const {
  const std::uint32_t id = of_key(active.key);
  if (id == kNoUnit) return true;
  const std::uint8_t known = phase_known(active);
  const Phase& phase = units_.all[id].protocol->phases[known];
  if (active.pending.refused && known <= active.pending.phase) return false;
  if (phase.freeze == Freeze::kAll) return false;
  if (phase.freeze == Freeze::kWrites && active.pending.operation != Operation::kRead) return false;
  return !phase.barrier || acknowledged(id, known);
}

void MoveRun::send_or_wait(std::uint32_t id) {
  if (actives_[id].done || !actives_[id].to_send) return;
  if (holder_is_down(actives_[id].holder)) {
    actives_[id].sent = now_;
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
  if (!active.waited) series_.count(Count::kWaited, now_);
  active.waited = true;
  waiting_[active.holder].push_back(id);
  if (active.pending.refused || !maps_.hears_by_itself()) fetch_later(section_of(active));
}

void MoveRun::send(std::uint32_t id) {
  Active& active = actives_[id];
  const std::uint8_t phase = phase_known(active);
  active.sent = now_;
  active.to_send = active.has_seen = false;
  if (grows() && active.pending.operation == Operation::kRead) {
    ask_shards(id);
    return;
  }
  const Event event{
      .kind = Event::Kind::kSend, .phase = phase, .number = clock_of(active.holder), .pending = &active.pending};
  const Effects effects = reshard::step(protocol_of_key(active.key), progress_of(active.key), keys_[active.key], event);
  if (traced(active.key)) tell_sent(active, effects);
  for (std::size_t i = 0; i < effects.messages; ++i) dispatch(id, effects.sent[i]);
}

void MoveRun::dispatch(std::uint32_t id, const Effects::Sent& sent) {
  dispatch_to(id, sent, node_of(actives_[id].key, sent.to));
}

void MoveRun::dispatch_to(std::uint32_t id, const Effects::Sent& sent, std::uint32_t node) {
  Active& active = actives_[id];
  ++active.under_way;
  if (const std::uint32_t unit = of_key(active.key); unit != kNoUnit) ++units_.all[unit].under_way[sent.message.phase];
  std::uint32_t flight = 0;
  if (free_flights_.empty()) {
    flight = static_cast<std::uint32_t>(flights_.size());
    flights_.emplace_back();
  } else {
    flight = free_flights_.back();
    free_flights_.pop_back();
  }
  flights_[flight] = {sent.message, id, node, sent.to, false, active.attempt, {}, now_, now_};
  const std::uint64_t luck = mix64(spec_.seed ^ mix64(messages_++));
  Time at = now_ + static_cast<Time>(spec_.system.latency_us + luck % (spec_.system.jitter_us + 1));
  if (spec_.system.routing == Routing::kCoordinator) at += static_cast<Time>(spec_.system.latency_us);
  if (spec_.faults.late > 0 && happens_by_luck(mix64(luck), spec_.faults.late))
    at += static_cast<Time>(spec_.faults.late_us);
  Time& last = last_arrival_[std::size_t{active.holder} * plan_->nodes + node];
  at = last = std::max(at, last);
  timeline_.push(at, {What::kLand, flight});
}

Time MoveRun::served_at(std::uint32_t node, std::uint64_t bytes) {
  totals_.node_bytes[node] += bytes;
  Time done = now_ * kNanoseconds;
  if (const std::uint64_t rate = spec_.system.node_requests_per_second; rate > 0) {
    node_free_[node] = done = std::max(done, node_free_[node]) + static_cast<Time>(1'000'000'000 / rate);
  }
  if (const std::uint64_t rate = spec_.system.link_bytes_per_second; rate > 0) {
    const Time takes = static_cast<Time>(static_cast<double>(bytes) * 1e9 / static_cast<double>(rate));
    link_free_[node] = done = std::max(done, link_free_[node]) + takes;
  }
  return (done + kNanoseconds - 1) / kNanoseconds;
}

/// What a message does at the node where it lands.
Effects MoveRun::effects_of(const Flight& flight, Active& active, KeyState& key) {
  if (grows() && flight.message.kind == MessageKind::kRead) {
    Effects found;
    found.seen = rows_at(active.key, flight.node);
    return found;
  }
  const bool plain_cache_fill = flight.message.kind == MessageKind::kFill && spec_.system.cache;
  if (plain_cache_fill && key.at(flight.side).version != kNothing) return {};
  std::uint32_t* const known = applied_as(flight.message, flight.side);
  const Event event{.kind = Event::Kind::kLand,
                    .side = flight.side,
                    .phase = phase_known(active),
                    .message = flight.message,
                    .pending = active.done || flight.attempt != active.attempt ? nullptr : &active.pending,
                    .applied_as = known != nullptr ? *known : 0};
  Effects effects = reshard::step(protocol_of_key(active.key), progress_of(active.key), key, event);
  if (known != nullptr && effects.say == Say::kServed) {
    // From here on the store behind the cache has it: answers to later attempts arrive in another order.
    if (*known == 0 && spec_.system.cache) truth_[active.key] = flight.message.version;
    *known = effects.change.number;
  }
  return effects;
}

void MoveRun::land(std::uint32_t id) {
  Flight& flight = flights_[id];
  Active& active = actives_[flight.active];
  const std::uint32_t node = flight.node;
  const Time deadline = active.sent + static_cast<Time>(spec_.workload.timeout_us);
  if (node_is_down(node, now_)) {
    flight.lost = true;
    timeline_.push(std::max(deadline, now_), {What::kAnswer, id});
    return;
  }
  ++totals_.node_requests[node];
  flight.landed = now_;
  series_.reached(node, now_);
  const bool carries_value = flight.message.kind != MessageKind::kRemove;
  const Time served = served_at(node, spec_.workload.key_bytes + (carries_value ? spec_.workload.value_bytes : 0));
  drop_expired(active.key);
  KeyState& key = keys_[active.key];
  const Version held = key.at(flight.side).version;
  flight.effects = effects_of(flight, active, key);
  if (grows() && flight.message.kind == MessageKind::kWrite && flight.effects.put) count_row(node, true);
  film_key(active.key, now_);
  if (is_written(flight.effects.seen)) ledger_.fetch_ahead_operation(operation_of(flight.effects.seen));
  if (traced(active.key)) tell_landed(flight, held, flight.effects);
  if (flight.effects.logged) log_change(active.key, flight.effects.change);
  const Time arrives = served + static_cast<Time>(spec_.system.latency_us);
  timeline_.push(arrives, {What::kAnswer, id});
  if (arrives > deadline && !active.done) {
    timeline_.push(std::max(deadline, now_), {What::kTimeout, flight.active, active.operation});
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
  } else if (holder_is_down(actives_[active_id].holder)) {
    if (waited_for) lose(active_id);
  } else {
    receive(flight, waited_for);
  }
  --actives_[active_id].under_way;
  release(active_id);
  if (const std::uint32_t unit = of_key(key); unit != kNoUnit) {
    if (--units_.all[unit].under_way[flight.message.phase] == 0) try_to_end_phase(unit);
  }
}

void MoveRun::count_said(Active& active, Say say) {
  if (say == Say::kMoved || say == Say::kAsk) {
    series_.count(Count::kRedirected, now_);
    ++active.redirects;
  }
  if (say == Say::kRefused) {
    series_.count(Count::kRefused, now_);
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
    if (grows()) {
      shard_answered(id, flight);
    } else if (compares(protocol_of_key(active.key).phases[flight.message.phase].reads)) {
      compare(id, flight);
    }
  }
  if (lost_for_ever && waited_for) give_up(id);
  if (effects.learns) {
    const MoveUnit& unit = units_.all[of_key(active.key)];
    // A client of directory servers asks them; otherwise the refusal says what is new.
    if (spec_.system.routing == Routing::kTwoLevel) {
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
  if (active.has_seen && active.seen != flight.effects.seen) series_.count(Count::kDiffered, now_);
  active.has_seen = !active.has_seen;
  active.seen = flight.effects.seen;
}

/// With a cache, a miss asks the store, and puts the answer where reads ask first.
void MoveRun::fill_from_store(std::uint32_t id, Version& result) {
  const Active& active = actives_[id];
  series_.count(Count::kFromStore, now_);
  result = visible(truth_[active.key]);
  if (result == kNothing) return;
  const Phase& phase = protocol_of_key(active.key).phases[active.pending.phase];
  dispatch(id,
           {read_leg(phase.reads, 0), {MessageKind::kFill, false, active.pending.phase, false, result, kFirstNumber}});
}

void MoveRun::finish(std::uint32_t id, Version result) {
  const Operation kind = actives_[id].pending.operation;
  if (kind == Operation::kRead && result == kNothing && spec_.system.cache) fill_from_store(id, result);
  Active& active = actives_[id];
  active.done = true;
  ++ended_in_second_;
  const Time took = now_ - active.begun;
  series_.latency(took, now_);
  if (took > static_cast<Time>(spec_.workload.timeout_us)) series_.count(Count::kOverdue, now_);
  if (kind != Operation::kRead) {
    ledger_.acknowledge(active.operation, now_);
    if (spec_.system.cache && spec_.workload.retries == 0) truth_[active.key] = active.pending.version;
    series_.count(Count::kRight, now_);
    if (traced(active.key)) tell(name_of_operation(active.operation) + " is acknowledged");
    return;
  }
  Anomaly wrong = ledger_.read(active.operation, active.floor, result, now_);
  if (spec_.system.cache && wrong == Anomaly::kMissed) wrong = Anomaly::kNone;
  if (traced(active.key)) {
    tell("a read returns " + name_of(result) +
         (wrong == Anomaly::kNone ? "" : ": " + std::string(anomaly_words(wrong))));
  }
  switch (wrong) {
    case Anomaly::kStale: series_.count(Count::kStale, now_); break;
    case Anomaly::kMissed: series_.count(Count::kMissed, now_); break;
    case Anomaly::kReturnedDelete: series_.count(Count::kReturned, now_); break;
    case Anomaly::kNone:
    case Anomaly::kLostWrite:
    case Anomaly::kWrongOrder: series_.count(Count::kRight, now_); break;
  }
  if (wrong == Anomaly::kNone) return;
  ++wrong_in_second_;
  found(wrong, active.key);
  if (film_ != nullptr && film_->marks.size() < Film::kMaxMarks) {
    film_->marks.push_back({now_, active.key, active.operation, active.holder, wrong});
  }
}

/// Closes the connection: no answer to this attempt counts any more, though its messages may still land.
void MoveRun::time_out(std::uint32_t id) {
  Active& active = actives_[id];
  if (active.attempt >= spec_.workload.retries) {
    give_up(id);
    return;
  }
  const Time wait = static_cast<Time>(spec_.workload.backoff_us) << active.attempt;
  ++active.attempt;
  active.redirects = 0;
  active.to_send = false;
  series_.count(Count::kRetried, now_);
  if (traced(active.key)) tell("the client will try " + name_of_operation(active.operation) + " again");
  timeline_.push(now_ + wait, {What::kSend, id});
}

void MoveRun::give_up(std::uint32_t id) {
  Active& active = actives_[id];
  active.done = true;
  ++ended_in_second_;
  ++wrong_in_second_;
  series_.count(Count::kFailed, now_);
  if (traced(active.key)) tell("the client gives up waiting for " + name_of_operation(active.operation));
}

/// Does nothing if the operation has been answered or sent again meanwhile.
void MoveRun::time_is_up(std::uint32_t id, std::uint32_t operation) {
  const Active& active = actives_[id];
  const Time deadline = active.sent + static_cast<Time>(spec_.workload.timeout_us);
  if (active.done || active.operation != operation || now_ < deadline) return;
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
  if (totals_.keys_with[static_cast<std::size_t>(kind)]++ == 0) witnesses_.push_back({kind, key, now_});
}

}  // namespace reshard
