#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/model/cluster.h"

namespace reshard {

/// Positions on the line are 53-bit integers, so that lengths add up exactly.
inline constexpr std::uint64_t kLine = std::uint64_t{1} << 53;

/// Extends from `begin` to where the next slice begins, or to the end of the line.
struct Slice {
  std::uint64_t begin;
  NodeId owner;

  bool operator==(const Slice&) const = default;
};

/// The line of random slicing while its history is replayed: A. Miranda et al., ACM TOS 10(3), 2014. Slices are kept in
/// a linked list and, for each owner, from left to right: the cost of a change depends on the slices that it cuts, not
/// on all slices. (After 1,000 additions there are 400,000 slices, of which the next addition cuts 1,000.)
class SliceLine {
 public:
  /// Continues from slices in ascending order, where no two neighbours have the same owner. With no slices, nobody owns
  /// the line.
  explicit SliceLine(std::span<const Slice> slices);

  /// Gives every node its share. Nothing moves while all are drained.
  void share_out(std::span<const Node> nodes);

  std::vector<Slice> slices() const;

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint64_t kNoQuota = std::numeric_limits<std::uint64_t>::max();

  struct Cell {
    std::uint64_t begin;
    NodeId owner;  // kNoNode: a gap, or a cell out of use
    std::uint32_t before = kNone, after = kNone;
  };
  /// Stale if the cell now belongs to another owner or begins elsewhere.
  struct Entry {
    std::uint64_t begin;
    std::uint32_t cell;
  };
  struct Owner {
    std::uint64_t held = 0, quota = kNoQuota;
    std::vector<Entry> entries;  // ascending
    std::size_t first = 0;       // those before it were given up

    /// Call after the leftmost slice was cut at its start. Entries before the new start are stale: they were merged
    /// into it.
    void leftmost_begins(std::uint64_t begin) {
      const std::uint32_t cell = entries[first].cell;
      while (first + 1 < entries.size() && entries[first + 1].begin < begin) ++first;
      entries[first] = {begin, cell};
    }
  };
  /// A cell that gives something up: all of it if it is already a gap, else `excess`.
  struct Cut {
    std::uint64_t begin, excess;
    std::uint32_t cell;
  };

  void weigh(std::span<const Node> nodes);
  void give_up_all(std::uint32_t node);
  void give_up_excess(std::uint32_t node);
  void cut(const Cut& cut);
  void fill(std::uint32_t gap);
  std::uint32_t give(std::uint32_t gap, std::uint64_t until, NodeId owner);

  bool is_gap(std::uint32_t cell) const { return cell != kNone && cells_[cell].owner == kNoNode; }
  std::uint64_t end(std::uint32_t cell) const;
  bool is_current(const Entry& entry, std::uint32_t node) const;
  std::uint32_t leftmost(std::uint32_t node);
  Owner& owner_at(NodeId node);
  void list(std::uint32_t cell);
  std::uint32_t insert_after(std::uint32_t cell, std::uint64_t begin, NodeId owner);
  void unlink(std::uint32_t cell);

  std::vector<Cell> cells_;  // cell 0 begins the line
  std::vector<std::uint32_t> unused_;
  std::vector<std::uint32_t> gaps_;  // ascending
  std::vector<Owner> owners_;        // by node
  std::vector<NodeId> sharing_;      // nodes that are not drained, by position
  std::size_t filling_ = 0;          // index of the one being filled
  NodeId filled_ = kNoNode;          // the last one that had too little
  std::vector<Cut> cuts_;
};

}  // namespace reshard
