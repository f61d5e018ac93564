#pragma once

#include <memory>
#include <vector>

#include "core/migration/run/move_spec.h"
#include "core/migration/run/timeline.h"
#include "core/migration/run/unit.h"

namespace reshard {

/// Whether 64 random bits fall into this share of all values.
inline bool happens_by_luck(std::uint64_t luck, double share) {
  return static_cast<double>(luck >> 11) * 0x1p-53 < share;
}

/// The same requests, nodes and faults without a move: what goes wrong there is not the move's fault.
MoveSpec without_move(MoveSpec spec);

/// No key of a run, and nobody who holds a map.
inline constexpr std::uint32_t kNoMoveKey = 0xFFFFFFFFu;

/// What comes next in a run; MoveRun hands it to the part that it is for.
struct Happening {
  enum What : std::uint8_t {
    // Clients
    kSend,     // a holder sends active operation `a`
    kLand,     // flight `a` lands
    kAnswer,   // its answer arrives
    kTimeout,  // active operation `a` times out, if it is still operation `b`
    // MapNews
    kLearn,  // section `a` of a holder's map hears of version `b`, or of the newest
    kAsk,    // the holder of section `a` asks the server for the newest version
    kFetch,  // the holder of section `a` has fetched the newest version
    // Announcer
    kBegin,       // the move begins
    kNodesLearn,  // the nodes of unit `a` now act by phase `b`
    kMayEnd,      // the phase of unit `a` has lasted long enough
    kWatch,       // a second is over: did too much go wrong?
    // Copier and Verifier
    kCopy,
    kWriteRow,  // copier `b` of unit `a` writes the next row of the page that it has read
    kCopyLands,
    kReplay,
    kVerify,        // the verifier comes to the next key of unit `a`
    kVerifyGoesOn,  // and to the other side of key `b`
    // What fails and comes back
    kCopierFails,
    kCopierIsBack,
    kNodeSaved,  // records what a node that will lose its log's tail has on disk
    kNodeIsBack,
  };
  What what;
  std::uint32_t a = 0, b = 0;
};

/// What all parts of a run see: what was asked for, what both sides hold, how far the units are, and what comes next.
/// Each key has a state, a place in the plan and an entry in `units.of_key`; nothing is on the timeline before `now`.
struct RunState {
  RunState(const MoveSpec& asked, std::shared_ptr<const Plan> keys_to_move);
  RunState(const RunState&) = delete;
  RunState& operator=(const RunState&) = delete;

  const MoveSpec spec;                  ///< its protocol is the planned one, with the way back if it is aborted
  const std::shared_ptr<Plan> growing;  ///< where shards grow: the keys so far; else null
  const std::shared_ptr<const Plan> plan;
  const Protocol rest;  ///< for keys that stay
  const Progress no_progress;
  Units units;
  std::vector<KeyState> keys;
  Timeline<Happening> timeline;
  Time now = 0;

  bool grows() const { return growing != nullptr; }
  std::uint32_t of_key(std::uint32_t key) const { return units.of_key[key]; }
  const Protocol& protocol_of(std::uint32_t key) const {
    return of_key(key) == kNoUnit ? rest : *units.all[of_key(key)].protocol;
  }
  const Progress& progress_of(std::uint32_t key) const {
    return of_key(key) == kNoUnit ? no_progress : units.all[of_key(key)].progress;
  }
  std::uint32_t node_of(std::uint32_t key, Side side) const {
    return side == Side::kOld ? plan->from[key] : plan->to[key];
  }
  std::uint64_t entry_bytes() const { return spec.workload.key_bytes + spec.workload.value_bytes; }
  /// Which nodes hold something of a key: bit 0 is the old one, bit 1 the new one.
  std::uint8_t held_at(std::uint32_t key) const;

  Effects step(std::uint32_t key, const Event& event) {
    if (of_key(key) == kNoUnit) return reshard::step(rest, no_progress, keys[key], event);
    const MoveUnit& unit = units.all[of_key(key)];
    return reshard::step(*unit.protocol, unit.progress, keys[key], event);
  }
};

}  // namespace reshard
