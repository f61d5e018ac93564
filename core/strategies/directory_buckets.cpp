// A directory of buckets: key → bucket by formula, bucket → node by a table that knows how full each bucket is.
//
// Fixed slots balance the number of slots; this directory balances what is in them: nodes get keys by weight, however
// uneven the buckets are, and moving a bucket moves that many keys. MongoDB's balancer has gone by size since 6.0.3.
// The table is dealt with minimal movement (see SlotTable); a bucket costs one for its row plus one per key.

#include <algorithm>

#include "core/base/text.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/table_placement.h"

namespace reshard {
namespace {

enum Param { kBuckets };

constexpr ParamSpec kParams[] = {
    slots_param("buckets", "Buckets", 1024, "buckets"),
};

class DirectoryBucketsPlacement final : public DealtPlacement {
 public:
  explicit DirectoryBucketsPlacement(const BuildInput& input)
      : DealtPlacement(input, SlotRule::remainder(static_cast<std::uint64_t>(input.params[kBuckets])), "bucket",
                       of_the_same_keys(input)),
        all_keys_(input.all_keys),
        costs_(slots_.size(), 1.0) {
    by_slots_ = false;  // its keys are counted already: the limit per key leaves no room for an index
    const DirectoryBucketsPlacement* previous = of_the_same_keys(input);
    if (previous == nullptr) return;
    costs_ = previous->costs_;
    counted_ = all_keys_.size;
  }

  bool step(Budget& budget) override {
    while (counted_ < all_keys_.size) {
      if (budget.spent()) return false;
      const std::uint32_t end = std::min(all_keys_.size, counted_ + kKeysBetweenClockReads);
      for (; counted_ < end; ++counted_) ++costs_[static_cast<std::size_t>(rule_(all_keys_.hash(counted_)))];
    }
    return DealtPlacement::step(budget);
  }

 private:
  static const DirectoryBucketsPlacement* of_the_same_keys(const BuildInput& input) {
    const auto* previous = goes_on_from<DirectoryBucketsPlacement>(input);
    return previous != nullptr && previous->all_keys_.keys == input.all_keys.keys ? previous : nullptr;
  }

  SlotTable empty_table() const override { return SlotTable(costs_); }

  void explain_slot(const SingleKey&, std::uint64_t bucket, Trace& trace) const override {
    const double keys = costs_[static_cast<std::size_t>(bucket)] - 1;
    trace.push_back({"keys in the bucket", decimal(static_cast<std::uint64_t>(keys))});
  }

  KeyBlock all_keys_;          // read only while keys are being counted
  std::vector<double> costs_;  // by bucket: 1 + its keys
  std::uint32_t counted_ = 0;
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  return make_placement<DirectoryBucketsPlacement>(input);
}

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words = "A shard without a primary answers for none of its buckets until its replica set has elected one: "
              "the balancer does not move them.",
     .source = "MongoDB manual, Replica set elections and Sharded cluster high availability"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules directory_buckets_down;
constinit const DownRules directory_buckets_down = kDown;

extern const Strategy directory_buckets_strategy;
constinit const Strategy directory_buckets_strategy{
    .id = "directory_buckets",
    .title = "Directory of buckets",
    .family = Family::kDirectory,
    .summary = "One row per bucket instead of per key; nodes are balanced by keys even where buckets are uneven.",
    .limits = "A bucket moves as a whole, however large; keys must be counted, and every client needs the table.",
    .source = "The directory of buckets of the textbooks; balanced by size as in MongoDB since 6.0.3",
    .lookup = "O(1)",
    .traits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove,
               Trait::kHistory, Trait::kNeedsAllKeys, Trait::kMovesByHand},
    .down = kDownCases,
    .params = kParams,
    .expected_spread = dealt_spread,
    .entry = "bucket",
    .entries = dealt_entries,
    .recipes = one_hash,
    .build = build,
};

}  // namespace reshard
