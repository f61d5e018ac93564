#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace reshard {

/// The two sides of a move: where a key was, and where it goes.
enum class Side : std::uint8_t { kOld, kNew };
inline constexpr std::size_t kSides = 2;
constexpr std::size_t index_of(Side side) { return static_cast<std::size_t>(side); }
constexpr Side other(Side side) { return side == Side::kOld ? Side::kNew : Side::kOld; }

// The choices of a phase, in the order in which phase_fields.cpp spells them.
enum class Reads : std::uint8_t {
  kOld,
  kNew,
  kOldNew,
  kNewOld,
  kNewOldNew,
  kBothOld,  ///< both at once, to compare them; the answer comes from old
  kBothNew,  ///< the same, but the answer comes from new
};
enum class Writes : std::uint8_t { kOld, kNew, kBoth };
enum class Deletes : std::uint8_t {
  kLeaveNothing,
  kTombstone,
  kBothSides,  ///< leave nothing, and go to the other side first, then to where writes go
};
enum class Copying : std::uint8_t {
  kNone,
  kAll,      ///< every key is read at old and put at new
  kMigrate,  ///< every key moves in one atomic step and is removed from where it was
  kOnRead,   ///< a client that reads a value at old puts it at new
};
enum class Conflict : std::uint8_t {
  kOverwrite,
  kIfAbsent,  ///< a tombstone counts as present
  kIfNewer,
};
/// How many keys are compared, old with new: none, a share of them (Pace::verify_share), or all.
enum class Verify : std::uint8_t { kNone, kSample, kAll };
enum class Numbering : std::uint8_t {
  kAuthority,  ///< old numbers a write, then new applies it under that number
  kEach,       ///< to both sides at once; each numbers it separately
  kClocks,     ///< the client's clock gives the number
};
enum class Acknowledged : std::uint8_t { kByBoth, kByOne };
enum class Log : std::uint8_t { kNone, kForward, kBack };   ///< where changes on one side are sent on to
enum class Freeze : std::uint8_t { kNone, kWrites, kAll };  ///< what clients hold back of their own accord

/// What a node that checks requests does with one for a key that moves.
enum class NodeRule : std::uint8_t {
  kServe,
  kNoWrites,
  kClosed,     ///< refuses reads as well
  kMigrating,  ///< serves what is present, else says ASK
  kImporting,  ///< serves requests with ASKING, else says MOVED
  kForeign,    ///< says MOVED
  kGate,       ///< refuses clients that do not know this phase: each request carries the map version
};

/// What must hold before the next phase is announced; a set of flags.
enum Until : std::uint8_t {
  kUntilAcknowledged = 1,  ///< every map holder knows it and has no request of an earlier phase under way
  kUntilCopied = 2,
  kUntilDrained = 4,    ///< copied, and the log is empty
  kUntilExpired = 8,    ///< nothing is left at old
  kUntilAsked = 16,     ///< the operator has asked for the next phase
  kUntilVerified = 32,  ///< the keys to compare have been compared
};

/// One phase of a move: what everybody does during it.
struct Phase {
  std::string name;
  Reads reads = Reads::kOld;
  Writes writes = Writes::kOld;
  bool move = false;  ///< a write at one side deletes the key at the other
  Deletes deletes = Deletes::kLeaveNothing;
  Copying copy = Copying::kNone;
  Side copy_from = Side::kOld;  ///< for Copying::kMigrate
  bool copy_again = false;      ///< copies again what was copied before
  bool copy_tombstones = false;
  Conflict conflict = Conflict::kOverwrite;  ///< if a copied key already exists there
  Verify verify = Verify::kNone;
  bool repair = false;  ///< copies a key that differs again, with the same `conflict`
  Numbering numbering = Numbering::kAuthority;
  Conflict apply = Conflict::kIfNewer;        ///< at new, for a write that carries its number
  Conflict apply_old = Conflict::kOverwrite;  ///< the same at old
  Acknowledged acknowledged = Acknowledged::kByBoth;
  Log log = Log::kNone;
  Freeze freeze = Freeze::kNone;
  std::uint8_t until = 0;      ///< flags of Until
  std::uint64_t after_us = 0;  ///< and at least this long after its announcement
  std::uint64_t asked_us = 0;  ///< for kUntilAsked: when the operator asks, since the move began

  /// Held back: no request of this phase is sent, and no later phase announced, until every holder has acknowledged it.
  bool barrier = false;
  bool drop = false;  ///< its announcement drops the values at old
  NodeRule old_rule = NodeRule::kServe, new_rule = NodeRule::kServe;

  bool operator==(const Phase&) const = default;

  NodeRule rule(Side side) const { return side == Side::kOld ? old_rule : new_rule; }
};

/// How many sides a read asks, one after another, until one has the key.
std::size_t read_legs(Reads reads);
/// Whether each read also asks the other side and compares.
constexpr bool compares(Reads reads) { return reads == Reads::kBothOld || reads == Reads::kBothNew; }
Side read_leg(Reads reads, std::size_t leg);

/// Whether a phase compares keys that the one before it did not.
constexpr bool begins_to_verify(const Phase& before, const Phase& phase) {
  return phase.verify != Verify::kNone && before.verify == Verify::kNone;
}

/// How a move is made. The first phase is the situation before it.
struct Protocol {
  bool checks = false;  ///< nodes check requests, and enforce the rules of the phases
  std::vector<Phase> phases;

  bool operator==(const Protocol&) const = default;
};

inline constexpr std::size_t kMaxPhases = 24;

/// Whether clients behave alike in both phases, so that knowing the first is as good as knowing the second.
bool alike_for_clients(const Phase& a, const Phase& b);

}  // namespace reshard
