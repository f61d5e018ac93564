#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace reshard {

/// The two places of a key that moves.
enum class Side : std::uint8_t { kOld, kNew };
inline constexpr std::size_t kSides = 2;
constexpr std::size_t index_of(Side side) { return static_cast<std::size_t>(side); }
constexpr Side other(Side side) { return side == Side::kOld ? Side::kNew : Side::kOld; }

// The words of phases, in the order in which phase_fields.cpp spells them.
enum class Reads : std::uint8_t {
  kOld,
  kNew,
  kOldNew,
  kNewOld,
  kNewOldNew,
  kBothOld,  ///< both at once, to compare them; old answers
  kBothNew,  ///< the same, and new answers
};
enum class Writes : std::uint8_t { kOld, kNew, kBoth };
enum class Deletes : std::uint8_t {
  kLeaveNothing,
  kTombstone,
  kBothSides,  ///< leave nothing, and go to the other side first, then where writes go
};
enum class Copying : std::uint8_t {
  kNone,
  kAll,      ///< every key is read at old and put at new
  kMigrate,  ///< every key moves in one atomic step, and is gone where it was
  kOnRead,   ///< who reads a value at old puts it at new
};
enum class Conflict : std::uint8_t {
  kOverwrite,
  kIfAbsent,  ///< a tombstone counts as present
  kIfNewer,
};
/// How many keys are compared, old with new: a share of them (Pace::verify_share), or each.
enum class Verify : std::uint8_t { kNone, kSample, kAll };
enum class Numbering : std::uint8_t {
  kAuthority,  ///< old numbers a write, and then new applies it with that number
  kEach,       ///< both sides at once, each with a number of its own
  kClocks,     ///< the client's clock numbers it
};
enum class Acknowledged : std::uint8_t { kByBoth, kByOne };
enum class Log : std::uint8_t { kNone, kForward, kBack };   ///< where what changes on one side is sent on to
enum class Freeze : std::uint8_t { kNone, kWrites, kAll };  ///< what clients hold back by themselves

/// What a node that checks requests does with one about a key that moves.
enum class NodeRule : std::uint8_t {
  kServe,
  kNoWrites,
  kClosed,     ///< refuses reads as well
  kMigrating,  ///< serves what is present, else says ASK
  kImporting,  ///< serves who asks with ASKING, else says MOVED
  kForeign,    ///< MOVED
  kGate,       ///< refuses who has not learnt of this phase: the map version is sent with each request
};

/// What must hold before the next phase is announced; a set.
enum Until : std::uint8_t {
  kUntilAcknowledged = 1,  ///< every holder of a map knows it and has nothing of an earlier phase under way
  kUntilCopied = 2,
  kUntilDrained = 4,    ///< copied, and nothing in the log
  kUntilExpired = 8,    ///< nothing is left at old
  kUntilAsked = 16,     ///< the operator has asked for the next phase
  kUntilVerified = 32,  ///< what is to be compared has been
};

/// One phase of a move: what everybody does while it lasts.
struct Phase {
  std::string name;
  Reads reads = Reads::kOld;
  Writes writes = Writes::kOld;
  bool move = false;  ///< a write at one side is deleted at the other
  Deletes deletes = Deletes::kLeaveNothing;
  Copying copy = Copying::kNone;
  Side copy_from = Side::kOld;  ///< of Copying::kMigrate
  bool copy_again = false;      ///< what was copied before is copied once more
  bool copy_tombstones = false;
  Conflict conflict = Conflict::kOverwrite;  ///< a copied key where one exists
  Verify verify = Verify::kNone;
  bool repair = false;  ///< a key that differs is copied once more, with the same `conflict`
  Numbering numbering = Numbering::kAuthority;
  Conflict apply = Conflict::kIfNewer;        ///< at new, a write that brings its number
  Conflict apply_old = Conflict::kOverwrite;  ///< the same at old
  Acknowledged acknowledged = Acknowledged::kByBoth;
  Log log = Log::kNone;
  Freeze freeze = Freeze::kNone;
  std::uint8_t until = 0;      ///< of Until
  std::uint64_t after_us = 0;  ///< and not earlier than this after it was announced
  std::uint64_t asked_us = 0;  ///< of kUntilAsked: when the operator asks, since the move began

  /// Held back: no request is sent in it before every holder has acknowledged it, nor is the next phase announced.
  bool barrier = false;
  bool drop = false;  ///< when it is announced, the values at old are dropped
  NodeRule old_rule = NodeRule::kServe, new_rule = NodeRule::kServe;

  bool operator==(const Phase&) const = default;

  NodeRule rule(Side side) const { return side == Side::kOld ? old_rule : new_rule; }
};

/// The sides that reads ask one after another, until one has the key.
std::size_t read_legs(Reads reads);
/// Whether each read asks the other side, too, and compares.
constexpr bool compares(Reads reads) { return reads == Reads::kBothOld || reads == Reads::kBothNew; }
Side read_leg(Reads reads, std::size_t leg);

/// Whether a phase compares keys that the one before it did not.
constexpr bool begins_to_verify(const Phase& before, const Phase& phase) {
  return phase.verify != Verify::kNone && before.verify == Verify::kNone;
}

/// How a move is made. Its first phase is how things were.
struct Protocol {
  bool checks = false;  ///< nodes check requests: the rules of the phases hold at them
  std::vector<Phase> phases;

  bool operator==(const Protocol&) const = default;
};

inline constexpr std::size_t kMaxPhases = 24;

/// Whether clients behave alike in both phases, so that who knows the first knows the second.
bool alike_for_clients(const Phase& a, const Phase& b);

}  // namespace reshard
