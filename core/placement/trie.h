#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/model/node.h"

namespace reshard {

/// Bit 0 is the highest.
constexpr bool bit_of(std::uint64_t word, unsigned bit) { return (word >> (63 - bit) & 1) != 0; }

/// A binary tree over the bits of hashes, whose leaves have owners.
class BitTrie {
 public:
  using Index = std::uint32_t;

  /// What happens to a leaf whose owner leaves when its sibling is not a leaf (a sibling that is a leaf takes over).
  enum class Removal : std::uint8_t {
    kCollapse,  ///< the owner of the sibling's deepest leaf also owns it until both can merge
    kLift,      ///< the sibling replaces its parent, whose bit is no longer tested
    kTakeover,  ///< the sibling's two deepest leaves merge, and the owner freed by that takes over
    kSubtree,   ///< the parent becomes a leaf of the sibling's first owner; its other leaves go too
  };

  struct Vertex {
    NodeId owner;  ///< for a leaf
    Index parent = kNone;
    std::array<Index, 2> child{kNone, kNone};
    unsigned bit = 0;  ///< the bit that an inner vertex tests
    bool leaf() const { return child[0] == kNone; }
  };

  bool empty() const { return vertices_.empty(); }
  Index root() const { return root_; }
  const Vertex& operator[](Index at) const { return vertices_[at]; }
  std::size_t size() const { return vertices_.size() - free_.size(); }

  Index find(std::uint64_t hash) const {
    Index at = root_;
    while (!vertices_[at].leaf()) at = vertices_[at].child[bit_of(hash, vertices_[at].bit)];
    return at;
  }
  unsigned depth(Index at) const;
  Index shallowest_leaf() const;  ///< the first from left to right

  /// Makes the whole tree a single leaf.
  void plant(NodeId owner);

  /// Splits a leaf on the first bit that the path to it does not test: its owner keeps the 0-child, `added` gets the
  /// other.
  void split(Index leaf, NodeId added);

  /// Removes all leaves of a node; `heir` owns the tree if it was a single one.
  void remove(NodeId gone, Removal rule, NodeId heir);

 private:
  static constexpr Index kNone = 0xFFFFFFFFu;

  template <typename Better>
  Index pick_leaf(Index top, NodeId but_for, Better better) const;
  Index make(Vertex vertex);
  void drop(Index at);
  Index sibling_of(Index at) const;
  unsigned first_untested_bit(Index leaf) const;
  void replace_parent(Index at);
  void remove_leaf(Index leaf, Removal rule);
  void collapse(Index leaf);

  std::vector<Vertex> vertices_;
  std::vector<Index> free_;  // vertices that are no longer in the tree
  Index root_ = kNone;
};

}  // namespace reshard
