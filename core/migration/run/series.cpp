#include "core/migration/run/series.h"

#include <algorithm>
#include <bit>

namespace reshard {

std::uint64_t Series::total(Count what) const {
  std::uint64_t sum = 0;
  for (const Part& part : parts_) sum += part.counts[static_cast<std::size_t>(what)];
  return sum;
}

// Four steps per doubling, from 16 µs on.
std::size_t Series::step_of(Time took) {
  const auto t = static_cast<std::uint64_t>(std::max<Time>(took, 16));
  const unsigned doubling = static_cast<unsigned>(std::bit_width(t)) - 5;
  const std::uint64_t quarter = t >> (doubling + 2) & 3;
  return std::min<std::size_t>(doubling * 4 + static_cast<std::size_t>(quarter), kLatencySteps - 1);
}

Time Series::latency_at(const Part& part, double share) {
  std::uint64_t all = 0;
  for (const std::uint32_t count : part.latencies) all += count;
  if (all == 0) return 0;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < part.latencies.size(); ++i) {
    sum += part.latencies[i];
    if (static_cast<double>(sum) < share * static_cast<double>(all)) continue;
    return Time{16 + 4 * static_cast<Time>(i % 4)} << (i / 4);
  }
  return 0;
}

Series::Part& Series::part(Time now) {
  std::size_t at = static_cast<std::size_t>(now / width_);
  while (at >= kMaxParts) {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (i % 2 == 0) {
        parts_[i / 2] = parts_[i];
        continue;
      }
      Part& into = parts_[i / 2];
      for (std::size_t c = 0; c < kCounts; ++c) into.counts[c] += parts_[i].counts[c];
      for (std::size_t l = 0; l < into.latencies.size(); ++l) into.latencies[l] += parts_[i].latencies[l];
    }
    for (std::size_t i = 0; i < reached_.size(); ++i) {
      const std::size_t p = i / nodes_, into = p / 2 * nodes_ + i % nodes_;
      reached_[into] = (p % 2 == 0 ? 0 : reached_[into]) + reached_[i];
    }
    parts_.resize((parts_.size() + 1) / 2);
    reached_.resize(parts_.size() * nodes_);
    width_ *= 2;
    at = static_cast<std::size_t>(now / width_);
  }
  if (at >= parts_.size()) {
    parts_.resize(at + 1);
    reached_.resize(parts_.size() * nodes_);
  }
  return parts_[at];
}

}  // namespace reshard
