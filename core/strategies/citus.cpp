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
// Up to four shards are split before anything else happens: by citus_split_shard_by_split_points() at one point, which is
// the last hash of the lower part, or by isolate_tenant_to_new_shard(), which makes [a, h - 1], [h, h] and [h + 1, b] of
// [a, b] (without an empty one, where h is a or b). All parts get new shardids, in order of their ranges, and stay on the
// shard's worker: the list of nodes of the first function is a move by hand here. Shards are numbered by their ranges, so
// a split shifts the numbers behind it; the rebalancer, which takes the lowest shardid first, comes to the parts last.
// What is refused is shard_split.c's ErrorIfCannotSplitShardExtended(). A split moves no row to another worker.
//
// NULL has no shard: Citus refuses the row.

#include <algorithm>
#include <tuple>
#include <vector>

#include "core/base/text.h"
#include "core/partitioners/partitioner.h"
#include "core/partitioners/postgresql_hash.h"
#include "core/placement/hash_ranges.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/system_rules.h"
#include "core/placement/systems/citus_plan.h"

namespace reshard {
namespace {

enum Param { kShardCount, kRebalance, kType, kSplit };  // each split is followed by its hash, and by the next split
enum Rebalance { kNone, kByShardCount, kByDiskSize };
enum Split { kNoSplit, kSplitPoint, kIsolateTenant };

constexpr std::string_view kRebalances[] = {"none", "by_shard_count", "by_disk_size"};
constexpr std::string_view kSplits[] = {"none", "split_point", "isolate_tenant"};
constexpr std::uint64_t kAnySplit = 1u << kSplitPoint | 1u << kIsolateTenant;
constexpr std::size_t kMostSplits = 4;

constexpr std::int64_t kLeastHash = -(std::int64_t{1} << 31);
constexpr std::int64_t kMostHash = -(kLeastHash + 1);

/// The hash of the split whose key is this.
constexpr ParamSpec split_hash(std::string_view key, std::string_view split, double fallback) {
  return {.key = key,
          .label = "Its hash",
          .min = static_cast<double>(kLeastHash),
          .max = static_cast<double>(kMostHash),
          .fallback = fallback,
          .only_with = {split, kAnySplit}};
}

// The defaults cut shard 24 of 32 into a half and parts of its quarters.
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
    choice_param("split", "Split of a shard", kSplits),
    split_hash("split_hash", "split", 1'140'850'687),
    only_with(choice_param("split2", "Second split", kSplits), {"split", kAnySplit}),
    split_hash("split_hash2", "split2", 1'107'296'255),
    only_with(choice_param("split3", "Third split", kSplits), {"split2", kAnySplit}),
    split_hash("split_hash3", "split3", 1'174'405'119),
    only_with(choice_param("split4", "Fourth split", kSplits), {"split3", kAnySplit}),
    split_hash("split_hash4", "split4", 1'090'519'039),
};

constexpr ColumnTypes kTakes = {ColumnType::kText,  ColumnType::kBytes,     ColumnType::kInt64,   ColumnType::kInt32,
                                ColumnType::kInt16, ColumnType::kUuid,      ColumnType::kChar,    ColumnType::kBool,
                                ColumnType::kDate,  ColumnType::kTimestamp, ColumnType::kFloat64, ColumnType::kFloat32};

constexpr std::uint64_t kHashes = std::uint64_t{1} << 32;

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

// ---- Shards of unequal length

/// The shards of a table that was split, in order of their ranges; none where it was not.
struct Shards {
  std::vector<std::int64_t> firsts = {};    ///< the first hash of each
  std::vector<std::uint32_t> part_of = {};  ///< which of the shards it was created with
  std::vector<std::uint32_t> ids = {};      ///< its shardid, counted from the first one's
  std::uint32_t next_id = 0;

  std::int64_t last(std::size_t at) const { return at + 1 < firsts.size() ? firsts[at + 1] - 1 : kMostHash; }

  std::size_t at(std::int64_t hash) const {
    return static_cast<std::size_t>(std::upper_bound(firsts.begin(), firsts.end(), hash) - firsts.begin()) - 1;
  }

  /// `points`: the last hash of each part but the last.
  void split(std::size_t at, std::span<const std::int64_t> points) {
    const auto behind = static_cast<std::ptrdiff_t>(at + 1);
    for (std::size_t i = points.size(); i-- > 0;) firsts.insert(firsts.begin() + behind, points[i] + 1);
    part_of.insert(part_of.begin() + behind, points.size(), part_of[at]);
    ids.insert(ids.begin() + behind, points.size(), 0);
    for (std::size_t i = 0; i <= points.size(); ++i) ids[at + i] = next_id++;
  }
};

Shards equal_shards(std::uint64_t count) {
  Shards shards;
  for (; shards.next_id < count; ++shards.next_id) {
    shards.firsts.push_back(kLeastHash + static_cast<std::int64_t>(shards.next_id * (kHashes / count)));
    shards.part_of.push_back(shards.next_id);
    shards.ids.push_back(shards.next_id);
  }
  return shards;
}

/// The points between the parts of a shard, as the function computes or checks them.
Result<std::vector<std::int64_t>> points_of(Split split, std::int64_t hash, std::int64_t first, std::int64_t last,
                                            std::string_view field) {
  const auto refused = [&](std::initializer_list<std::string_view> words) {
    return Error{ErrorCode::unsupported, std::string(field), words};
  };
  const std::string number = signed_decimal(hash);
  if (split == kIsolateTenant) {
    if (first == last) return refused({"the table has already been isolated for the given value: {1}", number});
    std::vector<std::int64_t> points;
    if (first < hash) points.push_back(hash - 1);
    if (hash < last) points.push_back(hash);
    return points;
  }
  if (first == last) return refused({"Cannot split a shard as min/max range are equal: {1}", number});
  if (hash == last) {
    return refused({"Invalid split point {1}, as split points should be inclusive. Please use {2} instead.", number,
                    signed_decimal(hash - 1)});
  }
  return std::vector<std::int64_t>{hash};
}

Result<Shards> shards_of(std::span<const double> params) {
  Shards shards;
  for (std::size_t i = 0; i < kMostSplits; ++i) {
    const std::size_t param = kSplit + 2 * i;
    const auto split = static_cast<Split>(params[param]);
    if (split == kNoSplit) break;
    if (i == 0) shards = equal_shards(static_cast<std::uint64_t>(params[kShardCount]));
    const auto hash = static_cast<std::int64_t>(params[param + 1]);
    const std::size_t at = shards.at(hash);
    const auto points = points_of(split, hash, shards.firsts[at], shards.last(at), kParams[param + 1].key);
    if (!points.ok()) return points.error();
    shards.split(at, points.value());
  }
  return shards;
}

std::uint64_t entries(std::span<const double> params, std::uint64_t keys) {
  const auto shards = shards_of(params);
  return shards.ok() && !shards.value().ids.empty() ? shards.value().ids.size() : dealt_entries(params, keys);
}

SlotRule rule_of(const Shards& shards, std::span<const double> params) {
  if (!shards.firsts.empty()) return SlotRule::by_firsts(shards.firsts);
  return SlotRule::by_function(static_cast<std::uint64_t>(params[kShardCount]), shard_of, "");
}

/// pg_dist_node's order: by name, then port; PostgreSQL's own port where a name has none.
auto name_and_port(const Node& node) {
  constexpr std::uint64_t kPort = 5432;
  const auto [host, port] = endpoint(node.name);
  const auto number = parse_u64(port);
  return number ? std::tuple(host, *number) : std::tuple(std::string_view(node.name), kPort);
}

/// A base, so that the shards are there before the rule that refers to them.
struct WithShards {
  Shards shards_;
};

class CitusPlacement final : private WithShards, public HashRanges {
 public:
  CitusPlacement(const BuildInput& input, Shards shards)
      : WithShards{std::move(shards)},
        HashRanges(input, rule_of(shards_, input.params), "shard", row_type(input.params),
                   goes_on_from<CitusPlacement>(input)),
        rebalance_(static_cast<Rebalance>(input.params[kRebalance])) {}

  std::uint64_t memory_bytes() const override { return slots_.size() * (sizeof(NodeId) + 2 * sizeof(std::int32_t)); }

 private:
  void deal(const std::vector<const Node*>& nodes) override {
    std::vector<const Node*> sorted = nodes;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const Node* a, const Node* b) { return name_and_port(*a) < name_and_port(*b); });
    for (std::size_t shard = 0; shard < slots_.size(); ++shard) {
      const std::size_t created = is_split() ? shards_.part_of[shard] : shard;
      slots_[shard] = sorted[created % sorted.size()]->id;
    }
  }

  bool is_split() const { return !shards_.ids.empty(); }

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
    std::vector<std::uint32_t> shard_of_id(is_split() ? shards_.next_id : slots_.size());
    for (std::uint32_t i = 0; i < slots_.size(); ++i) {
      const std::uint32_t id = is_split() ? shards_.ids[i] : i;
      shard_of_id[id] = i;
      if (slots_[i] != kNoNode) shards.push_back({id, number(slots_[i], false), cost()});
    }
    for (const citus::Move& move : citus::rebalance(workers, shards, options(joined)))
      slots_[shard_of_id[move.shard]] = ids[move.to];
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
    if (is_split())
      return "shard of " + signed_decimal(static_cast<std::int64_t>(h)) + ", of " + decimal(slots_.size());
    return "min((" + signed_decimal(static_cast<std::int64_t>(h)) + " + 2^31) div " + decimal(width()) + ", " +
           decimal(slots_.size() - 1) + ")";
  }

  std::string bounds(std::uint64_t shard) const override {
    const auto i = static_cast<std::size_t>(shard);
    if (is_split()) return between(shards_.firsts[i], shards_.last(i));
    const std::int64_t first = kLeastHash + static_cast<std::int64_t>(shard * width());
    return between(first, i + 1 == slots_.size() ? kMostHash : first + static_cast<std::int64_t>(width()) - 1);
  }

  static std::string between(std::int64_t first, std::int64_t last) {
    return signed_decimal(first) + " ≤ hash ≤ " + signed_decimal(last);
  }

  std::uint64_t width() const { return kHashes / slots_.size(); }

  Rebalance rebalance_;
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  if (const auto known = check_types(kTakes, row_type(input.params)); !known.ok()) return known.error();
  auto shards = shards_of(input.params);
  if (!shards.ok()) return shards.error();
  return make_placement<CitusPlacement>(input, shards.take());
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
    .limits = "Whole shards move, so 32 of them are uneven on many workers; a shard that is split stays on its worker.",
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
    .entries = entries,
    .recipes = recipes,
    .build = build,
    .fits = fits,
};

}  // namespace reshard
