// A Kafka consumer group: key → partition as producers hash it, partition → consumer as the group's assignor says.
//
// The key's murmur2 chooses one of the topic's partitions (core/partitioners/kafka.cpp); the partitions are assigned again
// whenever a consumer joins or leaves. One topic, to which all consumers of the group subscribe. Members are ordered by
// their member id, bytewise, or by group.instance.id if they have one; here that is the node's name. (A member id is the
// client id and a random UUID: in a group of equal client ids the order is random.) Rows were printed by python3-kafka 2.0.2
// (range, roundrobin, sticky) and by librdkafka 2.0.2 (range, roundrobin, cooperative-sticky) with P partitions and n members:
//
// - range: P / n consecutive partitions each, rounded down; the first P mod n members have one more.
// - roundrobin: partition p goes to member p mod n.
// - sticky: each partition stays with its member if that is still there. The others, in ascending order, go to the
//   member with the fewest partitions, of several the first in order. Then, until no member has two more than another: of the
//   partitions that members had before, the next one is offered, and moves to the member with the fewest (of several the
//   first) if its own has at least two more. The next one is always of the member with most that were not offered yet, of
//   several the last in order; of its partitions the highest.
// - cooperative-sticky: the same with two differences. A member offers its lowest partition first; and partitions without
//   a member go in descending order, except when no member has any. What moves between members is then withheld: the member
//   that has it revokes it and the group rebalances again, in which it is a partition without a member. Members that join
//   are taken to have what the first rebalance gave them before the second begins; one that is late gets other partitions.
//
// Under the first three ("eager") every member gives up all its partitions before a rebalance; under cooperative-sticky only
// those that move stop. Changes of one step are one rebalance, as when several join within group.initial.rebalance.delay.ms.
// Java's own assignors were not compared.

#include "core/base/text.h"
#include "core/partitioners/partitioner.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/replay.h"
#include "core/placement/systems/kafka_group.h"
#include "core/placement/table_placement.h"
#include "core/placement/typed_key.h"

namespace reshard {

extern const Partitioner kafka_murmur2_partitioner;

namespace {

enum Param { kAssignor, kPartitions, kMembership, kType };

constexpr std::string_view kAssignors[] = {"range", "round_robin", "sticky", "cooperative_sticky"};
constexpr std::string_view kMemberships[] = {"dynamic", "static"};
constexpr ParamSpec kParams[] = {
    choice_param("assignor", "Assignor", kAssignors),
    {.key = "partitions",
     .label = "Partitions of the topic",
     .min = 1,
     .max = 100'000,
     .fallback = 12,
     .scale = ParamSpec::Scale::kLog,
     .unit = "partitions",
     .slides_to = 1000},
    choice_param("membership", "Membership", kMemberships),
    type_param(),
};

using Assignor = KafkaGroup::Assignor;

Assignor assignor_of(std::span<const double> params) { return static_cast<Assignor>(params[kAssignor]); }
bool is_sticky(Assignor assignor) { return assignor >= Assignor::kSticky; }
std::size_t partitions_of(std::span<const double> params) { return static_cast<std::size_t>(params[kPartitions]); }
RowType row_type(std::span<const double> params) { return row_type_of(params.subspan(kType), 1, false); }

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  return {typed_recipe(hash, row_type(params), kafka_murmur2_partitioner.number)};
}

class GroupPlacement final : public TablePlacement {
 public:
  GroupPlacement(const BuildInput& input, const GroupPlacement* previous)
      : TablePlacement(SlotRule::remainder(partitions_of(input.params)).in(Numerals::kDecimal), "partition"),
        assignor_(assignor_of(input.params)),
        type_(row_type(input.params)),
        history_(input.cluster, Replay::Changes::kAtOnce),
        now_(input.cluster.nodes().begin(), input.cluster.nodes().end()),
        group_(assignor_, partitions_of(input.params)) {
    by_slots_ = true;
    begun_ = previous != nullptr && is_sticky(assignor_) && history_.go_on_from(previous->history_);
    if (begun_) group_ = previous->group_;
  }

  bool step(Budget& budget) override {
    if (done_) return true;
    if (!is_sticky(assignor_)) {
      group_.rebalance(now_);
    } else if (!replay(budget)) {
      return false;
    }
    slots_.assign(group_.owners().begin(), group_.owners().end());
    return done_ = true;
  }

 protected:
  void explain_key(const SingleKey& key, Trace& trace) const override {
    explain_row(key, type_, kafka_murmur2_partitioner.explain, trace);
    trace.push_back({"function", std::string(kafka_murmur2_partitioner.formula)});
  }

  void explain_slot(const SingleKey&, std::uint64_t, Trace& trace) const override {
    const bool eager = assignor_ != Assignor::kCooperativeSticky;
    const std::size_t stopped = eager ? slots_.size() : group_.stopped();
    trace.push_back({"stops_in_rebalance", decimal(stopped) + " / " + decimal(slots_.size()), kNoNode,
                     eager ? "eager: all partitions stop" : "cooperative: only what moves stops"});
  }

 private:
  // True when all that happened to the group is replayed.
  bool replay(Budget& budget) {
    if (!begun_) group_.rebalance(history_.nodes());
    begun_ = true;
    while (const ClusterEvent* event = history_.next()) {
      const bool left = event->kind == ClusterEvent::Kind::kRemove;
      if (left) group_.leave(event->node.id);
      changed_ = changed_ || left || event->kind == ClusterEvent::Kind::kAdd;
      if (history_.in_command()) continue;
      if (changed_) group_.rebalance(history_.nodes());
      changed_ = false;
      if (budget.spent()) return false;
    }
    return true;
  }

  Assignor assignor_;
  RowType type_;
  Replay history_;
  std::vector<Node> now_;
  KafkaGroup group_;
  bool begun_ = false, changed_ = false, done_ = false;
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  if (const auto known = check_types(kafka_murmur2_partitioner, row_type(input.params)); !known.ok())
    return known.error();
  return make_placement<GroupPlacement>(input, goes_on_from<GroupPlacement>(input));
}

Traits traits(std::span<const double> params) {
  if (!is_sticky(assignor_of(params))) return {Trait::kAnyRemoval};
  return {Trait::kAnyRemoval, Trait::kLeastOnAdd, Trait::kLeastOnRemove, Trait::kHistory};
}

double expected_spread(std::size_t nodes, std::span<const double> params) {
  return half_a_slot(nodes, params[kPartitions]);
}

constexpr ParamSpec::Condition kStatic = {"membership", 1u << 1};
constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words =
         "A static member keeps its partitions for session.timeout.ms (45 s): nobody reads them until it is back under "
         "its group.instance.id, and a restart moves nothing.",
     .source = "KIP-345; Apache Kafka documentation, Consumer configs, group.instance.id",
     .with = kStatic},
    {.does = Failover::kRebuilt,
     .words =
         "A consumer that stops, or sends no heartbeat for session.timeout.ms (45 s), leaves the group: a rebalance "
         "gives its partitions to the others, and another one when it comes back.",
     .source = "Apache Kafka documentation, Consumer configs, session.timeout.ms"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules kafka_consumers_down;
constinit const DownRules kafka_consumers_down = kDown;

extern const Strategy kafka_consumers_strategy;
constinit const Strategy kafka_consumers_strategy{
    .id = "kafka_consumers",
    .title = "Kafka consumer group",
    .family = Family::kTable,
    .summary =
        "Producers choose a partition by the key, and the group’s assignor deals the partitions to its consumers.",
    .limits =
        "A consumer cannot have less than a partition: beyond their number, consumers read nothing. Range, round-robin "
        "and sticky stop all of them in every rebalance.",
    .source = "python3-kafka 2.0.2 and librdkafka 2.0.2",
    .lookup = "O(1)",
    .traits = {Trait::kAnyRemoval},
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
