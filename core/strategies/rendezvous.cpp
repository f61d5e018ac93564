// Rendezvous hashing (highest random weight): every node draws a score for the key, the highest wins.
//
// D. Thaler and C. Ravishankar, "Using name-based mappings to increase hit rates", IEEE/ACM Transactions on Networking
// 6(1), 1998. The dialects differ in the score: dgryski/go-rendezvous 9f7001d takes xorshift* of the exclusive or of
// the two hashes; SUPSI's Java, XXH32 of the key followed by the name; and fast32, which is our own, MurmurHash3's
// 32-bit finaliser of the exclusive or of their lower halves, which processors compute four at a time. The first of
// equal scores wins.

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "core/base/lanes.h"
#include "core/hash/functions.h"
#include "core/placement/dialects.h"
#include "core/placement/named_nodes.h"
#include "core/placement/systems/supsi_hash.h"

namespace reshard {
namespace {

enum Param { kDialect };
/// How many nodes are scored before their best is compared with the best so far.
constexpr std::uint32_t kGroup = 8;

// A score is finish(spread(key ^ node)). As spread() only shifts and takes exclusive ors, spread(key ^ node) is
// spread(key) ^ spread(node): that is computed once for each key and each node, and finish() for each pair. Its upper
// bits, kSure of them, are also those of almost(), which is quicker. All three take a number, or several in lanes.

struct XorShift {
  using Word = std::uint64_t;
  static constexpr unsigned kSure = 32;
  template <typename W>
  static constexpr W spread(W x) {
    x ^= x >> 12;
    x ^= x << 25;
    return x ^ x >> 27;
  }
  template <typename W>
  static constexpr W finish(W x) {
    return x * 2685821657736338717u;
  }
  template <typename W>
  static constexpr W almost(W x) {
    return finish(x);
  }
};

struct Fast32 {
  using Word = std::uint32_t;
  static constexpr unsigned kSure = 16;
  template <typename W>
  static constexpr W spread(W x) {
    return x ^ x >> 16;
  }
  template <typename W>
  static constexpr W finish(W x) {
    return fmix32_after_first_shift(x);
  }
  template <typename W>
  static constexpr W almost(W x) {
    return fmix32_between_shifts(x);
  }
};

template <typename Lanes>
Lanes load(const void* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

// Compilers for wasm do not vectorise these themselves.
constexpr std::size_t kVectors = 4, kKeysTogether = 4 * kVectors;

/// Which of kKeysTogether keys score at least their standing: one bit each. `upper`: the upper 32 bits of almost() of the
/// four keys that begin at an address.
template <typename Upper>
std::uint32_t reaching_in_lanes(const std::uint64_t* keys, const std::uint32_t* standings, Upper upper) {
  MaskLanes reach[kVectors];
  for (std::size_t v = 0; v < kVectors; ++v) reach[v] = upper(keys + v * 4) >= load<WordLanes>(standings + v * 4);
  return bits_of(reach);
}

/// Two scores of XorShift at a time.
struct XorShiftLanes {
  static std::uint32_t reaching(const std::uint64_t* keys, const std::uint32_t* standings, std::uint64_t node) {
    return reaching_in_lanes(keys, standings, [node](const std::uint64_t* of) {
      const auto score = [&](const std::uint64_t* two) {
        return XorShift::almost(XorShift::spread(load<LongLanes>(two)) ^ (LongLanes{} + node));
      };
      return __builtin_shufflevector(reinterpret_cast<WordLanes>(score(of)), reinterpret_cast<WordLanes>(score(of + 2)),
                                     1, 3, 5, 7);
    });
  }
};

/// Four scores of Fast32 at a time.
struct Fast32Lanes {
  static constexpr std::size_t kKeys = 4, kTogether = kKeysTogether;

  static WordLanes score(WordLanes key, WordLanes node) { return Fast32::finish(key ^ node); }
  static_assert(std::endian::native == std::endian::little);
  static WordLanes spread(const std::uint64_t* keys) {
    return Fast32::spread(__builtin_shufflevector(load<WordLanes>(keys), load<WordLanes>(keys + 2), 0, 2, 4, 6));
  }

  static std::uint32_t reaching(const std::uint64_t* keys, const std::uint32_t* standings, std::uint32_t node) {
    return reaching_in_lanes(
        keys, standings, [node](const std::uint64_t* of) { return Fast32::almost(spread(of) ^ (WordLanes{} + node)); });
  }

  /// For each of kTogether keys, the position of the node with the best score (the first among equals): finds first the
  /// group of nodes that has it, then the node within that group.
  static void winners(const std::uint64_t* keys, std::span<const std::uint32_t> nodes, std::uint32_t* winners) {
    WordLanes key[kVectors], best[kVectors] = {}, group[kVectors] = {};
    for (std::size_t v = 0; v < kVectors; ++v) key[v] = spread(keys + v * kKeys);
    for (std::uint32_t first = 0; first < nodes.size(); first += kGroup) {
      for (std::size_t v = 0; v < kVectors; ++v) {
        WordLanes most = score(key[v], WordLanes{} + nodes[first]);
        for (std::uint32_t n = first + 1; n < first + kGroup; ++n) {
          const WordLanes now = score(key[v], WordLanes{} + nodes[n]);
          most = now > most ? now : most;
        }
        group[v] = most > best[v] ? WordLanes{} + first : group[v];
        best[v] = most > best[v] ? most : best[v];
      }
    }
    for (std::size_t i = 0; i < kTogether; ++i) {
      const WordLanes one = WordLanes{} + key[i / kKeys][i % kKeys], its = WordLanes{} + best[i / kKeys][i % kKeys];
      const std::uint32_t first = group[i / kKeys][i % kKeys];
      const MaskLanes found[] = {score(one, load<WordLanes>(&nodes[first])) == its,
                                 score(one, load<WordLanes>(&nodes[first + kKeys])) == its, MaskLanes{}, MaskLanes{}};
      winners[i] = first + static_cast<std::uint32_t>(std::countr_zero(bits_of(found)));
    }
  }
  static_assert(kGroup == 2 * kKeys);
};

/// Scores of two numbers.
template <typename Mixer>
class HashedNodes {
 public:
  using Word = typename Mixer::Word;
  static constexpr bool kReadsNames = false;

  HashedNodes(const std::vector<std::uint64_t>& hashes, std::vector<NodeId> nodes) : nodes_(std::move(nodes)) {
    for (const std::uint64_t hash : hashes) spread_.push_back(Mixer::spread(static_cast<Word>(hash)));
    // Pads to whole groups: as the first of equal scores wins, copies never do.
    while (spread_.size() % kGroup != 0) spread_.push_back(spread_.back());
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  NodeId node(std::uint32_t n) const { return nodes_[n]; }
  Word score(const ScoredKey& key, std::uint32_t n) const { return Mixer::finish(spread(key.hash) ^ spread_[n]); }
  // The upper 32 bits, without those that almost() does not tell.
  static std::uint32_t standing(Word score) { return static_cast<std::uint32_t>(score >> kLowerBits) & kStandingBits; }
  static Word least(std::uint32_t standing) { return static_cast<Word>(standing) << kLowerBits; }
  double share(Word score) const { return static_cast<double>(score) * (sizeof(Word) == 8 ? 0x1p-64 : 0x1p-32); }
  std::string text(Word score) const { return hex64(score); }
  std::uint64_t memory_bytes() const { return nodes_.size() * sizeof(Word); }

  void winners(const KeyBlock& block, std::span<std::uint32_t> winners) const {
    const auto keys = block.columns[0].first(block.size);
    std::size_t done = 0;
    for (; done + kTogether <= keys.size(); done += kTogether) {
      if constexpr (kInLanes) {
        Fast32Lanes::winners(keys.data() + done, spread_, winners.data() + done);
      } else {
        winners_of<kTogether>(keys.data() + done, winners.data() + done);
      }
    }
    for (; done < keys.size(); ++done) winners_of<1>(keys.data() + done, winners.data() + done);
  }

  template <typename Look>
  void each_reaching(const KeyBlock& block, std::span<const std::uint32_t> standings, std::uint32_t n,
                     Look look) const {
    const auto keys = block.columns[0].first(block.size);
    // First lists the groups with a key that reaches, without a branch, which would often be mispredicted.
    struct Group {
      std::uint32_t first, found;
    };
    std::array<Group, 64> groups;
    std::uint32_t done = 0;
    while (done + kKeysTogether <= keys.size()) {
      std::size_t listed = 0;
      const auto end = std::min<std::size_t>(keys.size(), done + groups.size() * kKeysTogether);
      for (; done + kKeysTogether <= end; done += kKeysTogether) {
        groups[listed] = {done, reaching(&keys[done], &standings[done], n)};
        listed += groups[listed].found != 0;
      }
      for (auto [first, found] : std::span(groups).first(listed)) {
        for (; found != 0; found &= found - 1) look(first + static_cast<std::uint32_t>(std::countr_zero(found)));
      }
    }
    for (; done < keys.size(); ++done) {
      if (reaches(keys[done], standings[done], n)) look(done);
    }
  }

 private:
  static constexpr unsigned kLowerBits = 8 * sizeof(Word) - 32;
  static constexpr std::uint32_t kStandingBits = ~std::uint32_t{0} << (32 - Mixer::kSure);
  using Lanes = std::conditional_t<std::is_same_v<Mixer, Fast32>, Fast32Lanes, XorShiftLanes>;
  static constexpr bool kInLanes = kHasLanes && std::is_same_v<Mixer, Fast32>;  // sixty-four bits: no faster
  static constexpr std::uint32_t kTogether = kInLanes ? Fast32Lanes::kTogether : 4;

  static Word spread(std::uint64_t key) { return Mixer::spread(static_cast<Word>(key)); }
  // One bit for each of kKeysTogether keys.
  std::uint32_t reaching(const std::uint64_t* keys, const std::uint32_t* standings, std::uint32_t n) const {
    if constexpr (kHasLanes) return Lanes::reaching(keys, standings, spread_[n]);
    std::uint32_t found = 0;
    for (std::uint32_t k = 0; k < kKeysTogether; ++k) found |= reaches(keys[k], standings[k], n) << k;
    return found;
  }
  std::uint32_t reaches(std::uint64_t key, std::uint32_t standing, std::uint32_t n) const {
    return HashedNodes::standing(Mixer::almost(spread(key) ^ spread_[n])) >= standing ? 1 : 0;
  }

  // Like Fast32Lanes::winners(): while it scans the nodes, it records only which group has the best score.
  template <std::size_t kKeys>
  void winners_of(const std::uint64_t* keys, std::uint32_t* winners) const {
    Word key[kKeys], best[kKeys] = {};
    std::uint32_t group[kKeys] = {};
    for (std::size_t k = 0; k < kKeys; ++k) key[k] = spread(keys[k]);
    for (std::uint32_t first = 0; first < spread_.size(); first += kGroup) {
      Word most[kKeys] = {};
      for (std::uint32_t n = first; n < first + kGroup; ++n) {
        const Word node = spread_[n];
        for (std::size_t k = 0; k < kKeys; ++k) most[k] = std::max(most[k], Mixer::finish(key[k] ^ node));
      }
      for (std::size_t k = 0; k < kKeys; ++k) {
        group[k] = most[k] > best[k] ? first : group[k];
        best[k] = std::max(best[k], most[k]);
      }
    }
    for (std::size_t k = 0; k < kKeys; ++k) {
      winners[k] = group[k];
      while (Mixer::finish(key[k] ^ spread_[winners[k]]) != best[k]) ++winners[k];
    }
  }

  std::vector<Word> spread_;  // the nodes' hashes, by position; the last one repeated to fill its group
  std::vector<NodeId> nodes_;
};

/// XXH32 of the key followed by the node's name.
struct SupsiDraw {
  static std::uint32_t score(const ScoredKey& key, std::string_view name) {
    key.scratch.assign(key.name).append(name);
    return xxh32(key.scratch);
  }
  static std::string text(std::uint32_t score) { return hex64(score); }
};

template <typename Mixer>
Result<std::unique_ptr<Placement>> build_hashed(const BuildInput& input) {
  auto hashes = hash_node_names(input);
  if (!hashes.ok()) return hashes.error();
  const auto nodes = ids_by_position(input.cluster);
  return make_placement<ScoredPlacement<HashedNodes<Mixer>>>(HashedNodes<Mixer>(hashes.value(), nodes), nodes);
}

Result<std::unique_ptr<Placement>> build_named(const BuildInput& input) {
  using Nodes = NamedNodes<SupsiDraw>;
  return make_placement<ScoredPlacement<Nodes>>(Nodes(input.cluster.nodes()), ids_by_position(input.cluster));
}

struct Dialect {
  std::string_view id;
  Result<std::unique_ptr<Placement>> (*build)(const BuildInput& input);
  std::vector<Recipe> (*recipes)(std::span<const double> params, const HashFunction& hash);
};

constexpr Dialect kDialects[] = {
    {"dgryski", build_hashed<XorShift>, one_hash},
    {"supsi", build_named, supsi_recipes<0>},
    {"fast32", build_hashed<Fast32>, one_hash},
};
constexpr auto kIds = ids_of(kDialects);
constexpr ParamSpec kParams[] = {choice_param("dialect", "Dialect", kIds)};

const Dialect& dialect_of(std::span<const double> params) {
  return kDialects[static_cast<std::size_t>(params[kDialect])];
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) { return dialect_of(input.params).build(input); }

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  return dialect_of(params).recipes(params, hash);
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
