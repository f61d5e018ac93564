#include "core/placement/ring_table.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/base/check.h"

namespace reshard {

template <typename Position>
bool RingTable<Position>::take_over(const RingTable& other, RingChange<Position> change) {
  CHECK(points_.empty());
  if (other.hides_points_) return false;
  const auto in_order = [](const auto& a, const auto& b) { return a.position < b.position; };
  std::sort(change.more.begin(), change.more.end(), in_order);
  std::sort(change.fewer.begin(), change.fewer.end(), in_order);
  points_.resize(other.size_ + change.more.size() + 1);
  std::vector<Position> come, gone;
  auto to = points_.begin();
  auto next = change.more.begin();
  auto leaving = change.fewer.begin();
  bool shared = false;
  const auto put = [&](Position position, std::uint32_t node) {
    shared |= to != points_.begin() && (to - 1)->position == position;
    *to++ = {position, node};
  };
  const auto put_more_up_to = [&](Position position) {
    for (; next != change.more.end() && next->position <= position; ++next) {
      put(next->position, next->node);
      come.push_back(next->position);
    }
  };
  for (const auto& point : other.points()) {
    const std::uint32_t node = change.positions[point.node];
    const bool leaves = leaving != change.fewer.end() && leaving->position == point.position;
    if (leaves) ++leaving;
    if (leaves || node == kGone) {
      gone.push_back(point.position);
      continue;
    }
    put_more_up_to(point.position);
    put(point.position, node);
  }
  put_more_up_to(highest());
  if (shared) {
    *this = RingTable(width_, ties_);
    return false;
  }
  changed_.resize(come.size() + gone.size());
  std::merge(come.begin(), come.end(), gone.begin(), gone.end(), changed_.begin());
  changed_.erase(std::unique(changed_.begin(), changed_.end()), changed_.end());
  size_ = static_cast<std::size_t>(to - points_.begin());
  points_.resize(size_ + 1);
  points_.back() = {highest(), kGone};
  if (wanted_bucket_bits() == other.bucket_bits_) {
    take_over_index(other, come, gone);
  } else {
    points_.pop_back();
    begin_index();
  }
  return true;
}

// Between two added or removed points, every bucket's start shifts by the same number of points.
template <typename Position>
void RingTable<Position>::take_over_index(const RingTable& other, std::span<const Position> come,
                                          std::span<const Position> gone) {
  phase_ = Phase::kSorted;
  bucket_bits_ = other.bucket_bits_;
  crowded_ = other.crowded_;
  starts_.resize(other.starts_.size());
  std::uint32_t later = 0;
  std::size_t done = 0;
  const auto shift_up_to = [&](std::size_t bucket) {
    for (; done <= bucket; ++done) starts_[done] = other.starts_[done] + later;
  };
  auto a = come.begin(), b = gone.begin();
  while (a != come.end() || b != gone.end()) {
    const bool comes = b == gone.end() || (a != come.end() && *a <= *b);
    const std::size_t bucket = bucket_of(comes ? *a++ : *b++);
    shift_up_to(bucket);
    later += comes ? 1 : ~std::uint32_t{0};
  }
  shift_up_to(starts_.size() - 1);
  for (const Position position : come) {
    const std::size_t bucket = bucket_of(position);
    crowded_ |= starts_[bucket + 1] - starts_[bucket] > kFewInBucket;
  }
}

// A radix sort, lowest digit first: stable, easy to pause, and no slower where a weak hash clusters the points.
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

template <typename Position>
unsigned RingTable<Position>::wanted_bucket_bits() const {
  return std::min({static_cast<unsigned>(std::bit_width(size_)) + 1, width_, 24u});
}

// Two to four buckets per point: a search then touches one bucket instead of log2(points) cache lines.
template <typename Position>
void RingTable<Position>::begin_index() {
  phase_ = Phase::kIndex;
  scattered_ = {};
  const auto same = [](const auto& a, const auto& b) { return a.position == b.position; };
  const auto end = std::unique(points_.begin(), points_.end(), same);
  hides_points_ = end != points_.end();
  points_.erase(end, points_.end());
  size_ = points_.size();
  bucket_bits_ = wanted_bucket_bits();
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

// The preceding point wins a tie (HAProxy's rule). Distances wrap at the ring's width.
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
