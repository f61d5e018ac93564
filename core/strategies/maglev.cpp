// Maglev: nodes take turns at claiming the slots of a table, each in its own pseudo-random order.
//
// D. Eisenbud et al., "Maglev: a fast and reliable software network load balancer", NSDI 2016, section 3.4. A node's
// order is permutation[j] = (offset + j skip) mod M; M is prime, so that every skip visits every slot. What the
// offset and the skip are made from, and how weights shape the turns, are the dialects: dgryski/go-maglev 8961b9b,
// Envoy, and the two of facebookincubator/katran 19f08fe.

#include <algorithm>
#include <cmath>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/placement/envoy_panic.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/system_rules.h"
#include "core/placement/table_placement.h"

namespace reshard {
namespace {

enum Param { kSize, kDialect };
enum Dialect { kDgryski, kEnvoy, kKatranV1, kKatranV2 };

constexpr std::string_view kDialects[] = {"dgryski", "envoy", "katran_v1", "katran_v2"};
constexpr ParamSpec kParams[] = {
    {.key = "size",
     .label = "Table size",
     .min = 2,
     .max = 1'000'003,
     .fallback = 65537,
     .scale = ParamSpec::Scale::kLog,
     .constraint = ParamSpec::Constraint::kPrime,
     .unit = "slots"},
    choice_param("dialect", "Dialect", kDialects),
    only_with(kEnvoyPanicThreshold, {"dialect", 1u << kEnvoy}),
};

// Katran multiplies j and skip in 32 bits, which is sound up to this size only.
constexpr double kMaxKatranSize = 65537;

struct Backend {
  NodeId node;
  double weight;
  std::uint64_t offset, skip;
  std::uint64_t next;  // permutation[j] for its next j
  double credit = 0;   // Envoy's target weight, Katran's cumulative one
};

struct Permutation {
  std::uint64_t offset, skip;
};

// A slot, and a step that is not 0, of two hashes.
Permutation permutation(std::uint64_t h1, std::uint64_t h2, std::uint64_t m) { return {h1 % m, h2 % (m - 1) + 1}; }

// Katran hashes a pair of numbers: MurmurHash3 of their 16 bytes, its first word.
std::uint64_t katran_hash(std::uint64_t a, std::uint64_t b, std::uint32_t seed) {
  std::string bytes;
  append_le(bytes, a);
  append_le(bytes, b);
  return murmur3_128(bytes, seed).h1;
}

Permutation permutation_of(Dialect dialect, std::string_view name, std::uint64_t m) {
  switch (dialect) {
    case kDgryski: {
      const std::uint64_t h = siphash24(name, 0xdeadbeefcafebabeu, 0);
      return permutation(h >> 32, h & 0xFFFFFFFFu, m);
    }
    case kEnvoy: return permutation(xxh64(name, 0), xxh64(name, 1), m);
    case kKatranV1:
    case kKatranV2: {
      const std::uint64_t h = fnv1a64(name);  // Katran is given a hash of each backend; the rows' are these
      return permutation(katran_hash(h, 42, 0), katran_hash(h, 2718281828u, 2307), m);
    }
  }
  check_failed("a dialect", __FILE__, __LINE__);
}

class MaglevPlacement final : public TablePlacement {
 public:
  MaglevPlacement(std::uint64_t size, Dialect dialect, std::vector<Backend> backends)
      : TablePlacement(SlotRule::remainder(size), "slot"), dialect_(dialect), backends_(std::move(backends)) {
    for (const Backend& backend : backends_) max_weight_ = std::max(max_weight_, backend.weight);
  }

  bool step(Budget& budget) override {
    constexpr unsigned kClaimsBetweenClockReads = 1024;
    for (unsigned claims = 1; filled_ < slots_.size(); ++claims) {
      while (turns_ == 0) next_backend();
      claim(backends_[at_]);
      if (claims % kClaimsBetweenClockReads == 0 && budget.spent()) return false;
    }
    return true;
  }

 private:
  void next_backend() {
    at_ = round_ == 0 || at_ + 1 == backends_.size() ? 0 : at_ + 1;
    if (at_ == 0) ++round_;
    turns_ = turns_of(backends_[at_]);
  }

  // How many slots the backend may claim in this round.
  std::uint64_t turns_of(Backend& backend) {
    switch (dialect_) {
      case kDgryski: return 1;
      case kEnvoy:
        if (static_cast<double>(round_) * backend.weight < backend.credit) return 0;
        backend.credit += max_weight_;
        return 1;
      case kKatranV1: return round_ == 1 ? static_cast<std::uint64_t>(std::ceil(backend.weight)) : 1;
      case kKatranV2:
        backend.credit += backend.weight;
        if (backend.credit < max_weight_) return 0;
        backend.credit -= max_weight_;
        return 1;
    }
    check_failed("a dialect", __FILE__, __LINE__);
  }

  void claim(Backend& backend) {
    const std::uint64_t m = slots_.size();
    while (slots_[static_cast<std::size_t>(backend.next)] != kNoNode) {
      backend.next += backend.skip;
      if (backend.next >= m) backend.next -= m;  // both were below m
    }
    slots_[static_cast<std::size_t>(backend.next)] = backend.node;
    ++filled_;
    --turns_;
  }

  void explain_slot(const SingleKey&, std::uint64_t slot, Trace& trace) const override {
    const NodeId owner = slots_[static_cast<std::size_t>(slot)];
    const auto backend =
        std::find_if(backends_.begin(), backends_.end(), [&](const Backend& b) { return b.node == owner; });
    std::uint64_t j = 0;
    for (std::uint64_t at = backend->offset; at != slot; ++j) at = (at + backend->skip) % slots_.size();
    trace.push_back({"permutation",
                     "(" + decimal(backend->offset) + " + " + decimal(j) + " · " + decimal(backend->skip) + ") mod " +
                         decimal(slots_.size()) + " = " + decimal(slot),
                     owner});
  }

  Dialect dialect_;
  std::vector<Backend> backends_;  // in the order of their turns
  double max_weight_ = 0;
  std::size_t filled_ = 0;
  std::uint64_t round_ = 0, turns_ = 0;
  std::size_t at_ = 0;
};

bool knows_weights(Dialect dialect) { return dialect != kDgryski; }

// Envoy sorts by name and counts in shares of the sum; the others take nodes by position and weights as they are.
std::vector<Backend> backends_of(const BuildInput& input, Dialect dialect, std::uint64_t m) {
  std::vector<const Node*> nodes;
  double sum = 0;
  for (const Node& node : input.cluster.nodes()) {
    if (knows_weights(dialect) && node.weight == 0) continue;
    nodes.push_back(&node);
    sum += node.weight;
  }
  if (dialect == kEnvoy) sort_by_name(nodes);
  std::vector<Backend> backends;
  for (const Node* node : nodes) {
    const auto [offset, skip] = permutation_of(dialect, node->name, m);
    backends.push_back({node->id, dialect == kEnvoy ? node->weight / sum : node->weight, offset, skip, offset});
  }
  return backends;
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const auto dialect = static_cast<Dialect>(input.params[kDialect]);
  const bool katran = dialect == kKatranV1 || dialect == kKatranV2;
  if (katran && input.params[kSize] > kMaxKatranSize) {
    return Error{ErrorCode::unsupported, "size", {"Katran counts in 32 bits, which overflow beyond a table of 65,537"}};
  }
  const auto m = static_cast<std::uint64_t>(input.params[kSize]);
  return make_placement<MaglevPlacement>(m, dialect, backends_of(input, dialect, m));
}

Traits traits_with(std::span<const double> params) {
  switch (static_cast<Dialect>(params[kDialect])) {
    case kDgryski: return {Trait::kAnyRemoval};
    case kKatranV1: return {Trait::kAnyRemoval, Trait::kLooseWeights};
    case kEnvoy:
    case kKatranV2: return {Trait::kAnyRemoval, Trait::kWeights};
  }
  check_failed("a dialect", __FILE__, __LINE__);
}

// Shares differ by one slot at most.
double expected_spread(std::size_t nodes, std::span<const double> params) { return half_a_slot(nodes, params[kSize]); }

Status fits(const Node& node, std::span<const double> params) {
  if (static_cast<Dialect>(params[kDialect]) != kEnvoy) return Done{};
  return check_envoy_weight(node);
}

constexpr DownRule kDown[] = {
    envoy_panic_rule({"dialect", 1u << kEnvoy}),
    {.does = Failover::kRebuilt,
     .words = "The table is filled anew with the healthy backends: the dead one's slots are dealt, and a few of "
              "others move too.",
     .source = "Eisenbud et al., NSDI 2016, section 3.4; Envoy, Katran and go-maglev likewise"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules maglev_down;
constinit const DownRules maglev_down = kDown;

extern const Strategy maglev_strategy;
constinit const Strategy maglev_strategy{
    .id = "maglev",
    .title = "Maglev",
    .family = Family::kTable,
    .summary = "The most even of all, with one array read per lookup: load balancers route packets with it.",
    .limits = "Every change rebuilds the table and moves a few keys between remaining nodes; no replicas.",
    .source = "Eisenbud et al., NSDI 2016; dgryski/go-maglev 8961b9b, Envoy, facebookincubator/katran 19f08fe",
    .lookup = "O(1)",
    .traits = {Trait::kAnyRemoval},
    .down = kDownCases,
    .params = kParams,
    .traits_with = traits_with,
    .expected_spread = expected_spread,
    .recipes = one_hash,
    .build = build,
    .fits = fits,
};

}  // namespace reshard
