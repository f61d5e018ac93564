// Citus: ranges of the 32-bit hash of a distribution column are shards, and a table says which worker has which.
//
// hash = PostgreSQL's 32-bit hash function of the column's type, signed (worker_hash()), not the 64-bit one of its own
// hash partitions. Of n shards, shard i begins at -2^31 + i·(2^32 div n), and the last one ends at 2^31 - 1, so it is
// longer where n is no power of two. Shard i is created on worker i mod w of the workers sorted by name (bytes), then
// port, in whatever order they were added. Held to Citus 13.2.2 on PostgreSQL 15.20: hashes, ranges, placements, and
// plans of the rebalancer.
//
// A worker that joins has no shards until somebody calls rebalance_table_shards() or moves them (Citus documentation,
// Cluster Management, "Add a worker"); `rebalance` says which strategy is then used. by_shard_count counts shards;
// by_disk_size, the default since Citus 11, adds 100 MB to the size of each, and is exact for shards of equal size: the
// scenario has no bytes. A worker that leaves is drained first (citus_drain_node()), as is one with weight 0
// (shouldhaveshards = false).
//
// Not here: isolate_tenant_to_new_shard() and citus_split_shard_by_split_points() make a table with unequal ranges, and
// a step of a scenario cannot add entries to a table. NULL has no shard: Citus refuses the row.

#include <algorithm>
#include <tuple>

#include "core/base/text.h"
#include "core/partitioners/partitioner.h"
#include "core/partitioners/postgresql_hash.h"
#include "core/placement/citus_plan.h"
#include "core/placement/hash_ranges.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/system_rules.h"

namespace reshard {
namespace {

enum Param { kShardCount, kRebalance, kType };
enum Rebalance { kNone, kByShardCount, kByDiskSize };

constexpr std::string_view kRebalances[] = {"none", "by_shard_count", "by_disk_size"};
constexpr ParamSpec kParams[] = {
    {.key = "shard_count",
     .label = "Shards",
     .min = 1,
     .max = 64'000,  // MAX_SHARD_COUNT
     .fallback = 32,
     .scale = ParamSpec::Scale::kLog,
     .unit = "shards"},
    choice_param("rebalance", "When a worker joins", kRebalances),
    type_param(),
};

constexpr ColumnTypes kTakes = {ColumnType::kText,  ColumnType::kBytes,     ColumnType::kInt64,   ColumnType::kInt32,
                                ColumnType::kInt16, ColumnType::kUuid,      ColumnType::kChar,    ColumnType::kBool,
                                ColumnType::kDate,  ColumnType::kTimestamp, ColumnType::kFloat64, ColumnType::kFloat32};

constexpr std::uint64_t kHashes = std::uint64_t{1} << 32;
constexpr std::int64_t kLeastHash = -(std::int64_t{1} << 31);

std::uint64_t worker_hash(const Row& row) {
  const auto low = static_cast<std::uint32_t>(postgresql::hash(row[0], 0));
  return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(low)});
}

constexpr TypedKeys kNumber = {worker_hash};

RowType row_type(std::span<const double> params) { return row_type_of(params.subspan(kType), 1, false); }

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  return {typed_recipe(hash, row_type(params), kNumber)};
}

std::uint64_t shard_of(std::uint64_t h, std::uint64_t shards) {
  const std::uint64_t above = (h - static_cast<std::uint64_t>(kLeastHash)) & (kHashes - 1);
  return std::min(above / (kHashes / shards), shards - 1);
}

/// pg_dist_node's order: by name, then port; PostgreSQL's own port where a name has none.
auto name_and_port(const Node& node) {
  constexpr std::uint64_t kPort = 5432;
  const auto [host, port] = endpoint(node.name);
  const auto number = parse_u64(port);
  return number ? std::tuple(host, *number) : std::tuple(std::string_view(node.name), kPort);
}

class CitusPlacement final : public HashRanges {
 public:
  explicit CitusPlacement(const BuildInput& input)
      : HashRanges(input, SlotRule::by_function(static_cast<std::uint64_t>(input.params[kShardCount]), shard_of, ""),
                   "shard", row_type(input.params), goes_on_from<CitusPlacement>(input)),
        rebalance_(static_cast<Rebalance>(input.params[kRebalance])) {}

  std::uint64_t memory_bytes() const override { return slots_.size() * (sizeof(NodeId) + 2 * sizeof(std::int32_t)); }

 private:
  void deal(const std::vector<const Node*>& nodes) override {
    std::vector<const Node*> sorted = nodes;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const Node* a, const Node* b) { return name_and_port(*a) < name_and_port(*b); });
    for (std::size_t shard = 0; shard < slots_.size(); ++shard) slots_[shard] = sorted[shard % sorted.size()]->id;
  }

  // Workers that left are still in pg_dist_node while they are drained.
  void settle(std::span<const Node> nodes, bool joined) override {
    std::vector<NodeId> ids;
    std::vector<citus::Worker> workers;
    std::vector<std::uint32_t> number_of;  // by id: 1 + the number in `workers`
    const auto number = [&](NodeId id, bool may_have_shards) {
      if (number_of.size() <= index_of(id)) number_of.resize(index_of(id) + std::size_t{1});
      std::uint32_t& found = number_of[index_of(id)];
      if (found != 0) return found - 1;
      ids.push_back(id);
      workers.push_back({.may_have_shards = may_have_shards});
      return (found = static_cast<std::uint32_t>(ids.size())) - 1;
    };
    const bool drained = std::all_of(nodes.begin(), nodes.end(), [](const Node& node) { return node.weight == 0; });
    for (const Node& node : nodes) number(node.id, drained || node.weight > 0);
    std::vector<citus::Shard> shards;
    for (std::uint32_t i = 0; i < slots_.size(); ++i) {
      if (slots_[i] != kNoNode) shards.push_back({i, number(slots_[i], false), cost()});
    }
    for (const citus::Move& move : citus::rebalance(workers, shards, options(joined)))
      slots_[move.shard] = ids[move.to];
  }

  // A shard's cost, of those of equal size: 1, or citus.rebalancer_by_disk_size_base_cost.
  float cost() const { return rebalance_ == kByDiskSize ? 104'857'600.0F : 1.0F; }

  citus::Options options(bool joined) const {
    citus::Options options{.drain_only = rebalance_ == kNone || !joined};
    if (rebalance_ == kByDiskSize) {
      options.threshold = 0.1F;
      options.improvement = 0.5F;
    }
    return options;
  }

  std::string_view function() const override { return "worker_hash(value)"; }

  std::string choice(std::uint64_t h) const override {
    return "min((" + signed_decimal(static_cast<std::int64_t>(h)) + " + 2^31) div " + decimal(width()) + ", " +
           decimal(slots_.size() - 1) + ")";
  }

  std::string bounds(std::uint64_t shard) const override {
    const std::int64_t first = kLeastHash + static_cast<std::int64_t>(shard * width());
    const std::int64_t last =
        shard + 1 == slots_.size() ? -(kLeastHash + 1) : first + static_cast<std::int64_t>(width()) - 1;
    return signed_decimal(first) + " ≤ hash ≤ " + signed_decimal(last);
  }

  std::uint64_t width() const { return kHashes / slots_.size(); }

  Rebalance rebalance_;
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  if (const auto known = check_types(kTakes, row_type(input.params)); !known.ok()) return known.error();
  return make_placement<CitusPlacement>(input);
}

Status fits(const Node& node, std::span<const double>) {
  if (const auto named = check_address("Citus", node); !named.ok()) return named;
  return check_no_weight("Citus", node);
}

Traits traits(std::span<const double> params) {
  if (static_cast<Rebalance>(params[kRebalance]) == kNone) return kRangesTraits;
  return {Trait::kAnyRemoval, Trait::kLeastOnRemove, Trait::kHistory, Trait::kLooseWeights, Trait::kMovesByHand};
}

double expected_spread(std::size_t nodes, std::span<const double> params) {
  return spread_of_turns(nodes, static_cast<std::size_t>(params[kShardCount]));
}

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words =
         "A shard is on one worker: queries of it fail with a connection error until the worker, or the standby that "
         "takes its place, answers.",
     .source =
         "Citus documentation, Cluster Management, Dealing With Node Failures; citus.shard_replication_factor is 1"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules citus_down;
constinit const DownRules citus_down = kDown;

extern const Strategy citus_strategy;
constinit const Strategy citus_strategy{
    .id = "citus",
    .title = "Citus shards",
    .family = Family::kTable,
    .summary = "Ranges of PostgreSQL’s hash are shards: a worker that joins moves nothing until somebody rebalances.",
    .limits = "Whole shards move, so 32 of them are uneven on many workers; splits and isolated tenants are not shown.",
    .source = "Citus 13.2.2: hashes, ranges, placements and the rebalancer’s plans that it printed",
    .lookup = "O(1)",
    .traits = kRangesTraits,
    .down = kDownCases,
    .params = kParams,
    .hash_fixed = true,
    .numerals = Numerals::kSigned,
    .traits_with = traits,
    .expected_spread = expected_spread,
    .entry = "shard",
    .entries = dealt_entries,
    .recipes = recipes,
    .build = build,
    .fits = fits,
};

}  // namespace reshard
