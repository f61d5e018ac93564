#pragma once

#include <string>
#include <vector>

#include "core/base/random.h"

namespace reshard::testing {

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
