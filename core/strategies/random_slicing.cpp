// Random slicing: the line of all hashes cut into slices, each a node's; a change cuts off what is too much.
//
// A. Miranda et al., "Random slicing: efficient and scalable data placement for large-scale storage systems", ACM TOS
// 10(3), 2014. A node's slices are as long together as its weight's share of the line. When that falls, slices are
// given up whole where they are small enough, else cut at the end, or at the start where that lengthens a gap (their
// cut-shift); gaps then go to the nodes that have too little. Positions are whole numbers of 53 bits, so that lengths
// add up exactly.

#include <algorithm>

#include "core/base/text.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/replay.h"

namespace reshard {
namespace {

constexpr std::uint64_t kLine = std::uint64_t{1} << 53;

// Less than this, a billionth, is rounding and not worth a slice.
constexpr std::uint64_t kCrumb = kLine / 1'000'000'000;

struct Slice {
  std::uint64_t begin;
  NodeId owner;
};

class Line {
 public:
  std::span<const Slice> slices() const { return slices_; }
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

  // What is too much becomes gaps (slices of kNoNode), as do the slices of nodes that left or are drained.
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

  // Gaps from left to right go to the nodes that have too little, in their order; crumbs to the last of these.
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

class RandomSlicingPlacement final : public Placement {
 public:
  explicit RandomSlicingPlacement(const BuildInput& input)
      : replay_(input.cluster), shift_(input.hash.bits < 64 ? 64 - input.hash.bits : 0) {}

  bool step(Budget& budget) override {
    if (line_.slices().empty()) line_.share_out(replay_.nodes());
    for (;;) {
      if (budget.spent()) return false;
      const ClusterEvent* event = replay_.next();
      if (event == nullptr) return true;
      const bool shares_change = event->kind == ClusterEvent::Kind::kAdd ||
                                 event->kind == ClusterEvent::Kind::kRemove ||
                                 event->kind == ClusterEvent::Kind::kWeigh;
      if (shares_change) line_.share_out(replay_.nodes());
    }
  }

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = line_.slices()[slice_of(position(keys.hash(i)))].owner;
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    const std::size_t slice = slice_of(position(key.hash()));
    const NodeId owner = line_.slices()[slice].owner;
    return {{"hash", hex64(key.hash())},
            {"position", short_number(on_line(position(key.hash())))},
            {"slice",
             "[" + short_number(on_line(line_.slices()[slice].begin)) + ", " + short_number(on_line(line_.end(slice))) +
                 ")",
             owner},
            {"slice number", decimal(slice + 1) + " / " + decimal(line_.slices().size())},
            owner_step(owner)};
  }

  Picture picture(const SingleKey& key) const override {
    IntervalPicture picture;
    for (std::size_t i = 0; i < line_.slices().size(); ++i) {
      picture.intervals.push_back(
          {on_line(line_.slices()[i].begin), on_line(line_.end(i)), line_.slices()[i].owner, {}});
    }
    picture.key_position = on_line(position(key.hash()));
    return picture;
  }

  std::uint64_t memory_bytes() const override {
    return line_.slices().size() * (sizeof(std::uint64_t) + sizeof(NodeId));
  }

 private:
  std::uint64_t position(std::uint64_t hash) const { return hash << shift_ >> 11; }
  static double on_line(std::uint64_t position) { return static_cast<double>(position) / static_cast<double>(kLine); }

  std::size_t slice_of(std::uint64_t position) const {
    const auto slices = line_.slices();
    const auto after = std::upper_bound(slices.begin(), slices.end(), position,
                                        [](std::uint64_t p, const Slice& slice) { return p < slice.begin; });
    return static_cast<std::size_t>(after - slices.begin()) - 1;
  }

  Replay replay_;
  unsigned shift_;
  Line line_;
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  return make_placement<RandomSlicingPlacement>(input);
}

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words = "Its slices keep their owner until a new table is made without the node; meanwhile other replicas "
              "have to answer.",
     .source = "Miranda et al., ACM TOS 10(3), 2014"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules random_slicing_down;
constinit const DownRules random_slicing_down = kDown;

extern const Strategy random_slicing_strategy;
constinit const Strategy random_slicing_strategy{
    .id = "random_slicing",
    .title = "Random slicing",
    .family = Family::kTree,
    .summary = "Shares are exact for any weights, and a change moves only the difference between shares.",
    .limits = "Every change cuts more slices: the table grows with the history until it is rebuilt.",
    .source = "Miranda et al., Random slicing, ACM TOS 10(3), 2014",
    .lookup = "O(log slices)",
    .traits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kLeastOnAdd, Trait::kLeastOnRemove, Trait::kHistory},
    .down = kDownCases,
    .recipes = one_hash,
    .build = build,
};

}  // namespace reshard
