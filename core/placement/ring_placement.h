#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/placement/incremental.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/points_by_node.h"
#include "core/placement/ring_table.h"
#include "core/placement/strategy.h"

// Shared by all ring dialects. A dialect makes points and says how a key is read.

namespace reshard {

/// Enough for 1000 points on every one of 10,000 nodes.
inline constexpr std::uint64_t kMaxRingPoints = 10'000'000;

/// The number of points of a node with `per_unit` points per unit of weight: rounded, and at least one unless it is
/// drained. (Systems that only know whole weights agree; for the others this extends their rule.)
std::uint64_t points_of(const Node& node, double per_unit);

/// Refuses more than kMaxRingPoints, naming `field`.
Status check_point_count(std::uint64_t points, std::string_view field);

/// The expected coefficient of variation of shares on a ring of random points, with the same number for every node.
double ring_spread(std::size_t nodes, double points_per_node);

/// Readings of keys for 32-bit rings: the low half of the number, and ketama's, the first 4 bytes of MD5, lowest first.
std::uint64_t low_32(std::string_view key, const HashFunction& hash, std::uint64_t seed);
std::uint64_t md5_word(std::string_view key, const HashFunction& hash, std::uint64_t seed);
/// Flipping it sorts negative signed numbers before the others.
inline constexpr std::uint64_t kSignBit = std::uint64_t{1} << 63;
inline constexpr std::string_view kMd5Word = "first 4 bytes of MD5";

/// Makes the points of a dialect's nodes, draw by draw: in most dialects a draw gives one point; one of ketama's
/// digests gives four.
template <typename Position>
class PointMaker {
 public:
  virtual ~PointMaker() = default;

  /// The number of draws of the node at this position in the cluster.
  virtual std::uint64_t draws(std::uint32_t node) const = 0;

  /// Appends the points of one draw to those of the node's earlier draws.
  virtual void draw(std::uint32_t node, std::uint64_t number, std::vector<Position>& of_node) const = 0;

  /// How many of the node's first draws equal those of `node_there` in `other`, a maker of the same class and strategy:
  /// only the rest has to be drawn.
  virtual std::uint64_t shared_draws(std::uint32_t, const PointMaker& /*other*/, std::uint32_t /*node_there*/) const {
    return 0;
  }

  /// What the strategy hashes for this draw, as a person would write it: "10.0.1.3:11212-17".
  virtual std::string text(std::uint32_t node, std::uint64_t number) const = 0;
};

/// The texts of one node: before + decimal number + after, for each number below `count`.
struct NumberedTexts {
  std::string before, after;
  std::uint64_t count;
  std::uint64_t first = 0;  ///< the number in the first text
};

/// The position that one or two recipes read from a text.
template <typename Position>
Position read_position(std::string_view text, std::span<const Recipe> recipes) {
  if constexpr (sizeof(Position) == 16) {
    return Position{recipes[0](text)} << 64 | recipes[1](text);
  } else {
    return recipes[0](text);
  }
}

/// One point per text, read as keys are: what most dialects do.
template <typename Position>
class TextPoints : public PointMaker<Position> {
 public:
  /// `nodes`: by position in the cluster.
  TextPoints(std::vector<NumberedTexts> nodes, std::vector<Recipe> recipes)
      : nodes_(std::move(nodes)), recipes_(std::move(recipes)) {}

  std::uint64_t draws(std::uint32_t node) const override { return nodes_[node].count; }
  void draw(std::uint32_t node, std::uint64_t number, std::vector<Position>& of_node) const override {
    of_node.push_back(read_position<Position>(text(node, number), recipes_));
  }
  std::uint64_t shared_draws(std::uint32_t node, const PointMaker<Position>& other,
                             std::uint32_t node_there) const override {
    const NumberedTexts &here = nodes_[node], &there = static_cast<const TextPoints&>(other).nodes_[node_there];
    const bool alike = here.before == there.before && here.after == there.after && here.first == there.first;
    return alike ? std::min(here.count, there.count) : 0;
  }
  std::string text(std::uint32_t node, std::uint64_t number) const override {
    std::string text = nodes_[node].before;
    append_decimal(text, nodes_[node].first + number);
    return text.append(nodes_[node].after);
  }

 private:
  std::vector<NumberedTexts> nodes_;
  std::vector<Recipe> recipes_;
};

template <typename Position>
std::unique_ptr<PointMaker<Position>> text_points(std::vector<NumberedTexts> nodes, std::vector<Recipe> recipes) {
  return std::make_unique<TextPoints<Position>>(std::move(nodes), std::move(recipes));
}

/// How a dialect reads its ring.
struct RingShape {
  unsigned width = 64;  ///< bits of a position
  RingRule rule = RingRule::kAtOrAfter;
  Ties ties = Ties::kFirstAdded;
  std::string_view reading = {};  ///< how a key becomes a position, in words; empty: by its hash
  /// kSigned and kSignedPair: the ring has the sign bits flipped. kDecimal of 128 bits: it has two positions for each number
  /// of 0 to 2^127 (core/strategies/token_ring.cpp).
  Numerals numerals = Numerals::kDecimal;
};

/// A placement on a ring. Reads column 0 as the position, or columns 0 and 1 as its high and low halves.
template <typename Position>
class RingPlacement : public Placement, private Incremental {
 public:
  /// `nodes`: by position in the cluster, which is how points refer to them. `previous`: a ring of the same class and
  /// strategy, whose unchanged points are reused; null where there is none.
  RingPlacement(RingShape shape, std::unique_ptr<PointMaker<Position>> maker, std::vector<NodeId> nodes,
                const RingPlacement* previous = nullptr)
      : shape_(shape),
        maker_(std::move(maker)),
        nodes_(std::move(nodes)),
        ring_(shape.width, shape.ties),
        previous_(previous) {}

  bool step(Budget& budget) override;
  void place(const KeyBlock& keys, std::span<NodeId> owners) const override;
  const Incremental* incremental() const override { return this; }
  std::vector<OwnedRange> ranges() const override;
  bool has_ranges() const override { return sizeof(Position) == sizeof(std::uint64_t); }
  std::optional<std::vector<RangeMove>> moves_since(const Incremental& before) const override;
  void moves_from_points(const RingPlacement& before, std::vector<RangeMove>& moves) const;
  std::shared_ptr<const char> mark() const override { return mark_; }
  /// The owner and the next distinct nodes clockwise.
  void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override;
  Trace explain(const SingleKey& key, std::uint32_t index) const override;
  Picture picture(const SingleKey& key) const override;
  std::uint64_t memory_bytes() const override { return ring_.memory_bytes() + nodes_.size() * sizeof(NodeId); }

 protected:
  const RingTable<Position>& ring() const { return ring_; }
  /// The point that owns key i of the block.
  std::size_t find(const KeyBlock& keys, std::uint32_t i) const { return ring_.find(position(keys, i), shape_.rule); }
  NodeId owner(std::size_t point) const { return nodes_[ring_.points()[point].node]; }
  const PointsByNode& points_by_node() const;  ///< made when it is first asked for

 private:
  static Position position(const KeyBlock& keys, std::uint32_t i) {
    if constexpr (sizeof(Position) == 16) {
      return Position{keys.columns[0][i]} << 64 | keys.columns[1][i];
    } else {
      return keys.columns[0][i];
    }
  }
  bool make_points(Budget& budget);
  bool take_over(const RingPlacement& previous);
  std::string text_of(const RingPoint<Position>& point) const;

  RingShape shape_;
  std::unique_ptr<PointMaker<Position>> maker_;
  std::vector<NodeId> nodes_;
  RingTable<Position> ring_;
  const RingPlacement* previous_;  // until the first step

  // Of this ring, and of the ring whose points it reused, which may no longer exist.
  std::shared_ptr<const char> mark_ = std::make_shared<const char>();
  std::shared_ptr<const char> mark_of_previous_;

  mutable std::once_flag by_node_once_;
  mutable std::optional<PointsByNode> by_node_;

  std::uint32_t node_ = 0;         // whose points are being made
  std::uint64_t draw_ = 0;         // its next draw
  std::vector<Position> of_node_;  // its points so far
};

extern template class RingPlacement<std::uint64_t>;
extern template class RingPlacement<U128>;

/// Refuses more than kMaxRingPoints, naming `field`.
template <typename Position>
Status check_points(const PointMaker<Position>& maker, std::size_t nodes, std::string_view field,
                    std::uint64_t points_a_draw = 1) {
  std::uint64_t points = 0;
  for (std::uint32_t node = 0; node < nodes; ++node) points += maker.draws(node) * points_a_draw;
  return check_point_count(points, field);
}

/// A ring of `maker`'s points; refuses more than kMaxRingPoints, naming `field`.
template <typename Position>
Result<std::unique_ptr<Placement>> make_ring(const BuildInput& input, RingShape shape,
                                             std::unique_ptr<PointMaker<Position>> maker, std::string_view field,
                                             std::uint64_t points_a_draw = 1) {
  const auto fits = check_points(*maker, input.cluster.nodes().size(), field, points_a_draw);
  if (!fits.ok()) return fits.error();
  const auto* previous = goes_on_from<RingPlacement<Position>>(input);
  return make_placement<RingPlacement<Position>>(shape, std::move(maker), ids_by_position(input.cluster), previous);
}

/// The picture of a ring's points, without keys.
template <typename Position>
RingPicture picture_of(const RingTable<Position>& ring, RingRule rule, std::span<const NodeId> nodes);

/// A position scaled to the ring of 2^64 positions that pictures use.
std::uint64_t on_circle(std::uint64_t position, unsigned width);
std::uint64_t on_circle(U128 position, unsigned width);

/// A position as the ring's system writes it.
std::string written(std::uint64_t position, const RingShape& shape);
std::string written(U128 position, const RingShape& shape);

std::string_view successor_label(RingRule rule);

}  // namespace reshard
