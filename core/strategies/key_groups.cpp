// Flink's key groups: a key belongs for ever to one of so many groups, and each parallel operator has a run of them.
//
// KeyGroupRangeAssignment of Apache Flink: m = Murmur3 (32 bits, seed 0) of the key's hashCode() as four bytes, read
// as a signed number; a negative one is negated, which is not the same as without its sign bit, and −2^31 becomes 0.
// Key group = m mod the maximum parallelism, operator = group · parallelism div maximum parallelism. Rescaling cuts
// the same groups into other runs, so that state is read in runs; but most runs begin elsewhere, and their keys move.
// Rows: hashCode() printed by OpenJDK 17.0.15 and Murmur3 by Guava 31.1.
//
// Where no maximum is set, the first start of a job computes one from its parallelism, and the job's state keeps it:
// more operators than that need a new job, whose groups are others.

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/partitioners/bytes.h"
#include "core/partitioners/java_hash.h"
#include "core/partitioners/partitioner.h"
#include "core/partitioners/text_keys.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/table_placement.h"
#include "core/placement/typed_key.h"

namespace reshard {
namespace {

enum Param { kType, kMaxParallelism, kScheduler };

constexpr std::uint64_t kLeastByRule = 128, kMostGroups = 32768;

constexpr std::string_view kSchedulers[] = {"default", "adaptive"};
constexpr ParamSpec kParams[] = {
    type_param(),
    {.key = "max_parallelism",
     .label = "Max parallelism (0 = auto)",
     .min = 0,
     .max = kMostGroups,
     .fallback = 0,
     .unit = "key groups",
     .slides_to = 1024},
    choice_param("scheduler", "Scheduler", kSchedulers),
};

constexpr ParamSpec::Condition kAdaptive = {"scheduler", 1 << 1};

// KeyGroupRangeAssignment.computeDefaultMaxParallelism().
std::uint64_t groups_by_rule(std::uint64_t parallelism) {
  return std::clamp(std::bit_ceil(parallelism + parallelism / 2), kLeastByRule, kMostGroups);
}

std::uint64_t key_groups(std::span<const double> params, std::uint64_t first_parallelism) {
  const auto set = static_cast<std::uint64_t>(params[kMaxParallelism]);
  return set == 0 ? groups_by_rule(first_parallelism) : set;
}

// MathUtils.murmurHash().
std::uint64_t murmur_of_code(const Row& row) {
  const auto code = static_cast<std::uint32_t>(java_hash_code(row[0]));
  const std::uint32_t hash = murmur3_32(NumberBytes<4>::little(code));
  constexpr std::uint32_t kSign = 0x80000000;
  if (hash == kSign) return 0;
  return hash < kSign ? hash : 0 - hash;
}

constexpr TypedKeys kKeys = text_keys(murmur_of_code);

RowType row_type(std::span<const double> params) { return row_type_of(params.subspan(kType), 1, false); }

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  return {typed_recipe(hash, row_type(params), kKeys)};
}

class KeyGroupsPlacement final : public TablePlacement {
 public:
  KeyGroupsPlacement(const RowType& type, std::uint64_t groups, const std::vector<NodeId>& operators)
      : TablePlacement(SlotRule::remainder(groups).in(Numerals::kDecimal), "key group"),
        type_(type),
        operators_(operators.size()) {
    by_slots_ = true;
    for (std::uint64_t group = 0; group < groups; ++group) {
      slots_[static_cast<std::size_t>(group)] = operators[static_cast<std::size_t>(operator_of(group))];
    }
  }

  // Nobody holds a table: the operator is computed from the group.
  std::uint64_t memory_bytes() const override { return operators_ * sizeof(NodeId); }

 private:
  std::uint64_t operator_of(std::uint64_t group) const { return group * operators_ / rule_.slots(); }

  void explain_key(const SingleKey& key, Trace& trace) const override {
    explain_row(key, type_, explain_java_hash_code, trace);
    trace.push_back({"function", "murmurHash(keyHash)"});
  }

  void explain_slot(const SingleKey&, std::uint64_t group, Trace& trace) const override {
    trace.push_back({"subtask", decimal(group) + " · " + decimal(operators_) + " / " + decimal(rule_.slots()) + " = " +
                                    decimal(operator_of(group))});
  }

  RowType type_;
  std::uint64_t operators_;
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const RowType type = row_type(input.params);
  if (const auto known = check_types(kJavaTypes, type); !known.ok()) return known.error();
  const std::uint64_t groups = key_groups(input.params, input.cluster.initial().size());
  const std::uint64_t operators = input.cluster.nodes().size();
  if (operators > groups) {
    return Error{ErrorCode::out_of_range, "nodes", {decimal(operators), "1", decimal(groups)}};
  }
  return make_placement<KeyGroupsPlacement>(type, groups, ids_by_position(input.cluster));
}

Traits traits(std::span<const double> params) {
  if (params[kMaxParallelism] == 0) return {Trait::kAnyRemoval, Trait::kHistory};
  return {Trait::kAnyRemoval};
}

// Some operators have one group more than the others.
double expected_spread(std::size_t nodes, std::span<const double> params) {
  const double mean = static_cast<double>(key_groups(params, nodes)) / static_cast<double>(nodes);
  const double more = mean - std::floor(mean);
  return std::sqrt(more * (1 - more)) / mean;
}

constexpr DownRule kDown[] = {
    {.does = Failover::kRebuilt,
     .words =
         "The job starts again from its last checkpoint with fewer operators, among which the key groups are cut anew.",
     .source = "Apache Flink documentation, Elastic Scaling: Adaptive Scheduler",
     .with = kAdaptive},
    {.does = Failover::kStops,
     .words =
         "All operators that exchange records with it stop, and the job starts again from its last checkpoint once "
         "there are as many slots as before.",
     .source = "Apache Flink documentation, Task Failure Recovery: the region of a job with keyBy() is the whole job"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules key_groups_down;
constinit const DownRules key_groups_down = kDown;

extern const Strategy key_groups_strategy;
constinit const Strategy key_groups_strategy{
    .id = "key_groups",
    .title = "Flink’s key groups",
    .family = Family::kTable,
    .summary = "A job’s state is kept in so many groups of keys, and each parallel operator reads one run of them.",
    .limits = "Rescaling moves most groups although few would do, and there are never more operators than groups.",
    .source = "Apache Flink, KeyGroupRangeAssignment; rows of its hashes from OpenJDK 17.0.15 and Guava 31.1",
    .lookup = "O(1)",
    .traits = {Trait::kAnyRemoval, Trait::kHistory},
    .down = kDownCases,
    .params = kParams,
    .hash_fixed = true,
    .numerals = Numerals::kDecimal,
    .traits_with = traits,
    .expected_spread = expected_spread,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard
