// Linear hashing: n partitions are a power of two of which some have not been split yet, so that one more partition
// splits exactly one.
//
// W. Litwin, "Linear Hashing: a new tool for file and table addressing", VLDB 1980; MySQL and MariaDB have it as
// PARTITION BY LINEAR HASH and LINEAR KEY. With m the smallest power of two that is n or more, a row goes to p = h & (m
// − 1), and where there is no such partition yet, to h & (m/2 − 1). The split pointer is n − m/2: partition n is split
// from it. MariaDB 10.11, sql_partition.cc, get_part_id_from_linear_hash(); rows were printed by 10.11.19. NULL is
// −2^63 under LINEAR HASH, of which every mask leaves 0.
//
// Trap: partitions that have been split hold half as many rows as the others. ALTER TABLE … COALESCE PARTITION takes
// the last partition away; what people do when another one has to go is a parameter.

#include <bit>
#include <cmath>

#include "core/base/text.h"
#include "core/partitioners/partitioner.h"
#include "core/placement/dialects.h"
#include "core/placement/numbered_nodes.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/system_rules.h"
#include "core/placement/typed_key.h"

namespace reshard {

extern const Partitioner mariadb_hash_partitioner, mariadb_key_partitioner, mariadb_key_bin_partitioner,
    mariadb_key_nopad_partitioner;

namespace {

enum Param { kDialect, kRemoval, kType };  // the types of further columns follow

struct LinearDialect {
  std::string_view id;
  const Partitioner* number;  ///< its remainder is not used
  bool several;               ///< whether a key may have several columns
};
constexpr LinearDialect kDialects[] = {
    {"mariadb_linear_key_bin", &mariadb_key_bin_partitioner, true},
    {"mariadb_linear_key_nopad", &mariadb_key_nopad_partitioner, true},
    {"mariadb_linear_key", &mariadb_key_partitioner, true},
    {"mariadb_linear_hash", &mariadb_hash_partitioner, false},
};
constexpr auto kIds = ids_of(kDialects);
constexpr auto kSeveral = with_dialects(kDialects, &LinearDialect::several);

constexpr ParamSpec kParams[] = {
    choice_param("dialect", "System", kIds),
    choice_param("removal", "When a node leaves", std::span(kRemovals).first(3)),
    type_param(),
    only_with(more_type_param<2>(), kSeveral),
    only_with(more_type_param<3>(), has_column<2>()),
    only_with(more_type_param<4>(), has_column<3>()),
};

Removal removal_of(std::span<const double> params) { return static_cast<Removal>(params[kRemoval]); }
const LinearDialect& dialect_of(std::span<const double> params) {
  return kDialects[static_cast<std::size_t>(params[kDialect])];
}

RowType row_type(std::span<const double> params) {
  const LinearDialect& dialect = dialect_of(params);
  return row_type_of(params.subspan(kType), dialect.several ? kMaxKeyColumns : 1, dialect.number->nulls);
}

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  return {typed_recipe(hash, row_type(params), dialect_of(params).number->number)};
}

class LinearPlacement final : public Placement {
 public:
  LinearPlacement(const Partitioner& number, const RowType& type, std::vector<NodeId> nodes)
      : number_(number), type_(type), nodes_(std::move(nodes)), power_(std::bit_ceil(nodes_.size())) {}

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = nodes_[partition_of(keys.hash(i))];
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    Trace trace;
    explain_row(key, type_, number_.explain, trace);
    const bool has_sign = number_.remainder == Partitioner::Remainder::kMagnitude;
    const std::uint64_t h = key.hash(), masked = h & (power_ - 1);
    const std::string number = has_sign ? signed_decimal(static_cast<std::int64_t>(h)) : decimal(h);
    const auto remainder = [&](std::uint64_t power) {
      return number + " & " + decimal(power - 1) + " = " + decimal(h & (power - 1));
    };
    trace.push_back({"function", std::string(number_.formula)});
    trace.push_back({"hash", number});
    trace.push_back({"power of two", decimal(power_) + " >= " + decimal(nodes_.size())});
    trace.push_back({"mask", remainder(power_)});
    if (masked >= nodes_.size()) {
      trace.push_back(
          {"not split yet", decimal(masked) + " >= " + decimal(nodes_.size()) + ": " + remainder(power_ / 2)});
    }
    const std::size_t partition = partition_of(h);
    trace.push_back({"partition", decimal(partition), nodes_[partition]});
    trace.push_back(owner_step(nodes_[partition]));
    return trace;
  }

  Picture picture(const SingleKey& key) const override { return TablePicture{nodes_, partition_of(key.hash())}; }
  std::uint64_t memory_bytes() const override { return nodes_.size() * sizeof(NodeId); }

 private:
  std::size_t partition_of(std::uint64_t h) const {
    const auto partition = static_cast<std::size_t>(h & (power_ - 1));
    return partition < nodes_.size() ? partition : static_cast<std::size_t>(h & (power_ / 2 - 1));
  }

  const Partitioner& number_;
  RowType type_;
  std::vector<NodeId> nodes_;  // by partition
  std::size_t power_;          // of two: the smallest that is not below the number of partitions
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const Partitioner& number = *dialect_of(input.params).number;
  const RowType type = row_type(input.params);
  if (const auto known = check_types(number, type); !known.ok()) return known.error();
  auto nodes = number_nodes(input.cluster, removal_of(input.params));
  if (!nodes.ok()) return nodes.error();
  const std::size_t count = nodes.value().size();
  if (count > number.most) return Error{ErrorCode::out_of_range, "nodes", {decimal(count), "1", decimal(number.most)}};
  return make_placement<LinearPlacement>(number, type, nodes.take());
}

Traits traits(std::span<const double> params) {
  if (removal_of(params) == Removal::kLast) return kNumberedTraits;
  return {Trait::kAnyRemoval, Trait::kLeastOnAdd, Trait::kHistory};
}

// Of n partitions of m, 2n − m are half as large as the others.
double spread(std::size_t nodes, std::span<const double>) {
  const auto n = static_cast<double>(nodes), m = static_cast<double>(std::bit_ceil(nodes));
  const double halves = 2 * n - m, wholes = n - halves;
  return std::sqrt(n * (halves + 4 * wholes) / (m * m) - 1);
}

Status fits(const Node& node, std::span<const double>) { return check_no_weight("MariaDB", node); }

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words =
         "A row has one partition, and no other takes it: statements that need a partition on a server that is down "
         "fail until it is back.",
     .source = "MariaDB 10.11, sql_partition.cc; MariaDB documentation, Spider Storage Engine"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules linear_hashing_down;
constinit const DownRules linear_hashing_down = kDown;

extern const Strategy linear_hashing_strategy;
constinit const Strategy linear_hashing_strategy{
    .id = "linear_hashing",
    .title = "Linear hashing",
    .family = Family::kArithmetic,
    .summary =
        "One more partition splits exactly one: as cheap as a remainder, without its moves. LINEAR HASH of MySQL "
        "and MariaDB.",
    .limits = "Unless the number of partitions is a power of two, those not split yet hold twice as many rows.",
    .source = "Litwin, VLDB 1980; MariaDB 10.11.19, sql_partition.cc",
    .lookup = "O(1)",
    .traits = kNumberedTraits,
    .down = kDownCases,
    .params = kParams,
    .hash_fixed = true,
    .numerals = Numerals::kDecimal,
    .traits_with = traits,
    .expected_spread = spread,
    .recipes = recipes,
    .build = build,
    .fits = fits,
};

}  // namespace reshard
