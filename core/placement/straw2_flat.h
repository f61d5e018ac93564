#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/placement/incremental.h"
#include "core/placement/strategy.h"

namespace reshard {

/// What draws a straw: a node, or a rack that weighs as much as its nodes.
struct Straw2Item {
  std::uint32_t id;          ///< racks have negative ones, as two's complement
  std::uint32_t weight = 0;  ///< 16 bits after the point; 0 never wins
  NodeId node = kNoNode;     ///< of racks none
};

/// The x of a key, which Ceph calls the input: the lower half of its number.
inline std::uint32_t straw2_input(std::uint64_t hash) { return static_cast<std::uint32_t>(hash); }

/// What `item` draws for x and r: the longest straw, which is at most 0, wins.
std::int64_t straw2_straw(std::uint32_t x, const Straw2Item& item, std::uint32_t r);

/// All nodes in one bucket: draws for many keys at once what straw2_straw() gives one by one, with r = 0.
class Straw2Flat {
 public:
  /// `nodes`: in order, of equal straws the first wins. They must outlive it.
  explicit Straw2Flat(std::span<const Straw2Item> nodes);

  void place(const KeyBlock& keys, std::span<NodeId> owners) const;  ///< as Placement::place
  void take(const Newcomer& newcomer, const KeyBlock& keys, std::vector<std::uint32_t>& taken) const;  ///< likewise

 private:
  static constexpr std::uint32_t kTile = 512;
  static constexpr std::size_t kMostTables = 4;

  // Some keys at a time, of which several are mixed at once.
  struct Tile {
    std::uint32_t count;
    std::array<std::uint32_t, kTile> x, ids, draws, winner;
    std::array<std::int64_t, kTile> best;
    std::array<std::array<std::uint32_t, kTile>, kMostTables>
        losing;  // by table: the last draw that wins nothing, or -1

    void read(const KeyBlock& keys, std::uint32_t from, std::uint32_t keys_here);
    void draw();
  };

  void place_tile(Tile& tile, std::span<NodeId> owners) const;
  void compete(Tile& tile, std::uint32_t n, std::size_t table) const;
  void compete_without_table(Tile& tile, std::uint32_t n) const;
  void consider(Tile& tile, std::uint32_t i, std::uint32_t n, std::int64_t straw) const;
  std::int64_t straw_of(std::uint32_t draw, std::uint32_t n) const;

  std::span<const Straw2Item> nodes_;
  const std::vector<std::int64_t>& logarithms_;
  std::vector<std::vector<std::int64_t>> tables_;  // logarithms divided by a weight
  std::vector<std::uint8_t> table_of_;             // of each node one of them, or kMostTables
};

}  // namespace reshard
