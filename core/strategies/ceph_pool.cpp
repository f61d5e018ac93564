// A pool of Ceph: an object's name chooses a placement group, and CRUSH draws the OSDs of the group.
//
// Ceph 16.2.15. PG = ceph_stable_mod(ceph_str_hash_rjenkins(name), pg_num), written as "pool.PG" in hexadecimal
// (osd_types.cc, pg_pool_t::raw_pg_to_pg()); where pg_num is no power of two, groups that have not been split yet hold
// twice as many objects. x = crush_hash32_2(ceph_stable_mod(PG, pgp_num), pool) (raw_pg_to_pps(), under the flag
// hashpspool, which all pools have since 0.64). Then the rule "chooseleaf firstn 0 type …" of a replicated pool: from
// the root down, the longest straw of each bucket (straw2.cpp), all with the same r; where the bucket of the failure
// domain was already chosen, or the OSD is out, all of it again with the next r. With the domain osd, that is "choose
// firstn 0 type osd": OSDs of one host may hold the same object, but hosts are drawn first all the same, so this is
// not the flat map.
//
// The tree: an OSD is named host/osd, and is in its host, rack, zone and data centre, where it has them. (In Ceph, the
// type "zone" is above data centres; what is a zone here may be a room there.) Straws depend on the buckets' ids, and
// the first of equal straws wins. So ids and order are as `ceph osd crush add` makes them: the root, "default", is -1,
// every new bucket takes the next number, from the host upwards, and keeps it; what is added or moved goes to the end.
// Clusters whose OSDs have device classes use up ids for shadow trees, and draw other OSDs.
//
// Traps: an OSD that is not under the failure domain would cost a replica each time it is drawn, so it is refused; and
// pgp_num below pg_num keeps groups together that have been split.

#include <array>
#include <cmath>
#include <map>

#include "core/base/text.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/replay.h"
#include "core/placement/systems/ceph_hash.h"
#include "core/placement/systems/crush.h"
#include "core/placement/systems/straw2_flat.h"
#include "core/placement/table_placement.h"

namespace reshard {
namespace {

enum Param { kPool, kPgNum, kPgpNum, kFailureDomain, kFailed };
enum Level : std::uint8_t { kOsd, kHost, kRack, kZone, kDataCenter, kRoot };

constexpr double kMaxGroups = 65536;  // mon_max_pool_pg_num
constexpr std::string_view kDomains[] = {"osd", "host", "rack", "zone", "data_center"};
constexpr ParamSpec kParams[] = {
    {.key = "pool", .label = "Pool’s id", .min = 0, .max = 2'147'483'647, .fallback = 1, .slides_to = 100},
    {.key = "pg_num",
     .label = "Placement groups",
     .min = 1,
     .max = kMaxGroups,
     .fallback = 128,
     .scale = ParamSpec::Scale::kLog,
     .unit = "groups"},
    {.key = "pgp_num",
     .label = "Groups for CRUSH (0 = all)",
     .min = 0,
     .max = kMaxGroups,
     .fallback = 0,
     .unit = "groups"},
    choice_param("failure_domain", "Failure domain", kDomains),
    crush_failed_param(),
};

struct Pool {
  std::uint32_t id;
  std::uint64_t pg_num, pgp_num;
  Level domain;

  std::uint64_t placed_as(std::uint64_t pg) const { return ceph_stable_mod(pg, pgp_num); }
  std::uint32_t x(std::uint64_t pg) const { return crush_hash(static_cast<std::uint32_t>(placed_as(pg)), id); }
};

Pool pool_of(std::span<const double> params) {
  const auto pg_num = static_cast<std::uint64_t>(params[kPgNum]), pgp_num = static_cast<std::uint64_t>(params[kPgpNum]);
  return {static_cast<std::uint32_t>(params[kPool]), pg_num, pgp_num == 0 ? pg_num : pgp_num,
          static_cast<Level>(params[kFailureDomain])};
}

std::uint64_t read(std::string_view key, const HashFunction&, std::uint64_t) { return ceph_str_hash(key); }
std::vector<Recipe> recipes(std::span<const double>, const HashFunction& hash) { return {{&hash, 0, read}}; }

/// Where an OSD is, from its host to its data centre; "" at levels that it does not have.
std::array<std::string_view, kRoot> places_of(const Node& node) {
  const std::size_t slash = node.name.rfind('/');
  const auto host = slash == std::string::npos ? std::string_view() : std::string_view(node.name).substr(0, slash);
  return {std::string_view(), host, node.rack, node.zone, node.data_center};
}

/// A bucket's name with those above it: racks of one name in two data centres are two.
std::string path_of(const Node& node, unsigned level) {
  const auto places = places_of(node);
  std::string path(1, static_cast<char>('0' + level));
  for (unsigned above = kDataCenter; above >= level; --above) path.append(1, '\0').append(places[above]);
  return path;
}

/// What happened to a cluster, as far as its map remembers it: the buckets' ids, and when each thing joined its bucket.
class MapHistory {
 public:
  explicit MapHistory(const Cluster& cluster) : arrived_(cluster.known()), path_(cluster.known()) {
    Replay replay(cluster, Replay::Changes::kAtOnce);
    for (const Node& node : replay.nodes()) meet(node);
    std::vector<NodeId> changed;  // by one command
    while (const ClusterEvent* event = replay.next()) {
      if (event->kind == ClusterEvent::Kind::kAdd) path_[index_of(event->node.id)].clear();
      changed.push_back(event->node.id);
      if (replay.in_command()) continue;
      for (const NodeId id : changed) meet_again(replay.nodes(), id);
      changed.clear();
    }
  }

  struct Known {
    std::uint32_t id;  // as two's complement
    std::uint64_t arrived;
  };
  const Known& bucket(const std::string& path) const { return buckets_.at(path); }
  std::uint64_t arrival(NodeId node) const { return arrived_[index_of(node)]; }

 private:
  void meet_again(std::span<const Node> nodes, NodeId id) {
    const auto at = std::find_if(nodes.begin(), nodes.end(), [&](const Node& node) { return node.id == id; });
    if (at != nodes.end()) meet(*at);
  }

  void meet(const Node& node) {
    ++now_;
    const auto places = places_of(node);
    for (unsigned level = kHost; level < kRoot; ++level) {
      if (!places[level].empty() && buckets_.emplace(path_of(node, level), Known{next_id_, now_}).second) --next_id_;
    }
    std::string path = path_of(node, kHost);
    if (path_[index_of(node.id)] == path) return;
    path_[index_of(node.id)] = std::move(path);
    arrived_[index_of(node.id)] = now_;
  }

  std::map<std::string, Known> buckets_;
  std::vector<std::uint64_t> arrived_;  // by id
  std::vector<std::string> path_;       // by id
  std::uint64_t now_ = 0;
  std::uint32_t next_id_ = 0u - 2;
};

/// The map's tree of buckets. The first one is the root.
class Tree {
 public:
  static constexpr std::size_t kNoBucket = ~std::size_t{0};
  struct Item {
    Straw2Item straw;
    std::uint64_t arrived;
    std::size_t below;  // kNoBucket for OSDs
  };
  struct Bucket {
    Level level;
    std::string name;
    std::uint32_t id;
    std::vector<Item> items;
    std::vector<Straw2Item> straws;  // of the items
  };

  static Result<Tree> of(const Cluster& cluster) {
    Tree tree;
    const MapHistory history(cluster);
    for (const Node& node : cluster.nodes()) {
      const auto weight = crush_weight(node);
      if (!weight.ok()) return weight.error();
      if (!tree.add(node, weight.value(), history))
        return Error{ErrorCode::too_large, "nodes.weight", {"a bucket of more", "65535"}};
    }
    for (Bucket& bucket : tree.buckets_) {
      std::sort(bucket.items.begin(), bucket.items.end(),
                [](const Item& a, const Item& b) { return a.arrived < b.arrived; });
      for (const Item& item : bucket.items) bucket.straws.push_back(item.straw);
    }
    return tree;
  }

  /// Calls see(bucket, the index of the item that it draws) from the root down; the last item is an OSD.
  template <typename See>
  void descend(std::uint32_t x, std::uint32_t r, See see) const {
    for (std::size_t at = 0; at != kNoBucket;) {
      const Bucket& bucket = buckets_[at];
      const std::size_t drawn = straw2_longest(bucket.straws, x, r);
      see(bucket, drawn);
      at = bucket.items[drawn].below;
    }
  }

  std::uint64_t memory_bytes() const {
    std::uint64_t items = 0;
    for (const Bucket& bucket : buckets_) items += bucket.items.size();
    return items * 2 * sizeof(std::uint32_t);
  }

 private:
  bool add(const Node& node, std::uint32_t weight, const MapHistory& history) {
    std::size_t at = 0;
    for (unsigned level = kDataCenter; level > kOsd; --level) {
      if (places_of(node)[level].empty()) continue;
      Item& item = bucket_in(at, node, static_cast<Level>(level), history);
      if (weight > 0xFFFFFFFFu - item.straw.weight) return false;
      item.straw.weight += weight;
      at = item.below;
    }
    buckets_[at].items.push_back({{index_of(node.id), weight, node.id}, history.arrival(node.id), kNoBucket});
    return true;
  }

  /// The item of bucket `at` that is the node's bucket of this level.
  Item& bucket_in(std::size_t at, const Node& node, Level level, const MapHistory& history) {
    const std::string path = path_of(node, level);
    const auto found = by_path_.emplace(path, buckets_.size());
    const std::size_t below = found.first->second;
    if (found.second) {
      const auto& [id, arrived] = history.bucket(path);
      buckets_[at].items.push_back({{id}, arrived, below});
      buckets_.push_back({level, std::string(places_of(node)[level]), id, {}, {}});
    }
    auto& items = buckets_[at].items;
    return *std::find_if(items.begin(), items.end(), [&](const Item& one) { return one.below == below; });
  }

  std::vector<Bucket> buckets_{{kRoot, "default", 0u - 1, {}, {}}};
  std::map<std::string, std::size_t> by_path_;
};

constexpr std::string_view kLevels[] = {"osd", "host", "rack", "zone", "datacenter", "root"};

class CephPoolPlacement final : public TablePlacement {
 public:
  CephPoolPlacement(const Pool& pool, Tree tree, Flags down)
      : TablePlacement(SlotRule::by_function(pool.pg_num, ceph_stable_mod, "ceph_stable_mod").in(Numerals::kDecimal),
                       "placement group"),
        pool_(pool),
        tree_(std::move(tree)),
        down_(std::move(down)) {
    by_slots_ = true;
  }

  bool step(Budget& budget) override {
    constexpr std::size_t kBetweenClockReads = 64;
    while (built_ < slots_.size()) {
      if (budget.spent()) return false;
      const std::size_t end = std::min(slots_.size(), built_ + kBetweenClockReads);
      for (; built_ < end; ++built_) slots_[built_] = draw(pool_.x(built_), 0).node;
    }
    return true;
  }

  void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    place_with(keys, replicas, owners, [](const Drawn&) { return false; });
  }

  void serve(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    place_with(keys, replicas, owners, [&](const Drawn& drawn) { return is_out(drawn); });
  }

  void explain_serving(const SingleKey& key, std::uint32_t index, Trace& trace) const override {
    trace = explain(key, index);
    const std::uint32_t x = pool_.x(rule_(key.hash()));
    if (!is_out(draw(x, 0))) return;
    std::vector<Drawn> chosen;
    choose(x, 1, chosen, [&](const Drawn& drawn) { return is_out(drawn); });
    for (std::uint32_t r = 1; r < kCrushTries && is_out(draw(x, r - 1)); ++r) {
      trace.push_back({"drawn_again", "r = " + decimal(r), draw(x, r).node});
    }
    if (chosen.empty()) return trace.push_back(served_step(kNoNode, "all tries met dead nodes"));
    trace.push_back(served_step(chosen[0].node, "first draw that is not out"));
  }

  std::uint64_t memory_bytes() const override { return tree_.memory_bytes(); }

 private:
  struct Drawn {
    NodeId node;
    std::uint32_t place;  // the id of its bucket of the failure domain, or its own
  };

  Drawn draw(std::uint32_t x, std::uint32_t r) const {
    Drawn drawn{kNoNode, 0};
    tree_.descend(x, r, [&](const Tree::Bucket& bucket, std::size_t at) {
      if (bucket.level == pool_.domain) drawn.place = bucket.id;
      drawn.node = bucket.items[at].straw.node;
    });
    if (pool_.domain == kOsd) drawn.place = index_of(drawn.node);
    return drawn;
  }

  template <typename Out>
  void choose(std::uint32_t x, unsigned replicas, std::vector<Drawn>& chosen, Out out) const {
    crush_firstn(
        replicas, chosen, [&](std::uint32_t r) { return draw(x, r); },
        [](const Drawn& a, const Drawn& b) { return a.place == b.place; }, out);
  }

  template <typename Out>
  void place_with(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners, Out out) const {
    std::fill(owners.begin(), owners.end(), kNoNode);
    std::vector<Drawn> chosen;
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      choose(pool_.x(rule_(keys.hash(i))), replicas, chosen, out);
      for (std::size_t r = 0; r < chosen.size(); ++r) owners[std::size_t{i} * replicas + r] = chosen[r].node;
    }
  }

  bool is_out(const Drawn& drawn) const { return down_[index_of(drawn.node)]; }

  // As `ceph osd map` prints them: the whole hash, and the group.
  std::string group_name(std::uint64_t number) const {
    std::string digits;
    do digits.insert(0, 1, "0123456789abcdef"[number % 16]);
    while ((number /= 16) != 0);
    return decimal(pool_.id) + "." + digits;
  }

  void explain_slot(const SingleKey& key, std::uint64_t pg, Trace& trace) const override {
    trace.push_back({"PG", group_name(key.hash()) + " (" + group_name(pg) + ")"});
    if (pool_.pgp_num != pool_.pg_num) {
      trace.push_back({"placed as", "ceph_stable_mod(" + decimal(pg) + ", " + decimal(pool_.pgp_num) +
                                        ") = " + decimal(pool_.placed_as(pg))});
    }
    const std::uint32_t x = pool_.x(pg);
    trace.push_back(
        {"x", "crush_hash32_2(" + decimal(pool_.placed_as(pg)) + ", " + decimal(pool_.id) + ") = " + decimal(x)});
    tree_.descend(x, 0, [&](const Tree::Bucket& bucket, std::size_t at) {
      if (bucket.level != kRoot) {
        trace.push_back({"bucket drawn", std::string(kLevels[bucket.level]) + " " + bucket.name + ", id " +
                                             signed_decimal(std::int64_t{static_cast<std::int32_t>(bucket.id)})});
      }
      trace.push_back(
          {"longest straw", signed_decimal(straw2_straw(x, bucket.straws[at], 0)), bucket.items[at].straw.node});
    });
  }

  Pool pool_;
  Tree tree_;
  Flags down_;  // by id
  std::size_t built_ = 0;
};

// CRUSH gives up a replica at once (skip_rep) where it meets an OSD before it meets the domain.
Status check_places(const Cluster& cluster, Level domain) {
  constexpr std::string_view kFields[] = {"", ".name", ".rack", ".zone", ".data_center"};
  for (const Node& node : cluster.nodes()) {
    if (domain == kOsd || node.weight == 0 || !places_of(node)[domain].empty()) continue;
    const std::string_view words =
        domain == kHost
            ? "an OSD without a host would cost a replica whenever CRUSH draws it: name it host/osd"
            : "an OSD without one would cost a replica whenever CRUSH draws it: the failure domain needs it";
    return Error{ErrorCode::unsupported, "nodes[" + node.name + "]" + std::string(kFields[domain]), {words}};
  }
  return Done{};
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const Pool pool = pool_of(input.params);
  if (pool.pgp_num > pool.pg_num) {
    return Error{ErrorCode::unsupported,
                 "pgp_num",
                 {"specified pgp_num {1} > pg_num {2}", decimal(pool.pgp_num), decimal(pool.pg_num)}};
  }
  if (const auto fit = check_places(input.cluster, pool.domain); !fit.ok()) return fit.error();
  auto tree = Tree::of(input.cluster);
  if (!tree.ok()) return tree.error();
  return make_placement<CephPoolPlacement>(pool, tree.take(), down_nodes(input.cluster));
}

// A node has binomially many groups, and of those that are not split yet each is twice as large: of m = 2^k >= n
// groups, m - n have a share of 2 / m, and the others of 1 / m.
double spread(std::size_t nodes, std::span<const double> params) {
  const auto groups = static_cast<double>(pool_of(params).pgp_num);
  const double power = std::exp2(std::ceil(std::log2(groups)));
  return std::sqrt((3 * power - 2 * groups) * static_cast<double>(nodes - 1)) / power;
}

constexpr Traits kTraits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kHistory,
                            Trait::kMayBeUndersized};

// A place that keeps replicas apart is the zone, or the rack where there are none.
Traits traits_with(std::span<const double> params) {
  const Level domain = pool_of(params).domain;
  if (domain != kRack && domain != kZone) return kTraits;
  return {Trait::kWeights, Trait::kAnyRemoval,      Trait::kReplicas,
          Trait::kHistory, Trait::kMayBeUndersized, Trait::kZones};
}

constexpr auto kDownCases = cases_of(kCrushDown);

}  // namespace

extern const DownRules ceph_pool_down;
constinit const DownRules ceph_pool_down = kCrushDown;

extern const Strategy ceph_pool_strategy;
constinit const Strategy ceph_pool_strategy{
    .id = "ceph_pool",
    .title = "Ceph pool",
    .family = Family::kTable,
    .summary =
        "Objects go to placement groups, and CRUSH places these on different OSDs, hosts, racks or data centres.",
    .limits =
        "Few groups make uneven shares; a new OSD also moves groups among its neighbours; buckets have the ids of a "
        "map without device classes.",
    .source = "Ceph 16.2.15: osd_types.cc, mapper.c, CrushWrapper.cc",
    .lookup = "O(1)",
    .traits = kTraits,
    .down = kDownCases,
    .params = kParams,
    .hash_fixed = true,
    .numerals = Numerals::kDecimal,
    .traits_with = traits_with,
    .expected_spread = spread,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard
