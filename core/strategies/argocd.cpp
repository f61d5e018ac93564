// Argo CD: which shard of its application controller handles a cluster, by the three algorithms that it offers.
//
// controller/sharding of Argo CD; rows were printed by its own package consistent at 37ee0097. Keys are the clusters'
// ids (the UID of a cluster's secret), nodes the shards: the controller's replicas, by their number.
// * legacy: FNV-1a of 32 bits of the id modulo the shards.
// * round-robin: the id's rank among all ids, sorted by bytes, modulo the shards; a new cluster moves all after it.
// * consistent-hashing: bounded loads on a ring, as in lafikl/consistent, from which it differs in this: a shard has
//   1,000 points, the texts of which are its number and the point's, one after the other ("110" is point 10 of shard
//   1, and point 0 of shard 11: the shard added later takes such a point); a cluster goes to the first point strictly
//   after the first 8 bytes of its BLAKE2b; clusters come in the order of their ids; and a shard's load are the
//   applications of its clusters, here the keys' counts, or 1 each. A shard is full at ceil(1.25 · max(1, floor((load
//   of all + 1) / shards))).
// A cluster whose secret names its shard is not sharded at all.

#include <algorithm>
#include <cmath>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/placement/dialects.h"
#include "core/placement/first_of_key.h"
#include "core/placement/ring_placement.h"

namespace reshard {
namespace {

enum Param { kDialect };

constexpr std::uint64_t kPointsPerShard = 1000;
constexpr double kLoad = 1.25;
constexpr unsigned kTurnsBetweenClockReads = 1024;

std::uint64_t fnv(std::string_view id, const HashFunction&, std::uint64_t) { return id.empty() ? 0 : fnv1a32(id); }

std::uint64_t blake2b_word(std::string_view id, const HashFunction&, std::uint64_t) {
  return load_le64(blake2b_512(id).data());
}

// Column 1: sorts as the ids do, except where they begin alike.
std::uint64_t first_bytes(std::string_view id, const HashFunction&, std::uint64_t) {
  char bytes[8] = {};
  id.copy(bytes, sizeof bytes);
  return load_be64(bytes);
}

class LegacyPlacement final : public Placement {
 public:
  explicit LegacyPlacement(const BuildInput& input) : shards_(ids_by_position(input.cluster)) {}

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = shards_[shard_of(keys.hash(i))];
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    const std::size_t shard = shard_of(key.hash());
    return {{"hash", decimal(key.hash()), kNoNode, "FNV-1a"},
            {"remainder", decimal(key.hash()) + " mod " + decimal(shards_.size()) + " = " + decimal(shard)},
            owner_step(shards_[shard])};
  }

  Picture picture(const SingleKey& key) const override { return TablePicture{shards_, shard_of(key.hash())}; }
  std::uint64_t memory_bytes() const override { return shards_.size() * sizeof(NodeId); }

 private:
  std::size_t shard_of(std::uint64_t hash) const { return static_cast<std::size_t>(hash % shards_.size()); }

  std::vector<NodeId> shards_;
};

/// The different ids of a key set, sorted by bytes. A sort in steps: runs are merged in pairs, until one is left.
class SortedIds {
 public:
  explicit SortedIds(const KeyBlock& keys) : keys_(keys), first_(keys) {}

  bool step(Budget& budget) {
    if (run_ == 0) {
      if (!first_.step(budget)) return false;
      begin();
    }
    while (run_ < order_.size()) {
      for (; out_ < order_.size(); ++out_) {
        if (out_ % kTurnsBetweenClockReads == 0 && budget.spent()) return false;
        merged_[out_] = order_[takes_left() ? left_++ : right_++];
        if (out_ + 1 == end(2)) begin_pair(out_ + 1);
      }
      order_.swap(merged_);
      run_ *= 2;
      out_ = 0;
      begin_pair(0);
    }
    merged_ = {};
    return true;
  }

  std::span<const std::uint32_t> order() const { return order_; }  ///< numbers of keys
  const FirstOfKey& first() const { return first_; }

 private:
  void begin() {
    for (std::uint32_t key = 0; key < keys_.size; ++key) {
      if (first_(key) == key) order_.push_back(key);
    }
    merged_.resize(order_.size());
    run_ = 1;
    begin_pair(0);
  }

  void begin_pair(std::size_t at) {
    pair_ = left_ = at;
    right_ = end(1);
  }

  std::size_t end(std::size_t runs) const { return std::min(pair_ + runs * run_, order_.size()); }

  bool takes_left() { return left_ < end(1) && (right_ == end(2) || before(order_[left_], order_[right_])); }

  bool before(std::uint32_t a, std::uint32_t b) {
    const std::uint64_t begins_a = keys_.columns[1][a], begins_b = keys_.columns[1][b];
    if (begins_a != begins_b) return begins_a < begins_b;
    return keys_.keys->name(keys_.index(a), name_a_) < keys_.keys->name(keys_.index(b), name_b_);
  }

  KeyBlock keys_;
  FirstOfKey first_;
  std::size_t run_ = 0;                                    // how long sorted runs are; 0: not begun
  std::size_t pair_ = 0, left_ = 0, right_ = 0, out_ = 0;  // where the pair begins, and what is merged next
  std::vector<std::uint32_t> order_, merged_;
  std::string name_a_, name_b_;
};

/// Owners that depend on the list of all clusters. One that is not in the list counts as the last of it.
class ListPlacement : public Placement {
 public:
  void place(const KeyBlock& keys, std::span<NodeId> owners) const final {
    for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = owners_[keys.index(i)];
  }

  bool step(Budget& budget) final {
    if (!ids_.step(budget) || !step_before(budget)) return false;
    owners_.resize(keys_.size, kNoNode);
    for (; next_ < ids_.order().size(); ++next_) {
      if (next_ % kTurnsBetweenClockReads == 0 && budget.spent()) return false;
      owners_[ids_.order()[next_]] = take(next_, ids_.order()[next_]);
    }
    for (std::uint32_t key = 0; key < keys_.size; ++key) owners_[key] = owners_[ids_.first()(key)];
    return true;
  }

 protected:
  explicit ListPlacement(const BuildInput& input)
      : shards_(ids_by_position(input.cluster)), keys_(input.all_keys), ids_(input.all_keys) {}

  virtual bool step_before(Budget&) { return true; }

  /// The shard of the cluster with this rank in the list.
  virtual NodeId take(std::size_t rank, std::uint32_t key) = 0;

  std::size_t rank_of(std::uint32_t index) const {
    const auto order = ids_.order();
    if (index == kNotInSet) return order.size();
    return static_cast<std::size_t>(std::find(order.begin(), order.end(), ids_.first()(index)) - order.begin());
  }

  std::vector<NodeId> shards_;
  KeyBlock keys_;               // until the last step
  std::vector<NodeId> owners_;  // by key

 private:
  SortedIds ids_;
  std::size_t next_ = 0;
};

class RoundRobinPlacement final : public ListPlacement {
 public:
  explicit RoundRobinPlacement(const BuildInput& input) : ListPlacement(input) {}

  Trace explain(const SingleKey&, std::uint32_t index) const override {
    const std::size_t rank = rank_of(index);
    return {{"rank of the id", decimal(rank)},
            {"remainder", decimal(rank) + " mod " + decimal(shards_.size()) + " = " + decimal(rank % shards_.size())},
            owner_step(shard_of(rank))};
  }

  /// The list around the key, which is found by its hash.
  Picture picture(const SingleKey& key) const override {
    constexpr std::size_t kShown = 4096;
    const auto at = static_cast<std::size_t>(std::find(hashes_.begin(), hashes_.end(), key.hash()) - hashes_.begin());
    const std::size_t from = at - std::min<std::size_t>(at, kShown / 2);
    TablePicture table{{}, at - from, from};
    for (std::size_t rank = from; rank < std::min(hashes_.size(), from + kShown); ++rank) {
      table.slots.push_back(shard_of(rank));
    }
    return table;
  }

  std::uint64_t memory_bytes() const override { return shards_.size() * sizeof(NodeId); }

 private:
  NodeId shard_of(std::size_t rank) const { return shards_[rank % shards_.size()]; }

  NodeId take(std::size_t rank, std::uint32_t key) override {
    hashes_.push_back(keys_.hash(key));
    return shard_of(rank);
  }

  std::vector<std::uint64_t> hashes_;  // by rank
};

class ConsistentPlacement final : public ListPlacement {
 public:
  ConsistentPlacement(const BuildInput& input, std::unique_ptr<PointMaker<std::uint64_t>> maker)
      : ListPlacement(input),
        maker_(std::move(maker)),
        ring_(64, Ties::kLastAdded),
        loads_(shards_.size()),
        counted_(input.all_keys.keys != nullptr && !input.all_keys.keys->counts().empty()) {}

  bool first_choices(const KeyBlock& keys, std::span<NodeId> nodes) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) nodes[i] = shards_[node_at(find(keys.hash(i)))];
    return true;
  }

  Trace explain(const SingleKey& key, std::uint32_t index) const override {
    const std::size_t rank = rank_of(index);
    const std::uint64_t before = index == kNotInSet ? total_ : counted_ ? totals_[rank] : rank;
    Trace trace{{"hash", decimal(key.hash()), kNoNode, "first 8 bytes of BLAKE2b"},
                {"applications before it", decimal(before)},
                {"full from", short_number(full_at(before))}};
    std::size_t at = find(key.hash());
    trace.push_back({successor_label(RingRule::kAfter), decimal(ring_.points()[at].position), shards_[node_at(at)]});
    const NodeId owner = index == kNotInSet ? shards_[node_at(with_room(at))] : owners_[index];
    std::vector<std::uint32_t> full;
    for (; shards_[node_at(at)] != owner; at = ring_.next(at)) {
      if (std::find(full.begin(), full.end(), node_at(at)) != full.end()) continue;
      full.push_back(node_at(at));
      trace.push_back({"full, go on", "", shards_[node_at(at)]});
    }
    trace.push_back(owner_step(owner));
    return trace;
  }

  Picture picture(const SingleKey& key) const override {
    RingPicture picture = picture_of(ring_, RingRule::kAfter, shards_);
    picture.key_positions = {key.hash()};
    return picture;
  }

  /// What a controller holds: the ring and a load for each shard.
  std::uint64_t memory_bytes() const override {
    return ring_.memory_bytes() + shards_.size() * (sizeof(NodeId) + sizeof(std::uint64_t));
  }

 private:
  bool step_before(Budget& budget) override {
    std::vector<std::uint64_t> of_node;
    for (; made_ < shards_.size(); ++made_) {
      if (budget.spent()) return false;
      of_node.clear();
      for (std::uint64_t i = 0; i < kPointsPerShard; ++i) maker_->draw(made_, i, of_node);
      for (const std::uint64_t position : of_node) ring_.add(position, made_);
    }
    return ring_.sort(budget);
  }

  NodeId take(std::size_t, std::uint32_t key) override {
    const std::uint64_t load = counted_ ? keys_.keys->counts()[keys_.index(key)] : 1;
    const std::uint32_t shard = node_at(with_room(find(keys_.hash(key))));
    if (counted_) totals_.push_back(total_);
    total_ += load;
    loads_[shard] += load;
    return shards_[shard];
  }

  std::size_t find(std::uint64_t hash) const { return ring_.find(hash, RingRule::kAfter); }
  std::uint32_t node_at(std::size_t point) const { return ring_.points()[point].node; }

  double full_at(std::uint64_t total) const {
    return std::ceil(static_cast<double>(std::max<std::uint64_t>(1, (total + 1) / shards_.size())) * kLoad);
  }

  // Some shard has room: if all were full, their loads would be more than the load of all.
  std::size_t with_room(std::size_t at) const {
    while (static_cast<double>(loads_[node_at(at)]) >= full_at(total_)) at = ring_.next(at);
    return at;
  }

  std::unique_ptr<PointMaker<std::uint64_t>> maker_;
  std::uint32_t made_ = 0;  // shards whose points have been made
  RingTable<std::uint64_t> ring_;
  std::vector<std::uint64_t> loads_;  // by shard
  bool counted_;                      // clusters have applications of their own
  std::uint64_t total_ = 0;
  std::vector<std::uint64_t> totals_;  // by rank: the load of those before; empty unless counted
};

std::vector<Recipe> legacy_recipes(const HashFunction& hash) { return {{&hash, 0, fnv}}; }
std::vector<Recipe> ranked_recipes(const HashFunction& hash) { return {{&xxh64_hash}, {&hash, 0, first_bytes}}; }
std::vector<Recipe> ring_recipes(const HashFunction& hash) {
  return {{&hash, 0, blake2b_word}, {&hash, 0, first_bytes}};
}

Result<std::unique_ptr<Placement>> build_legacy(const BuildInput& input) {
  return make_placement<LegacyPlacement>(input);
}

Result<std::unique_ptr<Placement>> build_ranked(const BuildInput& input) {
  return make_placement<RoundRobinPlacement>(input);
}

Result<std::unique_ptr<Placement>> build_ring(const BuildInput& input) {
  const std::size_t shards = input.cluster.nodes().size();
  std::vector<NumberedTexts> texts;
  for (std::size_t shard = 0; shard < shards; ++shard) texts.push_back({decimal(shard), "", kPointsPerShard});
  auto maker = text_points<std::uint64_t>(std::move(texts), {{&xxh64_hash, 0, blake2b_word}});
  if (const auto fits = check_points(*maker, shards, "nodes"); !fits.ok()) return fits.error();
  return make_placement<ConsistentPlacement>(input, std::move(maker));
}

double chance_alone(std::size_t) { return 0; }
double bounded_spread(std::size_t shards) {
  return std::min(ring_spread(shards, static_cast<double>(kPointsPerShard)), std::sqrt(kLoad - 1));
}

struct Dialect {
  std::string_view id;
  std::vector<Recipe> (*recipes)(const HashFunction& hash);
  Result<std::unique_ptr<Placement>> (*build)(const BuildInput& input);
  double (*spread)(std::size_t shards);
  Traits traits;
};

constexpr Dialect kDialects[] = {
    {"legacy", legacy_recipes, build_legacy, chance_alone, {Trait::kAnyRemoval}},
    {"round_robin", ranked_recipes, build_ranked, chance_alone, {Trait::kAnyRemoval, Trait::kNeedsAllKeys}},
    {"consistent_hashing", ring_recipes, build_ring, bounded_spread, {Trait::kAnyRemoval, Trait::kNeedsAllKeys}},
};
constexpr auto kIds = ids_of(kDialects);
constexpr ParamSpec kParams[] = {choice_param("dialect", "Sharding algorithm", kIds)};

const Dialect& dialect_of(std::span<const double> params) {
  return kDialects[static_cast<std::size_t>(params[kDialect])];
}

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  return dialect_of(params).recipes(hash);
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) { return dialect_of(input.params).build(input); }

Traits traits(std::span<const double> params) { return dialect_of(params).traits; }

double expected_spread(std::size_t nodes, std::span<const double> params) { return dialect_of(params).spread(nodes); }

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words =
         "Nobody reconciles its clusters until it is back: a replica has one shard, and the number of shards is that of "
         "the replicas that should be there.",
     .source = "Argo CD 37ee0097, controller/sharding: GetOrUpdateShardFromConfigMap() and InferShard()"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules argocd_down;
constinit const DownRules argocd_down = kDown;

extern const Strategy argocd_strategy;
constinit const Strategy argocd_strategy{
    .id = "argocd",
    .title = "Argo CD",
    .family = Family::kRing,
    .summary = "Finds which shard of Argo CD’s application controller handles a cluster.",
    .limits =
        "By legacy and round-robin another shard moves most clusters; by consistent-hashing each needs the list of all.",
    .source = "Argo CD 37ee0097, controller/sharding",
    .lookup = "O(1)",
    .traits = kDialects[0].traits,
    .down = kDownCases,
    .params = kParams,
    .hash = "fnv1a32",
    .hash_fixed = true,
    .numerals = Numerals::kDecimal,
    .traits_with = traits,
    .expected_spread = expected_spread,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard
