// Partitions of a typed key: owner = partition number h(value) mod n, as databases and queues compute h.
//
// Modulo for systems that hash a value of a type and not its text: how a value becomes a number is a row of
// core/partitioners, which cites its program. Nodes are the partitions, in order; where shards have weights (ClickHouse),
// each has as many consecutive remainders.

#include <algorithm>

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/partitioners/partitioner.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/typed_key.h"

namespace reshard {
namespace {

enum Param { kDialect, kType };  // the types of further columns follow

constexpr std::string_view kIds[] = {
#define PARTITIONER(name, columns) #name,
#include "core/partitioners/partitioners.def"
#undef PARTITIONER
};

constexpr std::uint64_t options_with_several_columns() {
  constexpr bool Several = true, One = false;
  constexpr bool kSeveral[] = {
#define PARTITIONER(name, columns) columns,
#include "core/partitioners/partitioners.def"
#undef PARTITIONER
  };
  std::uint64_t options = 0;
  for (std::size_t i = 0; i < std::size(kSeveral); ++i) options |= kSeveral[i] ? std::uint64_t{1} << i : 0;
  return options;
}
constexpr ParamSpec::Condition kSeveral = {"dialect", options_with_several_columns()};

constexpr ParamSpec kParams[] = {
    choice_param("dialect", "System", kIds),          type_param(),
    only_with(more_type_param<2>(), kSeveral),        only_with(more_type_param<3>(), has_column<2>()),
    only_with(more_type_param<4>(), has_column<3>()),
};

const Partitioner& partitioner_of(std::span<const double> params) {
  return *partitioners()[static_cast<std::size_t>(params[kDialect])];
}

RowType row_type(std::span<const double> params) {
  const Partitioner& partitioner = partitioner_of(params);
  return row_type_of(params.subspan(kType), partitioner.several ? kMaxKeyColumns : 1, partitioner.nulls);
}

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  return {typed_recipe(hash, row_type(params), partitioner_of(params).number)};
}

std::uint64_t remainder(Partitioner::Remainder rule, std::uint64_t h, std::uint64_t n) {
  const bool negative = h >> 63 != 0;
  switch (rule) {
    case Partitioner::Remainder::kUnsigned: return h % n;
    case Partitioner::Remainder::kFloor: return negative ? (n - (0 - h) % n) % n : h % n;
    case Partitioner::Remainder::kMagnitude: return (negative ? 0 - h : h) % n;
  }
  check_failed("a remainder", __FILE__, __LINE__);
}

class PartitionsPlacement final : public Placement {
 public:
  PartitionsPlacement(const Partitioner& partitioner, const RowType& type, std::vector<NodeId> entries)
      : partitioner_(partitioner), type_(type), entries_(std::move(entries)) {}

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = entries_[entry_of(keys.hash(i))];
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    Trace trace;
    explain_row(key, type_, partitioner_.explain, trace);
    const std::uint64_t entry = entry_of(key.hash());
    const std::string number = partitioner_.remainder == Partitioner::Remainder::kUnsigned
                                   ? decimal(key.hash())
                                   : signed_decimal(static_cast<std::int64_t>(key.hash()));
    trace.push_back({"function", std::string(partitioner_.formula)});
    trace.push_back({"hash", number});
    const bool magnitude = partitioner_.remainder == Partitioner::Remainder::kMagnitude;
    trace.push_back({"remainder", (magnitude ? "|" + number + "|" : number) + " mod " + decimal(entries_.size()) +
                                      " = " + decimal(entry)});
    trace.push_back(owner_step(entries_[entry]));
    return trace;
  }

  Picture picture(const SingleKey& key) const override { return TablePicture{entries_, entry_of(key.hash())}; }
  std::uint64_t memory_bytes() const override { return entries_.size() * sizeof(NodeId); }

 private:
  std::size_t entry_of(std::uint64_t h) const {
    return static_cast<std::size_t>(remainder(partitioner_.remainder, h, entries_.size()));
  }

  const Partitioner& partitioner_;
  RowType type_;
  std::vector<NodeId> entries_;
};

// The nodes by remainder, each as often as its weight where weights count.
Result<std::vector<NodeId>> entries_of(const Cluster& cluster, bool weights) {
  if (!weights) return ids_by_position(cluster);
  const auto whole = whole_weights(cluster);
  if (!whole.ok()) return whole.error();
  constexpr std::uint64_t kMaxEntries = 10'000'000;
  std::vector<NodeId> entries;
  for (std::size_t n = 0; n < cluster.nodes().size(); ++n) {
    const std::uint64_t weight = whole.value()[n];
    if (weight > kMaxEntries - entries.size()) {
      return Error{ErrorCode::too_large,
                   "nodes.weight",
                   {"more than " + decimal(kMaxEntries) + " entries", decimal(kMaxEntries)}};
    }
    entries.insert(entries.end(), static_cast<std::size_t>(weight), cluster.nodes()[n].id);
  }
  return entries;
}

Status check_count(const Partitioner& partitioner, std::uint64_t count) {
  if (partitioner.most != 0 && count > partitioner.most) {
    return Error{ErrorCode::out_of_range, "nodes", {decimal(count), "1", decimal(partitioner.most)}};
  }
  if (partitioner.power_of_two && (count & (count - 1)) != 0) {
    std::uint64_t next = 1;
    while (next < count) next *= 2;
    return Error{ErrorCode::not_power_of_two, "nodes", {decimal(count), decimal(next)}};
  }
  return Done{};
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const Partitioner& partitioner = partitioner_of(input.params);
  const RowType type = row_type(input.params);
  if (const auto known = check_types(partitioner, type); !known.ok()) return known.error();
  auto entries = entries_of(input.cluster, partitioner.weights);
  if (!entries.ok()) return entries.error();
  if (const auto fits = check_count(partitioner, entries.value().size()); !fits.ok()) return fits.error();
  return make_placement<PartitionsPlacement>(partitioner, type, entries.take());
}

Traits traits(std::span<const double> params) {
  if (partitioner_of(params).weights) return {Trait::kWeights, Trait::kAnyRemoval};
  return {Trait::kAnyRemoval};
}

// The dialects whose ids begin with one of these words.
constexpr ParamSpec::Condition dialects_of(std::initializer_list<std::string_view> systems) {
  std::uint64_t options = 0;
  for (std::size_t i = 0; i < std::size(kIds); ++i) {
    for (const std::string_view system : systems) options |= kIds[i].starts_with(system) ? std::uint64_t{1} << i : 0;
  }
  CHECK(options != 0);
  return {"dialect", options};
}

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words = "A partition on a foreign server that is down fails the queries that need it; those that name "
              "another partition’s key do not ask it.",
     .source = "PostgreSQL 15, postgres_fdw",
     .with = dialects_of({"postgresql"})},
    {.does = Failover::kFails,
     .words = "The function names one partition of the cluster: calls that need it fail until it is back.",
     .source = "PL/Proxy’s documentation, RUN ON",
     .with = dialects_of({"pl_proxy"})},
    {.does = Failover::kFails,
     .words = "All partitions are files of one server: while it is down, none of them answers.",
     .source = "MariaDB 10.11, Partitioning",
     .with = dialects_of({"mariadb"})},
    {.does = Failover::kFails,
     .words = "Partitions are counted whether they have a leader or not: records wait, or time out, until "
              "another replica leads the partition.",
     .source = "Apache Kafka, delivery.timeout.ms; librdkafka 2.0.2",
     .with = dialects_of({"kafka", "librdkafka", "sarama"})},
    {.does = Failover::kFails,
     .words = "Inserts for the shard are queued on disk and sent later; selects fail unless "
              "skip_unavailable_shards is set.",
     .source = "ClickHouse, the Distributed table engine",
     .with = dialects_of({"clickhouse"})},
    {.does = Failover::kFails,
     .words = "A partition is a task or a file, bound to no machine: the framework runs the task again "
              "elsewhere.",
     .source = "Apache Spark and Hadoop, speculative and failed tasks",
     .with = dialects_of({"spark", "pyspark", "hadoop", "hive", "iceberg"})},
    {.does = Failover::kFails,
     .words = "Each server keeps its own part of the targets: those of a server that is down are not scraped.",
     .source = "Prometheus, relabel_config",
     .with = dialects_of({"prometheus"})},
    {.does = Failover::kFails,
     .words = "The number names one partition, and no other has the row: requests for it fail until it is back.",
     .source = "ShardingSphere and Elixir know no other rule"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules partitions_down;
constinit const DownRules partitions_down = kDown;

extern const Strategy partitions_strategy;
constinit const Strategy partitions_strategy{
    .id = "partitions",
    .title = "Partitions of a typed key",
    .family = Family::kArithmetic,
    .summary = "How databases, queues and batch jobs number their partitions: a value's hash by its type, modulo n.",
    .limits = "Another number of partitions moves almost all keys, except where the old number divides the new one.",
    .source = "Each system's own code, named beside its dialect",
    .lookup = "O(1)",
    .traits = {Trait::kAnyRemoval},
    .down = kDownCases,
    .params = kParams,
    .hash_fixed = true,
    .numerals = Numerals::kDecimal,
    .traits_with = traits,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard
