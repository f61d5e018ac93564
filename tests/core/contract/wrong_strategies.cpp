#include "tests/core/contract/wrong_strategies.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/placement/placement_helpers.h"
#include "core/strategies/strategies.h"

namespace reshard::testing {
namespace {

/// Ways to be wrong, one deviation each.
enum class Fault {
  kNone,
  kFirstNodeAlways,
  kRemembersTheDead,
  kLeavesKeysOut,
  kDependsOnCalls,
  kDependsOnBlocks,
  kNeverFinishes,
  kReadsTheLog,
  kAvoidsNodesThatAreDown,
  kHeedsWeights,
  kRepeatsReplicas,
  kExplainsAnother,
  kExplainsNothing,
  kDrawsAnother,
  kWeighsNothing,
  kDeadServes,
  kExplainsAnotherServer,
  kServesWithoutReason,
  kWritesHex,
};

/// Modulo with a fault. With kHeedsWeights a node is in the table once for each whole unit of its weight.
class FaultyPlacement final : public Placement {
 public:
  FaultyPlacement(Fault fault, std::vector<NodeId> table, NodeId dead, Flags down)
      : fault_(fault), table_(std::move(table)), dead_(dead), down_(std::move(down)) {}

  bool step(Budget& budget) override { return fault_ != Fault::kNeverFinishes || !budget.spent(); }

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    ++calls_;
    for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = table_[slot(keys.hash(i), i)];
    if (fault_ == Fault::kRemembersTheDead && dead_ != kNoNode) owners[0] = dead_;
    if (fault_ == Fault::kLeavesKeysOut) owners[0] = kNoNode;
  }

  void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    Placement::place_replicas(keys, replicas, owners);
    if (fault_ != Fault::kRepeatsReplicas) return;
    for (std::size_t i = 0; i < owners.size(); ++i) owners[i] = owners[i / replicas * replicas];
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    if (fault_ == Fault::kExplainsNothing) return {};
    const std::size_t at = slot(key.hash(), 0);
    if (fault_ == Fault::kWritesHex) return {{"hash", hex64(key.hash())}, owner_step(table_[at])};
    return {owner_step(table_[fault_ == Fault::kExplainsAnother ? (at + 1) % table_.size() : at])};
  }

  void serve(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    std::fill(owners.begin(), owners.end(), kNoNode);
    for (std::uint32_t i = 0; i < keys.size; ++i) owners[std::size_t{i} * replicas] = server(keys.hash(i));
  }

  void explain_serving(const SingleKey& key, std::uint32_t, Trace& trace) const override {
    const NodeId another = fault_ == Fault::kExplainsAnotherServer ? table_[slot(key.hash(), 0)] : server(key.hash());
    trace.push_back({"served_by", "", another, fault_ == Fault::kServesWithoutReason ? "" : "next"});
  }

  Picture picture(const SingleKey& key) const override {
    const std::size_t at = slot(key.hash(), 0);
    return TablePicture{table_, fault_ == Fault::kDrawsAnother ? (at + 1) % table_.size() : at};
  }

  std::uint64_t memory_bytes() const override { return fault_ == Fault::kWeighsNothing ? 0 : 1; }

 private:
  /// The next node in the table that is up.
  NodeId server(std::uint64_t hash) const {
    for (std::size_t i = 0; i < table_.size(); ++i) {
      const NodeId node = table_[(slot(hash, 0) + i) % table_.size()];
      if (fault_ == Fault::kDeadServes || !down_[index_of(node)]) return node;
    }
    return kNoNode;
  }

  std::size_t slot(std::uint64_t hash, std::uint32_t place_in_block) const {
    if (fault_ == Fault::kFirstNodeAlways) return 0;
    if (fault_ == Fault::kDependsOnCalls) hash += calls_;
    if (fault_ == Fault::kDependsOnBlocks) hash = place_in_block;
    return static_cast<std::size_t>(hash % table_.size());
  }

  Fault fault_;
  std::vector<NodeId> table_;
  NodeId dead_;
  Flags down_;                             // by id
  static inline std::uint64_t calls_ = 0;  // state, which no strategy may have; NOLINT(readability-identifier-naming)
};

std::vector<NodeId> table_of(Fault fault, const Cluster& cluster) {
  std::vector<NodeId> table;
  for (const Node& node : cluster.nodes()) {
    if (fault == Fault::kAvoidsNodesThatAreDown && node.state == NodeState::kDown) continue;
    const auto copies = fault == Fault::kHeedsWeights ? static_cast<std::size_t>(std::ceil(node.weight)) : 1;
    table.insert(table.end(), copies, node.id);
  }
  if (table.empty()) table = ids_by_position(cluster);
  if (fault == Fault::kReadsTheLog && !cluster.log().empty()) std::reverse(table.begin(), table.end());
  return table;
}

template <Fault kFault>
Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  NodeId dead = kNoNode;
  for (const ClusterEvent& event : input.cluster.log()) {
    const bool gone = input.cluster.find(event.node.id) == nullptr;
    if (event.kind == ClusterEvent::Kind::kRemove && gone) dead = event.node.id;
  }
  return make_placement<FaultyPlacement>(kFault, table_of(kFault, input.cluster), dead, down_nodes(input.cluster));
}

Result<std::unique_ptr<Placement>> build_refusing_without_a_field(const BuildInput& input) {
  if (input.cluster.nodes().size() % 2 == 1) return Error{ErrorCode::unsupported, "", {"I would rather not"}};
  return build<Fault::kNone>(input);
}

Result<std::unique_ptr<Placement>> build_insisting_on_the_last(const BuildInput& input) {
  const auto log = input.cluster.log();
  if (!log.empty() && log.back().kind == ClusterEvent::Kind::kRemove) {
    return Error{ErrorCode::only_last_leaves, "nodes", {"a", "b"}};
  }
  return build<Fault::kNone>(input);
}

double half_the_spread_of_the_ring(std::size_t nodes, std::span<const double> params) {
  return find_strategy("ring")->expected_spread(nodes, params) / 2;
}

std::uint64_t one_entry(std::span<const double>, std::uint64_t) { return 1; }

using Build = Result<std::unique_ptr<Placement>> (*)(const BuildInput&);

Strategy wrong(Traits traits, Build build) {
  Strategy strategy = honest_strategy();
  strategy.traits = traits;
  strategy.build = build;
  return strategy;
}

Strategy in_decimals(Strategy strategy) {
  strategy.numerals = Numerals::kDecimal;
  return strategy;
}

}  // namespace

const Strategy& honest_strategy() {
  static constexpr DownCase kDown[] = {{.does = Failover::kOwn}};
  static constexpr Strategy kHonest{
      .id = "honest",
      .title = "Modulo, as the tests have it",
      .family = Family::kArithmetic,
      .summary = "It does what it says.",
      .limits = "It says that it does little.",
      .source = "this file",
      .lookup = "O(1)",
      .traits = {Trait::kAnyRemoval},
      .down = kDown,
      .recipes = one_hash,
      .build = build<Fault::kNone>,
  };
  return kHonest;
}

std::span<const WrongStrategy> wrong_placements() {
  constexpr Traits kPlain = {Trait::kAnyRemoval};
  static const WrongStrategy kAll[] = {
      {"owners", wrong(kPlain, build<Fault::kRemembersTheDead>)},
      {"owners", wrong(kPlain, build<Fault::kLeavesKeysOut>)},
      {"owners", wrong({Trait::kWeights}, build<Fault::kNone>)},
      {"same again", wrong(kPlain, build<Fault::kDependsOnCalls>)},
      {"same again", wrong(kPlain, build<Fault::kDependsOnBlocks>)},
      {"log", wrong(kPlain, build<Fault::kReadsTheLog>)},
      {"down keeps its place", wrong(kPlain, build<Fault::kAvoidsNodesThatAreDown>)},
      {"ignored weights", wrong(kPlain, build<Fault::kHeedsWeights>)},
      {"replicas", wrong({Trait::kReplicas}, build<Fault::kRepeatsReplicas>)},
      {"replicas", wrong({Trait::kReplicas}, build<Fault::kNone>)},
      {"replicas", wrong(kPlain, build<Fault::kRepeatsReplicas>)},
      {"explanation", wrong(kPlain, build<Fault::kExplainsAnother>)},
      {"explanation", wrong(kPlain, build<Fault::kExplainsNothing>)},
      {"numerals", in_decimals(wrong(kPlain, build<Fault::kWritesHex>))},
      {"picture", wrong(kPlain, build<Fault::kDrawsAnother>)},
      {"serving", wrong(kPlain, build<Fault::kDeadServes>)},
      {"serving", wrong(kPlain, build<Fault::kExplainsAnotherServer>)},
      {"serving", wrong(kPlain, build<Fault::kServesWithoutReason>)},
      {"memory", wrong(kPlain, build<Fault::kWeighsNothing>)},
      {"addition", wrong({Trait::kLeastOnAdd}, build<Fault::kNone>)},
      {"removal", wrong({Trait::kLeastOnRemove, Trait::kAnyRemoval}, build<Fault::kNone>)},
      {"removal", wrong({Trait::kLeastOnRemove}, build<Fault::kNone>)},
      {"move",
       [] {
         Strategy deaf = wrong({Trait::kAnyRemoval, Trait::kHistory, Trait::kMovesByHand}, build<Fault::kNone>);
         deaf.entry = "slot";
         deaf.entries = one_entry;
         return deaf;
       }()},
      {"refusal", wrong(kPlain, build_refusing_without_a_field)},
      {"refusal", wrong(kPlain, build_insisting_on_the_last)},
  };
  return kAll;
}

std::span<const WrongStrategy> wrong_spreads() {
  static const WrongStrategy kAll[] = {
      {"spread", wrong({}, build<Fault::kFirstNodeAlways>)},
      {"weights", wrong({Trait::kWeights}, build<Fault::kNone>)},  // ignores the weights that it claims to support
      {"spread",
       [] {
         Strategy boasting = *find_strategy("ring");
         boasting.expected_spread = half_the_spread_of_the_ring;
         return boasting;
       }()},
      {"spread",
       [] {
         Strategy silent = *find_strategy("ring");  // claims that its spread is due to chance alone
         silent.expected_spread = nullptr;
         return silent;
       }()},
  };
  return kAll;
}

}  // namespace reshard::testing
