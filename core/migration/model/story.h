#pragma once

#include <array>
#include <string>

#include "core/migration/model/judge.h"
#include "core/migration/model/step.h"
#include "core/migration/model/time.h"

namespace reshard {

/// One event in the story of a key that moves: what happens, and what both sides hold after it. A run and the checker
/// tell their stories in the same events; words are made of them at the end, in the reader's language.
struct StoryEvent {
  enum class What : std::uint8_t {
    // A client
    kSends,         ///< `client` sends `operation` to the sides of `to`, as `phase` has it
    kSendsAgain,    ///< the same, of an operation that was refused
    kAsksShards,    ///< `client` asks all shards that it knows, `shards` of them
    kAcknowledged,  ///< it learns that `operation` is done
    kReturns,       ///< its read returns `version`, and `found` is wrong with that
    kTriesAgain,    ///< it will send `operation` again after a time-out
    kGivesUp,       ///< it waits no longer for `operation`
    kLearns,        ///< `client` knows `phase` now
    // A node
    kLands,  ///< `message` arrives at `side`, which answers `say`; of a read, `version` is what it finds
    kNodeLearns,
    kExpires,         ///< `version` is gone from `side`
    kForgets,         ///< `side` comes back and has forgotten what it held
    kRestarts,        ///< `side` comes back with the first value, from a log that lags behind
    kDropsTombstone,  ///< at `side`
    // The map
    kAnnounced,  ///< `phase`
    // What copies and compares
    kCopierReads,    ///< `version` at old
    kCopyLands,      ///< at new
    kMigrates,       ///< the key goes to `side` in one step
    kCopierRemoves,  ///< the key at old
    kLogBrings,      ///< `version` to `side`
    kVerifierReads,  ///< `version` at `side`
    kVerifierSkips,  ///< the key is not compared
    kRepairLands,    ///< at new
  };

  What what;
  Time at = 0;  ///< µs; 0 in a story of the checker, which has no clock
  std::uint32_t client = 0;
  std::uint32_t shards = 0;
  std::string phase = {};  ///< its name
  Operation operation = Operation::kRead;
  std::uint32_t number = 0;  ///< of `operation`, from 1; a write has that of its version
  MessageKind message = MessageKind::kRead;
  Version version = kNothing;
  Side side = Side::kOld;
  std::uint8_t to = 0;  ///< a bit for each side
  Say say = Say::kServed;
  bool dropped = false;  ///< what landed was not put: something newer was there, or anything at all
  bool differs = false;  ///< what the verifier reads at new from what it has read at old
  Anomaly found = Anomaly::kNone;
  std::array<Version, kSides> holds{};  ///< after the event
};

constexpr std::uint8_t bit_of(Side side) { return static_cast<std::uint8_t>(1u << index_of(side)); }

/// "v3" for what operation 3 wrote, "v0" for what was there at first, "nothing", "a tombstone".
std::string version_name(Version version);

/// The event in English, without its time.
std::string story_words(const StoryEvent& event);

/// The same with its time: "12.345 ms: the copy lands at new".
std::string story_line(const StoryEvent& event);

}  // namespace reshard
