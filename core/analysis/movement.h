#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/cluster.h"

namespace reshard {

/// Keys that went from one node to another; kNoNode where they had or have no owner.
struct Flow {
  NodeId from, to;
  std::uint64_t keys;

  bool operator==(const Flow&) const = default;
};

/// The order of flows: by keys, most first, then by node ids.
bool largest_first(const Flow& a, const Flow& b);

/// Counts keys by the nodes they leave and reach.
class FlowCounter {
 public:
  /// Nodes have an index below `known_nodes`, or are kNoNode. `counts`: how often count() will be called, about.
  FlowCounter(std::size_t known_nodes, std::size_t counts);

  void count(NodeId from, NodeId to, std::uint32_t keys = 1) {
    const std::size_t left = row_of(from), arrived = row_of(to);
    if (!cells_.empty()) {
      cells_[left * rows_ + arrived] += keys;
    } else if (keys > 0) {
      list({static_cast<std::uint32_t>(left), static_cast<std::uint32_t>(arrived), keys});
    }
  }

  /// Largest first.
  std::vector<Flow> flows() const;

 private:
  // So few rows that the matrix stays in the cache: 256 KB. Reading all its cells costs as much as sorting an eighth as many
  // pairs.
  static constexpr std::size_t kMostRows = 256, kCellsAPair = 8;

  struct Pair {
    std::uint32_t from, to, keys;
  };

  // kNoNode gets the row after the last node's.
  std::size_t row_of(NodeId node) const { return node == kNoNode ? rows_ - 1 : index_of(node); }
  NodeId node_of(std::size_t row) const { return row == rows_ - 1 ? kNoNode : NodeId{static_cast<std::uint32_t>(row)}; }
  void list(const Pair& pair);
  void add_pairs(std::vector<Flow>& flows) const;

  std::size_t rows_;
  std::vector<std::uint32_t> cells_;  // from x to; empty beyond kMostRows, and where few counts are expected
  std::vector<Pair> pairs_;           // used instead: one for each count
};

/// What a change moved, by the identity of nodes and keys.
struct Movement {
  std::uint64_t keys = 0;      ///< all keys
  std::uint64_t moved = 0;     ///< keys whose owner differs
  std::uint64_t least = 0;     ///< sum over nodes of max(0, after - before): what any strategy must move to get here
  std::uint64_t needless = 0;  ///< moved - least
  std::vector<Flow> flows;     ///< largest first

  double moved_share() const { return keys == 0 ? 0 : static_cast<double>(moved) / static_cast<double>(keys); }
  double least_share() const { return keys == 0 ? 0 : static_cast<double>(least) / static_cast<double>(keys); }
};

/// From the flows of the keys that moved; `keys` is the number of all keys.
Movement movement(std::uint64_t keys, std::vector<Flow> flows);

}  // namespace reshard
