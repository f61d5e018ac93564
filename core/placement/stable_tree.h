#pragma once

#include <array>

#include "core/base/flags.h"
#include "core/base/random.h"
#include "core/placement/bucket_placement.h"

namespace reshard {

/// A tree of clusters, in which a node keeps the lowest leaf that was free when it joined; a Lookup for
/// BucketPlacement.
///
/// A key draws leaves until one has a node: at level 0 one of the first cluster's, and at level L either one in the
/// branches 1, 2, … that a larger tree has over the tree below, or (branch 0) the next one that the tree below would
/// have drawn. So all leaves of a tree are equally likely in every draw, and a larger tree only inserts draws of its
/// own leaves between those of the smaller one: a node that joins takes keys only for itself. A level that has drawn
/// kDraws times leaves the rest to those below, and after level 0 plain rendezvous over all nodes decides; that happens
/// only in nearly empty trees.
class StableTree {
 public:
  StableTree(std::uint32_t fanout, std::uint32_t cluster, std::size_t nodes)
      : fanout_(fanout), cluster_(cluster), taken_(nodes, true) {}

  Result<std::uint32_t> add() {
    const auto leaf = static_cast<std::uint32_t>(std::find(taken_.begin(), taken_.end(), false) - taken_.begin());
    if (leaf == taken_.size()) taken_.push_back(false);
    taken_[leaf] = true;
    return leaf;
  }
  void remove(std::uint32_t leaf) { taken_[leaf] = false; }

  /// The number of leaves of the smallest tree that holds all nodes; call after the last add() and remove().
  std::size_t finish() {
    while (!taken_.back()) taken_.pop_back();
    std::size_t leaves = cluster_;
    for (levels_ = 0; leaves < taken_.size(); ++levels_) leaves *= fanout_;
    taken_.resize(leaves, false);
    return leaves;
  }

  template <typename Visit>
  std::uint32_t operator()(KeyCursor& key, Visit visit) const {
    Draws draws(*this, key.hash());
    for (std::uint32_t leaf = draws.next(); leaf != kNoBucket; leaf = draws.next()) {
      visit("leaf", leaf);
      if (taken_[leaf]) return leaf;
    }
    const std::uint32_t leaf = best_of_all(key.hash(), {});
    visit("best of all", leaf);
    return leaf;
  }

  /// Distinct leaves with nodes, in the order in which the key meets them.
  void replicas(std::uint64_t key, std::size_t wanted, std::vector<std::uint32_t>& leaves) const {
    leaves.clear();
    const auto met = [&](std::uint32_t leaf) { return std::find(leaves.begin(), leaves.end(), leaf) != leaves.end(); };
    Draws draws(*this, key);
    while (leaves.size() < wanted) {
      const std::uint32_t leaf = draws.next();
      if (leaf == kNoBucket) break;
      if (taken_[leaf] && !met(leaf)) leaves.push_back(leaf);
    }
    while (leaves.size() < wanted) leaves.push_back(best_of_all(key, leaves));
  }

  std::uint64_t memory_bytes() const { return taken_.size() / 8 + 1; }

 private:
  static constexpr std::uint32_t kDraws = 128;
  static constexpr std::size_t kMaxLevels = 16;  // 2^14 clusters of one node are more than can exist

  // The random number of a branch; different arguments give independent numbers.
  static std::uint64_t score(std::uint64_t key, std::uint64_t level, std::uint64_t draw, std::uint64_t below,
                             std::uint64_t branch) {
    return mix64(key ^ mix64(level << 56 | below << 48 | draw << 32 | branch));
  }

  static std::uint32_t best(std::uint64_t key, std::size_t level, std::uint32_t draw, std::size_t below,
                            std::uint32_t branches) {
    std::uint32_t best = 0;
    std::uint64_t best_score = score(key, level, draw, below, 0);
    for (std::uint32_t branch = 1; branch < branches; ++branch) {
      const std::uint64_t s = score(key, level, draw, below, branch);
      if (s > best_score) {
        best_score = s;
        best = branch;
      }
    }
    return best;
  }

  class Draws {
   public:
    Draws(const StableTree& tree, std::uint64_t key) : tree_(tree), key_(key) {}

    // kNoBucket after the last one.
    std::uint32_t next() {
      for (std::size_t level = tree_.levels_; level > 0; --level) {
        if (drawn_[level] == kDraws) continue;
        const std::uint32_t draw = drawn_[level]++;
        const std::uint32_t branch = best(key_, level, draw, level, tree_.fanout_);
        if (branch != 0) return leaf_below(branch, level, draw);
      }
      if (drawn_[0] == kDraws) return kNoBucket;
      return place_in_cluster(0, drawn_[0]++);
    }

   private:
    // A leaf below a branch of `level`: chosen level by level, down to a place in a cluster.
    std::uint32_t leaf_below(std::uint32_t branch, std::size_t level, std::uint32_t draw) const {
      std::uint32_t cluster = branch;
      for (std::size_t below = level; --below > 0;) {
        cluster = cluster * tree_.fanout_ + best(key_, level, draw, below, tree_.fanout_);
      }
      return cluster * tree_.cluster_ + place_in_cluster(level, draw);
    }

    // All places, taken or not, are equally likely, so a single random number is as good as one for each place.
    std::uint32_t place_in_cluster(std::size_t level, std::uint32_t draw) const {
      return static_cast<std::uint32_t>((score(key_, level, draw, 0, 0) >> 32) * tree_.cluster_ >> 32);
    }

    const StableTree& tree_;
    std::uint64_t key_;
    std::array<std::uint32_t, kMaxLevels> drawn_{};
  };

  std::uint32_t best_of_all(std::uint64_t key, const std::vector<std::uint32_t>& but) const {
    constexpr std::uint64_t kOverall = 255;  // not a level
    std::uint32_t best = kNoBucket;
    std::uint64_t best_score = 0;
    for (std::uint32_t leaf = 0; leaf < taken_.size(); ++leaf) {
      if (!taken_[leaf] || std::find(but.begin(), but.end(), leaf) != but.end()) continue;
      const std::uint64_t s = score(key, kOverall, 0, 0, leaf);
      if (best == kNoBucket || s > best_score) {
        best_score = s;
        best = leaf;
      }
    }
    return best;
  }

  std::uint32_t fanout_, cluster_;
  std::size_t levels_ = 0;
  Flags taken_;  // by leaf
};

}  // namespace reshard
