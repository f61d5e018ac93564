#pragma once

#include <chrono>

#include "core/base/budget.h"

namespace reshard {

/// Spent once the given time has passed since it was made.
class ClockBudget final : public Budget {
 public:
  explicit ClockBudget(std::chrono::milliseconds time) : end_(std::chrono::steady_clock::now() + time) {}

  bool spent() override { return std::chrono::steady_clock::now() >= end_; }

 private:
  std::chrono::steady_clock::time_point end_;
};

}  // namespace reshard
