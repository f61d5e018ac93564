// Weighted rendezvous hashing: a node's score is weight / -ln(u), u being its random number for the key.
//
// C. Schindelhauer and G. Schomaker, "Weighted distributed hash tables", SPAA 2005, the logarithmic method: -ln(u) is
// exponential, so that the node of weight w wins with the probability w / Σ w, and a weight that changes moves keys to
// or from its node only. In the form of the Python sample of Wikipedia's article and of Golubtsov's benchmark (2024):
// u = (MurmurHash3 x64_128("name: key") + 1) / 2^128, the hash read as a number with its second word on top. Scores as
// in CPython, up to the last bit of its logarithm.

#include <cstring>
#include <limits>

#include "core/base/natural_log.h"
#include "core/base/uint128.h"
#include "core/hash/functions.h"
#include "core/placement/scored_placement.h"

namespace reshard {
namespace {

class WeightedNodes {
 public:
  static constexpr bool kReadsNames = true;

  explicit WeightedNodes(std::span<const Node> nodes) {
    for (const Node& node : nodes) {
      if (node.weight > 0) nodes_.push_back({node.id, node.weight, node.name + ": "});
    }
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  NodeId node(std::uint32_t n) const { return nodes_[n].id; }

  double score(const ScoredKey& key, std::uint32_t n) const {
    const double u = uniform(key, n);
    // CPython would divide by zero.
    if (u == 1) return std::numeric_limits<double>::infinity();
    return nodes_[n].weight * (1.0 / -natural_log(u));
  }

  // -ln(u) is at least 1 - u, which spares most logarithms; what they and divisions are rounded by is far below 2^-40.
  bool may_beat(const ScoredKey& key, std::uint32_t n, double best) const {
    return nodes_[n].weight * (1 + 0x1p-40) > best * (1 - uniform(key, n));
  }

  // The upper half of the bits, which have the order of the numbers where these are above 0.
  static std::uint32_t standing(double score) {
    std::uint64_t bits;
    std::memcpy(&bits, &score, sizeof bits);
    return static_cast<std::uint32_t>(bits >> 32);
  }
  static double least(std::uint32_t standing) {
    const std::uint64_t bits = std::uint64_t{standing} << 32;
    double score;
    std::memcpy(&score, &bits, sizeof score);
    return score;
  }
  double share(double score) const { return score > 0x1p900 ? 1 : score / (score + 1); }
  std::string text(double score) const { return short_number(score); }

  std::uint64_t memory_bytes() const {
    std::uint64_t bytes = 0;
    for (const Drawing& node : nodes_) bytes += sizeof(double) + node.prefix.size();
    return bytes;
  }

 private:
  // From 2^-128 to 1: 2^128 itself, and what is rounded to it.
  double uniform(const ScoredKey& key, std::uint32_t n) const {
    key.scratch.assign(nodes_[n].prefix).append(key.name);
    const Murmur128 hash = murmur3_128(key.scratch);
    const U128 number = (U128{hash.h2} << 64 | hash.h1) + 1;
    return number == 0 ? 1 : static_cast<double>(number) * 0x1p-128;
  }

  struct Drawing {
    NodeId id;
    double weight;
    std::string prefix;  // "name: "
  };
  std::vector<Drawing> nodes_;  // by position, without drained ones
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  return make_placement<ScoredPlacement<WeightedNodes>>(WeightedNodes(input.cluster.nodes()),
                                                        ids_by_position(input.cluster));
}

constexpr DownRule kDown[] = {
    {.does = Failover::kNext,
     .words = "Clients take the node with the next highest score that is up.",
     .source = "Schindelhauer and Schomaker, SPAA 2005"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules rendezvous_weighted_down;
constinit const DownRules rendezvous_weighted_down = kDown;

extern const Strategy rendezvous_weighted_strategy;
constinit const Strategy rendezvous_weighted_strategy{
    .id = "rendezvous_weighted",
    .title = "Weighted rendezvous",
    .family = Family::kRendezvous,
    .summary = "Shares follow any weights exactly, and changing a weight moves only the necessary keys.",
    .limits = "Every lookup hashes the key once per node and takes a logarithm: the slowest lookup of all.",
    .source = "Schindelhauer and Schomaker, SPAA 2005; as in Golubtsov's shards.py, 2024",
    .lookup = "O(n)",
    .traits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove},
    .down = kDownCases,
    .hash = "murmur3_128",
    .hash_fixed = true,
    .recipes = one_hash,
    .build = build,
};

}  // namespace reshard
