// Redis Cluster: CRC-16 of the key, or of its hash tag, modulo 16384; redis-cli says which master has which slot.
//
// Redis Cluster specification, "Key distribution model" and "Hash tags"; plans as redis-cli 7.0 makes them. An added
// master gets its slots by a rebalance, or by a reshard from all others; a new weight triggers a rebalance; a master
// that leaves is given weight 0, the cluster is rebalanced, and the master is then forgotten. Changes of one step are
// one rebalance; a reshard has one target, so each added master is one.

#include <algorithm>

#include "core/hash/functions.h"
#include "core/placement/key_parts.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/systems/redis_plan.h"
#include "core/placement/table_placement.h"

namespace reshard {
namespace {

enum Param { kJoin, kFullCoverage };
enum FullCoverage { kNotRequired, kRequired };
enum Join { kRebalance, kReshard };

constexpr std::string_view kJoins[] = {"rebalance", "reshard"};
constexpr std::string_view kSwitch[] = {"false", "true"};
constexpr ParamSpec kParams[] = {
    choice_param("join", "When a master joins", kJoins),
    choice_param("full_coverage", "Require full coverage", kSwitch),
};

std::uint64_t slot_hash(std::string_view key, const HashFunction&, std::uint64_t) { return crc16(hash_tag(key)); }

std::vector<Recipe> recipes(std::span<const double>, const HashFunction& hash) { return {{&hash, 0, slot_hash}}; }

class RedisPlacement final : public TablePlacement {
 public:
  explicit RedisPlacement(const BuildInput& input)
      : TablePlacement(SlotRule::remainder(redis::kSlots).in(Numerals::kDecimal), "slot"),
        join_(static_cast<Join>(input.params[kJoin])),
        // One rebalance serves any number of changes; a reshard has one target.
        replay_(input.cluster, join_ == kRebalance ? Replay::Changes::kAtOnce : Replay::Changes::kOneByOne),
        id_(input.table) {
    by_slots_ = true;
    const auto* previous = goes_on_from<RedisPlacement>(input);
    begun_ = previous != nullptr && replay_.go_on_from(previous->replay_);
    if (begun_) slots_ = previous->slots_;
  }

  bool step(Budget& budget) override {
    if (!begun_) begin();
    begun_ = true;
    for (;;) {
      if (budget.spent()) return false;
      const ClusterEvent* event = replay_.next();
      if (event == nullptr) return true;
      if (follow(*event)) unbalanced_ = true;
      if (unbalanced_ && !replay_.in_command()) rebalance();
    }
  }

 private:
  // The table of a running cluster, or the one that redis-cli makes.
  void begin() {
    if (const auto given = replay_.given(id_); given.size() == slots_.size()) {
      slots_.assign(given.begin(), given.end());
      return;
    }
    const auto nodes = replay_.nodes();
    redis::create(nodes, slots_);
    const double weight = nodes.front().weight;
    const bool equal = std::all_of(nodes.begin(), nodes.end(), [&](const Node& node) { return node.weight == weight; });
    if (!equal) redis::rebalance(nodes, slots_);
  }

  // Whether a rebalance follows.
  bool follow(const ClusterEvent& event) {
    switch (event.kind) {
      case ClusterEvent::Kind::kAdd:
        if (join_ == kRebalance) return true;
        redis::reshard(replay_.nodes(), event.node.id, share_of(event.node), slots_);
        return false;
      case ClusterEvent::Kind::kWeigh: return true;
      case ClusterEvent::Kind::kRemove: leaving_.push_back(event.node.id); return true;
      case ClusterEvent::Kind::kMove: move(event); return false;
      case ClusterEvent::Kind::kRename:
      case ClusterEvent::Kind::kRelocate:
      case ClusterEvent::Kind::kDown:
      case ClusterEvent::Kind::kUp: return false;
    }
    check_failed("an event", __FILE__, __LINE__);
  }

  // The number of slots that an operator moves to a new master: its share by weight.
  std::size_t share_of(const Node& joined) const {
    double weights = 0;
    for (const Node& node : replay_.nodes()) weights += node.weight;
    return weights == 0 ? 0 : static_cast<std::size_t>(static_cast<double>(redis::kSlots) * joined.weight / weights);
  }

  // `--cluster reshard --cluster-from one`, or CLUSTER SETSLOT: a later plan starts from the table as it is then.
  void move(const ClusterEvent& event) {
    if (event.move.table != id_) return;
    for (std::uint64_t slot = event.move.first; slot <= event.move.last && slot < slots_.size(); ++slot) {
      slots_[static_cast<std::size_t>(slot)] = event.node.id;
    }
  }

  // One command, in which those that leave have weight 0; they are then forgotten.
  void rebalance() {
    unbalanced_ = false;
    const auto nodes = replay_.nodes();
    std::erase_if(leaving_, [&](NodeId id) {  // one that came back
      return std::any_of(nodes.begin(), nodes.end(), [&](const Node& node) { return node.id == id; });
    });
    if (leaving_.empty()) return redis::rebalance(nodes, slots_);
    // A plan reads only ids and weights; this avoids copying the names of thousands of nodes each time.
    std::vector<Node> masters(nodes.size());
    std::transform(nodes.begin(), nodes.end(), masters.begin(),
                   [](const Node& node) { return Node{.id = node.id, .name = {}, .weight = node.weight}; });
    std::sort(leaving_.begin(), leaving_.end());  // as they joined, which is as redis-cli lists them
    for (const NodeId id : leaving_) masters.push_back({.id = id, .name = {}, .weight = 0});
    redis::rebalance(masters, slots_);
    // If all masters that stay are drained too, the first one takes over what is left.
    for (const NodeId id : leaving_) std::replace(slots_.begin(), slots_.end(), id, masters.front().id);
    leaving_.clear();
  }

  void explain_key(const SingleKey& key, Trace& trace) const override {
    const std::string_view tag = hash_tag(key.name());
    if (tag != key.name()) trace.push_back({"hash tag", std::string(tag)});
  }

  Join join_;
  Replay replay_;
  std::vector<NodeId> leaving_;  // since the last rebalance
  bool begun_ = false, unbalanced_ = false;
  std::string_view id_;
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) { return make_placement<RedisPlacement>(input); }

std::uint64_t entries(std::span<const double>, std::uint64_t) { return redis::kSlots; }

// A rebalance rounds to whole slots, and leaves alone whatever is within 2 % of its share.
double expected_spread(std::size_t nodes, std::span<const double>) { return 0.02 + half_a_slot(nodes, redis::kSlots); }

std::size_t masters(const Cluster& cluster, bool up_only) {
  const auto nodes = cluster.nodes();
  return static_cast<std::size_t>(std::count_if(nodes.begin(), nodes.end(), [&](const Node& node) {
    return node.weight > 0 && !(up_only && node.state == NodeState::kDown);
  }));
}

// Only masters that have slots vote.
bool no_majority(const Cluster& cluster, std::span<const double>) {
  return masters(cluster, true) < masters(cluster, false) / 2 + 1;
}

bool slots_are_down(const Cluster& cluster, std::span<const double>) {
  return masters(cluster, true) < masters(cluster, false);
}

constexpr DownRule kDown[] = {
    {.does = Failover::kStops,
     .words = "Without a majority of the masters the cluster is down for every key: nobody may promote a replica.",
     .source = "Redis 7.0.15, cluster.c, clusterUpdateState()",
     .holds = no_majority},
    {.does = Failover::kStops,
     .words = "With cluster-require-full-coverage, which is Redis's default, one slot that nobody serves stops "
              "the whole cluster.",
     .source = "Redis 7.0.15, cluster.c, clusterUpdateState()",
     .with = {"full_coverage", 1u << kRequired},
     .holds = slots_are_down},
    {.does = Failover::kFails,
     .words = "Nobody serves its slots until a replica of the master is promoted, which takes "
              "cluster-node-timeout and a vote of the masters.",
     .source = "Redis Cluster specification, “Replica election and promotion”"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules redis_slots_down;
constinit const DownRules redis_slots_down = kDown;

extern const Strategy redis_slots_strategy;
constinit const Strategy redis_slots_strategy{
    .id = "redis_slots",
    .title = "Redis Cluster",
    .family = Family::kTable,
    .summary = "16,384 slots, moved one by one while clients keep working; hash tags keep related keys together.",
    .limits = "Slots move only when someone runs redis-cli; up to 1,000 masters; replicas are separate servers.",
    .source = "Redis Cluster specification; redis-cli 7.0.15 create, rebalance and reshard",
    .lookup = "O(1)",
    .traits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kHistory, Trait::kMovesByHand},
    .down = kDownCases,
    .params = kParams,
    .hash = "crc16",
    .hash_fixed = true,
    .numerals = Numerals::kDecimal,
    .expected_spread = expected_spread,
    .entry = "slot",
    .entries = entries,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard
