#pragma once

#include <array>
#include <cstdint>

#include "core/migration/model/phase.h"
#include "core/migration/model/version.h"

namespace reshard {

// The rules of a move for one key: what a message does where it lands, what the copier does, what a phase changes.
// There is no clock: the checker (checker.h) lets events happen in every order, the run (run.h) at their times, and
// both call step() for each.

enum class Operation : std::uint8_t {
  kWrite,
  kDelete,
  kRead,
  kExpire,  ///< no client's: a value expires, wherever it is
};

/// What one side holds of the key.
struct Held {
  Version version = kNothing;
  std::uint32_t number = 0;   ///< the number that the version was given
  std::uint32_t highest = 0;  ///< the highest number ever seen here; it survives the value
};

/// A value on its way to the other side.
struct Carried {
  Version version = kNothing;
  std::uint32_t number = 0;
};

enum class CopyState : std::uint8_t { kNotYet, kCarrying, kRemoving, kDone };
enum class VerifyState : std::uint8_t { kNotYet, kComparing, kRepairing, kDone };

/// The state of the key on both sides.
struct KeyState {
  std::array<Held, kSides> sides;
  CopyState copying = CopyState::kNotYet;
  VerifyState verifying = VerifyState::kNotYet;
  Carried carried;
  Carried compared;  ///< what the verifier has read at old

  Held& at(Side side) { return sides[index_of(side)]; }
  const Held& at(Side side) const { return sides[index_of(side)]; }
};

/// The initial state of a key: its first value at old, with a number of its own.
inline constexpr std::uint32_t kFirstNumber = 4;
constexpr KeyState first_state() { return {{Held{kFirstValue, kFirstNumber, kFirstNumber}, Held{}}, {}, {}, {}, {}}; }

enum class MessageKind : std::uint8_t {
  kWrite,  ///< the side numbers it
  kApply,  ///< a write that carries its number
  kRead,
  kFill,    ///< a copy of what was read at old
  kRemove,  ///< a delete at the other side, for a write that moves
};

struct Message {
  MessageKind kind = MessageKind::kRead;
  bool asking = false;
  std::uint8_t phase = 0;  ///< in which it was sent
  bool compares = false;   ///< a read whose answer is only compared with that of the other side
  Version version = kNothing;
  std::uint32_t number = 0;
};

/// An operation that its client waits for.
struct Pending {
  Operation operation = Operation::kRead;
  Version version = kNothing;  ///< what it writes
  std::uint8_t phase = 0;      ///< in which it was sent
  std::uint8_t leg = 0;        ///< of a read
  std::uint8_t need = 0;       ///< answers still missing, where both sides were asked at once
  bool refused = false;        ///< to be sent again in a later phase
};

/// How far the move is: the newest announced phase, and the phase by which each side acts where nodes check.
struct Progress {
  std::uint8_t announced = 0;
  std::array<std::uint8_t, kSides> known{};

  std::uint8_t known_by(Side side) const { return known[index_of(side)]; }
};

struct Event {
  enum class Kind : std::uint8_t {
    kSend,       ///< a client sends `pending` in phase `phase`; `number` is that of its clock, for Numbering::kClocks
    kLand,       ///< `message` lands at `side`; `pending` is null if the client no longer waits
    kCopy,       ///< the copier takes its next step
    kVerify,     ///< the verifier's next step: it reads old, then new, then repairs a difference
    kSkip,       ///< the key is not in the sample to compare
    kReplay,     ///< puts `carried`, the log's next change, on the other side
    kAnnounce,   ///< the phase `progress.announced` is announced
    kForget,     ///< drops what `side` holds: a tombstone or an expired value
    kRestart,    ///< old comes back with what its log had: the first value
    kForgetAll,  ///< `side` comes back empty or, with `tail`, with what it had at first
  };
  Kind kind;
  Side side = Side::kOld;
  std::uint8_t phase = 0;
  std::uint32_t number = 0;
  Message message = {};
  Carried carried = {};
  Pending* pending = nullptr;
  std::uint32_t applied_as = 0;  ///< if not 0: the side has already applied the write `message`, under this number
  bool tail = false;
};

/// What a node answers; one that checks may say something else than kServed.
enum class Say : std::uint8_t { kServed, kRefused, kMoved, kAsk };

struct Effects {
  struct Sent {
    Side to;
    Message message;
  };
  std::array<Sent, 2> sent{};  ///< by the client
  std::uint8_t messages = 0;
  Say say = Say::kServed;
  bool learns = false;      ///< the client learns the phase of the side that refused it
  bool finished = false;    ///< the operation is done, with `result` if it is a read
  bool put = true;          ///< false: what arrived was dropped, as older or because something was there
  bool logged = false;      ///< append `change` to the log
  bool clears_log = false;  ///< what the log has of this key is void
  bool differs = false;     ///< the verifier found something else at new than it had read at old
  Version result = kNothing;
  Version seen = kNothing;  ///< what a served read found, as a reader sees it
  Carried change;

  void send(Side to, const Message& message) { sent[messages++] = {to, message}; }
};

/// The only step function: changes `key` and the event's pending operation, and says what else happens.
Effects step(const Protocol& protocol, const Progress& progress, KeyState& key, const Event& event);

/// Whether the copier has something to do with this key in this phase.
bool copier_has_work(const Phase& phase, const KeyState& key);

/// The same for the verifier: it takes up a key once copying it has ended.
bool verifier_has_work(const Phase& phase, const KeyState& key);

/// What is known when a phase might end.
struct Facts {
  bool acknowledged = false;  ///< by every map holder
  bool nodes_know = true;     ///< every node that checks acts by this phase
  bool copied = false, drained = false;
  bool expired = false;  ///< nothing is left at old
  bool asked = false, verified = false;
};
bool may_end(const Phase& phase, const Facts& facts);

}  // namespace reshard
