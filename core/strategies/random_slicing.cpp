// Random slicing: the line of all hashes is cut into slices, each owned by a node; a change cuts off the excess.
//
// A. Miranda et al., "Random slicing: efficient and scalable data placement for large-scale storage systems", ACM TOS
// 10(3), 2014. Together, a node's slices are as long as its share of the line by weight. When that share falls, the
// node gives up slices whole where they are small enough, else cuts them at the end, or at the start where that extends
// a gap (the paper's cut-shift); gaps then go to the nodes that have too little.

#include <algorithm>
#include <optional>

#include "core/base/text.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/replay.h"
#include "core/placement/slice_line.h"

namespace reshard {
namespace {

class RandomSlicingPlacement final : public Placement {
 public:
  explicit RandomSlicingPlacement(const BuildInput& input)
      : replay_(input.cluster), shift_(input.hash.bits < 64 ? 64 - input.hash.bits : 0) {
    const auto* previous = goes_on_from<RandomSlicingPlacement>(input);
    const bool goes_on = previous != nullptr && replay_.go_on_from(previous->replay_);
    line_.emplace(goes_on ? std::span<const Slice>(previous->slices_) : std::span<const Slice>());
    if (!goes_on) line_->share_out(replay_.nodes());
  }

  bool step(Budget& budget) override {
    while (line_) {
      if (budget.spent()) return false;
      const ClusterEvent* event = replay_.next();
      if (event == nullptr) {
        slices_ = line_->slices();
        line_.reset();
      } else if (event->kind == ClusterEvent::Kind::kAdd || event->kind == ClusterEvent::Kind::kRemove ||
                 event->kind == ClusterEvent::Kind::kWeigh) {
        line_->share_out(replay_.nodes());
      }
    }
    return true;
  }

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = slices_[slice_of(position(keys.hash(i)))].owner;
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    const std::size_t slice = slice_of(position(key.hash()));
    const NodeId owner = slices_[slice].owner;
    return {{"hash", hex64(key.hash())},
            {"position", short_number(on_line(position(key.hash())))},
            {"slice",
             "[" + short_number(on_line(slices_[slice].begin)) + ", " + short_number(on_line(end(slice))) + ")", owner},
            {"slice number", decimal(slice + 1) + " / " + decimal(slices_.size())},
            owner_step(owner)};
  }

  Picture picture(const SingleKey& key) const override {
    IntervalPicture picture;
    for (std::size_t i = 0; i < slices_.size(); ++i) {
      picture.intervals.push_back({on_line(slices_[i].begin), on_line(end(i)), slices_[i].owner, {}});
    }
    picture.key_position = on_line(position(key.hash()));
    return picture;
  }

  std::uint64_t memory_bytes() const override { return slices_.size() * (sizeof(std::uint64_t) + sizeof(NodeId)); }

 private:
  std::uint64_t end(std::size_t slice) const { return slice + 1 < slices_.size() ? slices_[slice + 1].begin : kLine; }
  std::uint64_t position(std::uint64_t hash) const { return hash << shift_ >> 11; }
  static double on_line(std::uint64_t position) { return static_cast<double>(position) / static_cast<double>(kLine); }

  std::size_t slice_of(std::uint64_t position) const {
    const auto after = std::upper_bound(slices_.begin(), slices_.end(), position,
                                        [](std::uint64_t p, const Slice& slice) { return p < slice.begin; });
    return static_cast<std::size_t>(after - slices_.begin()) - 1;
  }

  Replay replay_;
  unsigned shift_;
  std::optional<SliceLine> line_;  // while the history is being replayed
  std::vector<Slice> slices_;      // sorted; neighbours have different owners
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
