// DxHash: a key tries pseudo-random buckets of a half-empty row until it meets one that works.
//
// C. Dong and F. Wang, "DxHash: a scalable consistent hash based on the pseudo-random sequence", arXiv:2107.07930.
// Dialects: ChaosD/DxHash acadb66 (a chain of crc32q from 32 bits of the key; it gives up after four times as many
// tries as there are buckets, gives a node that joins the first free bucket of a fixed chain, and doubles a full row,
// which moves many keys) and SUPSI's Java (java.util.Random seeded with XXH32; a node that joins gets the bucket
// vacated last).

#include <bit>

#include "core/base/flags.h"
#include "core/hash/functions.h"
#include "core/placement/bucket_placement.h"
#include "core/placement/java_random.h"
#include "core/placement/supsi_hash.h"

namespace reshard {
namespace {

enum Param { kDialect, kCapacity };
enum Dialect { kCpp, kSupsi };

constexpr std::string_view kDialects[] = {"cpp", "supsi"};
constexpr ParamSpec kParams[] = {choice_param("dialect", "Dialect", kDialects), kCapacityParam};

Dialect dialect_of(std::span<const double> params) { return static_cast<Dialect>(params[kDialect]); }

class Dx {
 public:
  Dx(Dialect dialect, std::uint32_t capacity, std::uint32_t working)
      : dialect_(dialect), working_(working), works_(capacity) {
    std::fill_n(works_.begin(), working, true);
    for (std::uint32_t b = capacity; b-- > working;) left_.push_back(b);
  }

  void remove(std::uint32_t b) {
    works_[b] = false;
    --working_;
    left_.push_back(b);
  }

  Result<std::uint32_t> add() {
    if (dialect_ == kSupsi && left_.empty()) return beyond_capacity(works_.size() + 1, works_.size());
    const std::uint32_t b = dialect_ == kSupsi ? left_.back() : free_of_chain();
    if (dialect_ == kSupsi) left_.pop_back();
    works_[b] = true;
    ++working_;
    return b;
  }

  template <typename Visit>
  std::uint32_t operator()(KeyCursor& key, Visit visit) const {
    const auto tried = [&](std::uint32_t b) {
      visit("bucket", b);
      return works_[b];
    };
    if (dialect_ == kCpp) return follow_chain(static_cast<std::uint32_t>(key.hash()), tried);
    JavaRandom random(key.hash());
    for (;;) {
      const std::uint32_t b = random.below(static_cast<std::uint32_t>(works_.size()));
      if (tried(b)) return b;
    }
  }

  std::size_t finish() const { return works_.size(); }

  std::uint64_t memory_bytes() const { return works_.size() / 8 + 1; }

 private:
  // The first bucket of the chain that `wanted` accepts; kNoBucket after four times as many tries as there are buckets.
  template <typename Wanted>
  std::uint32_t follow_chain(std::uint32_t key, Wanted wanted) const {
    const auto size = static_cast<std::uint32_t>(works_.size());
    const std::uint32_t key2 = key * 421757u + 1;
    std::uint32_t bs = crc32c_u64(key, key2);
    for (std::uint32_t i = 1; !wanted(bs % size); ++i) {
      if (i + 1 >= 4 * size) return kNoBucket;
      bs = crc32c_u64(bs, key2);
    }
    return bs % size;
  }

  std::uint32_t free_of_chain() {
    if (working_ == works_.size()) works_.resize(std::bit_ceil(working_ + std::size_t{1}));
    constexpr std::uint32_t kKeyOfNewNodes = 1228;
    const std::uint32_t b = follow_chain(kKeyOfNewNodes, [&](std::uint32_t bucket) { return !works_[bucket]; });
    if (b != kNoBucket) return b;
    // The original writes out of bounds here; falling back to the lowest free bucket is our own choice.
    return static_cast<std::uint32_t>(std::find(works_.begin(), works_.end(), false) - works_.begin());
  }

  Dialect dialect_;
  std::size_t working_;
  Flags works_;                      // by bucket
  std::vector<std::uint32_t> left_;  // a stack, in SUPSI's dialect
};

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  return dialect_of(params) == kSupsi ? supsi_recipes(0) : one_hash(params, hash);
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const auto dialect = dialect_of(input.params);
  const auto initial = static_cast<std::uint32_t>(input.cluster.initial().size());
  auto capacity = bucket_capacity(input.cluster, input.params[kCapacity]);
  if (!capacity.ok()) return capacity.error();
  const bool next_power = dialect == kCpp && input.params[kCapacity] == 0;  // this dialect's own rule
  Dx dx(dialect, next_power ? std::bit_ceil(initial) : capacity.value(), initial);
  auto nodes = replay_buckets(input.cluster, dx);
  if (!nodes.ok()) return nodes.error();
  return make_placement<BucketPlacement<Dx>>(std::move(dx), nodes.take());
}

Traits traits_with(std::span<const double> params) {
  if (dialect_of(params) == kSupsi) {
    return {Trait::kAnyRemoval, Trait::kLeastOnAdd, Trait::kLeastOnRemove, Trait::kHistory};
  }
  return {Trait::kAnyRemoval, Trait::kLeastOnRemove, Trait::kHistory, Trait::kMayLeaveUnplaced};
}

constexpr DownRule kDown[] = {
    {.does = Failover::kRebuilt,
     .words = "A failure is a removal: its keys are drawn again until they meet a node that works, and no other "
              "key moves.",
     .source = "Dong and Wang, arXiv:2107.07930, section 3"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules dx_down;
constinit const DownRules dx_down = kDown;

extern const Strategy dx_strategy;
constinit const Strategy dx_strategy{
    .id = "dx",
    .title = "DxHash",
    .family = Family::kJump,
    .summary = "One bit per bucket is all its memory; any node can leave, and only its own keys move.",
    .limits =
        "Slow when nearly empty, when keys may get no owner; doubling when full moves many keys; ignores weights.",
    .source = "Dong and Wang, arXiv:2107.07930; ChaosD/DxHash acadb66, SUPSI's Java 68803f8",
    .lookup = "O(a / n)",
    .traits = {Trait::kAnyRemoval, Trait::kLeastOnRemove, Trait::kHistory, Trait::kMayLeaveUnplaced},
    .down = kDownCases,
    .params = kParams,
    .traits_with = traits_with,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard
