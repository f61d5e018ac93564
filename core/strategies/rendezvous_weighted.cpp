// Weighted rendezvous hashing: a node's score is weight / -ln(u), where u is its random number for the key.
//
// C. Schindelhauer and G. Schomaker, "Weighted distributed hash tables", SPAA 2005, the logarithmic method: -ln(u) is
// exponentially distributed, so a node of weight w wins with probability w / Σ w, and changing a weight moves keys only
// to or from its node. In the form of the Python sample in Wikipedia's article and of Golubtsov's benchmark (2024):
// u = (MurmurHash3 x64_128("name: key") + 1) / 2^128, with the hash's second word as the high half. Scores are
// CPython's, up to the last bit of its logarithm.

#include <array>
#include <limits>

#include "core/base/natural_log.h"
#include "core/base/uint128.h"
#include "core/hash/murmur3_prefix.h"
#include "core/model/key_names.h"
#include "core/placement/scored_placement.h"

namespace reshard {
namespace {

class WeightedNodes : public NumberStandings {
 public:
  static constexpr bool kReadsNames = true;

  explicit WeightedNodes(std::span<const Node> nodes) {
    for (const Node& node : nodes) {
      if (node.weight == 0) continue;
      const std::string prefix = node.name + ": ";
      bytes_ += sizeof(double) + prefix.size();
      const auto number = static_cast<std::uint32_t>(nodes_.size());
      nodes_.push_back({MurmurPrefix(prefix), node.weight, number});
      ids_.push_back(node.id);
      alike_[prefix.size() % alike_.size()].push_back(nodes_.back());
    }
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  NodeId node(std::uint32_t n) const { return ids_[n]; }

  static void prepare(std::string_view name, std::string& scratch) {
    MurmurText::begin(scratch);
    scratch.append(name);
    MurmurText::end(scratch);
  }

  double score(const ScoredKey& key, std::uint32_t n) const { return score(hash(key, n), nodes_[n].weight); }
  bool may_beat(const ScoredKey& key, std::uint32_t n, double best) const {
    return may_beat(hash(key, n), nodes_[n].weight, best);
  }

  // Key by key; nodes whose prefixes put the key at the same offset in a block are processed together.
  void winners(const KeyBlock& keys, std::span<std::uint32_t> winners) const {
    KeyNames names(*keys.keys, MurmurText::kMargin);
    MurmurSuffix key;
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      const MurmurText name(names(keys.index(i)));
      Best best{-1, 0};  // every score is greater
      for (std::size_t rest = 0; rest < alike_.size(); ++rest) {
        if (alike_[rest].empty()) continue;
        key.set(name, rest);
        rest < 8 ? compete<true>(key, alike_[rest], best) : compete<false>(key, alike_[rest], best);
      }
      winners[i] = best.number;
    }
  }

  template <typename Look>
  void each_reaching(const KeyBlock& keys, std::span<const std::uint32_t> standings, std::uint32_t n, Look look) const {
    KeyNames names(*keys.keys, MurmurText::kMargin);
    MurmurSuffix key;
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      key.set(MurmurText(names(keys.index(i))), nodes_[n].prefix.rest());
      if (may_beat(key.hash_after(nodes_[n].prefix), nodes_[n].weight, least(standings[i]))) look(i);
    }
  }

  double share(double score) const { return score > 0x1p900 ? 1 : score / (score + 1); }
  std::string text(double score) const { return short_number(score); }

  std::uint64_t memory_bytes() const { return bytes_; }

 private:
  struct Drawing {
    MurmurPrefix prefix;  // "name: "
    double weight;
    std::uint32_t number;
  };
  struct Best {
    double score;
    std::uint32_t number;
  };

  Murmur128 hash(const ScoredKey& key, std::uint32_t n) const {
    MurmurSuffix suffix;
    suffix.set(MurmurText(key.scratch), nodes_[n].prefix.rest());
    return suffix.hash_after(nodes_[n].prefix);
  }

  // The first node wins among equal scores.
  template <bool kShort>
  static void compete(const MurmurSuffix& key, std::span<const Drawing> nodes, Best& best) {
    for (const Drawing& node : nodes) {
      const Murmur128 hash = key.hash_after<kShort>(node.prefix);
      if (!may_beat(hash, node.weight, best.score)) continue;
      const double now = score(hash, node.weight);
      if (best.score < now || (best.score == now && node.number < best.number)) best = {now, node.number};
    }
  }

  static double score(const Murmur128& hash, double weight) {
    const double u = uniform(hash);
    // CPython would divide by zero.
    if (u == 1) return std::numeric_limits<double>::infinity();
    return weight * (1.0 / -natural_log(u));
  }

  // -ln(u) is at least y + y^2 / 2 for y = 1 - u, which avoids nearly all logarithms that would decide nothing; the
  // rounding errors of logarithms and divisions are far below 2^-40. The first 53 bits of 1 - u, truncated, are enough.
  static bool may_beat(const Murmur128& hash, double weight, double best) {
    const double y = static_cast<double>(static_cast<std::int64_t>(~hash.h2 >> 11)) * 0x1p-53;
    return !(best * (y + y * y * 0.5) > weight * (1 + 0x1p-40));
  }

  // u, from 2^-128 to 1; 1 stands for 2^128 itself and for what rounds to it.
  static double uniform(const Murmur128& hash) {
    const U128 number = (U128{hash.h2} << 64 | hash.h1) + 1;
    return number == 0 ? 1 : static_cast<double>(number) * 0x1p-128;
  }

  std::vector<Drawing> nodes_;  // by position, without drained ones
  std::vector<NodeId> ids_;     // of nodes_
  std::uint64_t bytes_ = 0;
  std::array<std::vector<Drawing>, 16> alike_;  // the same, by MurmurPrefix::rest()
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
