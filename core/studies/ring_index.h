#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace reshard {

/// Ways to keep a ring's points, which differ in how fast they find the first point at or after a hash and in the cost
/// of a change.
enum class RingIndexKind : std::uint8_t {
  kArray,      ///< sorted by hash; binary search
  kTree,       ///< std::map, a red-black tree
  kEytzinger,  ///< sorted in the order in which a binary search visits them; laid out again after every change
  kTable,      ///< sorted, with a table that maps the first bits of a hash to a point; rebuilt after every change
};
constexpr std::uint32_t kRingIndexKinds = 4;

/// A virtual node: where it is on the ring, and whose it is. No two have the same hash.
struct RingIndexPoint {
  std::uint64_t hash;
  std::uint32_t node;
};

/// The points of a ring. Callers must ensure that there is at least one point, and remove only what is there.
class RingIndex {
 public:
  RingIndex() = default;
  RingIndex(const RingIndex&) = delete;
  RingIndex& operator=(const RingIndex&) = delete;
  virtual ~RingIndex() = default;

  /// The node of the first point at or after the hash; past the last point, the node of the first one.
  virtual std::uint32_t owner(std::uint64_t hash) const = 0;

  /// Adds a node with its points, sorted by hash.
  virtual void add(std::uint32_t node, std::span<const std::uint64_t> hashes) = 0;

  /// Removes a node's points, sorted by hash.
  virtual void remove(std::span<const std::uint64_t> hashes) = 0;

  /// The bytes it requests from the allocator, without the allocator's overhead.
  virtual std::uint64_t memory_bytes() const = 0;

  /// The sum of the owners of `count` random hashes: lookups without one call for each.
  virtual std::uint64_t look_up(std::uint64_t seed, std::uint32_t count) const = 0;
};

std::unique_ptr<RingIndex> make_ring_index(RingIndexKind kind, std::vector<RingIndexPoint> points);

}  // namespace reshard
