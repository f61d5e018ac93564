#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace reshard {

/// How a ring's points can be kept: which of them is the first at or after a hash, and what it costs to change them.
enum class RingIndexKind : std::uint8_t {
  kArray,      ///< sorted by hash; binary search
  kTree,       ///< std::map, a red-black tree
  kEytzinger,  ///< sorted, in the order in which a binary search meets them; laid out anew with every change
  kTable,      ///< sorted, with a table from the first bits of a hash to where they begin; made anew with every change
};
constexpr std::uint32_t kRingIndexKinds = 4;

/// A virtual node: where it is on the ring, and whose it is. No two have the same hash.
struct RingIndexPoint {
  std::uint64_t hash;
  std::uint32_t node;
};

/// The points of a ring. What is asked of it, it has: there is at least one point.
class RingIndex {
 public:
  RingIndex() = default;
  RingIndex(const RingIndex&) = delete;
  RingIndex& operator=(const RingIndex&) = delete;
  virtual ~RingIndex() = default;

  /// The node of the first point at or after the hash; past the last one, of the first of all.
  virtual std::uint32_t owner(std::uint64_t hash) const = 0;

  /// A node comes with its points, sorted by hash.
  virtual void add(std::uint32_t node, std::span<const std::uint64_t> hashes) = 0;

  /// The points that came with a node, sorted by hash, go.
  virtual void remove(std::span<const std::uint64_t> hashes) = 0;

  /// What it asks the allocator for, without what that adds.
  virtual std::uint64_t memory_bytes() const = 0;

  /// The sum of the owners of so many random hashes: lookups without a call for each.
  virtual std::uint64_t look_up(std::uint64_t seed, std::uint32_t count) const = 0;
};

std::unique_ptr<RingIndex> make_ring_index(RingIndexKind kind, std::vector<RingIndexPoint> points);

}  // namespace reshard
