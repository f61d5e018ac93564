#include "core/placement/ring_table.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/base/check.h"

namespace reshard {

template <typename Position>
bool RingTable<Position>::take_over(const RingTable& other, std::span<const std::uint32_t> positions,
                                    std::vector<RingPoint<Position>> more) {
  CHECK(points_.empty());
  if (other.hides_points_) return false;
  std::sort(more.begin(), more.end(), [](const auto& a, const auto& b) { return a.position < b.position; });
  points_.reserve(other.size_ + more.size() + 1);
  points_.resize(other.size_ + more.size());
  auto to = points_.begin();
  auto next = more.begin();
  for (const auto& point : other.points()) {
    if (positions[point.node] == kGone) continue;
    while (next != more.end() && next->position <= point.position) *to++ = *next++;
    *to++ = {point.position, positions[point.node]};
  }
  points_.erase(std::copy(next, more.end(), to), points_.end());
  begin_index();
  if (!hides_points_) return true;
  *this = RingTable(width_, ties_);
  return false;
}

// A radix sort, lowest digit first: stable, easy to pause, and as quick where a weak hash puts all points together.
template <typename Position>
bool RingTable<Position>::sort(Budget& budget) {
  constexpr std::size_t kPointsBetweenClockReads = 8192;
  if (phase_ == Phase::kAdding) {
    if (ties_ == Ties::kLastAdded) std::reverse(points_.begin(), points_.end());
    begin_digit();
  }
  while (phase_ != Phase::kSorted) {
    if (budget.spent()) return false;
    const std::size_t end = std::min(points_.size(), at_ + kPointsBetweenClockReads);
    switch (phase_) {
      case Phase::kCount:
        for (; at_ < end; ++at_) ++counts_[digit(points_[at_].position, shift_)];
        if (at_ == points_.size()) begin_scatter();
        break;
      case Phase::kScatter:
        for (; at_ < end; ++at_) scattered_[counts_[digit(points_[at_].position, shift_)]++] = points_[at_];
        if (at_ == points_.size()) {
          points_.swap(scattered_);
          shift_ += kDigitBits;
          begin_digit();
        }
        break;
      case Phase::kIndex:
        for (; at_ < end; ++at_) ++starts_[bucket_of(points_[at_].position) + 1];
        if (at_ == points_.size()) finish_index();
        break;
      case Phase::kAdding:
      case Phase::kSorted: check_failed("a phase of sorting", __FILE__, __LINE__);
    }
  }
  return true;
}

template <typename Position>
void RingTable<Position>::begin_digit() {
  at_ = 0;
  if (shift_ >= width_) return begin_index();
  phase_ = Phase::kCount;
  counts_.fill(0);
}

template <typename Position>
void RingTable<Position>::begin_scatter() {
  at_ = 0;
  phase_ = Phase::kScatter;
  scattered_.resize(points_.size());
  std::uint32_t first = 0;
  for (std::uint32_t& count : counts_) first += std::exchange(count, first);
}

// Two to four buckets a point: a search then touches one bucket instead of log2(points) cache lines.
template <typename Position>
void RingTable<Position>::begin_index() {
  phase_ = Phase::kIndex;
  scattered_ = {};
  const auto same = [](const auto& a, const auto& b) { return a.position == b.position; };
  const auto end = std::unique(points_.begin(), points_.end(), same);
  hides_points_ = end != points_.end();
  points_.erase(end, points_.end());
  size_ = points_.size();
  bucket_bits_ = std::min({static_cast<unsigned>(std::bit_width(size_)) + 1, width_, 24u});
  starts_.assign((std::size_t{1} << bucket_bits_) + 1, 0);
}

template <typename Position>
void RingTable<Position>::finish_index() {
  phase_ = Phase::kSorted;
  std::uint32_t fullest = 0, below = 0;
  for (std::uint32_t& start : starts_) {
    fullest = std::max(fullest, start);
    start = below += start;
  }
  crowded_ = fullest > kFewInBucket;
  points_.push_back({highest(), kGone});
}

template <typename Position>
std::size_t RingTable<Position>::search(std::size_t first, std::size_t last, Position position) const {
  const auto* points = points_.data();
  const auto* at = std::lower_bound(points + first, points + last, position,
                                    [](const auto& point, Position p) { return point.position < p; });
  return static_cast<std::size_t>(at - points);
}

// The point before wins a tie (HAProxy's rule). Distances wrap at the ring's width.
template <typename Position>
std::size_t RingTable<Position>::nearest(Position position) const {
  const std::size_t after = wrapped(at_or_after(position)), before = previous(after);
  const Position back = (position - points_[before].position) & highest();
  const Position ahead = (points_[after].position - position) & highest();
  return back <= ahead ? before : after;
}

template class RingTable<std::uint64_t>;
template class RingTable<U128>;

}  // namespace reshard
