// Rendezvous hashing (highest random weight): every node draws a score for the key, the highest wins.
//
// D. Thaler and C. Ravishankar, "Using name-based mappings to increase hit rates", IEEE/ACM Transactions on
// Networking 6(1), 1998. The dialects differ in the score: dgryski/go-rendezvous 9f7001d takes an xorshift* of the two
// hashes xored, SUPSI's Java XXH32 of the key followed by the name, and fast32, which is our own, MurmurHash3's 32-bit
// finaliser of the lower halves xored, of which processors do four at a time. Of equal scores the first node's wins.

#include <array>
#include <bit>
#include <cstring>

#include "core/hash/functions.h"
#include "core/placement/scored_placement.h"
#include "core/placement/supsi_hash.h"

namespace reshard {
namespace {

enum Param { kDialect };
enum Dialect { kDgryski, kSupsi, kFast32 };

constexpr std::string_view kDialects[] = {"dgryski", "supsi", "fast32"};
constexpr ParamSpec kParams[] = {choice_param("dialect", "Dialect", kDialects)};

Dialect dialect_of(std::span<const double> params) { return static_cast<Dialect>(params[kDialect]); }

struct XorShift {
  using Word = std::uint64_t;
  static constexpr Word score(Word key, Word node) {
    Word x = key ^ node;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    return x * 2685821657736338717u;
  }
};

struct Fast32 {
  using Word = std::uint32_t;
  static constexpr Word score(Word key, Word node) { return fmix32(key ^ node); }
};

/// Four scores of Fast32 at a time. Compilers for wasm do not find this themselves.
struct Fast32Lanes {
  using Words = std::uint32_t __attribute__((vector_size(16)));
  using Mask = std::int32_t __attribute__((vector_size(16)));  ///< each 0 or -1, as comparisons give it
  static constexpr std::size_t kKeys = 4;

  static Words score(Words key, std::uint32_t node) { return fmix32_lanes(key ^ node); }
  static Words load(const void* from) {
    Words words;
    std::memcpy(&words, from, sizeof words);
    return words;
  }
  static_assert(std::endian::native == std::endian::little);
  static Words lower_halves(const std::uint64_t* of) {
    return __builtin_shufflevector(load(of), load(of + 2), 0, 2, 4, 6);
  }
  static Words select(Mask mask, Words yes, Words no) {
    const auto chosen = reinterpret_cast<Words>(mask);
    return (yes & chosen) | (no & ~chosen);
  }
  static bool any(Mask mask) {
    const auto halves = reinterpret_cast<std::uint64_t __attribute__((vector_size(16)))>(mask);
    return (halves[0] | halves[1]) != 0;
  }

  /// Of kTogether keys, the position of the node with the best score, the first of equals.
  static constexpr std::size_t kTogether = 4 * kKeys;
  static void winners(const std::uint64_t* keys, std::span<const std::uint32_t> nodes, std::uint32_t* winners) {
    constexpr std::size_t kVectors = kTogether / kKeys;
    Words key[kVectors], best[kVectors], winner[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) {
      key[v] = lower_halves(keys + v * kKeys);
      best[v] = score(key[v], nodes[0]);
      winner[v] = Words{};
    }
    for (std::uint32_t n = 1; n < nodes.size(); ++n) {
      for (std::size_t v = 0; v < kVectors; ++v) {
        const Words now = score(key[v], nodes[n]);
        const Mask better = now > best[v];
        best[v] = select(better, now, best[v]);
        winner[v] = select(better, Words{} + n, winner[v]);
      }
    }
    for (std::size_t i = 0; i < kTogether; ++i) winners[i] = winner[i / kKeys][i % kKeys];
  }
};

/// Scores of two numbers.
template <typename Mixer>
class HashedNodes {
 public:
  using Word = typename Mixer::Word;
  static constexpr bool kReadsNames = false;

  HashedNodes(const std::vector<std::uint64_t>& hashes, std::vector<NodeId> nodes) : nodes_(std::move(nodes)) {
    for (const std::uint64_t hash : hashes) hashes_.push_back(static_cast<Word>(hash));
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  NodeId node(std::uint32_t n) const { return nodes_[n]; }
  Word score(const ScoredKey& key, std::uint32_t n) const {
    return Mixer::score(static_cast<Word>(key.hash), hashes_[n]);
  }
  // The upper 32 bits.
  static std::uint32_t standing(Word score) { return static_cast<std::uint32_t>(score >> kLowerBits); }
  static Word least(std::uint32_t standing) { return static_cast<Word>(standing) << kLowerBits; }
  double share(Word score) const { return static_cast<double>(score) * (sizeof(Word) == 8 ? 0x1p-64 : 0x1p-32); }
  std::string text(Word score) const { return hex64(score); }
  std::uint64_t memory_bytes() const { return hashes_.size() * sizeof(Word); }

  void winners(std::span<const std::uint64_t> keys, std::span<std::uint32_t> winners) const {
    std::size_t done = 0;
    if constexpr (kInLanes) {
      constexpr std::size_t kTogether = Fast32Lanes::kTogether;
      for (; done + kTogether <= keys.size(); done += kTogether) {
        Fast32Lanes::winners(keys.data() + done, hashes_, winners.data() + done);
      }
    }
    winners_in_tiles(keys.subspan(done), winners.subspan(done));
  }

  template <typename Look>
  void each_reaching(std::span<const std::uint64_t> keys, std::span<const std::uint32_t> standings, std::uint32_t n,
                     Look look) const {
    std::size_t done = 0;
    if constexpr (kInLanes) {
      constexpr std::size_t kKeys = Fast32Lanes::kKeys;
      for (; done + kKeys <= keys.size(); done += kKeys) {
        const auto scores = Fast32Lanes::score(Fast32Lanes::lower_halves(keys.data() + done), hashes_[n]);
        if (!Fast32Lanes::any(scores >= Fast32Lanes::load(standings.data() + done))) continue;
        for (std::size_t i = done; i < done + kKeys; ++i) look(static_cast<std::uint32_t>(i));
      }
    }
    for (; done < keys.size(); ++done) {
      if (Mixer::score(static_cast<Word>(keys[done]), hashes_[n]) >= least(standings[done])) {
        look(static_cast<std::uint32_t>(done));
      }
    }
  }

 private:
  static constexpr std::size_t kTile = 1024;
  static constexpr unsigned kLowerBits = 8 * sizeof(Word) - 32;
  static constexpr bool kInLanes = std::is_same_v<Mixer, Fast32>;

  // Node by node over a tile of keys, so that the compiler can score several keys at a time.
  void winners_in_tiles(std::span<const std::uint64_t> keys, std::span<std::uint32_t> winners) const {
    std::array<Word, kTile> key, best;
    for (std::size_t from = 0; from < keys.size(); from += kTile) {
      const std::size_t count = std::min(kTile, keys.size() - from);
      std::uint32_t* winner = winners.data() + from;
      for (std::size_t i = 0; i < count; ++i) {
        key[i] = static_cast<Word>(keys[from + i]);
        best[i] = Mixer::score(key[i], hashes_[0]);
        winner[i] = 0;
      }
      for (std::uint32_t n = 1; n < hashes_.size(); ++n) {
        for (std::size_t i = 0; i < count; ++i) {
          const Word s = Mixer::score(key[i], hashes_[n]);
          const bool better = s > best[i];
          best[i] = better ? s : best[i];
          winner[i] = better ? n : winner[i];
        }
      }
    }
  }

  std::vector<Word> hashes_;  // of the nodes' names, by position
  std::vector<NodeId> nodes_;
};

/// Scores of two texts, one after the other.
class NamedNodes {
 public:
  static constexpr bool kReadsNames = true;

  explicit NamedNodes(std::span<const Node> nodes) {
    for (const Node& node : nodes) {
      names_.push_back(node.name);
      nodes_.push_back(node.id);
    }
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  NodeId node(std::uint32_t n) const { return nodes_[n]; }
  std::uint32_t score(const ScoredKey& key, std::uint32_t n) const {
    key.scratch.assign(key.name).append(names_[n]);
    return xxh32(key.scratch);
  }
  static std::uint32_t standing(std::uint32_t score) { return score; }
  static std::uint32_t least(std::uint32_t standing) { return standing; }
  double share(std::uint32_t score) const { return score * 0x1p-32; }
  std::string text(std::uint32_t score) const { return hex64(score); }
  std::uint64_t memory_bytes() const {
    std::uint64_t bytes = 0;
    for (const std::string& name : names_) bytes += name.size();
    return bytes;
  }

 private:
  std::vector<std::string> names_;  // by position
  std::vector<NodeId> nodes_;
};

template <typename Mixer>
Result<std::unique_ptr<Placement>> build_hashed(const BuildInput& input) {
  auto hashes = hash_node_names(input);
  if (!hashes.ok()) return hashes.error();
  const auto nodes = ids_by_position(input.cluster);
  return make_placement<ScoredPlacement<HashedNodes<Mixer>>>(HashedNodes<Mixer>(hashes.value(), nodes), nodes);
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  switch (dialect_of(input.params)) {
    case kDgryski: return build_hashed<XorShift>(input);
    case kFast32: return build_hashed<Fast32>(input);
    case kSupsi:
      return make_placement<ScoredPlacement<NamedNodes>>(NamedNodes(input.cluster.nodes()),
                                                         ids_by_position(input.cluster));
  }
  check_failed("a dialect", __FILE__, __LINE__);
}

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  return dialect_of(params) == kSupsi ? supsi_recipes(0) : one_hash(params, hash);
}

constexpr DownRule kDown[] = {
    {.does = Failover::kNext,
     .words = "Clients take the node with the next highest score that is up.",
     .source = "Thaler and Ravishankar, IEEE/ACM ToN 6(1), 1998, section 3"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules rendezvous_down;
constinit const DownRules rendezvous_down = kDown;

extern const Strategy rendezvous_strategy;
constinit const Strategy rendezvous_strategy{
    .id = "rendezvous",
    .title = "Rendezvous hashing",
    .family = Family::kRendezvous,
    .summary = "Even, with minimal movement on any change, ranked replicas, and nothing to tune.",
    .limits = "Every lookup scores every node: O(n), fine for tens of nodes and slow for thousands.",
    .source = "Thaler and Ravishankar, IEEE/ACM ToN 6(1), 1998; dgryski/go-rendezvous 9f7001d, SUPSI's Java 68803f8",
    .lookup = "O(n)",
    .traits = {Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove},
    .down = kDownCases,
    .params = kParams,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard
