#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace reshard::testing {

/// A promise of the contract that a strategy broke: which check found it, and on what.
struct Violation {
  std::string_view check;
  std::string text;
};
using Violations = std::vector<Violation>;

inline void append(Violations& all, Violations more) {
  for (Violation& violation : more) all.push_back(std::move(violation));
}

}  // namespace reshard::testing
