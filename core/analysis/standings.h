#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/analysis/assignment.h"
#include "core/base/budget.h"
#include "core/placement/strategy.h"

namespace reshard {

/// What is known of the next addition: nothing, or the standings of all keys; and where it is the same whoever comes, which
/// keys the newcomer takes, else null.
struct Foreseen {
  std::span<const std::uint32_t> standings = {};
  const std::vector<std::uint32_t>* taken = nullptr;
};

/// What a newcomer has to beat for each key (Incremental::stand), worked out when there is nothing else to do, so that an
/// addition need only look at what it changes.
class Standings {
 public:
  /// Under this placement: nothing where it has none, or they are not worked out yet.
  Foreseen of(const std::shared_ptr<const Placement>& placement) const;

  /// Keys are placed by `placement` from now on. Only those that moved have not the standings that they had, or all
  /// where `all` says so.
  void follow(std::shared_ptr<const Placement> placement, const Assignment& assignment, bool all);

  /// Goes on working them out for all keys. True when done.
  bool step(const KeyBlock& keys, const Assignment& assignment, Budget& budget);

  std::uint64_t memory_bytes() const;

 private:
  bool foresee(Budget& budget);
  void stand_changed(const KeyBlock& keys, std::span<const NodeId> owners);

  std::shared_ptr<const Placement> placement_;
  std::vector<std::uint32_t> standings_;  // by key
  std::size_t done_ = 0;                  // keys
  std::vector<std::uint32_t> changed_;    // beside them, keys to work out again
  std::vector<std::uint32_t> taken_;      // by the next newcomer whoever it is, of so many keys:
  std::size_t foreseen_ = 0;
};

}  // namespace reshard
