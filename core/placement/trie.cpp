#include "core/placement/trie.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>

namespace reshard {

unsigned BitTrie::depth(Index at) const {
  unsigned depth = 0;
  while ((at = vertices_[at].parent) != kNone) ++depth;
  return depth;
}

// The leaf below `top` that `better(depth, best depth)` prefers to all leaves before it, from left to right, ignoring
// those of `but_for`.
template <typename Better>
BitTrie::Index BitTrie::pick_leaf(Index top, NodeId but_for, Better better) const {
  std::vector<std::pair<Index, unsigned>> stack{{top, 0}};
  Index best = kNone;
  unsigned best_depth = 0;
  while (!stack.empty()) {
    const auto [at, depth] = stack.back();
    stack.pop_back();
    const Vertex& vertex = vertices_[at];
    if (!vertex.leaf()) {
      stack.push_back({vertex.child[1], depth + 1});
      stack.push_back({vertex.child[0], depth + 1});
    } else if (vertex.owner != but_for && (best == kNone || better(depth, best_depth))) {
      best = at;
      best_depth = depth;
    }
  }
  return best;
}

BitTrie::Index BitTrie::shallowest_leaf() const { return pick_leaf(root_, kNoNode, std::less<unsigned>()); }

void BitTrie::plant(NodeId owner) {
  vertices_ = {{owner}};
  free_.clear();
  root_ = 0;
}

void BitTrie::split(Index leaf, NodeId added) {
  const NodeId old = vertices_[leaf].owner;
  const unsigned bit = first_untested_bit(leaf);
  const Index zero = make({old, leaf});
  const Index one = make({added, leaf});
  vertices_[leaf].child = {zero, one};
  vertices_[leaf].bit = bit;
}

void BitTrie::remove(NodeId gone, Removal rule, NodeId heir) {
  Vertex& root = vertices_[root_];
  if (root.leaf() && root.owner == gone) root.owner = heir;
  // Dropped vertices have no owner.
  const auto has_leaf = [&](const Vertex& vertex) { return vertex.leaf() && vertex.owner == gone; };
  for (;;) {
    const auto at = std::find_if(vertices_.begin(), vertices_.end(), has_leaf);
    if (at == vertices_.end()) return;
    remove_leaf(static_cast<Index>(at - vertices_.begin()), rule);
  }
}

BitTrie::Index BitTrie::make(Vertex vertex) {
  if (free_.empty()) {
    vertices_.push_back(vertex);
    return static_cast<Index>(vertices_.size() - 1);
  }
  const Index at = free_.back();
  free_.pop_back();
  vertices_[at] = vertex;
  return at;
}

void BitTrie::drop(Index at) {
  vertices_[at] = {kNoNode};
  free_.push_back(at);
}

BitTrie::Index BitTrie::sibling_of(Index at) const {
  const auto& children = vertices_[vertices_[at].parent].child;
  return children[0] == at ? children[1] : children[0];
}

unsigned BitTrie::first_untested_bit(Index leaf) const {
  std::uint64_t tested = 0;
  for (Index at = vertices_[leaf].parent; at != kNone; at = vertices_[at].parent) {
    tested |= std::uint64_t{1} << vertices_[at].bit;
  }
  return static_cast<unsigned>(std::countr_one(tested));
}

// `at` takes the place of its parent; its sibling, a leaf, is dropped.
void BitTrie::replace_parent(Index at) {
  const Index parent = vertices_[at].parent;
  const Index grandparent = vertices_[parent].parent;
  drop(sibling_of(at));
  vertices_[at].parent = grandparent;
  if (grandparent == kNone) {
    root_ = at;
  } else {
    auto& children = vertices_[grandparent].child;
    *std::find(children.begin(), children.end(), parent) = at;
  }
  drop(parent);
}

void BitTrie::remove_leaf(Index leaf, Removal rule) {
  const Index sibling = sibling_of(leaf);
  if (vertices_[sibling].leaf() || rule == Removal::kLift) {
    replace_parent(sibling);
    if (vertices_[sibling].leaf()) collapse(sibling);
    return;
  }
  if (rule == Removal::kSubtree) {
    // Pairs of leaves merge until one is left, whose owner is that of the first.
    const NodeId gone = vertices_[leaf].owner;
    while (!vertices_[sibling_of(leaf)].leaf()) {
      replace_parent(pick_leaf(sibling_of(leaf), gone, std::greater<unsigned>()));
    }
    return replace_parent(sibling_of(leaf));
  }
  const Index deepest = pick_leaf(sibling, vertices_[leaf].owner, std::greater<unsigned>());
  if (rule == Removal::kCollapse) {
    vertices_[leaf].owner = vertices_[deepest].owner;
    collapse(leaf);
    return;
  }
  // The first of the deepest leaves is a 0-child, and its sibling a leaf, whose owner is free when the two merge.
  vertices_[leaf].owner = vertices_[sibling_of(deepest)].owner;
  replace_parent(deepest);
}

// Merges two sibling leaves with the same owner into one.
void BitTrie::collapse(Index leaf) {
  while (vertices_[leaf].parent != kNone) {
    const Vertex& sibling = vertices_[sibling_of(leaf)];
    if (!sibling.leaf() || sibling.owner != vertices_[leaf].owner) return;
    replace_parent(leaf);
  }
}

}  // namespace reshard
