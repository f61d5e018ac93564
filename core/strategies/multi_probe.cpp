// Multi-probe consistent hashing: one point per node, but several probes per key; the probe nearest to a point decides.
//
// B. Appleton and M. O'Reilly, "Multi-probe consistent hashing", arXiv:1505.00062. With k probes a node gets at most
// k / (k - 1) of the mean: 1.05 with 21 probes. A node whose arc is g mean arcs long gets
// k / (k - 1) (1 - exp(-(k - 1) g)) of the mean, and as arcs are exponentially distributed, the relative spread of
// that is 1 / sqrt(2 k - 1): long arcs are cut off, short ones stay short. Dialects: dgryski/go-mpchash 7382f34 with
// 64-bit SipHash, probe i at h1 + i h2; and SUPSI's Java engine (68803f8) with xxHash32, each probe a hash of its own.
// SUPSI's distances do not wrap at the top of the ring, so a new node can also move keys between the others.

#include <algorithm>
#include <cmath>

#include "core/base/bytes.h"
#include "core/base/small.h"
#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/placement/dialects.h"
#include "core/placement/incremental.h"
#include "core/placement/ring_placement.h"

namespace reshard {
namespace {

enum Param { kProbes, kDialect };

// go-mpchash takes a seeded hash function, with seed 0 for nodes, 1 and 2 for keys; upstream's is SipHash keyed with
// the seed.
std::uint64_t siphash_of_seed(std::string_view text, const HashFunction&, std::uint64_t seed) {
  return siphash24(text, seed, 0);
}

// SUPSI appends the seed to the text, highest byte first; seed 0 appends nothing.
std::uint64_t xxh32_of_seed(std::string_view text, const HashFunction&, std::uint64_t seed) {
  if (seed == 0) return xxh32(text);
  std::string seeded(text);
  append_be(seeded, static_cast<std::uint32_t>(seed));
  return xxh32(seeded);
}

std::uint64_t dgryski_point(std::string_view name) { return siphash24(name, 0, 0); }
std::uint64_t supsi_point(std::string_view name) { return xxh32_of_seed(name, xxh32_hash, 0xDEADBEEF); }
std::uint64_t supsi_probe(std::string_view key, unsigned number) { return xxh32_of_seed(key, xxh32_hash, number); }

std::vector<Recipe> dgryski_recipes() {
  return {{&siphash24_hash, 1, siphash_of_seed}, {&siphash24_hash, 2, siphash_of_seed}};
}
std::vector<Recipe> supsi_recipes() { return {{&xxh32_hash, 0, xxh32_of_seed}}; }

struct Dialect {
  std::string_view id;
  unsigned width;  ///< bits of a position
  bool wraps;      ///< distances go on from the top of the ring to its bottom
  std::uint64_t (*point)(std::string_view name);
  std::uint64_t (*probe)(std::string_view key, unsigned number);  ///< after the first; null: probe i at h1 + i h2
  std::vector<Recipe> (*recipes)();
  Traits traits;
};

constexpr Dialect kDialects[] = {
    {.id = "dgryski",
     .width = 64,
     .wraps = true,
     .point = dgryski_point,
     .probe = nullptr,
     .recipes = dgryski_recipes,
     .traits = {Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove}},
    {.id = "supsi",
     .width = 32,
     .wraps = false,
     .point = supsi_point,
     .probe = supsi_probe,
     .recipes = supsi_recipes,
     .traits = {Trait::kAnyRemoval, Trait::kReplicas}},
};
constexpr auto kIds = ids_of(kDialects);
constexpr ParamSpec kParams[] = {
    {.key = "probes",
     .label = "Probes",
     .min = 1,
     .max = 100,
     .fallback = 21,
     .scale = ParamSpec::Scale::kLog,
     .unit = "per key"},
    choice_param("dialect", "Dialect", kIds),
};

const Dialect& dialect_of(std::span<const double> params) {
  return kDialects[static_cast<std::size_t>(params[kDialect])];
}

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction&) {
  return dialect_of(params).recipes();
}

struct Probe {
  std::uint64_t position = 0;
  std::size_t point = 0;  // the first one strictly after it
  std::uint64_t distance = 0;
};

class MultiProbePlacement final : public Placement, private Incremental {
 public:
  MultiProbePlacement(const BuildInput& input)
      : dialect_(dialect_of(input.params)),
        probes_(static_cast<unsigned>(input.params[kProbes])),
        nodes_(ids_by_position(input.cluster)),
        ring_(dialect_.width) {
    std::uint32_t at = 0;
    for (const Node& node : input.cluster.nodes()) ring_.add(dialect_.point(node.name), at++);
  }

  bool step(Budget& budget) override { return ring_.sort(budget); }

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    std::string name;
    for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = owner(best(keys, i, name).point);
  }

  // Called only where nothing moves between the other nodes.
  const Incremental* incremental() const override { return this; }

  bool take(const Newcomer& newcomer, const KeyBlock& keys, std::vector<std::uint32_t>& taken) const override {
    const auto points = ring_.points();
    const auto point =
        std::find_if(points.begin(), points.end(), [&](const auto& p) { return nodes_[p.node] == newcomer.node; });
    if (point == points.end()) return true;  // its position already belonged to another node
    std::string name;
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      const bool known = !newcomer.standings.empty();
      if (known && upper_half(distance_to(point->position, keys, i)) > newcomer.standings[i]) continue;
      if (owner(best(keys, i, name).point) == newcomer.node) taken.push_back(i);
    }
    return true;
  }

  bool has_standings() const override { return dialect_.probe == nullptr; }

  void stand(const KeyBlock& keys, std::span<const NodeId>, std::span<std::uint32_t> standings) const override {
    std::string name;
    for (std::uint32_t i = 0; i < keys.size; ++i) standings[i] = upper_half(best(keys, i, name).distance);
  }

  /// The owner and the next nodes clockwise.
  void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    std::fill(owners.begin(), owners.end(), kNoNode);
    const std::size_t found = std::min<std::size_t>(replicas, ring_.points().size());
    std::string name;
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      std::size_t at = best(keys, i, name).point;
      for (std::size_t r = 0; r < found; ++r, at = ring_.next(at)) owners[std::size_t{i} * replicas + r] = owner(at);
    }
  }

  RESHARD_SMALL Trace explain(const SingleKey& key, std::uint32_t) const override {
    const KeyBlock keys = key.block();
    std::string name;
    const Probe winner = best(keys, 0, name);
    Trace trace;
    for (unsigned i = 0; i < probes_; ++i) {
      const Probe probe = probe_at(position(keys, 0, i, key.name()));
      trace.push_back({"probe", decimal(i + 1) + ": " + decimal(probe.position) + " + " + decimal(probe.distance),
                       owner(probe.point)});
    }
    trace.push_back({"nearest probe", decimal(winner.distance), owner(winner.point)});
    trace.push_back(owner_step(owner(winner.point)));
    return trace;
  }

  Picture picture(const SingleKey& key) const override {
    RingPicture picture = picture_of(ring_, RingRule::kAfter, nodes_);
    for (unsigned i = 0; i < probes_; ++i) {
      picture.key_positions.push_back(on_circle(position(key.block(), 0, i, key.name()), ring_.width()));
    }
    return picture;
  }

  std::uint64_t memory_bytes() const override { return ring_.memory_bytes() + nodes_.size() * sizeof(NodeId); }

 private:
  static std::uint32_t upper_half(std::uint64_t distance) { return static_cast<std::uint32_t>(distance >> 32); }

  /// The distance to this point from the probe that most closely precedes it; another point may lie between them.
  std::uint64_t distance_to(std::uint64_t point, const KeyBlock& keys, std::uint32_t key) const {
    std::uint64_t nearest = ~std::uint64_t{0};
    std::uint64_t distance = point - keys.hash(key);
    for (unsigned i = 0; i < probes_; ++i, distance -= keys.columns[1][key]) nearest = std::min(nearest, distance);
    return nearest;
  }

  NodeId owner(std::size_t point) const { return nodes_[ring_.points()[point].node]; }

  std::uint64_t position(const KeyBlock& keys, std::uint32_t key, unsigned probe, std::string_view name) const {
    if (dialect_.probe == nullptr) return keys.hash(key) + probe * keys.columns[1][key];
    return probe == 0 ? keys.hash(key) : dialect_.probe(name, probe);
  }

  Probe probe_at(std::uint64_t position) const {
    const std::size_t point = ring_.find(position, RingRule::kAfter);
    const std::uint64_t at = ring_.points()[point].position;
    return {position, point, at > position || dialect_.wraps ? at - position : position - at};
  }

  /// The probe with the smallest distance (the first among equals). `buffer`: for generated names.
  Probe best(const KeyBlock& keys, std::uint32_t key, std::string& buffer) const {
    const std::string_view name =
        dialect_.probe == nullptr ? std::string_view() : keys.keys->name(keys.index(key), buffer);
    Probe best = probe_at(position(keys, key, 0, name));
    for (unsigned i = 1; i < probes_; ++i) {
      const Probe probe = probe_at(position(keys, key, i, name));
      if (probe.distance < best.distance) best = probe;
    }
    return best;
  }

  const Dialect& dialect_;
  unsigned probes_;
  std::vector<NodeId> nodes_;  // by position
  RingTable<std::uint64_t> ring_;
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) { return make_placement<MultiProbePlacement>(input); }

Traits traits(std::span<const double> params) { return dialect_of(params).traits; }

double expected_spread(std::size_t nodes, std::span<const double> params) {
  const auto n = static_cast<double>(nodes);
  return std::sqrt((n - 1) / (n + 1) / (2 * params[kProbes] - 1));
}

constexpr DownRule kDown[] = {
    {.does = Failover::kRebuilt,
     .words = "Clients rebuild the ring without it: the best of a key's probes among the other points decides.",
     .source = "dgryski/go-mpchash 7382f34, New(); SUPSI's Java 68803f8, removeNodes()"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules multi_probe_down;
constinit const DownRules multi_probe_down = kDown;

extern const Strategy multi_probe_strategy;
constinit const Strategy multi_probe_strategy{
    .id = "multi_probe",
    .title = "Multi-probe consistent hashing",
    .family = Family::kRing,
    .summary = "No node is far above the mean though each has a single point: the smallest ring in memory.",
    .limits = "Every lookup makes all probes, some nodes stay well below the mean, and it ignores weights.",
    .source = "Appleton and O'Reilly, arXiv:1505.00062; dgryski/go-mpchash 7382f34",
    .lookup = "O(k log n)",
    .traits = kDialects[0].traits,
    .down = kDownCases,
    .params = kParams,
    .hash = "siphash24",
    .hash_fixed = true,
    .numerals = Numerals::kDecimal,
    .traits_with = traits,
    .expected_spread = expected_spread,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard
