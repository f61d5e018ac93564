// Squid's `cache_peer … carp`: every parent cache draws a hash for the URI, multiplied by its load multiplier, and the
// highest score wins.
//
// V. Valloppillil and K. Ross, "Cache Array Routing Protocol v1.0", Internet-Draft, 1998, as Squid 5.7's carp.cc
// computes it (32-bit numbers; byte is a signed char, as on x86):
//   peer's hash    h = 0; for each byte of its name: h += rotl(h, 19) + byte; then h += h * 0x62531965; h = rotl(h, 21)
//   URI's hash     u += rotl(u, 19) + byte for each byte of the URI
//   score          c = u ^ h; c += c * 0x62531965; c = rotl(c, 21); score = c * load multiplier, a double
// Peers are in order of their weights, and of the configuration where these are equal; the first of equal scores wins.
// **u is not reset from peer to peer**: the second one sees the URI hashed twice in a row, and so on. So a change that
// shifts peers in that order moves keys between peers that stay; only a peer added at its end, with all weights equal,
// or the last one removed does not. (A combined hash of 0 never wins; the draft's hash has no such chain.)
//
// Load multipliers, with p[k] = weight / sum of weights in that order: x[1] = (K p[1])^(1/K), and then x[k] = ((K-k+1)
// (p[k] - p[k-1]) / (x[1] … x[k-1]) + x[k-1]^(K-k+1))^(1/(K-k+1)). Powers are computed here with the four basic
// operations, within two units in the last place of the C library's: two scores that agree in their first 50 bits could
// choose another peer. Squid takes a p below 0.001 as 0 and then divides by 0; such weights are refused here. It also
// reads `weight=0` as 1: a drained peer has to be left out.
//
// The key is the request's URI as Squid writes it ("http://host/path"), or the parts that `carp-key` names. The peer's
// name is that of its option `name=`.

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "core/base/natural_log.h"
#include "core/base/ranking.h"
#include "core/base/text.h"
#include "core/placement/bucket_placement.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/system_rules.h"

namespace reshard {
namespace {

/// Goes on hashing: u += rotl(u, 19) + byte.
std::uint32_t add_text(std::uint32_t hash, std::string_view text) {
  for (const char byte : text) {
    hash += std::rotl(hash, 19) + static_cast<std::uint32_t>(static_cast<signed char>(byte));
  }
  return hash;
}

constexpr std::uint32_t finished(std::uint32_t hash) { return std::rotl(hash + hash * 0x62531965u, 21); }

std::uint64_t carp_hash(std::string_view key, const HashFunction&, std::uint64_t) { return add_text(0, key); }

double power(double base, std::size_t exponent) {
  double product = 1;
  for (; exponent != 0; exponent >>= 1, base *= base) {
    if ((exponent & 1) != 0) product *= base;
  }
  return product;
}

/// y^(1/n) for y > 0: first by its logarithm, then by a step of Newton's method.
double root(double y, std::size_t n) {
  if (n == 1) return y;
  const double of_n = static_cast<double>(n), wanted = natural_log(y) / of_n;
  double r = 1;
  constexpr int kMost = 60;
  for (int i = 0; i < kMost; ++i) {
    const double off = natural_log(r) - wanted;
    if (std::abs(off) < 0x1p-48) break;
    r *= off < 1 ? 1 - off + off * off / 2 : 0.5;
  }
  return r - r * (power(r, n) / y - 1) / of_n;
}

struct Peer {
  NodeId node;
  std::uint32_t hash;
  double share;  ///< p
  double multiplier = 0;
};

void set_multipliers(std::vector<Peer>& peers) {
  double product = 1, last = 0, last_share = 0;
  for (std::size_t k = 0; k < peers.size(); ++k) {
    const std::size_t left = peers.size() - k;
    const double sum = static_cast<double>(left) * (peers[k].share - last_share) / product + power(last, left);
    peers[k].multiplier = last = root(sum, left);
    product *= last;
    last_share = peers[k].share;
  }
}

class CarpPlacement final : public Placement {
 public:
  CarpPlacement(std::vector<Peer> peers, std::vector<NodeId> all) : peers_(std::move(peers)), all_(std::move(all)) {}

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    for (KeyCursor key(keys); key.next();) {
      double highest = -1;
      each_score(key, [&](const Peer& peer, std::uint32_t, double score) {
        if (score <= highest) return;
        highest = score;
        owners[key.at()] = peer.node;
      });
    }
  }

  void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    std::fill(owners.begin(), owners.end(), kNoNode);
    for (KeyCursor key(keys); key.next();) {
      const auto ranked = ranking_of(key);
      for (std::size_t r = 0; r < std::min<std::size_t>(replicas, ranked.size()); ++r) {
        owners[std::size_t{key.at()} * replicas + r] = ranked[r].peer->node;
      }
    }
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    const KeyBlock block = key.block();
    KeyCursor cursor(block);
    cursor.next();
    Trace trace{{"hash", decimal(key.hash())}};
    const auto ranked = ranking_of(cursor);
    constexpr std::size_t kShown = 5;
    for (std::size_t r = 0; r < std::min(kShown, ranked.size()); ++r) {
      const auto& [peer, hash, score] = ranked[r];
      trace.push_back(
          {"score",
           decimal(hash) + " * " + short_number(peer->multiplier) + " = " + decimal(static_cast<std::uint64_t>(score)),
           peer->node});
    }
    trace.push_back(owner_step(ranked[0].peer->node));
    return trace;
  }

  Picture picture(const SingleKey& key) const override {
    const KeyBlock block = key.block();
    KeyCursor cursor(block);
    cursor.next();
    ScorePicture picture;
    for (const NodeId node : all_) picture.scores.push_back({node, 0});
    const double most = 0x1p32 * peers_.back().multiplier;
    each_score(cursor, [&](const Peer& peer, std::uint32_t, double score) {
      picture.scores[static_cast<std::size_t>(std::find(all_.begin(), all_.end(), peer.node) - all_.begin())].score =
          score / most;
    });
    return picture;
  }

  std::uint64_t memory_bytes() const override { return peers_.size() * sizeof(Peer); }

 private:
  struct Score {
    const Peer* peer;
    std::uint32_t hash;
    double score;
  };

  template <typename Look>
  void each_score(KeyCursor& key, Look look) const {
    auto of_key = static_cast<std::uint32_t>(key.hash());
    for (std::size_t k = 0; k < peers_.size(); ++k) {
      if (k != 0) of_key = add_text(of_key, key.name());
      const std::uint32_t hash = finished(of_key ^ peers_[k].hash);
      look(peers_[k], hash, hash * peers_[k].multiplier);
    }
  }

  std::vector<Score> ranking_of(KeyCursor& key) const {
    std::vector<Score> scores;
    each_score(key, [&](const Peer& peer, std::uint32_t hash, double score) {
      scores.push_back({&peer, hash, score});
    });
    sort_stably(scores, [](const Score& a, const Score& b) { return a.score > b.score; });
    return scores;
  }

  std::vector<Peer> peers_;  // by weight
  std::vector<NodeId> all_;  // by position
};

Error too_light(const Node& node, std::uint64_t total) {
  return {ErrorCode::out_of_range,
          "nodes[" + node.name + "].weight",
          {short_number(node.weight), decimal((total + 999) / 1000), decimal(total)}};
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const auto whole = whole_weights(input.cluster);
  if (!whole.ok()) return whole.error();
  const auto& weights = whole.value();
  const auto total = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
  constexpr std::uint64_t kMost = 0x7fff'ffff;
  if (total > kMost)
    return Error{ErrorCode::too_large, "nodes", {"a sum of weights of " + decimal(total), decimal(kMost)}};
  const auto nodes = input.cluster.nodes();
  std::vector<Peer> peers;
  for (const std::uint32_t n :
       in_order(weights.size(), [&](std::uint32_t a, std::uint32_t b) { return weights[a] < weights[b]; })) {
    if (weights[n] == 0) continue;
    const double share = static_cast<double>(weights[n]) / static_cast<double>(total);
    if (share * 1000 < 1) return too_light(nodes[n], total);
    peers.push_back({nodes[n].id, finished(add_text(0, nodes[n].name)), share});
  }
  set_multipliers(peers);
  return make_placement<CarpPlacement>(std::move(peers), ids_by_position(input.cluster));
}

std::vector<Recipe> recipes(std::span<const double>, const HashFunction& hash) { return {{&hash, 0, carp_hash}}; }

Status fits(const Node& node, std::span<const double>) {
  if (node.name.find_first_of(" \t\"'#\\") != std::string::npos) {
    return Error{ErrorCode::unsupported,
                 "nodes[" + node.name + "]",
                 {"{1} names a peer by a word without blanks, quotes, backslashes or #", "Squid"}};
  }
  return check_whole_weight("Squid", node);
}

constexpr DownRule kDown[] = {
    {.does = Failover::kNext,
     .words = "Squid takes the parent with the next highest score that it does not count as dead: after ten failed "
              "connections, until one succeeds again.",
     .source = "Squid 5.7, carp.cc, carpSelectParent(), and neighbors.cc, peerHTTPOkay()"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules squid_carp_down;
constinit const DownRules squid_carp_down = kDown;

extern const Strategy squid_carp_strategy;
constinit const Strategy squid_carp_strategy{
    .id = "squid_carp",
    .title = "Squid CARP",
    .family = Family::kRendezvous,
    .summary = "How Squid divides URIs among parent caches, in proportion to their weights.",
    .limits =
        "Each parent reads the URI hashed once more than the one before: one that leaves also moves others’ keys.",
    .source = "Squid 5.7, carp.cc; Valloppillil and Ross, CARP v1.0, 1998",
    .lookup = "O(n)",
    .traits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas},
    .down = kDownCases,
    .hash_fixed = true,
    .numerals = Numerals::kDecimal,
    .recipes = recipes,
    .build = build,
    .fits = fits,
};

}  // namespace reshard
