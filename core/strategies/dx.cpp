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
#include "core/placement/dialects.h"
#include "core/placement/systems/java_random.h"
#include "core/placement/systems/supsi_hash.h"

namespace reshard {
namespace {

enum Param { kDialect, kCapacity };

struct Dialect {
  std::string_view id;
  bool chained;  ///< keys and joining nodes follow a chain, and a full row doubles; else keys draw, and nodes go back
  std::vector<Recipe> (*recipes)(std::span<const double> params, const HashFunction& hash);
  Traits traits;
};

constexpr Dialect kDialects[] = {
    {.id = "cpp",
     .chained = true,
     .recipes = one_hash,
     .traits = {Trait::kAnyRemoval, Trait::kLeastOnRemove, Trait::kHistory, Trait::kMayLeaveUnplaced}},
    {.id = "supsi",
     .chained = false,
     .recipes = supsi_recipes<0>,
     .traits = {Trait::kAnyRemoval, Trait::kLeastOnAdd, Trait::kLeastOnRemove, Trait::kHistory}},
};
constexpr auto kIds = ids_of(kDialects);
constexpr ParamSpec kParams[] = {choice_param("dialect", "Dialect", kIds), kCapacityParam};

const Dialect& dialect_of(std::span<const double> params) {
  return kDialects[static_cast<std::size_t>(params[kDialect])];
}

class Dx {
 public:
  Dx(bool chained, std::uint32_t capacity, std::uint32_t working)
      : chained_(chained), working_(working), works_(capacity) {
    std::fill_n(works_.begin(), working, true);
    for (std::uint32_t b = capacity; b-- > working;) left_.push_back(b);
  }

  void remove(std::uint32_t b) {
    works_[b] = false;
    --working_;
    left_.push_back(b);
  }

  Result<std::uint32_t> add() {
    if (!chained_ && left_.empty()) return beyond_capacity(works_.size() + 1, works_.size());
    const std::uint32_t b = chained_ ? free_of_chain() : left_last();
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
    if (chained_) return follow_chain(static_cast<std::uint32_t>(key.hash()), tried);
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

  std::uint32_t left_last() {
    const std::uint32_t b = left_.back();
    left_.pop_back();
    return b;
  }

  bool chained_;
  std::size_t working_;
  Flags works_;                      // by bucket
  std::vector<std::uint32_t> left_;  // a stack; not read where there is a chain
};

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  return dialect_of(params).recipes(params, hash);
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const bool chained = dialect_of(input.params).chained;
  const auto initial = static_cast<std::uint32_t>(input.cluster.initial().size());
  auto capacity = bucket_capacity(input.cluster, input.params[kCapacity]);
  if (!capacity.ok()) return capacity.error();
  const bool next_power = chained && input.params[kCapacity] == 0;  // a row that doubles begins with a power of two
  Dx dx(chained, next_power ? std::bit_ceil(initial) : capacity.value(), initial);
  auto nodes = replay_buckets(input.cluster, dx);
  if (!nodes.ok()) return nodes.error();
  return make_placement<BucketPlacement<Dx>>(std::move(dx), nodes.take());
}

Traits traits_with(std::span<const double> params) { return dialect_of(params).traits; }

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
    .traits = kDialects[0].traits,
    .down = kDownCases,
    .params = kParams,
    .traits_with = traits_with,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard
