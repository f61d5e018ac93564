#pragma once

#include <cstdint>
#include <vector>

#include "core/migration/model/judge.h"
#include "core/migration/model/phase.h"
#include "core/migration/model/story.h"

namespace reshard {

// Explores every interleaving of a tiny system, breadth first: one key that moves, two sides, a few clients and one
// copier, through the same step() as a run. A request travels (first in, first out, per client and side) and is served
// when it lands; its answer arrives at once, since a slower answer only weakens "precedes". A client may learn an
// announced phase at any time, and may skip earlier ones; an operation continues in the phase in which it was sent. A
// client for which two phases are alike takes the later one at once, which hides no anomaly and saves many states.

/// What a node has lost when it comes back, which it does once, at any time: nothing, all it had, or all it received
/// since the start.
enum class Forgets : std::uint8_t { kNone, kAll, kTail };

/// The size of the system to explore, and what may go wrong in it.
struct Bounds {
  std::uint8_t clients = 2;     ///< 1 to 3
  std::uint8_t operations = 3;  ///< 1 to 4
  std::uint8_t timeouts = 0;
  bool one_writer = false;  ///< only the first client writes
  bool asymmetric = false;  ///< the clients differ, so it matters which one begins
  bool expires = false;     ///< values have a lifetime, the same for all: the older expires first
  bool cache = false;       ///< there is a store of truth behind the sides: a miss is normal and nothing is lost
  bool restart = false;     ///< old may come back with a log that lags behind
  Forgets forgets = Forgets::kNone;
  bool clock_behind = false;  ///< the second client's clock is
  // Rules to break:
  bool no_drain = false;           ///< a phase counts as acknowledged while requests of the previous one are under way
  bool answers_only = false;       ///< an answered operation is not waited for on its other legs
  bool timeout_is_answer = false;  ///< a request that timed out is not waited for
  std::uint32_t max_states = 2'000'000;

  bool operator==(const Bounds&) const = default;
};

/// What the checker reports for one anomaly: the shortest sequence of events that leads to it.
struct Counterexample {
  Anomaly kind;
  std::uint32_t steps;
  /// One or two for each step: what lands may end an operation. Writes are numbered from 1, as reads and deletes are.
  std::vector<StoryEvent> story;
};

struct Verdict {
  std::vector<Counterexample> found;  ///< shortest first
  std::uint32_t states = 0;
  bool complete = true;  ///< false: stopped at max_states
  bool ends = false;     ///< some run reaches the end with all its operations
};

Verdict check_moves(const Protocol& protocol, const Bounds& bounds);

}  // namespace reshard
