#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/migration/judge.h"
#include "core/migration/phase.h"

namespace reshard {

// Every interleaving of a tiny system, breadth first: one key that moves, two sides, a few clients, one copier, through
// the same step() as a run. A request travels (first in, first out, per client and side) and is served when it lands; its
// answer arrives at once: a slower answer only weakens "precedes". A client learns a phase that was announced, or a
// later one, at any time; an operation goes on in the phase it was sent in. Who sees no difference between two phases
// takes the later one at once, which leaves out no anomaly and many states.

/// What a node has lost that comes back once, at any time: nothing, all it had, or what it took since the beginning.
enum class Forgets : std::uint8_t { kNone, kAll, kTail };

/// How large a system is looked at, and what may go wrong in it.
struct Bounds {
  std::uint8_t clients = 2;     ///< 1 to 3
  std::uint8_t operations = 3;  ///< 1 to 4
  std::uint8_t timeouts = 0;
  bool one_writer = false;  ///< only the first client writes
  bool asymmetric = false;  ///< the clients differ, so that it matters who begins
  bool expires = false;     ///< values have a lifetime, all alike: the older expires first
  bool cache = false;       ///< behind the sides is the store of truth: a miss is normal and nothing is lost
  bool restart = false;     ///< old may come back with a log that lags
  Forgets forgets = Forgets::kNone;
  bool clock_behind = false;  ///< the second client's
  // Rules that are broken:
  bool no_drain = false;           ///< a phase is acknowledged with requests of the last one under way
  bool answers_only = false;       ///< what was answered is not waited for on its other legs
  bool timeout_is_answer = false;  ///< a request that timed out is not waited for
  std::uint32_t max_states = 2'000'000;

  bool operator==(const Bounds&) const = default;
};

/// What the checker says of one anomaly: the fewest events that lead to it, told one by one.
struct Counterexample {
  Anomaly kind;
  std::uint32_t steps;
  std::vector<std::string> story;  ///< a line an event, and one that says what the sides hold then
};

struct Verdict {
  std::vector<Counterexample> found;  ///< the shortest first
  std::uint32_t states = 0;
  bool complete = true;  ///< false: max_states was reached
  bool ends = false;     ///< some run comes to its end with all its operations
};

Verdict check_moves(const Protocol& protocol, const Bounds& bounds);

}  // namespace reshard
