#include "core/strategies/ring_table.h"

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
  points_.reserve(other.points_.size() + more.size());
  auto next = more.begin();
  for (const auto& point : other.points_) {
    if (positions[point.node] == kGone) continue;
    while (next != more.end() && next->position <= point.position) points_.push_back(*next++);
    points_.push_back({point.position, positions[point.node]});
  }
  points_.insert(points_.end(), next, more.end());
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
        if (at_ == points_.size()) {
          for (std::size_t b = 1; b < starts_.size(); ++b) starts_[b] += starts_[b - 1];
          phase_ = Phase::kSorted;
        }
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

// About one point a bucket: a search then touches one bucket instead of log2(points) cache lines.
template <typename Position>
void RingTable<Position>::begin_index() {
  phase_ = Phase::kIndex;
  scattered_ = {};
  const auto same = [](const auto& a, const auto& b) { return a.position == b.position; };
  const auto end = std::unique(points_.begin(), points_.end(), same);
  hides_points_ = end != points_.end();
  points_.erase(end, points_.end());
  bucket_bits_ = std::min({static_cast<unsigned>(std::bit_width(points_.size())), width_, 24u});
  starts_.assign((std::size_t{1} << bucket_bits_) + 1, 0);
}

template <typename Position>
std::size_t RingTable<Position>::find(Position position, RingRule rule) const {
  const std::size_t bucket = bucket_of(position);
  // Points of earlier buckets lie before the position and those of later ones after it.
  const auto* first = points_.data() + starts_[bucket];
  const auto* last = points_.data() + starts_[bucket + 1];
  const auto* at =
      rule == RingRule::kAfter
          ? std::upper_bound(first, last, position, [](Position p, const auto& q) { return p < q.position; })
          : std::lower_bound(first, last, position, [](const auto& q, Position p) { return q.position < p; });
  const auto found = static_cast<std::size_t>(at - points_.data());
  const std::size_t wrapped = found == points_.size() ? 0 : found;
  if (rule != RingRule::kNearest) return wrapped;

  // The point before wins a tie (HAProxy's rule). Distances wrap at the ring's width.
  const Position mask = width_ == sizeof(Position) * 8 ? ~Position{0} : (Position{1} << width_) - 1;
  const Position back = (position - points_[previous(wrapped)].position) & mask;
  const Position ahead = (points_[wrapped].position - position) & mask;
  return back <= ahead ? previous(wrapped) : wrapped;
}

template class RingTable<std::uint64_t>;
template class RingTable<U128>;

}  // namespace reshard
