// Weighted rendezvous hashing: a node's score is weight / -ln(u), u being its random number for the key.
//
// C. Schindelhauer and G. Schomaker, "Weighted distributed hash tables", SPAA 2005, the logarithmic method: -ln(u) is
// exponential, so that the node of weight w wins with the probability w / Σ w, and a weight that changes moves keys to
// or from its node only. In the form of the Python sample of Wikipedia's article and of Golubtsov's benchmark (2024):
// u = (MurmurHash3 x64_128("name: key") + 1) / 2^128, the hash read as a number with its second word on top. Scores as
// in CPython, up to the last bit of its logarithm.

#include <array>
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
  static constexpr std::size_t kRoomBefore = 272;  // a name of 255 bytes and ": "

  explicit WeightedNodes(std::span<const Node> nodes) {
    for (const Node& node : nodes) {
      if (node.weight == 0) continue;
      nodes_.push_back({node.id, node.weight, node.name + ": ", {}});
      const std::string& prefix = nodes_.back().prefix;
      if (prefix.size() <= kShort) prefix.copy(&nodes_.back().end[kShort - prefix.size()], kShort);
    }
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  NodeId node(std::uint32_t n) const { return nodes_[n].id; }

  double score(const ScoredKey& key, std::uint32_t n) const {
    const double u = uniform(hash(key, n));
    // CPython would divide by zero.
    if (u == 1) return std::numeric_limits<double>::infinity();
    return nodes_[n].weight * (1.0 / -natural_log(u));
  }

  // -ln(u) is at least 1 - u, which spares most logarithms; what they and divisions are rounded by is far below 2^-40. Of
  // 1 - u the first 53 bits, cut off, are enough.
  bool may_beat(const ScoredKey& key, std::uint32_t n, double best) const {
    const auto bits = static_cast<std::int64_t>(~hash(key, n).h2 >> 11);
    return nodes_[n].weight * (1 + 0x1p-40) > best * (static_cast<double>(bits) * 0x1p-53);
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
  static constexpr std::size_t kShort = 16;

  // The key lies behind the room where the node's name is put: most are copied as one word of the processor.
  Murmur128 hash(const ScoredKey& key, std::uint32_t n) const {
    const Drawing& node = nodes_[n];
    char* name = key.scratch.data() + kRoomBefore;
    if (node.prefix.size() <= kShort) {
      std::memcpy(name - kShort, node.end.data(), kShort);
    } else {
      // NOLINTNEXTLINE(bugprone-not-null-terminated-result): the key follows
      std::memcpy(name - node.prefix.size(), node.prefix.data(), node.prefix.size());
    }
    return murmur3_128({name - node.prefix.size(), node.prefix.size() + key.scratch.size() - kRoomBefore});
  }

  // From 2^-128 to 1: 2^128 itself, and what is rounded to it.
  static double uniform(const Murmur128& hash) {
    const U128 number = (U128{hash.h2} << 64 | hash.h1) + 1;
    return number == 0 ? 1 : static_cast<double>(number) * 0x1p-128;
  }

  struct Drawing {
    NodeId id;
    double weight;
    std::string prefix;            // "name: "
    std::array<char, kShort> end;  // it, where it is short, up to the end
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
