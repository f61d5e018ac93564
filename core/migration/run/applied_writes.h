#pragma once

#include <array>
#include <vector>

#include "core/migration/model/step.h"

namespace reshard {

/// Where requests are retried: the number that each side gave a write when it applied it, so that a side that knows a
/// write does not apply it again. A number is never 0, which means that the side has not applied it.
class AppliedWrites {
 public:
  /// `operations`: how many there will be, or 0 if nothing is ever sent again.
  explicit AppliedWrites(std::uint64_t operations) {
    for (auto& each : numbers_) each.resize(static_cast<std::size_t>(operations));
  }

  bool kept() const { return !numbers_[0].empty(); }
  /// The number of a write that lands at this side; null if the message is no write or nothing is ever sent again.
  std::uint32_t* of(const Message& message, Side side) {
    const bool writes = message.kind == MessageKind::kWrite || message.kind == MessageKind::kApply;
    return writes && kept() ? &numbers_[index_of(side)][operation_of(message.version)] : nullptr;
  }
  /// A side comes back with less: it forgets the write if it was given a higher number than any that the side now has.
  void forget_above(std::uint32_t operation, Side side, std::uint32_t highest) {
    std::uint32_t& number = numbers_[index_of(side)][operation];
    if (number > highest) number = 0;
  }

 private:
  std::array<std::vector<std::uint32_t>, kSides> numbers_;  // by operation
};

}  // namespace reshard
