#pragma once

#include <cstdint>
#include <vector>

#include "core/base/budget.h"
#include "core/model/keys.h"

namespace reshard {

/// Which keys of a set are the same key once more. A key has one owner, however often it is given: strategies whose owners
/// depend on a key's place among the others go by the first one.
class FirstOfKey {
 public:
  explicit FirstOfKey(const KeyBlock& keys);

  bool step(Budget& budget);  ///< true when all keys are looked at; generated ones are all different

  bool repeated() const { return !first_.empty(); }  ///< whether any key is given more than once

  /// The index of the first key of the same name.
  std::uint32_t operator()(std::uint32_t key) const { return first_.empty() ? key : first_[key]; }

 private:
  std::uint32_t find_or_note(std::uint32_t key);

  KeyBlock keys_;
  std::uint32_t done_ = 0;
  std::vector<std::uint32_t> noted_;  // a hash table of first ones; empty once all is done
  std::vector<std::uint32_t> first_;  // by key; empty as long as none is there twice
};

}  // namespace reshard
