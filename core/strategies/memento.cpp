// MementoHash: jump consistent hash that remembers only the buckets that left.
//
// M. Coluzzi et al., "MementoHash: a stateful, minimal memory, best performing consistent hash algorithm",
// arXiv:2306.09783. A bucket that leaves is replaced by (how many stay, which left before it); a key that jumps to it
// is hashed again, with the bucket as the seed, among those that stayed. If the last bucket leaves while none is
// remembered, the row just gets shorter, as in plain jump. Nodes that join take the buckets of those that left, the
// last first. Dialects: slashdotted/cpp-consistent-hashing-algorithms 2e53589 (XXH64) and SUPSI's Java (XXH32).

#include "core/hash/functions.h"
#include "core/placement/bucket_placement.h"
#include "core/placement/jump_hash.h"
#include "core/placement/systems/supsi_hash.h"

namespace reshard {
namespace {

enum Param { kDialect };
enum Dialect { kCpp, kSupsi };

constexpr std::string_view kDialects[] = {"cpp", "supsi"};
constexpr ParamSpec kParams[] = {choice_param("dialect", "Dialect", kDialects)};

Dialect dialect_of(std::span<const double> params) { return static_cast<Dialect>(params[kDialect]); }

class Memento {
 public:
  Memento(Dialect dialect, std::uint32_t size) : dialect_(dialect), last_left_(size), memory_(size) {}

  void remove(std::uint32_t b) {
    if (remembered_ == 0 && b + 1 == memory_.size()) {
      memory_.pop_back();
      last_left_ = b;
      return;
    }
    ++remembered_;
    memory_[b] = {static_cast<std::uint32_t>(memory_.size() - remembered_), last_left_};
    last_left_ = b;
  }

  Result<std::uint32_t> add() {
    const std::uint32_t b = last_left_;
    if (b == memory_.size()) {
      memory_.emplace_back();
      last_left_ = b + 1;
    } else {
      last_left_ = memory_[b].left_before;
      memory_[b] = {};
      --remembered_;
    }
    return b;
  }

  template <typename Visit>
  std::uint32_t operator()(KeyCursor& key, Visit visit) const {
    std::uint32_t b = 0;
    std::uint64_t random = key.hash();
    for (std::int64_t j = 0; j < static_cast<std::int64_t>(memory_.size()); j = next_jump(random, j)) {
      b = static_cast<std::uint32_t>(j);
      visit("jump", b);
    }
    while (!works(b)) {
      const std::uint32_t stayed = memory_[b].stayed;
      b = static_cast<std::uint32_t>(rehash(key.name(), b) % stayed);
      while (!works(b) && memory_[b].stayed >= stayed) b = memory_[b].stayed;  // it left earlier: on to its replacement
      visit("next bucket", b);
    }
    return b;
  }

  std::size_t finish() const { return memory_.size(); }

  std::uint64_t memory_bytes() const { return remembered_ * (sizeof(Entry) + sizeof(std::uint32_t)); }

 private:
  struct Entry {
    std::uint32_t stayed = kNoBucket;  // how many, which is also its replacement; kNoBucket: it works
    std::uint32_t left_before = 0;
  };

  bool works(std::uint32_t b) const { return memory_[b].stayed == kNoBucket; }
  std::uint64_t rehash(std::string_view name, std::uint32_t b) const {
    return dialect_ == kCpp ? xxh64(name, b) : supsi_hash(name, b);
  }

  Dialect dialect_;
  std::uint32_t last_left_;
  std::uint32_t remembered_ = 0;
  std::vector<Entry> memory_;  // by bucket; a client keeps a hash table of the remembered ones
};

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  return dialect_of(params) == kSupsi ? supsi_recipes<0>(params, hash) : one_hash(params, hash);
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  Memento memento(dialect_of(input.params), static_cast<std::uint32_t>(input.cluster.initial().size()));
  auto nodes = replay_buckets(input.cluster, memento);
  if (!nodes.ok()) return nodes.error();
  return make_placement<BucketPlacement<Memento>>(std::move(memento), nodes.take());
}

constexpr DownRule kDown[] = {
    {.does = Failover::kRebuilt,
     .words = "A failure is a removal: the bucket is remembered, its keys are hashed again, and no other key "
              "moves.",
     .source = "Coluzzi et al., arXiv:2306.09783, section 4"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules memento_down;
constinit const DownRules memento_down = kDown;

extern const Strategy memento_strategy;
constinit const Strategy memento_strategy{
    .id = "memento",
    .title = "MementoHash",
    .family = Family::kJump,
    .summary = "As even and small as jump, but any node can leave: it remembers only those that left.",
    .limits =
        "Keys of removed nodes take longer to find, all clients must know the order of removals, and it ignores weights.",
    .source = "Coluzzi et al., arXiv:2306.09783; cpp-consistent-hashing-algorithms 2e53589, SUPSI's Java 68803f8",
    .lookup = "O(ln n), with removals O(ln n + ln(b / n)^2)",
    .traits = {Trait::kAnyRemoval, Trait::kLeastOnAdd, Trait::kLeastOnRemove, Trait::kHistory},
    .down = kDownCases,
    .params = kParams,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard
