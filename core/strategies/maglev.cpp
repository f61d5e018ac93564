// Maglev: nodes take turns claiming the slots of a table, each in its own pseudo-random order.
//
// D. Eisenbud et al., "Maglev: a fast and reliable software network load balancer", NSDI 2016, section 3.4. A node's
// order is permutation[j] = (offset + j skip) mod M; M is prime, so that every skip visits every slot. The dialects
// differ in what offset and skip are made from, and in how weights shape the turns: dgryski/go-maglev 8961b9b, Envoy,
// and the two of facebookincubator/katran 19f08fe.

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>

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

// Katran multiplies j and skip in 32 bits, which is safe only up to this size.
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

// A slot and a nonzero step, from two hashes.
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
      const std::uint64_t h = fnv1a64(name);  // Katran gets a hash of each backend; the reference rows use this one
      return permutation(katran_hash(h, 42, 0), katran_hash(h, 2718281828u, 2307), m);
    }
  }
  check_failed("a dialect", __FILE__, __LINE__);
}

class MaglevPlacement final : public TablePlacement {
 public:
  MaglevPlacement(std::uint64_t size, Dialect dialect, std::vector<Backend> backends)
      : TablePlacement(SlotRule::remainder(size), "slot"),
        dialect_(dialect),
        backends_(std::move(backends)),
        taken_(slots_.size() / kBits + 1) {
    by_slots_ = true;
    for (const Backend& backend : backends_) max_weight_ = std::max(max_weight_, backend.weight);
    // In Envoy's first round every backend claims a slot; in Katran's, credits only begin to grow.
    const std::uint64_t first = dialect_ == kEnvoy ? 1 : 0;
    for (std::uint32_t b = 0; b < backends_.size(); ++b) next_turns_.push({first, b});
  }

  bool step(Budget& budget) override {
    constexpr unsigned kTurnsBetweenClockReads = 1024;
    for (unsigned turns = 1; filled_ < slots_.size(); ++turns) {
      if (dialect_ == kDgryski || dialect_ == kKatranV1) {
        while (turns_ == 0) next_backend();
        claim(backends_[at_]);
        --turns_;
      } else {
        take_turn();
      }
      if (turns % kTurnsBetweenClockReads == 0 && budget.spent()) return false;
    }
    return true;
  }

 private:
  /// When a backend is next due: ordered by round, and within a round by backend.
  struct Turn {
    std::uint64_t round;
    std::uint32_t backend;
    bool operator>(const Turn& other) const {
      return round != other.round ? round > other.round : backend > other.backend;
    }
  };

  // Every backend has a turn in every round; sets how many slots it claims then.
  void next_backend() {
    at_ = round_ == 0 || at_ + 1 == backends_.size() ? 0 : at_ + 1;
    if (at_ == 0) ++round_;
    const bool by_weight = dialect_ == kKatranV1 && round_ == 1;
    turns_ = by_weight ? static_cast<std::uint64_t>(std::ceil(backends_[at_].weight)) : 1;
  }

  // Where weights decide in which rounds a backend has a turn, skips the rounds in which it only waits: a light backend
  // beside a heavy one waits a million rounds.
  void take_turn() {
    const Turn turn = next_turns_.top();
    next_turns_.pop();
    Backend& backend = backends_[turn.backend];
    if (dialect_ == kEnvoy) {
      claim(backend);
      backend.credit += max_weight_;
    } else if (backend.credit >= max_weight_) {
      claim(backend);
      backend.credit -= max_weight_;
    }
    wait(turn.round, turn.backend);
  }

  // The heaviest backend claims a slot in every round, so the table is full after at most as many rounds as it has
  // slots: a turn due later never happens.
  void wait(std::uint64_t round, std::uint32_t b) {
    const std::uint64_t due =
        dialect_ == kEnvoy ? due_at_envoy(backends_[b], round) : due_at_katran(backends_[b], round);
    if (due <= slots_.size()) next_turns_.push({due, b});
  }

  // The first round after this one whose number times the weight reaches the target, in Envoy's own doubles.
  std::uint64_t due_at_envoy(const Backend& backend, std::uint64_t round) const {
    const auto reached = [&](std::uint64_t r) { return static_cast<double>(r) * backend.weight >= backend.credit; };
    std::uint64_t early = round + 1, late = slots_.size() + std::uint64_t{1};
    while (early < late) {
      const std::uint64_t middle = early + (late - early) / 2;
      if (reached(middle)) {
        late = middle;
      } else {
        early = middle + 1;
      }
    }
    return early;
  }

  // The credit grows by the weight in every round. Whole weights, like Katran's own, are added up at once. Others are
  // added one by one, because rounding matters, and only a limited number at a time, so that the clock is checked often
  // enough.
  std::uint64_t due_at_katran(Backend& backend, std::uint64_t round) const {
    constexpr unsigned kRoundsAtOnce = 4096;
    if (backend.weight == std::floor(backend.weight) && max_weight_ == std::floor(max_weight_)) {
      const double rounds = std::ceil((max_weight_ - backend.credit) / backend.weight);
      backend.credit += rounds * backend.weight;
      return round + static_cast<std::uint64_t>(rounds);
    }
    for (unsigned waited = 0; waited < kRoundsAtOnce; ++waited) {
      ++round;
      backend.credit += backend.weight;
      if (backend.credit >= max_weight_) break;
    }
    return round;
  }

  // Each slot is tested about ten times: in a bit set, which stays in the cache, rather than in the slots themselves.
  void claim(Backend& backend) {
    const std::uint64_t m = slots_.size();
    std::uint64_t next = backend.next;
    const auto step = [&] {
      next += backend.skip;
      next -= next >= m ? m : 0;  // both were below m
    };
    while ((taken_[static_cast<std::size_t>(next / kBits)] >> (next % kBits) & 1) != 0) step();
    taken_[static_cast<std::size_t>(next / kBits)] |= std::uint64_t{1} << (next % kBits);
    slots_[static_cast<std::size_t>(next)] = backend.node;
    ++filled_;
    step();
    backend.next = next;
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

  static constexpr std::uint64_t kBits = 64;

  Dialect dialect_;
  std::vector<Backend> backends_;     // in the order of their turns
  std::vector<std::uint64_t> taken_;  // a bit for each slot
  double max_weight_ = 0;
  std::size_t filled_ = 0;
  std::uint64_t round_ = 0, turns_ = 0;
  std::size_t at_ = 0;
  std::priority_queue<Turn, std::vector<Turn>, std::greater<Turn>> next_turns_;  // for Envoy and Katran, version 2
};

bool knows_weights(Dialect dialect) { return dialect != kDgryski; }

// Envoy sorts by name and normalises the weights; the others take nodes by position and weights as they are.
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

// Shares differ by at most one slot.
double expected_spread(std::size_t nodes, std::span<const double> params) { return half_a_slot(nodes, params[kSize]); }

Status fits(const Node& node, std::span<const double> params) {
  switch (static_cast<Dialect>(params[kDialect])) {
    case kDgryski: return Done{};
    case kEnvoy: return check_envoy_weight(node);
    case kKatranV1:
    case kKatranV2: return check_whole_weight("Katran", node);  // Endpoint::weight is a uint32_t
  }
  check_failed("a dialect", __FILE__, __LINE__);
}

constexpr DownRule kDown[] = {
    envoy_panic_rule({"dialect", 1u << kEnvoy}),
    {.does = Failover::kRebuilt,
     .words =
         "The table is rebuilt from the healthy backends: they take the dead one's slots, and a few other slots move too.",
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
