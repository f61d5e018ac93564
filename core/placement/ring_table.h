#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/budget.h"
#include "core/base/uint128.h"
#include "core/placement/picture.h"

namespace reshard {

/// A point of a ring with 64-bit (or narrower, zero-extended) or 128-bit positions.
template <typename Position>
struct RingPoint {
  Position position;
  std::uint32_t node;  ///< position of its node in the cluster
};

/// How a ring's points change with its nodes.
template <typename Position>
struct RingChange {
  std::vector<std::uint32_t> positions;    ///< by old position: the node's position now, or kGone
  std::vector<RingPoint<Position>> more;   ///< points to add
  std::vector<RingPoint<Position>> fewer;  ///< points to remove from nodes that stay

  static constexpr std::uint32_t kGone = 0xFFFFFFFFu;

  /// Whether a node that stays has another position.
  bool renumbers() const {
    for (std::uint32_t node = 0; node < positions.size(); ++node) {
      if (positions[node] != node && positions[node] != kGone) return true;
    }
    return false;
  }
};

/// Which of several points at one position owns it.
enum class Ties : std::uint8_t { kFirstAdded, kLastAdded };

/// Finds positions among a ring's points, while the table that gave it lives and stays as it is. A loop that writes owners
/// keeps a copy of its own, so that the compiler knows that no write changes where the points are.
template <typename Position>
class RingFinder {
 public:
  static constexpr std::size_t kTogether = 32;

  /// `points`: ascending, then one that is below no position, of the first one's node. `starts`: by bucket, of equal
  /// widths, its first point; one extra at the end. `shift`: how many lower bits of a position do not tell its bucket.
  /// `crowded`: some bucket has so many points that looking at one after another would take long.
  RingFinder(const RingPoint<Position>* points, const std::uint32_t* starts, unsigned shift, bool crowded)
      : points_(points), starts_(starts), shift_(shift), crowded_(crowded) {}

  /// How many points are below `position`.
  std::size_t below(Position position) const { return below(position, start(position)); }

  /// The same in two steps: where the position's bucket begins, and from there.
  std::uint32_t start(Position position) const { return starts_[bucket_of(position)]; }
  std::size_t below(Position position, std::uint32_t start) const {
    if (crowded_) return search(start, starts_[bucket_of(position) + 1], position);
    return above_first(above(start, position), position);
  }

  /// Calls look(i, below(positions[i])) for each. Looks for all at once: while one waits for memory, the processor has
  /// others to go on with. On a ring of 100,000 points, that takes half the time.
  template <typename Look>
  void each_below(const std::array<Position, kTogether>& positions, Look look) const {
    if (crowded_) {
      for (std::size_t i = 0; i < kTogether; ++i) look(i, below(positions[i]));
      return;
    }
    std::array<std::uint32_t, kTogether> at;
    for (std::size_t i = 0; i < kTogether; ++i) at[i] = starts_[bucket_of(positions[i])];
    for (std::size_t i = 0; i < kTogether; ++i) at[i] = static_cast<std::uint32_t>(above(at[i], positions[i]));
    for (std::size_t i = 0; i < kTogether; ++i) look(i, above_first(at[i], positions[i]));
  }

  /// The node of the point that so many points are below: of the first one for positions above the last.
  std::uint32_t node(std::size_t below) const { return points_[below].node; }

 private:
  // Points of earlier buckets lie before a position and points of later ones after it, and its own bucket rarely holds
  // more than one or two: two branchless steps nearly always suffice.
  std::size_t bucket_of(Position position) const { return static_cast<std::size_t>(position >> shift_); }
  std::size_t above(std::size_t at, Position position) const { return at + (points_[at].position < position); }
  std::size_t above_first(std::size_t at, Position position) const {
    at = above(at, position);
    while (points_[at].position < position) ++at;
    return at;
  }
  std::size_t search(std::size_t first, std::size_t last, Position position) const;

  const RingPoint<Position>* points_;
  const std::uint32_t* starts_;
  unsigned shift_;
  bool crowded_;
};

/// The points of a ring, and who owns a position. First add points, then sort them in steps, then find positions.
template <typename Position>
class RingTable {
 public:
  /// `width`: how many bits positions use, at most those of Position.
  explicit RingTable(unsigned width, Ties ties = Ties::kFirstAdded) : width_(width), ties_(ties) {}

  void add(Position position, std::uint32_t node) { points_.push_back({position, node}); }

  /// Replaces adding and sorting: takes the points of `other` and applies this change. Returns false and takes nothing
  /// where two points share a position: only a full sort tells which one owns it.
  bool take_over(const RingTable& other, RingChange<Position> change);

  /// After take_over(): the positions where points were added or removed, ascending.
  std::span<const Position> changed() const { return changed_; }

  /// Continues to sort what was added. True when positions can be found.
  bool sort(Budget& budget);

  /// Sorted, no position twice.
  std::span<const RingPoint<Position>> points() const { return std::span(points_).first(size_); }
  unsigned width() const { return width_; }

  /// Index of the point that owns `position` under `rule`. There must be a point.
  std::size_t find(Position position, RingRule rule) const {
    if (rule == RingRule::kAtOrAfter) return wrapped(below(position));
    // No position is above the highest one, so the first point comes after it.
    if (rule == RingRule::kAfter) return position == highest() ? 0 : wrapped(below(position + 1));
    if (rule == RingRule::kAtOrBefore) return previous(position == highest() ? size_ : below(position + 1));
    return nearest(position);
  }

  /// Once sorted: finds many positions.
  RingFinder<Position> finder() const { return {points_.data(), starts_.data(), width_ - bucket_bits_, crowded_}; }

  /// The position modulo the ring's width.
  Position wrapped_position(Position position) const { return position & highest(); }

  /// How many points lie below `position`.
  std::size_t below(Position position) const { return finder().below(position); }

  /// The next point clockwise after point `i`.
  std::size_t next(std::size_t i) const { return wrapped(i + 1); }
  std::size_t previous(std::size_t i) const { return (i == 0 ? size_ : i) - 1; }

  std::uint64_t memory_bytes() const { return size_ * (sizeof(Position) + sizeof(std::uint32_t)); }

 private:
  static constexpr std::uint32_t kGone = RingChange<Position>::kGone;
  enum class Phase : std::uint8_t { kAdding, kCount, kScatter, kIndex, kSorted };
  static constexpr unsigned kDigitBits = 11;
  static constexpr std::uint32_t kFewInBucket = 16;

  static std::size_t digit(Position position, unsigned shift) {
    return static_cast<std::size_t>(position >> shift) & ((std::size_t{1} << kDigitBits) - 1);
  }
  std::size_t bucket_of(Position position) const {
    return static_cast<std::size_t>(position >> (width_ - bucket_bits_));
  }
  Position highest() const { return width_ == sizeof(Position) * 8 ? ~Position{0} : (Position{1} << width_) - 1; }
  std::size_t wrapped(std::size_t i) const { return i == size_ ? 0 : i; }

  std::size_t nearest(Position position) const;

  bool take_points(const RingTable& other, RingChange<Position> change, std::vector<Position>& come,
                   std::vector<Position>& gone);
  RingPoint<Position> sentinel() const { return {highest(), points_.empty() ? kGone : points_.front().node}; }
  void find_places(std::span<const RingPoint<Position>> of, std::vector<std::uint32_t>& places) const;
  std::vector<std::uint32_t> leaving(const RingChange<Position>& change) const;
  void begin_digit();
  void begin_scatter();
  void begin_index();
  void finish_index();
  unsigned wanted_bucket_bits() const;
  void take_over_index(const RingTable& other, std::span<const Position> come, std::span<const Position> gone);

  std::vector<RingPoint<Position>> points_;  // once sorted, with a sentinel at the end
  std::size_t size_ = 0;                     // without the sentinel
  bool crowded_ = false;                     // some bucket has more than kFewInBucket points: a weak hash
  bool hides_points_ = false;                // some share a position with another
  unsigned width_;
  Ties ties_;
  unsigned bucket_bits_ = 0;
  std::vector<std::uint32_t> starts_;  // by bucket: its first point; one extra at the end
  std::vector<Position> changed_;      // compared with the previous ring

  Phase phase_ = Phase::kAdding;
  unsigned shift_ = 0;                                   // of the digit being sorted by
  std::size_t at_ = 0;                                   // points processed in this phase
  std::array<std::uint32_t, 1 << kDigitBits> counts_{};  // by digit: points, then where the next one goes
  std::vector<RingPoint<Position>> scattered_;
};

extern template class RingTable<std::uint64_t>;
extern template class RingTable<U128>;

}  // namespace reshard
