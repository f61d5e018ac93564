// The line of random slicing compared with a model that walks all of it at each change.

#include "core/placement/slice_line.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/random.h"

namespace reshard {
namespace {

constexpr std::uint64_t kCrumb = kLine / 1'000'000'000;

/// The paper's algorithm as plainly as possible: each change walks the whole line and rewrites it.
class PlainLine {
 public:
  const std::vector<Slice>& slices() const { return slices_; }
  std::uint64_t end(std::size_t i) const { return i + 1 < slices_.size() ? slices_[i + 1].begin : kLine; }

  /// Gives every node its share. Nothing moves while all are drained.
  void share_out(std::span<const Node> nodes) {
    weigh(nodes);
    if (needs_.empty()) return;
    if (slices_.empty()) slices_.push_back({0, kNoNode});
    cut_excess();
    fill_gaps();
  }

 private:
  struct Need {
    NodeId node;
    std::uint64_t quota;
    std::uint64_t held = 0;
  };

  void weigh(std::span<const Node> nodes) {
    double weights = 0;
    for (const Node& node : nodes) weights += node.weight;
    needs_.clear();
    by_id_.assign(by_id_.size(), nullptr);
    for (const Node& node : nodes) {
      if (node.weight == 0) continue;
      needs_.push_back({node.id, static_cast<std::uint64_t>(node.weight / weights * static_cast<double>(kLine))});
      if (by_id_.size() <= index_of(node.id)) by_id_.resize(index_of(node.id) + 1);
    }
    for (Need& need : needs_) by_id_[index_of(need.node)] = &need;
    for (std::size_t i = 0; i < slices_.size(); ++i) {
      if (Need* need = need_of(slices_[i].owner)) need->held += end(i) - slices_[i].begin;
    }
  }

  Need* need_of(NodeId node) const { return index_of(node) < by_id_.size() ? by_id_[index_of(node)] : nullptr; }

  // Excess becomes gaps (slices of kNoNode), as do the slices of nodes that left or are drained.
  void cut_excess() {
    std::vector<Slice> cut;
    for (std::size_t i = 0; i < slices_.size(); ++i) {
      const auto [begin, owner] = slices_[i];
      const std::uint64_t length = end(i) - begin;
      Need* need = need_of(owner);
      const std::uint64_t excess = need != nullptr && need->held > need->quota + kCrumb ? need->held - need->quota : 0;
      if (need == nullptr || excess >= length) {
        append(cut, begin, kNoNode);
      } else if (excess > 0 && !cut.empty() && cut.back().owner == kNoNode) {
        append(cut, begin + excess, owner);
      } else {
        append(cut, begin, owner);
        if (excess > 0) append(cut, begin + length - excess, kNoNode);
      }
      if (need != nullptr) need->held -= std::min(excess, length);
    }
    slices_ = std::move(cut);
  }

  // From left to right, gaps go to the nodes that have too little, in their order; crumbs go to the last of these.
  void fill_gaps() {
    std::vector<Slice> full;
    std::size_t next = 0;
    NodeId last = needs_.front().node;
    for (std::size_t i = 0; i < slices_.size(); ++i) {
      if (slices_[i].owner != kNoNode) {
        append(full, slices_[i].begin, slices_[i].owner);
        continue;
      }
      for (std::uint64_t begin = slices_[i].begin; begin < end(i);) {
        while (next < needs_.size() && needs_[next].held + kCrumb >= needs_[next].quota) ++next;
        std::uint64_t taken = end(i) - begin;
        if (next < needs_.size()) {
          last = needs_[next].node;
          taken = std::min(taken, needs_[next].quota - needs_[next].held);
          needs_[next].held += taken;
        }
        append(full, begin, last);
        begin += taken;
      }
    }
    slices_ = std::move(full);
  }

  static void append(std::vector<Slice>& slices, std::uint64_t begin, NodeId owner) {
    if (slices.empty() || slices.back().owner != owner) slices.push_back({begin, owner});
  }

  std::vector<Slice> slices_;  // sorted, neighbours have different owners
  std::vector<Need> needs_;    // of the nodes that are not drained, by position
  std::vector<Need*> by_id_;
};

/// Adds, removes, drains and weighs random nodes.
class Nodes {
 public:
  explicit Nodes(std::uint64_t seed) : random_(seed) {}

  std::span<const Node> after_a_change() {
    const std::uint64_t what = random_.below(10);
    if (nodes_.size() < 2 || what < 5) {
      Node node;
      node.id = NodeId{added_++};
      node.weight = weight();
      nodes_.push_back(node);
    } else if (what < 7) {
      nodes_.erase(nodes_.begin() + static_cast<std::ptrdiff_t>(random_.below(nodes_.size())));
    } else {
      nodes_[random_.below(nodes_.size())].weight = weight();
    }
    return nodes_;
  }

 private:
  double weight() {
    const std::uint64_t what = random_.below(8);
    return what == 0 ? 0 : what < 5 ? 1 : random_.unit() * 100;
  }

  Random random_;
  std::uint32_t added_ = 0;
  std::vector<Node> nodes_;
};

TEST(SliceLine, IsCutAndFilledAsInThePlainModel) {
  std::size_t most = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Nodes nodes(seed);
    SliceLine line({});
    PlainLine plain;
    for (int change = 0; change < 120; ++change) {
      const auto now = nodes.after_a_change();
      line.share_out(now);
      plain.share_out(now);
      ASSERT_EQ(line.slices(), plain.slices()) << "seed " << seed << ", change " << change;
    }
    most = std::max(most, plain.slices().size());
  }
  EXPECT_GT(most, 1000u) << "the histories are long enough to cut";
}

TEST(SliceLine, ContinuesFromItsSlicesAsIfItHadNeverStopped) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Nodes nodes(seed);
    SliceLine line({}), resumed({});
    for (int change = 0; change < 60; ++change) {
      const auto now = nodes.after_a_change();
      line.share_out(now);
      resumed = SliceLine(resumed.slices());
      resumed.share_out(now);
      ASSERT_EQ(line.slices(), resumed.slices()) << "seed " << seed << ", change " << change;
    }
  }
}

}  // namespace
}  // namespace reshard
