#include "core/migration/checker_moves.h"

#include <algorithm>

#include "core/base/text.h"

namespace reshard {
namespace {

constexpr std::string_view kSideNames[] = {"old", "new"};

std::string side_name(Side side) { return std::string(kSideNames[index_of(side)]); }
std::string client_name(std::size_t client) { return std::string(1, static_cast<char>('A' + client)); }

/// "v0" is what was there at first, "v1" the first write of the story.
std::string version_name(const CheckerState& state, Version version) {
  if (version == kNothing) return "nothing";
  if (is_tombstone(version)) return "a tombstone";
  std::uint64_t number = 0;
  for (std::size_t i = 0; is_written(version) && i <= operation_of(version); ++i) {
    number += state.operations[i].kind == Operation::kWrite;
  }
  return "v" + decimal(number);
}

std::string operation_name(const CheckerState& state, std::size_t operation) {
  switch (state.operations[operation].kind) {
    case Operation::kWrite:
      return "write " + version_name(state, version_of(static_cast<std::uint32_t>(operation), false));
    case Operation::kDelete: return "delete";
    case Operation::kRead: return "read";
    case Operation::kExpire: return "the end of " + version_name(state, state.operations[operation].result);
  }
  return {};
}

std::string_view say_words(Say say) {
  constexpr std::string_view kWords[] = {"", "refused", "MOVED", "ASK"};
  return kWords[static_cast<std::size_t>(say)];
}

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
  if (!tell_) return;
  turn_.note = "client " + client_name(client) + " (phase " + phase(c.phase).name + ") sends " +
               operation_name(state, c.operation) + " to ";
  bool first = true;
  for (const Side side : {Side::kOld, Side::kNew}) {
    for (const Flight& flight : state.flights[client][index_of(side)]) {
      if (flight.operation != c.operation) continue;
      turn_.note += (first ? "" : " and ") + side_name(side);
      first = false;
    }
  }
}

void CheckerMoves::send_again(CheckerState& state, std::size_t client) {
  send(state, client);
  const CheckedClient& c = state.clients[client];
  if (!tell_) return;
  turn_.note = "client " + client_name(client) + " sends " + operation_name(state, c.operation) + " again (phase " +
               phase(c.phase).name + ")";
}

void CheckerMoves::give_up(CheckerState& state, std::size_t client) {
  CheckedClient& c = state.clients[client];
  if (tell_) {
    turn_.note = "client " + client_name(client) + " gives up waiting for its " + operation_name(state, c.operation);
  }
  state.operations[c.operation].open = true;
  ++state.timeouts;
  c.operation = kNoOperation;
  c.pending = {};
}

void CheckerMoves::learn(CheckerState& state, std::size_t client, std::uint8_t to) {
  state.clients[client].phase = to;
  settle(state, state.clients[client]);
  if (tell_) turn_.note = "client " + client_name(client) + " learns phase " + phase(to).name;
}

void CheckerMoves::finish(CheckerState& state, std::size_t client, Version result) {
  CheckedClient& c = state.clients[client];
  CheckedOperation& operation = state.operations[c.operation];
  operation.answered = true;
  operation.result = result;
  if (tell_) {
    turn_.note += operation.kind == Operation::kRead
                      ? "; client " + client_name(client) + " reads " + version_name(state, result)
                      : "; " + operation_name(state, c.operation) + " is acknowledged";
  }
  c.operation = kNoOperation;
  c.pending = {};
  if (operation.kind != Operation::kRead) return;
  std::array<Happened, kMaxHappened> memory;
  const auto history = plain(state, memory);
  Anomaly found = judge_read(history, operation.before, result);
  if (found == Anomaly::kNone && !state.bad && !bounds_.cache && !linearizable(history, nullptr)) {
    found = Anomaly::kWrongOrder;
  }
  if (bounds_.cache && found == Anomaly::kMissed) found = Anomaly::kNone;
  if (found != Anomaly::kNone) state.bad = true;
  turn_.found = found;
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
  if (tell_) {
    const MessageKind kind = flight.message.kind;
    turn_.note = client_name(client) + "'s " +
                 (kind == MessageKind::kFill     ? "copy of " + version_name(state, flight.message.version)
                  : kind == MessageKind::kRemove ? std::string("removal")
                                                 : operation_name(state, flight.operation)) +
                 " lands at " + side_name(side);
    if (effects.say != Say::kServed) {
      turn_.note.append(": ").append(say_words(effects.say));
    } else if (kind == MessageKind::kRead) {
      turn_.note += " (" + version_name(state, held) + ")";
    } else if (kind == MessageKind::kFill) {
      turn_.note += effects.put ? "" : " and is dropped";
    } else if (kind != MessageKind::kRemove) {
      turn_.note +=
          " (number " + decimal(effects.change.number) + ")" + (effects.put ? "" : " and is dropped as older");
    }
  }
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
  if (!tell_) return;
  turn_.note =
      "phase " + announced(state).name + " is announced" + (announced(state).drop ? "; the old copy is dropped" : "");
}

void CheckerMoves::node_learns(CheckerState& state, Side side) {
  state.progress.known[index_of(side)] = state.progress.announced;
  if (tell_) turn_.note = "node " + side_name(side) + " learns phase " + announced(state).name;
}

void CheckerMoves::copy(CheckerState& state) {
  const CopyState before = state.key.copying;
  const Version carried = state.key.carried.version;
  const Version held = state.key.at(Side::kOld).version;
  const Effects effects = step(protocol_, state.progress, state.key, {.kind = Event::Kind::kCopy});
  drop_expired(state);
  if (effects.clears_log) state.log.clear();
  if (!tell_) return;
  if (announced(state).copy == Copying::kMigrate) {
    const Side from = announced(state).copy_from;
    turn_.note = "the key is migrated from " + side_name(from) + " to " + side_name(other(from)) + " (if it was there)";
  } else if (before == CopyState::kNotYet) {
    turn_.note = "the copier reads " + version_name(state, held) + " at old";
  } else if (before == CopyState::kCarrying) {
    turn_.note =
        "the copy of " + version_name(state, carried) + " lands at new" + (effects.put ? "" : " and is dropped");
  } else {
    turn_.note = "the copier removes the key at old";
  }
}

void CheckerMoves::verify(CheckerState& state) {
  const VerifyState before = state.key.verifying;
  const Version compared = state.key.compared.version;
  const Effects effects = step(protocol_, state.progress, state.key, {.kind = Event::Kind::kVerify});
  drop_expired(state);
  if (!tell_) return;
  if (before == VerifyState::kNotYet) {
    turn_.note = "the verifier reads " + version_name(state, state.key.compared.version) + " at old";
  } else if (before == VerifyState::kComparing) {
    turn_.note = "the verifier reads " + version_name(state, state.key.at(Side::kNew).version) + " at new" +
                 (effects.differs ? ", which differs" : "");
  } else {
    turn_.note =
        "the repair to " + version_name(state, compared) + " lands at new" + (effects.put ? "" : " and is dropped");
  }
}

void CheckerMoves::skip(CheckerState& state) {
  step(protocol_, state.progress, state.key, {.kind = Event::Kind::kSkip});
  if (tell_) turn_.note = "the key is none of those that are compared";
}

void CheckerMoves::replay(CheckerState& state) {
  const Carried change = state.log.pop_front();
  step(protocol_, state.progress, state.key, {.kind = Event::Kind::kReplay, .carried = change});
  drop_expired(state);
  if (!tell_) return;
  turn_.note = "the log brings " + version_name(state, change.version) + " to " +
               side_name(announced(state).log == Log::kBack ? Side::kOld : Side::kNew);
}

void CheckerMoves::forget(CheckerState& state, Side side) {
  step(protocol_, state.progress, state.key, {.kind = Event::Kind::kForget, .side = side});
  if (tell_) turn_.note = "the tombstone at " + side_name(side) + " is dropped";
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
  drop_expired(state);
  if (tell_) turn_.note = version_name(state, version) + " expires";
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
  if (tell_) turn_.note = "old restarts from a lagging log: v0 is back there";
}

void CheckerMoves::forget_all(CheckerState& state, Side side) {
  state.restarted = true;
  const bool tail = bounds_.forgets == Forgets::kTail;
  step(protocol_, state.progress, state.key, {.kind = Event::Kind::kForgetAll, .side = side, .tail = tail});
  drop_expired(state);
  if (!tell_) return;
  turn_.note = "node " + side_name(side) + " comes back " + (tail ? "without its log's tail" : "empty");
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

std::string CheckerMoves::tell_end(const CheckerState& state) const {
  std::string line = "(";
  for (const Side side : {Side::kOld, Side::kNew}) {
    line +=
        side_name(side) + " has " + version_name(state, state.key.at(side).version) + (side == Side::kOld ? ", " : "");
  }
  line += "; final route: ";
  const Reads reads = protocol_.phases.back().reads;
  for (std::size_t leg = 0; leg < read_legs(reads); ++leg) {
    line += (leg == 0 ? "" : ", ") + side_name(read_leg(reads, leg));
  }
  return line + ")";
}

}  // namespace reshard
