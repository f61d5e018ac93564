#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/placement/incremental.h"
#include "core/placement/strategy.h"

namespace reshard {

/// Something that draws a straw: a node, or a rack that weighs as much as its nodes together.
struct Straw2Item {
  std::uint32_t id;          ///< racks have negative ones, as two's complement
  std::uint32_t weight = 0;  ///< fixed point with 16 fractional bits; 0 never wins
  NodeId node = kNoNode;     ///< none for racks
};

/// A key's x, which Ceph calls the input: the lower half of its number.
inline std::uint32_t straw2_input(std::uint64_t hash) { return static_cast<std::uint32_t>(hash); }

/// The straw that `item` draws for x and r, at most 0; the longest wins.
std::int64_t straw2_straw(std::uint32_t x, const Straw2Item& item, std::uint32_t r);

/// The index of the item with the longest straw (the first among equals). There must be an item.
std::size_t straw2_longest(std::span<const Straw2Item> items, std::uint32_t x, std::uint32_t r);

/// All nodes in one bucket: computes for many keys at once what straw2_straw() gives one by one, with r = 0.
class Straw2Flat {
 public:
  /// `nodes`: in order; the first of equal straws wins. They must outlive this.
  explicit Straw2Flat(std::span<const Straw2Item> nodes) : nodes_(nodes) {}

  // Like those of Placement and Incremental.
  void place(const KeyBlock& keys, std::span<NodeId> owners) const;
  void take(const Newcomer& newcomer, const KeyBlock& keys, std::vector<std::uint32_t>& taken) const;
  void stand(const KeyBlock& keys, std::span<const NodeId> owners, std::span<std::uint32_t> standings) const;

 private:
  static constexpr std::uint32_t kTile = 512;

  // A batch of keys, of which several are hashed at once.
  struct Tile {
    std::uint32_t count;
    std::array<std::uint32_t, kTile> x, ids, draws, winner;
    std::array<std::int64_t, kTile> best;
    std::array<float, kTile> reach;  // of the best straw

    void read(const KeyBlock& keys, std::uint32_t from, std::uint32_t keys_here);
    void draw();
  };

  template <typename Reaching>
  static void each_reaching(const Tile& tile, const Straw2Item& item, Reaching reaching);

  std::vector<std::uint32_t> numbers() const;  // by id
  void draw_owners(Tile& tile, std::span<const NodeId> owners, std::span<const std::uint32_t> numbers) const;
  void place_tile(Tile& tile, std::span<NodeId> owners) const;

  std::span<const Straw2Item> nodes_;
};

}  // namespace reshard
