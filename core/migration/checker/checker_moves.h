#pragma once

#include <vector>

#include "core/migration/checker/checker_state.h"

namespace reshard {

/// The events that may happen next in a tiny system.
class CheckerMoves {
 public:
  CheckerMoves(const Protocol& protocol, const Bounds& bounds) : protocol_(protocol), bounds_(bounds) {}

  CheckerState first() const;

  /// The event that led to a state.
  struct Turn {
    Anomaly found = Anomaly::kNone;
    std::vector<StoryEvent> events;  ///< if asked for; operations and versions by their position in the history
  };

  /// Calls visit(state, turn) for each event that may happen in `state`, in a fixed order.
  template <typename Visit>
  void each(const CheckerState& state, bool tell, Visit visit);

  /// Whether nothing more happens by itself, and the last phase has been reached.
  bool quiet(const CheckerState& state) const;
  bool all_begun(const CheckerState& state) const;
  Anomaly judge_end(const CheckerState& state) const;

 private:
  template <typename Happen>
  void each_of_client(const CheckerState& state, std::size_t c, Happen happen);
  template <typename Happen>
  void each_of_move(const CheckerState& state, Happen happen);

  const Phase& phase(std::size_t i) const { return protocol_.phases[i]; }
  const Phase& announced(const CheckerState& state) const { return phase(state.progress.announced); }
  bool nodes_know(const CheckerState& state) const;
  bool in_flight_before(const CheckerState& state, std::size_t phase) const;
  bool acknowledged(const CheckerState& state, std::size_t phase) const;
  bool may_send(const CheckerState& state, std::size_t client, Operation kind) const;
  bool may_begin(const CheckerState& state, std::size_t client, Operation kind) const;
  bool may_advance(const CheckerState& state) const;
  void settle(CheckerState& state, CheckedClient& client) const;

  void post(CheckerState& state, std::size_t client, std::uint8_t operation, const Effects& effects) const;
  void send(CheckerState& state, std::size_t client) const;
  void begin(CheckerState& state, std::size_t client, Operation kind);
  void send_again(CheckerState& state, std::size_t client);
  void give_up(CheckerState& state, std::size_t client);
  void learn(CheckerState& state, std::size_t client, std::uint8_t phase);
  void land(CheckerState& state, std::size_t client, Side side);
  void finish(CheckerState& state, std::size_t client, Version result);
  void advance(CheckerState& state);
  void node_learns(CheckerState& state, Side side);
  void copy(CheckerState& state);
  void verify(CheckerState& state);
  void skip(CheckerState& state);
  void replay(CheckerState& state);
  void forget(CheckerState& state, Side side);
  Version next_to_expire(const CheckerState& state) const;
  void expire(CheckerState& state, Version version);
  void drop_expired(CheckerState& state) const;
  void restart(CheckerState& state);
  void forget_all(CheckerState& state, Side side);

  // Callers ask tell_ first: most events are of no story.
  void tell(const CheckerState& state, StoryEvent event);
  /// The same, of an operation in the history.
  void tell(const CheckerState& state, StoryEvent event, std::uint8_t operation);
  void tell_sent(const CheckerState& state, StoryEvent::What what, std::size_t client);
  void tell_landed(const CheckerState& state, const Flight& flight, Side side, Version held, const Effects& effects);

  const Protocol& protocol_;
  const Bounds bounds_;
  bool tell_ = false;
  Turn turn_;
};

template <typename Visit>
void CheckerMoves::each(const CheckerState& state, bool tell, Visit visit) {
  tell_ = tell;
  const auto happen = [&](auto act) {
    CheckerState next = state;
    turn_ = {};
    act(next);
    visit(next, turn_);
  };
  for (std::size_t c = 0; c < bounds_.clients; ++c) each_of_client(state, c, happen);
  each_of_move(state, happen);
}

template <typename Happen>
void CheckerMoves::each_of_client(const CheckerState& state, std::size_t c, Happen happen) {
  const CheckedClient& client = state.clients[c];
  const bool idle = client.operation == kNoOperation;
  for (const Operation kind : {Operation::kWrite, Operation::kDelete, Operation::kRead}) {
    if (may_begin(state, c, kind)) happen([&](CheckerState& next) { begin(next, c, kind); });
  }
  if (!idle && client.pending.refused && client.phase > client.pending.phase &&
      may_send(state, c, client.pending.operation)) {
    happen([&](CheckerState& next) { send_again(next, c); });
  }
  if (!idle && !client.pending.refused && state.timeouts < bounds_.timeouts) {
    happen([&](CheckerState& next) { give_up(next, c); });
  }
  for (unsigned k = client.phase + 1u; k <= state.progress.announced; ++k) {
    happen([&](CheckerState& next) { learn(next, c, static_cast<std::uint8_t>(k)); });
  }
  for (const Side side : {Side::kOld, Side::kNew}) {
    if (!state.flights[c][index_of(side)].empty()) happen([&](CheckerState& next) { land(next, c, side); });
  }
}

template <typename Happen>
void CheckerMoves::each_of_move(const CheckerState& state, Happen happen) {
  if (may_advance(state)) happen([&](CheckerState& next) { advance(next); });
  for (const Side side : {Side::kOld, Side::kNew}) {
    if (protocol_.checks && state.progress.known_by(side) < state.progress.announced) {
      happen([&](CheckerState& next) { node_learns(next, side); });
    }
  }
  const bool begins = state.key.copying == CopyState::kNotYet;
  if (copier_has_work(announced(state), state.key) && (!begins || nodes_know(state))) {
    happen([&](CheckerState& next) { copy(next); });
  }
  const bool unread = state.key.verifying == VerifyState::kNotYet;
  if (verifier_has_work(announced(state), state.key) && (!unread || nodes_know(state))) {
    happen([&](CheckerState& next) { verify(next); });
    if (unread && announced(state).verify == Verify::kSample) happen([&](CheckerState& next) { skip(next); });
  }
  const bool logs = announced(state).log != Log::kNone;
  if (logs && state.key.copying == CopyState::kDone && !state.log.empty()) {
    happen([&](CheckerState& next) { replay(next); });
  }
  for (const Side side : {Side::kOld, Side::kNew}) {
    const bool drops = announced(state).deletes != Deletes::kTombstone;
    if (drops && is_tombstone(state.key.at(side).version)) happen([&](CheckerState& next) { forget(next, side); });
  }
  const bool migrated = state.key.copying == CopyState::kDone && announced(state).copy == Copying::kMigrate;
  if (const Version version = next_to_expire(state); version != kNothing) {
    happen([&](CheckerState& next) { expire(next, version); });
  }
  if (bounds_.restart && !state.restarted && migrated) happen([&](CheckerState& next) { restart(next); });
  for (const Side side : {Side::kOld, Side::kNew}) {
    if (bounds_.forgets == Forgets::kNone || state.restarted) break;
    happen([&](CheckerState& next) { forget_all(next, side); });
  }
}

}  // namespace reshard
