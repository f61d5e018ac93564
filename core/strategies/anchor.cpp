// AnchorHash: buckets leave in any order, and a key that meets one that left is hashed again among those that stayed
// then.
//
// G. Mendelson et al., "AnchorHash: a scalable consistent hash", IEEE/ACM Transactions on Networking 29(2), 2021,
// algorithm 3. A[b]: 0 if bucket b works, else how many worked right after it left; W: the working ones; L[b]: where b
// was in W when it last worked; K[b]: which bucket took its place there. Nodes that join take the buckets of those that
// left, the last first, so the state is the order of removals. Dialects: anchorhash/cpp-anchorhash 3ef98f0 (chains of
// crc32q) and SUPSI's Java (XXH32).

#include <numeric>

#include "core/hash/functions.h"
#include "core/placement/bucket_placement.h"
#include "core/placement/systems/supsi_hash.h"

namespace reshard {
namespace {

enum Param { kCapacity, kDialect };
enum Dialect { kCpp, kSupsi };

constexpr std::string_view kDialects[] = {"cpp", "supsi"};
constexpr ParamSpec kParams[] = {kCapacityParam, choice_param("dialect", "Dialect", kDialects)};

Dialect dialect_of(std::span<const double> params) { return static_cast<Dialect>(params[kDialect]); }

class Anchor {
 public:
  Anchor(Dialect dialect, std::uint32_t a, std::uint32_t w) : dialect_(dialect), N(w), A(a), W(a) {
    std::iota(W.begin(), W.end(), 0u);
    L = K = W;
    for (std::uint32_t b = a; b-- > w;) {  // as if the spare buckets had left, the highest first
      A[b] = b;
      left_.push_back(b);
    }
  }

  void remove(std::uint32_t b) {
    left_.push_back(b);
    --N;
    W[L[b]] = W[N];
    L[W[N]] = L[b];
    K[b] = W[N];
    A[b] = N;
  }

  Result<std::uint32_t> add() {
    if (left_.empty()) return beyond_capacity(A.size() + 1, A.size());
    const std::uint32_t b = left_.back();
    left_.pop_back();
    L[W[N]] = N;
    W[L[b]] = K[b] = b;
    A[b] = 0;
    ++N;
    return b;
  }

  template <typename Visit>
  std::uint32_t operator()(KeyCursor& key, Visit visit) const {
    const std::uint64_t k = key.hash();
    std::uint64_t r = dialect_ == kCpp ? crc32c_u64(k, 0) : k;
    auto b = static_cast<std::uint32_t>(r % A.size());
    visit("bucket", b);
    while (A[b] > 0) {
      r = dialect_ == kCpp ? crc32c_u64(k - r, r) : supsi_rehash(r, b, kSupsiSeed);
      auto h = static_cast<std::uint32_t>(r % A[b]);
      while (A[h] >= A[b]) h = K[h];  // did not work when b left: on to its replacement
      b = h;
      visit("next bucket", b);
    }
    return b;
  }

  std::size_t finish() const { return A.size(); }

  std::uint64_t memory_bytes() const { return 4 * A.size() * sizeof(std::uint32_t); }

 private:
  Dialect dialect_;
  // NOLINTBEGIN(readability-identifier-naming): the paper's names
  std::uint32_t N;
  std::vector<std::uint32_t> A, W, L, K;
  // NOLINTEND(readability-identifier-naming)
  std::vector<std::uint32_t> left_;  // a stack
};

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  return dialect_of(params) == kSupsi ? supsi_recipes<kSupsiSeed>(params, hash) : one_hash(params, hash);
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const auto capacity = bucket_capacity(input.cluster, input.params[kCapacity]);
  if (!capacity.ok()) return capacity.error();
  Anchor anchor(dialect_of(input.params), capacity.value(), static_cast<std::uint32_t>(input.cluster.initial().size()));
  auto nodes = replay_buckets(input.cluster, anchor);
  if (!nodes.ok()) return nodes.error();
  return make_placement<BucketPlacement<Anchor>>(std::move(anchor), nodes.take());
}

constexpr DownRule kDown[] = {
    {.does = Failover::kRebuilt,
     .words = "A failure is a removal: its keys are spread over the buckets that work, and no other key moves.",
     .source = "Mendelson et al., IEEE/ACM ToN 29(2), 2021, REMOVEBUCKET"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules anchor_down;
constinit const DownRules anchor_down = kDown;

extern const Strategy anchor_strategy;
constinit const Strategy anchor_strategy{
    .id = "anchor",
    .title = "AnchorHash",
    .family = Family::kJump,
    .summary = "Even without virtual nodes; any node can leave, and only its own keys move.",
    .limits = "The capacity is fixed forever, it ignores weights, and all clients must see removals in the same order.",
    .source = "Mendelson et al., IEEE/ACM ToN 29(2), 2021; anchorhash/cpp-anchorhash 3ef98f0, SUPSI's Java 68803f8",
    .lookup = "O((1 + ln(a / n))^2)",
    .traits = {Trait::kAnyRemoval, Trait::kLeastOnAdd, Trait::kLeastOnRemove, Trait::kHistory},
    .down = kDownCases,
    .params = kParams,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard
