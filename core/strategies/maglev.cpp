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
#include "core/placement/dialects.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/system_rules.h"
#include "core/placement/systems/envoy_panic.h"
#include "core/placement/table_placement.h"

namespace reshard {
namespace {

enum Param { kSize, kDialect };

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

Permutation dgryski_permutation(std::string_view name, std::uint64_t m) {
  const std::uint64_t h = siphash24(name, 0xdeadbeefcafebabeu, 0);
  return permutation(h >> 32, h & 0xFFFFFFFFu, m);
}

Permutation envoy_permutation(std::string_view name, std::uint64_t m) {
  return permutation(xxh64(name, 0), xxh64(name, 1), m);
}

Permutation katran_permutation(std::string_view name, std::uint64_t m) {
  const std::uint64_t h = fnv1a64(name);  // Katran gets a hash of each backend; the reference rows use this one
  return permutation(katran_hash(h, 42, 0), katran_hash(h, 2718281828u, 2307), m);
}

bool envoy_claims(Backend& backend, double max_weight) {
  backend.credit += max_weight;
  return true;
}

// The first round after this one whose number times the weight reaches the target, in Envoy's own doubles.
std::uint64_t due_at_envoy(Backend& backend, std::uint64_t round, double, std::uint64_t slots) {
  const auto reached = [&](std::uint64_t r) { return static_cast<double>(r) * backend.weight >= backend.credit; };
  std::uint64_t early = round + 1, late = slots + 1;
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

bool katran_claims(Backend& backend, double max_weight) {
  if (backend.credit < max_weight) return false;
  backend.credit -= max_weight;
  return true;
}

// The credit grows by the weight in every round. Whole weights, like Katran's own, are added up at once. Others are
// added one by one, because rounding matters, and only a limited number at a time, so that the clock is checked often
// enough.
std::uint64_t due_at_katran(Backend& backend, std::uint64_t round, double max_weight, std::uint64_t) {
  constexpr unsigned kRoundsAtOnce = 4096;
  if (backend.weight == std::floor(backend.weight) && max_weight == std::floor(max_weight)) {
    const double rounds = std::ceil((max_weight - backend.credit) / backend.weight);
    backend.credit += rounds * backend.weight;
    return round + static_cast<std::uint64_t>(rounds);
  }
  for (unsigned waited = 0; waited < kRoundsAtOnce; ++waited) {
    ++round;
    backend.credit += backend.weight;
    if (backend.credit >= max_weight) break;
  }
  return round;
}

/// Where weights decide in which rounds a backend has a turn.
struct Rounds {
  std::uint64_t first;  ///< in which every backend has one
  /// Whether the backend claims a slot in its turn, which it pays for.
  bool (*claims)(Backend& backend, double max_weight);
  /// When its next turn is; any later round than there are slots stands for never.
  std::uint64_t (*due)(Backend& backend, std::uint64_t round, double max_weight, std::uint64_t slots);
};

// In Envoy's first round every backend claims a slot; in Katran's, credits only begin to grow.
constexpr Rounds kEnvoyRounds = {1, envoy_claims, due_at_envoy};
constexpr Rounds kKatranRounds = {0, katran_claims, due_at_katran};

Status check_katran_weight(const Node& node) { return check_whole_weight("Katran", node); }  // a uint32_t there

struct Dialect {
  std::string_view id;
  Permutation (*permutation)(std::string_view name, std::uint64_t m);
  Traits traits;
  Status (*fits)(const Node& node) = nullptr;
  const Rounds* rounds = nullptr;  ///< null: every backend has a turn in every round
  bool weighs_first = false;       ///< in its turn in the first round, a backend claims as many slots as its weight
  bool normalises = false;         ///< sorts nodes by name and takes shares for weights; else both are as they come
  bool in_32_bits = false;         ///< multiplies j and skip in 32 bits
};

constexpr Dialect kDialects[] = {
    {.id = "dgryski", .permutation = dgryski_permutation, .traits = {Trait::kAnyRemoval}},
    {.id = "envoy",
     .permutation = envoy_permutation,
     .traits = {Trait::kAnyRemoval, Trait::kWeights},
     .fits = check_envoy_weight,
     .rounds = &kEnvoyRounds,
     .normalises = true},
    {.id = "katran_v1",
     .permutation = katran_permutation,
     .traits = {Trait::kAnyRemoval, Trait::kLooseWeights},
     .fits = check_katran_weight,
     .weighs_first = true,
     .in_32_bits = true},
    {.id = "katran_v2",
     .permutation = katran_permutation,
     .traits = {Trait::kAnyRemoval, Trait::kWeights},
     .fits = check_katran_weight,
     .rounds = &kKatranRounds,
     .in_32_bits = true},
};
constexpr auto kIds = ids_of(kDialects);
constexpr ParamSpec kParams[] = {
    {.key = "size",
     .label = "Table size",
     .min = 2,
     .max = 1'000'003,
     .fallback = 65537,
     .scale = ParamSpec::Scale::kLog,
     .constraint = ParamSpec::Constraint::kPrime,
     .unit = "slots"},
    choice_param("dialect", "Dialect", kIds),
    only_with(kEnvoyPanicThreshold, with_dialect(kDialects, "envoy")),
};

const Dialect& dialect_of(std::span<const double> params) {
  return kDialects[static_cast<std::size_t>(params[kDialect])];
}

class MaglevPlacement final : public TablePlacement {
 public:
  MaglevPlacement(std::uint64_t size, const Dialect& dialect, std::vector<Backend> backends)
      : TablePlacement(SlotRule::remainder(size), "slot"),
        dialect_(dialect),
        backends_(std::move(backends)),
        taken_(slots_.size() / kBits + 1) {
    by_slots_ = true;
    for (const Backend& backend : backends_) max_weight_ = std::max(max_weight_, backend.weight);
    if (dialect_.rounds == nullptr) return;
    for (std::uint32_t b = 0; b < backends_.size(); ++b) next_turns_.push({dialect_.rounds->first, b});
  }

  bool step(Budget& budget) override {
    constexpr unsigned kTurnsBetweenClockReads = 1024;
    for (unsigned turns = 1; filled_ < slots_.size(); ++turns) {
      if (dialect_.rounds == nullptr) {
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
    const bool by_weight = dialect_.weighs_first && round_ == 1;
    turns_ = by_weight ? static_cast<std::uint64_t>(std::ceil(backends_[at_].weight)) : 1;
  }

  // Skips the rounds in which a backend only waits: a light one beside a heavy one waits a million. The heaviest claims a
  // slot in every round, so the table is full after at most as many rounds as it has slots: a turn due later never
  // happens.
  void take_turn() {
    const Turn turn = next_turns_.top();
    next_turns_.pop();
    Backend& backend = backends_[turn.backend];
    if (dialect_.rounds->claims(backend, max_weight_)) claim(backend);
    const std::uint64_t due = dialect_.rounds->due(backend, turn.round, max_weight_, slots_.size());
    if (due <= slots_.size()) next_turns_.push({due, turn.backend});
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

  const Dialect& dialect_;
  std::vector<Backend> backends_;     // in the order of their turns
  std::vector<std::uint64_t> taken_;  // a bit for each slot
  double max_weight_ = 0;
  std::size_t filled_ = 0;
  std::uint64_t round_ = 0, turns_ = 0;
  std::size_t at_ = 0;
  std::priority_queue<Turn, std::vector<Turn>, std::greater<Turn>> next_turns_;  // where weights decide about them
};

std::vector<Backend> backends_of(const BuildInput& input, const Dialect& dialect, std::uint64_t m) {
  const bool knows_weights = dialect.traits.has(Trait::kWeights) || dialect.traits.has(Trait::kLooseWeights);
  std::vector<const Node*> nodes;
  double sum = 0;
  for (const Node& node : input.cluster.nodes()) {
    if (knows_weights && node.weight == 0) continue;
    nodes.push_back(&node);
    sum += node.weight;
  }
  if (dialect.normalises) sort_by_name(nodes);
  std::vector<Backend> backends;
  for (const Node* node : nodes) {
    const auto [offset, skip] = dialect.permutation(node->name, m);
    backends.push_back({node->id, dialect.normalises ? node->weight / sum : node->weight, offset, skip, offset});
  }
  return backends;
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  constexpr double kMaxSizeIn32Bits = 65537;
  const Dialect& dialect = dialect_of(input.params);
  if (dialect.in_32_bits && input.params[kSize] > kMaxSizeIn32Bits) {
    return Error{ErrorCode::unsupported, "size", {"Katran counts in 32 bits, which overflow beyond a table of 65,537"}};
  }
  const auto m = static_cast<std::uint64_t>(input.params[kSize]);
  return make_placement<MaglevPlacement>(m, dialect, backends_of(input, dialect, m));
}

Traits traits_with(std::span<const double> params) { return dialect_of(params).traits; }

// Shares differ by at most one slot.
double expected_spread(std::size_t nodes, std::span<const double> params) { return half_a_slot(nodes, params[kSize]); }

Status fits(const Node& node, std::span<const double> params) {
  const auto rule = dialect_of(params).fits;
  return rule == nullptr ? Status(Done{}) : rule(node);
}

constexpr DownRule kDown[] = {
    envoy_panic_rule(with_dialect(kDialects, "envoy")),
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
    .traits = kDialects[0].traits,
    .down = kDownCases,
    .params = kParams,
    .traits_with = traits_with,
    .expected_spread = expected_spread,
    .recipes = one_hash,
    .build = build,
    .fits = fits,
};

}  // namespace reshard
