#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include "core/base/random.h"

namespace reshard::testing {

/// How many fragments a test reads: a fifth of those of `tests/run long`.
inline int hostile_rounds() { return std::getenv("RESHARD_LONG") != nullptr ? 100'000 : 20'000; }

/// Hostile fragments of addresses, the same on every machine: random bytes, random words of links and of their view
/// settings, and honest links with a few bytes changed.
class HostileFragments {
 public:
  explicit HostileFragments(std::uint64_t seed);

  std::string next();
  std::string next_view();  ///< only what it asks of the view: one to three fields

 private:
  Random random_;
  std::vector<std::string> honest_;
};

}  // namespace reshard::testing
