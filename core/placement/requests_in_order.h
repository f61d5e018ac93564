#pragma once

#include <vector>

#include "core/placement/first_of_key.h"
#include "core/placement/strategy.h"

namespace reshard {

inline constexpr unsigned kTurnsBetweenClockReads = 1024;

/// Requests that arrive in the order of the keys, and stay. A repeated key stays where it is and does not count as
/// another request. `Own`, the class derived from this one, has
///   bool make(Budget& budget)                             true when requests can be placed
///   NodeId take(std::uint64_t hash, std::size_t requests) the node that takes one that comes after so many
template <typename Own>
class RequestsInOrder : public Placement {
 public:
  explicit RequestsInOrder(const KeyBlock& keys) : keys_(keys), first_(keys) {}

  bool step(Budget& budget) override {
    Own& own = static_cast<Own&>(*this);
    if (!first_.step(budget) || !own.make(budget)) return false;
    owners_.reserve(keys_.size);
    while (owners_.size() < keys_.size) {
      if (owners_.size() % kTurnsBetweenClockReads == 0 && budget.spent()) return false;
      const auto key = static_cast<std::uint32_t>(owners_.size());
      const std::uint32_t first = first_(key);
      if (first_.repeated()) before_.push_back(requests_);
      if (first == key) {
        owners_.push_back(own.take(keys_.hash(key), requests_));
        ++requests_;
      } else {
        owners_.push_back(owners_[first]);
      }
    }
    return true;
  }

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = owners_[keys.index(i)];
  }

 protected:
  NodeId owner(std::uint32_t index) const { return owners_[index]; }

  /// How many requests came before the key's own. A key that is not in the set counts as the next request.
  std::size_t before(std::uint32_t index) const {
    return index == kNotInSet ? requests_ : before_.empty() ? index : before_[first_(index)];
  }

 private:
  KeyBlock keys_;
  FirstOfKey first_;
  std::vector<NodeId> owners_;       // by key
  std::size_t requests_ = 0;         // distinct keys placed
  std::vector<std::size_t> before_;  // by key: how many were placed before it; empty if no key is repeated
};

}  // namespace reshard
