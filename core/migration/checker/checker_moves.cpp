#include "core/migration/checker/checker_moves.h"

#include <algorithm>

namespace reshard {
namespace {

using What = StoryEvent::What;

std::uint32_t name_of(std::size_t client) { return static_cast<std::uint32_t>(client); }

std::size_t begun_by_clients(const CheckerState& state) {
  return static_cast<std::size_t>(std::count_if(state.operations.begin(), state.operations.end(),
                                                [](const auto& one) { return one.kind != Operation::kExpire; }));
}

std::span<const Happened> plain(const CheckerState& state, std::array<Happened, kMaxHappened>& history) {
  for (std::size_t i = 0; i < state.operations.size(); ++i) history[i] = state.operations[i];
  return std::span(history).first(state.operations.size());
}

}  // namespace

bool CheckerMoves::all_begun(const CheckerState& state) const { return begun_by_clients(state) == bounds_.operations; }

CheckerState CheckerMoves::first() const {
  CheckerState state;
  state.key = first_state();
  return state;
}

bool CheckerMoves::nodes_know(const CheckerState& state) const {
  const auto& known = state.progress.known;
  return !protocol_.checks || (known[0] == state.progress.announced && known[1] == state.progress.announced);
}

bool CheckerMoves::in_flight_before(const CheckerState& state, std::size_t phase) const {
  for (const auto& sides : state.flights) {
    for (const auto& flights : sides) {
      for (const Flight& flight : flights) {
        const CheckedOperation& operation = state.operations[flight.operation];
        const bool ignored =
            (bounds_.timeout_is_answer && operation.open) || (bounds_.answers_only && operation.answered);
        if (flight.message.phase < phase && !ignored) return true;
      }
    }
  }
  return false;
}

bool CheckerMoves::acknowledged(const CheckerState& state, std::size_t phase) const {
  for (std::size_t c = 0; c < bounds_.clients; ++c) {
    if (state.clients[c].phase < phase) return false;
  }
  return bounds_.no_drain || !in_flight_before(state, phase);
}

bool CheckerMoves::may_send(const CheckerState& state, std::size_t client, Operation kind) const {
  const std::uint8_t known = state.clients[client].phase;
  const Phase& p = phase(known);
  if (p.freeze == Freeze::kAll || (p.freeze == Freeze::kWrites && kind != Operation::kRead)) return false;
  return !p.barrier || acknowledged(state, known);
}

bool CheckerMoves::may_begin(const CheckerState& state, std::size_t client, Operation kind) const {
  const std::size_t begun = begun_by_clients(state);
  if (state.clients[client].operation != kNoOperation || begun >= bounds_.operations) return false;
  if (begun == 0 && client > 0 && !bounds_.asymmetric) return false;  // the clients differ only in their names
  if (bounds_.one_writer && kind != Operation::kRead && client > 0) return false;
  return may_send(state, client, kind);
}

bool CheckerMoves::may_advance(const CheckerState& state) const {
  const std::size_t current = state.progress.announced;
  if (current + 1 == protocol_.phases.size()) return false;
  const bool copied = state.key.copying == CopyState::kDone;
  Facts facts{acknowledged(state, current), nodes_know(state), copied, copied && state.log.empty()};
  facts.expired = visible(state.key.at(Side::kOld).version) == kNothing;
  facts.asked = true;  // the operator may ask at any time
  facts.verified = state.key.verifying == VerifyState::kDone;
  return may_end(phase(current), facts);
}

void CheckerMoves::settle(CheckerState& state, CheckedClient& client) const {
  while (client.phase < state.progress.announced && !phase(client.phase + 1u).barrier &&
         alike_for_clients(phase(client.phase), phase(client.phase + 1u))) {
    ++client.phase;
  }
}

void CheckerMoves::post(CheckerState& state, std::size_t client, std::uint8_t operation, const Effects& effects) const {
  for (std::size_t i = 0; i < effects.messages; ++i) {
    const auto& [to, message] = effects.sent[i];
    state.flights[client][index_of(to)].push({message, operation});
  }
}

void CheckerMoves::send(CheckerState& state, std::size_t client) const {
  constexpr std::uint32_t kBehind = 4;
  CheckedClient& c = state.clients[client];
  const std::uint32_t clock = kFirstNumber + 1 + c.operation - (bounds_.clock_behind && client == 1 ? kBehind : 0);
  const Event event{.kind = Event::Kind::kSend, .phase = c.phase, .number = clock, .pending = &c.pending};
  post(state, client, c.operation, step(protocol_, state.progress, state.key, event));
}

void CheckerMoves::begin(CheckerState& state, std::size_t client, Operation kind) {
  CheckedOperation operation;
  operation.kind = kind;
  operation.client = static_cast<std::uint8_t>(client);
  for (std::size_t i = 0; i < state.operations.size(); ++i) {
    if (state.operations[i].answered) operation.before |= 1u << i;
  }
  CheckedClient& c = state.clients[client];
  c.operation = static_cast<std::uint8_t>(state.operations.size());
  c.pending = {};
  c.pending.operation = kind;
  if (kind != Operation::kRead) c.pending.version = version_of(c.operation, kind == Operation::kDelete);
  state.operations.push(operation);
  send(state, client);
  if (tell_) tell_sent(state, What::kSends, client);
}

void CheckerMoves::send_again(CheckerState& state, std::size_t client) {
  send(state, client);
  if (tell_) tell_sent(state, What::kSendsAgain, client);
}

void CheckerMoves::give_up(CheckerState& state, std::size_t client) {
  CheckedClient& c = state.clients[client];
  if (tell_) tell(state, {.what = What::kGivesUp, .client = name_of(client)}, c.operation);
  state.operations[c.operation].open = true;
  ++state.timeouts;
  c.operation = kNoOperation;
  c.pending = {};
}

void CheckerMoves::learn(CheckerState& state, std::size_t client, std::uint8_t to) {
  state.clients[client].phase = to;
  settle(state, state.clients[client]);
  if (tell_) tell(state, {.what = What::kLearns, .client = name_of(client), .phase = phase(to).name});
}

void CheckerMoves::finish(CheckerState& state, std::size_t client, Version result) {
  CheckedClient& c = state.clients[client];
  CheckedOperation& operation = state.operations[c.operation];
  operation.answered = true;
  operation.result = result;
  const std::uint8_t ended = c.operation;
  c.operation = kNoOperation;
  c.pending = {};
  if (operation.kind != Operation::kRead) {
    if (tell_) tell(state, {.what = What::kAcknowledged, .client = name_of(client)}, ended);
    return;
  }
  std::array<Happened, kMaxHappened> memory;
  const auto history = plain(state, memory);
  Anomaly found = judge_read(history, operation.before, result);
  if (found == Anomaly::kNone && !state.bad && !bounds_.cache && !linearizable(history, nullptr)) {
    found = Anomaly::kWrongOrder;
  }
  if (bounds_.cache && found == Anomaly::kMissed) found = Anomaly::kNone;
  if (found != Anomaly::kNone) state.bad = true;
  turn_.found = found;
  if (tell_) tell(state, {.what = What::kReturns, .client = name_of(client), .version = result, .found = found}, ended);
}

void CheckerMoves::land(CheckerState& state, std::size_t client, Side side) {
  const Flight flight = state.flights[client][index_of(side)].pop_front();
  CheckedClient& c = state.clients[client];
  const bool waited_for = c.operation == flight.operation;
  const Version held = state.key.at(side).version;
  const Event event{.kind = Event::Kind::kLand,
                    .side = side,
                    .phase = c.phase,
                    .message = flight.message,
                    .pending = waited_for ? &c.pending : nullptr};
  const Effects effects = step(protocol_, state.progress, state.key, event);
  drop_expired(state);
  if (tell_) tell_landed(state, flight, side, held, effects);
  if (effects.logged) state.log.push(effects.change);
  post(state, client, flight.operation, effects);
  if (effects.learns) {
    c.phase = state.progress.known_by(side);
    settle(state, c);
  }
  if (effects.finished) finish(state, client, effects.result);
}

void CheckerMoves::advance(CheckerState& state) {
  Progress& progress = state.progress;
  ++progress.announced;
  for (std::size_t c = 0; c < bounds_.clients; ++c) settle(state, state.clients[c]);
  for (const Side side : {Side::kOld, Side::kNew}) {
    std::uint8_t& known = progress.known[index_of(side)];
    if (phase(progress.announced).rule(side) == phase(known).rule(side)) known = progress.announced;
  }
  const Effects effects = step(protocol_, progress, state.key, {.kind = Event::Kind::kAnnounce});
  if (effects.clears_log) state.log.clear();
  if (tell_) tell(state, {.what = What::kAnnounced, .phase = announced(state).name});
}

void CheckerMoves::node_learns(CheckerState& state, Side side) {
  state.progress.known[index_of(side)] = state.progress.announced;
  if (tell_) tell(state, {.what = What::kNodeLearns, .phase = announced(state).name, .side = side});
}

void CheckerMoves::copy(CheckerState& state) {
  const CopyState before = state.key.copying;
  const Effects effects = step(protocol_, state.progress, state.key, {.kind = Event::Kind::kCopy});
  const Version carried = state.key.carried.version;
  drop_expired(state);
  if (effects.clears_log) state.log.clear();
  if (announced(state).copy == Copying::kMigrate) {
    if (tell_) tell(state, {.what = What::kMigrates, .side = other(announced(state).copy_from)});
  } else if (before == CopyState::kNotYet) {
    if (tell_) tell(state, {.what = What::kCopierReads, .version = carried});
  } else if (before == CopyState::kCarrying) {
    if (tell_) tell(state, {.what = What::kCopyLands, .side = Side::kNew, .dropped = !effects.put});
  } else {
    if (tell_) tell(state, {.what = What::kCopierRemoves});
  }
}

void CheckerMoves::verify(CheckerState& state) {
  const VerifyState before = state.key.verifying;
  const Version held = state.key.at(Side::kNew).version;
  const Effects effects = step(protocol_, state.progress, state.key, {.kind = Event::Kind::kVerify});
  const Version compared = state.key.compared.version;
  drop_expired(state);
  if (before == VerifyState::kNotYet) {
    if (tell_) tell(state, {.what = What::kVerifierReads, .version = compared});
  } else if (before == VerifyState::kComparing) {
    if (tell_)
      tell(state, {.what = What::kVerifierReads, .version = held, .side = Side::kNew, .differs = effects.differs});
  } else {
    if (tell_) tell(state, {.what = What::kRepairLands, .side = Side::kNew, .dropped = !effects.put});
  }
}

void CheckerMoves::skip(CheckerState& state) {
  step(protocol_, state.progress, state.key, {.kind = Event::Kind::kSkip});
  if (tell_) tell(state, {.what = What::kVerifierSkips});
}

void CheckerMoves::replay(CheckerState& state) {
  const Carried change = state.log.pop_front();
  step(protocol_, state.progress, state.key, {.kind = Event::Kind::kReplay, .carried = change});
  drop_expired(state);
  const Side to = announced(state).log == Log::kBack ? Side::kOld : Side::kNew;
  if (tell_) tell(state, {.what = What::kLogBrings, .version = change.version, .side = to});
}

void CheckerMoves::forget(CheckerState& state, Side side) {
  step(protocol_, state.progress, state.key, {.kind = Event::Kind::kForget, .side = side});
  if (tell_) tell(state, {.what = What::kDropsTombstone, .side = side});
}

/// Nothing where no value may expire now: values expire in the order in which they were written.
Version CheckerMoves::next_to_expire(const CheckerState& state) const {
  if (!bounds_.expires) return kNothing;
  Version next = kFirstValue;
  for (const CheckedOperation& operation : state.operations) {
    if (operation.kind != Operation::kExpire || operation.result != next) continue;
    std::uint32_t i = is_written(next) ? operation_of(next) + 1 : 0;
    while (i < state.operations.size() && state.operations[i].kind != Operation::kWrite) ++i;
    next = i < state.operations.size() ? version_of(i, false) : kNothing;
  }
  // A value outlives the request that writes it.
  if (is_written(next) && !state.operations[operation_of(next)].answered) return kNothing;
  return next;
}

void CheckerMoves::expire(CheckerState& state, Version version) {
  CheckedOperation end;
  end.kind = Operation::kExpire;
  end.answered = true;
  end.result = version;
  for (std::size_t i = 0; i < state.operations.size(); ++i) {
    if (state.operations[i].answered) end.before |= 1u << i;
  }
  state.operations.push(end);
  const std::array<Held, kSides> before = state.key.sides;
  drop_expired(state);
  for (const Side side : {Side::kOld, Side::kNew}) {
    const bool held = before[index_of(side)].version == version;
    if (tell_ && held) tell(state, {.what = What::kExpires, .version = version, .side = side});
  }
}

/// Once a value has expired it is gone from wherever it is, or arrives later.
void CheckerMoves::drop_expired(CheckerState& state) const {
  for (const CheckedOperation& operation : state.operations) {
    if (operation.kind != Operation::kExpire) continue;
    for (const Side side : {Side::kOld, Side::kNew}) {
      if (state.key.at(side).version != operation.result) continue;
      step(protocol_, state.progress, state.key, {.kind = Event::Kind::kForget, .side = side});
    }
  }
}

void CheckerMoves::restart(CheckerState& state) {
  state.restarted = true;
  step(protocol_, state.progress, state.key, {.kind = Event::Kind::kRestart});
  drop_expired(state);
  if (tell_) tell(state, {.what = What::kRestarts, .version = kFirstValue});
}

void CheckerMoves::forget_all(CheckerState& state, Side side) {
  state.restarted = true;
  const bool tail = bounds_.forgets == Forgets::kTail;
  step(protocol_, state.progress, state.key, {.kind = Event::Kind::kForgetAll, .side = side, .tail = tail});
  drop_expired(state);
  if (tell_) tell(state, {.what = What::kForgets, .side = side});
}

bool CheckerMoves::quiet(const CheckerState& state) const {
  if (state.progress.announced + std::size_t{1} != protocol_.phases.size() || !nodes_know(state)) return false;
  for (std::size_t c = 0; c < bounds_.clients; ++c) {
    if (state.clients[c].operation != kNoOperation) return false;
    if (!state.flights[c][0].empty() || !state.flights[c][1].empty()) return false;
  }
  if (verifier_has_work(announced(state), state.key)) return false;
  return !copier_has_work(announced(state), state.key) && (announced(state).log == Log::kNone || state.log.empty());
}

Anomaly CheckerMoves::judge_end(const CheckerState& state) const {
  const Reads reads = announced(state).reads;
  Version value = kNothing;
  for (std::size_t leg = 0; leg < read_legs(reads) && value == kNothing; ++leg) {
    value = state.key.at(read_leg(reads, leg)).version;
  }
  value = visible(value);
  if (bounds_.cache) return Anomaly::kNone;
  std::array<Happened, kMaxHappened> memory;
  const auto history = plain(state, memory);
  const Anomaly word = judge_final(history, value);
  if (word != Anomaly::kNone || state.bad) return word;
  return linearizable(history, &value) ? Anomaly::kNone : Anomaly::kWrongOrder;
}

// --- stories ---------------------------------------------------------------------------------------------------------

void CheckerMoves::tell(const CheckerState& state, StoryEvent event) {
  for (const Side side : {Side::kOld, Side::kNew}) event.holds[index_of(side)] = state.key.at(side).version;
  turn_.events.push_back(std::move(event));
}

void CheckerMoves::tell(const CheckerState& state, StoryEvent event, std::uint8_t operation) {
  event.operation = state.operations[operation].kind;
  event.number = operation + 1u;
  tell(state, std::move(event));
}

void CheckerMoves::tell_sent(const CheckerState& state, StoryEvent::What what, std::size_t client) {
  const CheckedClient& c = state.clients[client];
  StoryEvent event{.what = what, .client = name_of(client), .phase = phase(c.phase).name};
  for (const Side side : {Side::kOld, Side::kNew}) {
    for (const Flight& flight : state.flights[client][index_of(side)]) {
      if (flight.operation == c.operation) event.to |= bit_of(side);
    }
  }
  tell(state, std::move(event), c.operation);
}

void CheckerMoves::tell_landed(const CheckerState& state, const Flight& flight, Side side, Version held,
                               const Effects& effects) {
  const bool is_copy = flight.message.kind == MessageKind::kFill;
  tell(state,
       {.what = What::kLands,
        .message = flight.message.kind,
        .version = is_copy ? flight.message.version : held,
        .side = side,
        .say = effects.say,
        .dropped = effects.say == Say::kServed && !effects.put},
       flight.operation);
}

}  // namespace reshard
