#pragma once

#include <algorithm>

#include "core/migration/run/move_spec.h"
#include "core/migration/run/timeline.h"

namespace reshard {

/// The process that copies, replays and compares: it fails as a whole, and all that it sends goes through one throttle.
/// What has gone through the throttle never exceeds its rate. `life` is even while the process is up, and a number that
/// was taken before a failure is never one of those after it.
class CopierProcess {
 public:
  explicit CopierProcess(const Pace& pace) : pace_(pace) {}

  /// Takes the throttle's capacity for these bytes; returns when they have gone through.
  Time send(std::uint64_t bytes, Time now) {
    const double takes = static_cast<double>(bytes) * 1e9 / static_cast<double>(pace_.copy_bytes_per_second);
    free_ = std::max(free_, now * kNanoseconds) + static_cast<Time>(takes);
    return free_at();
  }
  /// When the throttle next lets something through.
  Time next(Time now) const { return std::max(now, free_at()); }

  void fails() { ++life_; }
  void is_back() { ++life_; }
  bool is_down() const { return life_ % 2 != 0; }
  std::uint32_t life() const { return life_; }

 private:
  Time free_at() const { return (free_ + kNanoseconds - 1) / kNanoseconds; }

  const Pace& pace_;
  Time free_ = 0;  // in nanoseconds
  std::uint32_t life_ = 0;
};

}  // namespace reshard
