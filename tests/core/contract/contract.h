#pragma once

#include "tests/core/contract/violation.h"
#include "tests/core/placing.h"

namespace reshard::testing {

/// The outcome of random scripts.
struct ScriptReport {
  Violations violations;         ///< at most a handful: a script ends at its first
  std::uint64_t operations = 0;  ///< events of which a placement was made, or refused
  std::uint64_t refused = 0;
};

/// Runs random scripts until `operations` events are done, and applies every check to every placement on the way.
/// A script has its own parameters, names, keys and first cluster; the same seed gives the same scripts.
ScriptReport run_scripts(const Strategy& strategy, std::uint64_t operations, std::uint64_t seed);

/// All violations as lines, for a test's message.
std::string lines_of(const Violations& violations);

}  // namespace reshard::testing
