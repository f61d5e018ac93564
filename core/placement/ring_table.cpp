#include "core/placement/ring_table.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/base/check.h"
#include "core/base/ranking.h"

namespace reshard {

template <typename Position>
bool RingTable<Position>::take_over(const RingTable& other, RingChange<Position> change) {
  CHECK(points_.empty());
  std::vector<Position> come, gone;
  if (other.hides_points_ || !take_points(other, std::move(change), come, gone)) {
    *this = RingTable(width_, ties_);
    return false;
  }
  changed_.resize(come.size() + gone.size());
  std::merge(come.begin(), come.end(), gone.begin(), gone.end(), changed_.begin());
  changed_.erase(std::unique(changed_.begin(), changed_.end()), changed_.end());
  size_ = points_.size();
  if (wanted_bucket_bits() == other.bucket_bits_) {
    points_.push_back(sentinel());
    take_over_index(other, come, gone);
  } else {
    begin_index();
  }
  return true;
}

// Copies the points that lie between two changes in one go. Lists the positions of points that come and go. False where two
// points share a position.
template <typename Position>
bool RingTable<Position>::take_points(const RingTable& other, RingChange<Position> change, std::vector<Position>& come,
                                      std::vector<Position>& gone) {
  const auto in_order = [](const auto& a, const auto& b) { return a.position < b.position; };
  // Few rings have 128 bits: theirs have no sort of their own, which takes 8 KB of wasm.
  if constexpr (sizeof(Position) == sizeof(U128)) {
    sort_stably(change.more, in_order);
  } else {
    std::sort(change.more.begin(), change.more.end(), in_order);
  }
  const std::vector<std::uint32_t> leaving = other.leaving(change);
  const bool renumbers = change.renumbers();
  points_.reserve(other.size_ + change.more.size() + 1);
  std::size_t taken = 0;  // points of `other`
  const auto copy_up_to = [&](std::size_t end) {
    const std::size_t before = points_.size();
    points_.insert(points_.end(), other.points_.begin() + static_cast<std::ptrdiff_t>(taken),
                   other.points_.begin() + static_cast<std::ptrdiff_t>(end));
    taken = end;
    if (!renumbers) return;
    for (auto& point : std::span(points_).subspan(before)) point.node = change.positions[point.node];
  };
  auto leaves = leaving.begin();
  const auto take_up_to = [&](std::size_t end) {
    for (; leaves != leaving.end() && *leaves < end; ++leaves) {
      copy_up_to(*leaves);
      gone.push_back(other.points_[taken++].position);
    }
    copy_up_to(end);
  };
  std::vector<std::uint32_t> places;
  other.find_places(change.more, places);
  for (std::size_t i = 0; i < change.more.size(); ++i) {
    const auto& point = change.more[i];
    const std::size_t at = places[i];
    take_up_to(at);
    const bool was_there = at < other.size_ && other.points_[at].position == point.position;
    const bool stays = was_there && (leaves == leaving.end() || *leaves != at);
    if (stays || (!come.empty() && come.back() == point.position)) return false;
    points_.push_back(point);
    come.push_back(point.position);
  }
  take_up_to(other.size_);
  return true;
}

// How many points are below each of these. Reads where the buckets of all begin first: one read from far away in memory
// need not wait for another.
template <typename Position>
void RingTable<Position>::find_places(std::span<const RingPoint<Position>> of,
                                      std::vector<std::uint32_t>& places) const {
  const auto finder = this->finder();
  places.resize(of.size());
  for (std::size_t i = 0; i < of.size(); ++i) places[i] = finder.start(of[i].position);
  for (std::size_t i = 0; i < of.size(); ++i) {
    places[i] = static_cast<std::uint32_t>(finder.below(of[i].position, places[i]));
  }
}

// The indices of the points that a change takes away, ascending.
template <typename Position>
std::vector<std::uint32_t> RingTable<Position>::leaving(const RingChange<Position>& change) const {
  std::vector<std::uint32_t> leaving;
  find_places(change.fewer, leaving);
  const auto& now = change.positions;
  if (std::find(now.begin(), now.end(), kGone) != now.end()) {
    for (std::uint32_t i = 0; i < size_; ++i) {
      if (now[points_[i].node] == kGone) leaving.push_back(i);
    }
  }
  std::sort(leaving.begin(), leaving.end());
  return leaving;
}

// Between two added or removed points, every bucket's start shifts by the same number of points.
template <typename Position>
void RingTable<Position>::take_over_index(const RingTable& other, std::span<const Position> come,
                                          std::span<const Position> gone) {
  phase_ = Phase::kSorted;
  bucket_bits_ = other.bucket_bits_;
  crowded_ = other.crowded_;
  starts_ = other.starts_;
  std::uint32_t later = 0;
  std::uint32_t* next = starts_.data();
  const auto shift_up_to = [&](std::size_t bucket) {
    for (const std::uint32_t* const end = starts_.data() + bucket + 1; next < end; ++next) *next += later;
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
  points_.push_back(sentinel());
}

template <typename Position>
std::size_t RingFinder<Position>::search(std::size_t first, std::size_t last, Position position) const {
  const auto* at = std::lower_bound(points_ + first, points_ + last, position,
                                    [](const auto& point, Position p) { return point.position < p; });
  return static_cast<std::size_t>(at - points_);
}

// The preceding point wins a tie (HAProxy's rule). Distances wrap at the ring's width.
template <typename Position>
std::size_t RingTable<Position>::nearest(Position position) const {
  const std::size_t after = wrapped(below(position)), before = previous(after);
  const Position back = (position - points_[before].position) & highest();
  const Position ahead = (points_[after].position - position) & highest();
  return back <= ahead ? before : after;
}

template class RingFinder<std::uint64_t>;
template class RingFinder<U128>;
template class RingTable<std::uint64_t>;
template class RingTable<U128>;

}  // namespace reshard
