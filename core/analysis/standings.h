#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/analysis/assignment.h"
#include "core/base/budget.h"
#include "core/placement/strategy.h"

namespace reshard {

/// What is known about the next addition: nothing, or the standings of all keys. `taken` has the keys that the newcomer
/// takes, where they are the same for any newcomer; otherwise it is null.
struct Foreseen {
  std::span<const std::uint32_t> standings = {};
  const std::vector<std::uint32_t>* taken = nullptr;
};

/// What a newcomer has to beat for each key (Incremental::stand), computed while idle, so that an addition need only
/// look at what it changes.
class Standings {
 public:
  /// Under this placement; nothing where it has no standings or they are not computed yet.
  Foreseen of(const std::shared_ptr<const Placement>& placement) const;

  /// From now on `placement` places the keys. The standings of the keys that moved, or of all keys if `all`, are out of
  /// date.
  void follow(std::shared_ptr<const Placement> placement, const Assignment& assignment, bool all);

  /// Continues to compute them for all keys. True when done.
  bool step(const KeyBlock& keys, const Assignment& assignment, Budget& budget);

  std::uint64_t memory_bytes() const;

 private:
  bool foresee(Budget& budget);
  void stand_changed(const KeyBlock& keys, std::span<const NodeId> owners);

  std::shared_ptr<const Placement> placement_;
  std::vector<std::uint32_t> standings_;  // by key
  std::size_t done_ = 0;                  // keys
  std::vector<std::uint32_t> changed_;    // besides, keys to compute again
  std::vector<std::uint32_t> taken_;      // by the next newcomer, whichever it is, of the first foreseen_ keys
  std::size_t foreseen_ = 0;
};

}  // namespace reshard
