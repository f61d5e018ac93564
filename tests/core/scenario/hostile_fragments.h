#pragma once

#include <string>
#include <vector>

#include "core/base/random.h"

namespace reshard::testing {

/// Fragments of addresses that nobody means well with, the same ones on every machine: random bytes, random words of
/// the language of links and of what they ask of the view, and honest links with bytes changed.
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
