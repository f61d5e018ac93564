#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/migration/run/timeline.h"

namespace reshard {

/// How a request ended, or what happened to it on the way.
enum class Count : std::uint8_t {
  kRight,
  kStale,
  kMissed,
  kReturned,    ///< reads that returned a deleted value
  kRefused,     ///< requests that a node refused, each time
  kRedirected,  ///< answers of MOVED or ASK
  kWaited,      ///< requests that had to wait before they were sent
  kFailed,      ///< requests that timed out or were redirected too often
  kFromStore,   ///< with a cache: reads that asked the store
  kCopied,      ///< keys
  kRetried,     ///< retries
  kDiffered,    ///< reads that asked both sides and found different values
  kOverdue,     ///< requests that were answered, but later than the time-out after they began
};
inline constexpr std::size_t kCounts = 13;

/// What happened when: counts and latencies in equal intervals of time. A long run has wider intervals, so that there
/// are never more than kMaxParts.
class Series {
 public:
  static constexpr Time kFirstWidthUs = 100'000;
  static constexpr std::size_t kMaxParts = 1024;

  static constexpr std::size_t kLatencySteps = 112;  ///< from 16 µs to more than an hour

  struct Part {
    std::array<std::uint32_t, kCounts> counts{};
    std::array<std::uint32_t, kLatencySteps> latencies{};  ///< four steps per doubling
  };

  explicit Series(std::uint32_t nodes) : nodes_(nodes) {}

  void count(Count what, Time now) { ++part(now).counts[static_cast<std::size_t>(what)]; }
  void latency(Time took, Time now) { ++part(now).latencies[step_of(took)]; }

  /// Counts a request that reached this node.
  void reached(std::uint32_t node, Time now) {
    part(now);
    ++reached_[static_cast<std::size_t>(now / width_) * nodes_ + node];
  }

  Time width_us() const { return width_; }
  const std::vector<Part>& parts() const { return parts_; }
  std::uint32_t nodes() const { return nodes_; }
  std::uint64_t total(Count what) const;
  std::uint32_t reached_in(std::size_t part, std::uint32_t node) const { return reached_[part * nodes_ + node]; }

  /// The latency within which this share of a part's requests was answered; 0 where there were none.
  static Time latency_at(const Part& part, double share);

 private:
  static std::size_t step_of(Time took);
  Part& part(Time now);

  Time width_ = kFirstWidthUs;
  std::vector<Part> parts_;
  std::uint32_t nodes_;
  std::vector<std::uint32_t> reached_;  // by part, then by node
};

}  // namespace reshard
