#include "core/placement/ring_placement.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/bytes.h"
#include "core/base/small.h"
#include "core/hash/functions.h"

namespace reshard {

std::uint64_t points_of(const Node& node, double per_unit) {
  if (node.weight == 0) return 0;
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::floor(per_unit * node.weight + 0.5)));
}

Status check_point_count(std::uint64_t points, std::string_view field) {
  if (points <= kMaxRingPoints) return Done{};
  return Error{ErrorCode::too_large, std::string(field), {decimal(points) + " points", decimal(kMaxRingPoints)}};
}

double ring_spread(std::size_t nodes, double points_per_node) {
  const auto n = static_cast<double>(nodes);
  return std::sqrt((n - 1) / (n * points_per_node + 1));
}

std::uint64_t low_32(std::string_view key, const HashFunction& hash, std::uint64_t seed) {
  return hash.hash64(key, seed) & 0xFFFFFFFFu;
}

std::uint64_t md5_word(std::string_view key, const HashFunction&, std::uint64_t) { return load_le32(md5(key).data()); }

std::uint64_t on_circle(std::uint64_t position, unsigned width) { return position << (64 - width); }
std::uint64_t on_circle(U128 position, unsigned) { return static_cast<std::uint64_t>(position >> 64); }

std::string written(std::uint64_t position, const RingShape& shape) {
  const bool flipped = shape.numerals == Numerals::kSigned && shape.width == 64;
  return written(flipped ? position ^ kSignBit : position, shape.width, shape.numerals);
}
std::string written(U128 position, const RingShape& shape) {
  const std::uint64_t halves[] = {static_cast<std::uint64_t>(position >> 64), static_cast<std::uint64_t>(position)};
  if (shape.numerals == Numerals::kDecimal) return signed_decimal((position >> 1) + (position & 1));
  if (shape.numerals == Numerals::kHex) return hex64(halves[0]) + hex64(halves[1]).substr(2);
  const auto half = [&](int i) { return written(halves[i] ^ kSignBit, 64, Numerals::kSigned); };
  return "{" + half(0) + " " + half(1) + "}";
}

// No ring of the first build looks for the point at or before a key.
#ifdef RESHARD_FIRST_BUILD
constexpr bool kReadsBack = false;
#else
constexpr bool kReadsBack = true;
#endif

std::string_view successor_label(RingRule rule) {
  switch (rule) {
    case RingRule::kAtOrAfter: return "point at or after";
    case RingRule::kAfter: return "point after";
    case RingRule::kNearest: return "nearest point";
    case RingRule::kAtOrBefore: return "point at or before";
  }
  check_failed("a ring rule", __FILE__, __LINE__);
}

template <typename Position>
RingPicture picture_of(const RingTable<Position>& ring, RingRule rule, std::span<const NodeId> nodes) {
  RingPicture picture;
  picture.rule = rule;
  picture.key_shift = sizeof(Position) == 16 ? 0 : 64 - ring.width();
  picture.points.reserve(ring.points().size());
  for (const auto& point : ring.points()) {
    picture.points.push_back({on_circle(point.position, ring.width()), nodes[point.node]});
  }
  return picture;
}
template RingPicture picture_of(const RingTable<std::uint64_t>&, RingRule, std::span<const NodeId>);
template RingPicture picture_of(const RingTable<U128>&, RingRule, std::span<const NodeId>);

template <typename Position>
bool RingPlacement<Position>::step(Budget& budget) {
  if (!kAlwaysAnew && previous_ != nullptr && take_over(*std::exchange(previous_, nullptr))) {
    node_ = static_cast<std::uint32_t>(nodes_.size());
  }
  return make_points(budget) && ring_.sort(budget);
}

// Most points stay when a node joins or leaves, or when all nodes get a few more points: hashing and sorting all of
// them would take ten times as long.
template <typename Position>
bool RingPlacement<Position>::take_over(const RingPlacement& previous) {
  constexpr std::uint64_t kMostDraws = 4096;  // at once: beyond that, all points are made anew, in slices
  std::vector<std::uint32_t> place_of;        // in the previous ring, by id
  for (std::uint32_t there = 0; there < previous.nodes_.size(); ++there) {
    const std::uint32_t id = index_of(previous.nodes_[there]);
    if (id >= place_of.size()) place_of.resize(id + std::size_t{1}, RingChange<Position>::kGone);
    place_of[id] = there;
  }
  RingChange<Position> change;
  change.positions.assign(previous.nodes_.size(), RingChange<Position>::kGone);
  std::uint64_t drawn = 0;
  const auto draw = [&](const RingPlacement& of, std::uint32_t node, std::uint64_t from,
                        std::vector<RingPoint<Position>>& points) {
    const std::uint64_t all = of.maker_->draws(node);
    drawn += all - from;
    if (drawn > kMostDraws) return;
    of_node_.clear();
    for (std::uint64_t number = from; number < all; ++number) of.maker_->draw(node, number, of_node_);
    for (const Position position : of_node_) points.push_back({position, node});
  };
  for (std::uint32_t node = 0; node < nodes_.size() && drawn <= kMostDraws; ++node) {
    const std::uint32_t id = index_of(nodes_[node]);
    const std::uint32_t there = id < place_of.size() ? place_of[id] : RingChange<Position>::kGone;
    const bool stays = there != RingChange<Position>::kGone;
    const std::uint64_t shared = stays ? maker_->shared_draws(node, *previous.maker_, there) : 0;
    draw(*this, node, shared, change.more);
    if (shared == 0) continue;
    change.positions[there] = node;
    draw(previous, there, shared, change.fewer);
  }
  of_node_.clear();
  if (drawn > kMostDraws || !ring_.take_over(previous.ring_, std::move(change))) return false;
  mark_of_previous_ = previous.mark_;
  return true;
}

template <typename Position>
bool RingPlacement<Position>::make_points(Budget& budget) {
  constexpr std::uint32_t kDrawsBetweenClockReads = 1024;
  std::uint32_t draws = 0;
  for (; node_ < nodes_.size(); ++node_) {
    for (const std::uint64_t all = maker_->draws(node_); draw_ < all; ++draw_) {
      if (++draws % kDrawsBetweenClockReads == 0 && budget.spent()) return false;
      const std::size_t before = of_node_.size();
      maker_->draw(node_, draw_, of_node_);
      for (std::size_t i = before; i < of_node_.size(); ++i) ring_.add(of_node_[i], node_);
    }
    draw_ = 0;
    of_node_.clear();
  }
  return true;
}

// Under kNearest, a point's range ends half way to the next point, the middle included; under kAtOrBefore, below it.
template <typename Position>
std::vector<OwnedRange> RingPlacement<Position>::ranges() const {
  std::vector<OwnedRange> ranges;
  if constexpr (sizeof(Position) == 8) {
    const auto points = ring_.points();
    const std::uint64_t highest = ~std::uint64_t{0} >> (64 - ring_.width());
    NodeId beyond = owner(0);  // owner of the numbers above the last range
    ranges.reserve(points.size() + 1);
    if (shape_.rule == RingRule::kNearest) {
      for (std::size_t i = 0; i < points.size(); ++i) {
        const std::uint64_t position = points[i].position;
        const std::uint64_t half = ((points[ring_.next(i)].position - position) & highest) / 2;
        if (i + 1 < points.size() || half <= highest - position) {
          ranges.push_back({position + half, owner(i)});
        } else {  // wraps past the top of the ring
          ranges.insert(ranges.begin(), {(position + half) & highest, owner(i)});
          beyond = owner(i);
        }
      }
    } else {
      const bool before = kReadsBack && shape_.rule == RingRule::kAtOrBefore;
      const auto owner_to = [&](std::size_t i) { return owner(before ? ring_.previous(i) : i); };
      const std::uint64_t below = before || shape_.rule == RingRule::kAfter ? 1 : 0;
      const std::size_t first = points[0].position < below ? 1 : 0;  // no position is below a point at 0
      ranges.resize(points.size() - first);
      for (std::size_t i = 0; i < ranges.size(); ++i)
        ranges[i] = {points[first + i].position - below, owner_to(first + i)};
      beyond = owner_to(0);
    }
    ranges.push_back({~std::uint64_t{0}, beyond});
  }
  return ranges;
}

// Under kAtOrBefore, from a point that was added or removed up to below the next higher one in either ring, all numbers share
// one old owner and one new owner. Those below the lowest point belong to the highest.
template <typename Position>
void RingPlacement<Position>::moves_from_points(const RingPlacement& before, std::vector<RangeMove>& moves) const {
  if constexpr (sizeof(Position) == 8) {
    const RingTable<Position>&then = before.ring_, &now = ring_;
    const auto append = [&](std::uint64_t first, std::uint64_t last, std::size_t a, std::size_t b) {
      const NodeId from = before.owner(then.previous(a)), to = owner(now.previous(b));
      if (from != to) append_move(moves, {first, last, from, to});
    };
    const auto above = [](const RingTable<Position>& ring, Position position) {
      return position == ~Position{0} ? ring.points().size() : ring.below(position + 1);
    };
    const std::uint64_t lowest = std::min(then.points().front().position, now.points().front().position);
    if (lowest > 0) append(0, lowest - 1, 0, 0);
    for (const Position position : now.changed()) {
      const std::size_t a = above(then, position), b = above(now, position);
      std::uint64_t last = ~std::uint64_t{0};
      if (a < then.points().size()) last = then.points()[a].position - 1;
      if (b < now.points().size()) last = std::min(last, now.points()[b].position - 1);
      append(position, last, a, b);
    }
  }
}

// From the next lower point in either ring up to a point that was added or removed, all numbers share one old owner and
// one new owner.
template <typename Position>
std::optional<std::vector<RangeMove>> RingPlacement<Position>::moves_since(const Incremental& before) const {
  std::vector<RangeMove> moves;
  if constexpr (sizeof(Position) == 8) {
    const bool known = mark_of_previous_ != nullptr && mark_of_previous_ == before.mark();
    if (!known || shape_.rule == RingRule::kNearest) return std::nullopt;
    const auto& ring_before = static_cast<const RingPlacement&>(before);
    if (kReadsBack && shape_.rule == RingRule::kAtOrBefore) {
      moves_from_points(ring_before, moves);
      return moves;
    }
    const RingTable<Position>&then = ring_before.ring_, &now = ring_;
    const std::uint64_t less = shape_.rule == RingRule::kAfter ? 1 : 0;  // a point does not own its own position
    const auto owner_in = [](const RingPlacement& ring, std::size_t i) {
      return ring.owner(i == ring.ring_.points().size() ? 0 : i);
    };
    const auto append = [&](std::uint64_t first, std::uint64_t last, NodeId from, NodeId to) {
      if (from != to) append_move(moves, {first, last, from, to});
    };
    for (const Position position : now.changed()) {
      const std::size_t a = then.below(position), b = now.below(position);
      if (position < less) continue;  // no position is below it
      std::uint64_t first = 0;
      if (a > 0) first = then.points()[a - 1].position + 1 - less;
      if (b > 0) first = std::max(first, now.points()[b - 1].position + 1 - less);
      append(first, position - less, owner_in(ring_before, a), owner_in(*this, b));
    }
    const std::uint64_t last = std::max(then.points().back().position, now.points().back().position);
    if (less == 1 || last != ~std::uint64_t{0}) {
      append(last + 1 - less, ~std::uint64_t{0}, owner_in(ring_before, 0), owner_in(*this, 0));
    }
  }
  return moves;
}

// Makes the node's points again until the one asked about appears.
template <typename Position>
std::string RingPlacement<Position>::text_of(const RingPoint<Position>& point) const {
  std::vector<Position> of_node;
  for (std::uint64_t number = 0; number < maker_->draws(point.node); ++number) {
    const auto before = static_cast<std::ptrdiff_t>(of_node.size());
    maker_->draw(point.node, number, of_node);
    const bool here = std::find(of_node.begin() + before, of_node.end(), point.position) != of_node.end();
    if (here) return maker_->text(point.node, number);
  }
  check_failed("a point that its node draws", __FILE__, __LINE__);
}

template <typename Position>
RESHARD_SMALL Trace RingPlacement<Position>::explain(const SingleKey& key, std::uint32_t) const {
  const KeyBlock keys = key.block();
  const std::size_t found = find(keys, 0);
  const auto& point = ring_.points()[found];
  return {{"hash", written(position(keys, 0), shape_), kNoNode, shape_.reading},
          {successor_label(shape_.rule), written(point.position, shape_), owner(found)},
          {"virtual node", text_of(point), owner(found)},
          {"point number", decimal(found + 1) + " / " + decimal(ring_.points().size())},
          owner_step(owner(found))};
}

template <typename Position>
Picture RingPlacement<Position>::picture(const SingleKey& key) const {
  RingPicture picture = picture_of(ring_, shape_.rule, nodes_);
  picture.key_positions = {on_circle(position(key.block(), 0), shape_.width)};
  if (shape_.numerals == Numerals::kTenths) picture.numbered = 10;
  return picture;
}

template <typename Position>
const PointsByNode& RingPlacement<Position>::points_by_node() const {
  std::call_once(by_node_once_, [this] {
    std::vector<std::uint32_t> node_of;
    for (const RingPoint<Position>& point : ring_.points()) node_of.push_back(point.node);
    by_node_.emplace(nodes_.size(), node_of);
  });
  return *by_node_;
}

template class RingPlacement<std::uint64_t>;
template class RingPlacement<U128>;

}  // namespace reshard
