// Rendezvous hashing (highest random weight): every node draws a score for the key, the highest wins.
//
// D. Thaler and C. Ravishankar, "Using name-based mappings to increase hit rates", IEEE/ACM Transactions on
// Networking 6(1), 1998. The score is that of dgryski/go-rendezvous (9f7001d): an xorshift* of the two hashes
// xored; of equal scores the first node's wins.

#include <algorithm>
#include <array>
#include <numeric>

#include "core/base/text.h"
#include "core/strategies/placement_helpers.h"
#include "core/strategies/strategy.h"

namespace reshard {
namespace {

constexpr std::uint64_t score(std::uint64_t key, std::uint64_t node) {
  std::uint64_t x = key ^ node;
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  return x * 2685821657736338717u;
}

class RendezvousPlacement final : public Placement {
 public:
  RendezvousPlacement(std::vector<std::uint64_t> hashes, std::vector<NodeId> nodes)
      : hashes_(std::move(hashes)), nodes_(std::move(nodes)) {}

  // Node by node over a tile of keys, so that the compiler can score several keys at a time.
  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    constexpr std::uint32_t kTile = 1024;
    std::array<std::uint64_t, kTile> best;
    std::array<std::uint32_t, kTile> winner;
    for (std::uint32_t from = 0; from < keys.size; from += kTile) {
      const std::uint32_t count = std::min(kTile, keys.size - from);
      const std::uint64_t* key = keys.columns[0].data() + from;
      for (std::uint32_t i = 0; i < count; ++i) best[i] = score(key[i], hashes_[0]);
      std::fill_n(winner.begin(), count, 0u);
      for (std::uint32_t n = 1; n < hashes_.size(); ++n) {
        for (std::uint32_t i = 0; i < count; ++i) {
          const std::uint64_t s = score(key[i], hashes_[n]);
          const bool better = s > best[i];
          best[i] = better ? s : best[i];
          winner[i] = better ? n : winner[i];
        }
      }
      for (std::uint32_t i = 0; i < count; ++i) owners[from + i] = nodes_[winner[i]];
    }
  }

  void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    std::fill(owners.begin(), owners.end(), kNoNode);
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      const auto order = ranked(keys.hash(i), replicas);
      for (std::size_t r = 0; r < order.size(); ++r) owners[std::size_t{i} * replicas + r] = nodes_[order[r]];
    }
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    Trace trace{{"hash", hex64(key.hash())}};
    constexpr std::size_t kShown = 5;
    for (const std::uint32_t n : ranked(key.hash(), kShown)) {
      trace.push_back({"score", hex64(score(key.hash(), hashes_[n])), nodes_[n]});
    }
    trace.push_back(owner_step(trace[1].node));
    return trace;
  }

  Picture picture(const SingleKey& key) const override {
    ScorePicture picture;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      picture.scores.push_back({nodes_[n], static_cast<double>(score(key.hash(), hashes_[n])) * 0x1p-64});
    }
    return picture;
  }

  std::uint64_t memory_bytes() const override { return nodes_.size() * (sizeof(std::uint64_t) + sizeof(NodeId)); }

 private:
  // Positions of the nodes with the highest scores, best first, at most `most`.
  std::vector<std::uint32_t> ranked(std::uint64_t key, std::size_t most) const {
    std::vector<std::uint32_t> order(hashes_.size());
    std::iota(order.begin(), order.end(), 0u);
    const std::size_t count = std::min(most, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                      [&](std::uint32_t a, std::uint32_t b) {
                        const std::uint64_t score_a = score(key, hashes_[a]);
                        const std::uint64_t score_b = score(key, hashes_[b]);
                        return score_a != score_b ? score_a > score_b : a < b;
                      });
    order.resize(count);
    return order;
  }

  std::vector<std::uint64_t> hashes_;  // of the nodes' names, by position
  std::vector<NodeId> nodes_;
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  auto hashes = hash_node_names(input);
  if (!hashes.ok()) return hashes.error();
  return make_placement<RendezvousPlacement>(hashes.take(), ids_by_position(input.cluster));
}

}  // namespace

extern const Strategy rendezvous_strategy;
constinit const Strategy rendezvous_strategy{
    .id = "rendezvous",
    .title = "Rendezvous hashing",
    .family = Family::kRendezvous,
    .summary = "Even, with least movement for any change and with ranked replicas, and nothing to tune.",
    .limits = "Every lookup asks every node: O(n), which is fine for tens of nodes and slow for thousands.",
    .source = "Thaler and Ravishankar, IEEE/ACM ToN 6(1), 1998; scores as in dgryski/go-rendezvous 9f7001d",
    .lookup = "O(n)",
    .traits = {Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove},
    .recipes = one_hash,
    .build = build,
};

}  // namespace reshard
