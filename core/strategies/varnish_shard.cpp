// Varnish's shard director (vmod directors): a ring of SHA-256 points, walked from a key's place to a backend that is
// up.
//
// Varnish 7.1.1, vmod_directors_shard_cfg.c and vmod_directors_shard_dir.c. A backend has replicas * weight points
// (rounded down; a weight below 1 counts as 1); point j is the hash of its ident, or else its name in VCL, followed by
// j in decimal. The hash of a text is the last four bytes of its SHA-256, lowest first. A key belongs to the first
// point at or after its hash, **but a key beyond the last point belongs to that one, not to the first**: the ring is
// cut there, and only the search for further backends goes round. The search is a bisection: it finds any of several
// points at a key's very position, and on a ring of two points always the second.
//
// The key is a text: `.backend(by=KEY, key=shards.key(text))`, or the URL with `by=URL`. The default, `by=HASH`, takes
// the digest of vcl_hash, which this strategy does not know. It shows what `.backend()` gives without `alt`, warm-up
// and ramp-up, which choose at random or by time.

#include <algorithm>
#include <string>

#include "core/base/bytes.h"
#include "core/base/ranking.h"
#include "core/base/text.h"
#include "core/partitioners/sha256.h"
#include "core/placement/bucket_placement.h"
#include "core/placement/ring_placement.h"
#include "core/placement/system_rules.h"

namespace reshard {
namespace {

enum Param { kReplicas };
constexpr double kUsualReplicas = 67, kMostReplicas = 10'000;

constexpr ParamSpec kParams[] = {
    {.key = "replicas",
     .label = "Points per backend",
     .min = 1,
     .max = kMostReplicas,
     .fallback = kUsualReplicas,
     .scale = ParamSpec::Scale::kLog},
};

std::uint32_t hash_text(std::string_view text) { return load_le32(sha256(text).data() + 28); }

std::uint64_t hash_key(std::string_view key, const HashFunction&, std::uint64_t) { return hash_text(key); }

std::vector<Recipe> recipes(std::span<const double>, const HashFunction& hash) { return {{&hash, 0, hash_key}}; }

std::uint64_t points_on_circle(const Node& node, std::span<const double> params) {
  if (node.weight == 0) return 0;
  return static_cast<std::uint64_t>(params[kReplicas] * std::max(node.weight, 1.0));
}

struct Point {
  std::uint32_t position, node, number;
};

class CirclePlacement final : public Placement {
 public:
  CirclePlacement(const Cluster& cluster, std::span<const double> params) : nodes_(ids_by_position(cluster)) {
    for (const Node& node : cluster.nodes()) {
      names_.push_back(node.name);
      counts_.push_back(points_on_circle(node, params));
    }
  }

  bool step(Budget& budget) override {
    for (; node_ < nodes_.size(); ++node_, number_ = 0) {
      for (; number_ < counts_[node_]; ++number_) {
        if (budget.spent()) return false;
        const auto number = static_cast<std::uint32_t>(number_);
        points_.push_back({hash_text(names_[node_] + decimal(number)), node_, number});
      }
    }
    // glibc's qsort() is a merge sort: points at one position stay in order.
    sort_stably(points_, [](const Point& a, const Point& b) { return a.position < b.position; });
    return true;
  }

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = nodes_[points_[find(keys.hash(i))].node];
  }

  void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    std::fill(owners.begin(), owners.end(), kNoNode);
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      walk(find(keys.hash(i)), owners.subspan(std::size_t{i} * replicas, replicas));
    }
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    const Point& point = points_[find(key.hash())];
    const NodeId owner = nodes_[point.node];
    const bool beyond = key.hash() > point.position;
    return {{"hash", decimal(key.hash()), kNoNode, "end of SHA-256"},
            {beyond ? "last point" : successor_label(RingRule::kAtOrAfter), decimal(point.position), owner},
            {"virtual node", names_[point.node] + decimal(point.number), owner},
            owner_step(owner)};
  }

  Picture picture(const SingleKey& key) const override {
    RingPicture picture;
    picture.key_shift = 32;
    for (const Point& point : points_) {
      const bool hidden = !picture.points.empty() && picture.points.back().position >> 32 == point.position;
      if (!hidden) picture.points.push_back({on_circle(std::uint64_t{point.position}, 32), nodes_[point.node]});
    }
    // What lies beyond the last point is the last one's.
    if (points_.back().position != ~std::uint32_t{0}) {
      picture.points.push_back({on_circle(std::uint64_t{~std::uint32_t{0}}, 32), nodes_[points_.back().node]});
    }
    picture.key_positions = {on_circle(key.hash(), 32)};
    return picture;
  }

  std::uint64_t memory_bytes() const override {
    return points_.size() * 2 * sizeof(std::uint32_t) + nodes_.size() * sizeof(NodeId);
  }

 private:
  // As shard_lookup() does, step by step: see above.
  std::size_t find(std::uint64_t hash) const {
    std::size_t low = 0, high = points_.size();
    for (;;) {
      const std::size_t i = (low + high) / 2;
      if (points_[i].position == hash) return i;
      if (i == points_.size() - 1) return i;
      if (points_[i].position < hash && points_[i + 1].position >= hash) return i + 1;
      if (points_[i].position < hash) {
        low = i;
      } else if (i == 0) {
        return 0;
      } else {
        high = i;
      }
    }
  }

  void walk(std::size_t at, std::span<NodeId> row) const {
    std::size_t found = 0;
    for (std::size_t seen = 0; seen < points_.size() && found < row.size(); ++seen) {
      const NodeId node = nodes_[points_[at].node];
      const auto end = row.begin() + static_cast<std::ptrdiff_t>(found);
      if (std::find(row.begin(), end, node) == end) row[found++] = node;
      at = at + 1 == points_.size() ? 0 : at + 1;
    }
  }

  std::vector<NodeId> nodes_;          // by position
  std::vector<std::string> names_;     // by position
  std::vector<std::uint64_t> counts_;  // by position
  std::vector<Point> points_;          // sorted once all are made
  std::uint32_t node_ = 0;             // whose points are being made
  std::uint64_t number_ = 0;
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  std::uint64_t points = 0;
  for (const Node& node : input.cluster.nodes()) points += points_on_circle(node, input.params);
  if (const auto fits = check_point_count(points, "replicas"); !fits.ok()) return fits.error();
  return make_placement<CirclePlacement>(input.cluster, input.params);
}

// On a ring of two points the first one never owns a key, so another point would also give it keys of the second.
Traits traits(std::span<const double> params) {
  const Traits all{Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove};
  return params[kReplicas] > 1 ? all : Traits{Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas};
}

double expected_spread(std::size_t nodes, std::span<const double> params) {
  return ring_spread(nodes, params[kReplicas]);
}

Status fits(const Node& node, std::span<const double>) {
  if (node.weight == 0 || node.weight >= 1) return Done{};
  return Error{
      ErrorCode::unsupported,
      "nodes[" + node.name + "].weight",
      {"{1} ignores weights below 1, such as {2}; 0 leaves the backend out", "Varnish", short_number(node.weight)}};
}

constexpr DownRule kDown[] = {
    {.does = Failover::kNext,
     .words = "Varnish walks on along the ring to the first backend that its probe says is healthy.",
     .source = "Varnish 7.1.1, vmod_directors_shard_dir.c, shard_next()"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules varnish_shard_down;
constinit const DownRules varnish_shard_down = kDown;

extern const Strategy varnish_shard_strategy;
constinit const Strategy varnish_shard_strategy{
    .id = "varnish_shard",
    .title = "Varnish shard director",
    .family = Family::kRing,
    .summary = "How a Varnish in front picks the Varnish that holds an object; only the necessary keys move.",
    .limits = "67 points per backend are uneven by a tenth; keys beyond the last point all go to its backend.",
    .source = "Varnish 7.1.1, vmod_directors_shard_cfg.c and vmod_directors_shard_dir.c",
    .lookup = "O(log(67 n))",
    .traits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove},
    .down = kDownCases,
    .params = kParams,
    .hash_fixed = true,
    .numerals = Numerals::kDecimal,
    .traits_with = traits,
    .expected_spread = expected_spread,
    .recipes = recipes,
    .build = build,
    .fits = fits,
    .points = points_on_circle,
};

}  // namespace reshard
