#pragma once

#include <cstdint>
#include <vector>

#include "core/base/budget.h"
#include "core/model/keys.h"

namespace reshard {

/// Finds the keys of a set that repeat an earlier key. A key has one owner, however often it occurs: strategies whose
/// owners depend on the order of the keys go by its first occurrence.
class FirstOfKey {
 public:
  explicit FirstOfKey(const KeyBlock& keys);

  bool step(Budget& budget);  ///< true when all keys are checked; generated ones never repeat

  bool repeated() const { return !first_.empty(); }  ///< whether any key occurs more than once

  /// The index of the first key with the same name.
  std::uint32_t operator()(std::uint32_t key) const { return first_.empty() ? key : first_[key]; }

 private:
  std::uint32_t find_or_note(std::uint32_t key);

  KeyBlock keys_;
  std::uint32_t done_ = 0;
  std::vector<std::uint32_t> noted_;  // a hash table of first occurrences; empty once done
  std::vector<std::uint32_t> first_;  // by key; empty while no key is repeated
};

}  // namespace reshard
