// Bit trie: a binary tree over the bits of a hash, highest first; every leaf belongs to a node.
//
// Extendible hashing (Fagin, Nievergelt, Pippenger, Strong, ACM TODS 1979) with nodes as buckets, and the zones of CAN
// (Ratnasamy et al., SIGCOMM 2001) in one dimension. An added node splits a leaf on the first bit that the path to it
// has not tested: the old owner keeps the 0-child, the new one gets the 1-child. The parameters say which leaf is
// split, and what happens to the leaf of a node that leaves when its sibling is not a leaf.

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/text.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/replay.h"
#include "core/placement/trie.h"

namespace reshard {
namespace {

enum Param { kAdd, kRemove };
enum Add { kShallowest, kHash };
using Removal = BitTrie::Removal;  // in the order of the options

constexpr std::string_view kAdds[] = {"shallowest", "hash"};
constexpr std::string_view kRemoves[] = {"sibling_or_collapse", "lift", "takeover", "subtree"};
constexpr ParamSpec kParams[] = {
    choice_param("add", "A new node splits", kAdds),
    choice_param("remove", "When a node leaves", kRemoves),
};

class BitTriePlacement final : public Placement {
 public:
  explicit BitTriePlacement(const BuildInput& input)
      : replay_(input.cluster),
        hash_(&input.hash),
        bits_(std::min(64u, input.hash.bits)),
        add_(static_cast<Add>(input.params[kAdd])),
        remove_(static_cast<Removal>(input.params[kRemove])),
        initial_(replay_.nodes().size()) {}

  bool step(Budget& budget) override {
    while (planted_ < initial_) {
      if (budget.spent()) return false;
      add(replay_.nodes()[planted_++]);
    }
    for (;;) {
      if (budget.spent()) return false;
      const ClusterEvent* event = replay_.next();
      if (event == nullptr) return true;
      if (event->kind == ClusterEvent::Kind::kAdd) add(event->node);
      // Where a subtree became one leaf, its other nodes have none, and one of them follows the last owner.
      if (event->kind == ClusterEvent::Kind::kRemove) trie_.remove(event->node.id, remove_, replay_.nodes()[0].id);
    }
  }

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = trie_[trie_.find(aligned(keys.hash(i)))].owner;
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    const std::uint64_t hash = aligned(key.hash());
    Trace trace{{"hash", hex64(hash)}};
    BitTrie::Index at = trie_.root();
    while (!trie_[at].leaf()) {
      const bool bit = bit_of(hash, trie_[at].bit);
      trace.push_back({"bit", decimal(trie_[at].bit) + (bit ? ": 1" : ": 0")});
      at = trie_[at].child[bit];
    }
    trace.push_back({"leaf", "1/2^" + decimal(trie_.depth(at)), trie_[at].owner});
    trace.push_back(owner_step(trie_[at].owner));
    return trace;
  }

  Picture picture(const SingleKey& key) const override {
    TreePicture picture;
    picture.key_hash = aligned(key.hash());
    draw(picture, trie_.root(), 0, 0, 0);
    return picture;
  }

  // For each vertex two children or an owner, and the bit.
  std::uint64_t memory_bytes() const override { return trie_.size() * (2 * sizeof(BitTrie::Index) + 1); }

 private:
  // Aligns hashes narrower than 64 bits so that bit 0 is their highest bit.
  std::uint64_t aligned(std::uint64_t hash) const { return hash << (64 - bits_); }

  void add(const Node& node) {
    if (trie_.empty()) return trie_.plant(node.id);
    if (add_ == kHash) {
      const BitTrie::Index hit = trie_.find(aligned(hash_->hash64(node.name, 0)));
      if (trie_.depth(hit) < bits_) return trie_.split(hit, node.id);
    }
    trie_.split(trie_.shallowest_leaf(), node.id);
  }

  // Draws the leaves below `at`, whose hashes begin with the first `depth` bits of `prefix`. A bit skipped because a
  // subtree was lifted doubles everything below; after several skipped bits, each cell is drawn whole, with one owner.
  void draw(TreePicture& picture, BitTrie::Index at, std::uint64_t prefix, unsigned depth, unsigned skipped) const {
    constexpr unsigned kMostSkipped = 6;
    const auto& vertex = trie_[at];
    const bool tested = !vertex.leaf() && vertex.bit < depth;
    if (tested) return draw(picture, vertex.child[bit_of(prefix, vertex.bit)], prefix, depth, skipped);
    if (vertex.leaf() || (vertex.bit > depth && skipped == kMostSkipped)) {
      const bool here = depth == 0 || (picture.key_hash ^ prefix) >> (64 - depth) == 0;
      picture.leaves.push_back({prefix, depth, trie_[trie_.find(here ? picture.key_hash : prefix)].owner});
      return;
    }
    const unsigned skips = skipped + (vertex.bit > depth ? 1 : 0);
    draw(picture, at, prefix, depth + 1, skips);
    draw(picture, at, prefix | std::uint64_t{1} << (63 - depth), depth + 1, skips);
  }

  Replay replay_;
  const HashFunction* hash_;
  unsigned bits_;
  Add add_;
  Removal remove_;
  BitTrie trie_;
  std::size_t initial_;      // how many nodes the cluster started with
  std::size_t planted_ = 0;  // how many of them have been added
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  if (static_cast<Add>(input.params[kAdd]) == kHash) {
    for (const Node& node : input.cluster.initial()) {
      if (const auto name = check_hashable(input.hash, node); !name.ok()) return name.error();
    }
    for (const ClusterEvent& event : input.cluster.log()) {
      if (event.kind != ClusterEvent::Kind::kAdd) continue;
      if (const auto name = check_hashable(input.hash, event.node); !name.ok()) return name.error();
    }
  }
  return make_placement<BitTriePlacement>(input);
}

Traits traits_with(std::span<const double> params) {
  // A takeover also moves the keys of the two leaves that merge, a subtree those of all its leaves.
  if (static_cast<Removal>(params[kRemove]) >= Removal::kTakeover)
    return {Trait::kAnyRemoval, Trait::kLeastOnAdd, Trait::kHistory};
  return {Trait::kAnyRemoval, Trait::kLeastOnAdd, Trait::kLeastOnRemove, Trait::kHistory};
}

// n times the sum of the leaves' squared shares, less 1, is the squared coefficient of variation. Splitting the leaf
// that a hash hits grows a digital search tree. With f(N) the expected sum of squares after N splits, f(0) = 1, and
// f(N + 1) is half the mean of f(K), where K, binomial, is the number of the N later splits that fall to one side.
double squares_of_random_splits(std::size_t splits) {
  std::vector<double> f{1.0};
  std::vector<double> binomial{1.0};  // of N splits
  for (std::size_t n = 0; n < splits; ++n) {
    double mean = 0;
    for (std::size_t k = 0; k <= n; ++k) mean += binomial[k] * f[k];
    f.push_back(mean / 2);
    binomial.push_back(0);
    for (std::size_t k = n + 1; k > 0; --k) binomial[k] = (binomial[k] + binomial[k - 1]) / 2;
    binomial[0] /= 2;
  }
  return f.back();
}

double expected_spread(std::size_t nodes, std::span<const double> params) {
  if (static_cast<Add>(params[kAdd]) == kHash) {
    const std::size_t n = std::min<std::size_t>(nodes, 256);  // beyond that it only oscillates, by less than 1 %
    return std::sqrt(static_cast<double>(n) * squares_of_random_splits(n - 1) - 1);
  }
  // n = 2^k + m: 2 m leaves of size 2^-(k + 1), and 2^k - m of size 2^-k.
  const auto whole = static_cast<double>(std::bit_floor(nodes));
  const auto n = static_cast<double>(nodes);
  const double m = n - whole;
  const double squares = (2 * m / 4 + (whole - m)) / (whole * whole);
  return std::sqrt(std::max(0.0, n * squares - 1));
}

constexpr DownRule kDown[] = {
    {.does = Failover::kRebuilt,
     .words = "The neighbour takes its zone over when its messages stop.",
     .source = "Ratnasamy et al., CAN, SIGCOMM 2001, section 2.3"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules bit_trie_down;
constinit const DownRules bit_trie_down = kDown;

extern const Strategy bit_trie_strategy;
constinit const Strategy bit_trie_strategy{
    .id = "bit_trie",
    .title = "Bit trie",
    .family = Family::kTree,
    .summary = "A new node splits one leaf and takes half of it: minimal disruption, and lookups in log n steps.",
    .limits =
        "Shares are powers of one half: unless the node count is a power of two, some nodes have twice as much as others.",
    .source = "Fagin et al., Extendible hashing, ACM TODS 4(3), 1979; Ratnasamy et al., CAN, SIGCOMM 2001",
    .lookup = "O(log n)",
    .traits = {Trait::kAnyRemoval, Trait::kLeastOnAdd, Trait::kLeastOnRemove, Trait::kHistory},
    .down = kDownCases,
    .params = kParams,
    .traits_with = traits_with,
    .expected_spread = expected_spread,
    .recipes = one_hash,
    .build = build,
};

}  // namespace reshard
