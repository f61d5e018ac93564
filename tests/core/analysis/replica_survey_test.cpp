#include "core/analysis/replica_survey.h"

#include <gtest/gtest.h>

#include "core/analysis/serving.h"
#include "core/scenario/command.h"
#include "core/simulation/simulation.h"
#include "core/strategies/strategies.h"

namespace reshard::testing {
namespace {

constexpr NodeId a{0}, b{1}, c{2}, d{3};
using Rows = std::vector<std::vector<NodeId>>;

/// Replicas from a table.
class Table final : public Placement {
 public:
  explicit Table(Rows rows) : rows_(std::move(rows)) {}

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override { place_replicas(keys, 1, owners); }
  void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      for (unsigned r = 0; r < replicas; ++r) {
        const auto& row = rows_[keys.index(i)];
        owners[std::size_t{i} * replicas + r] = r < row.size() ? row[r] : kNoNode;
      }
    }
  }
  Trace explain(const SingleKey&, std::uint32_t) const override { return {}; }
  Picture picture(const SingleKey&) const override { return {}; }
  std::uint64_t memory_bytes() const override { return 0; }

 private:
  Rows rows_;
};

/// Nodes a, b, c, d, … in zones of the given names.
Scenario in_zones(const std::vector<std::string>& zones, unsigned replicas) {
  std::vector<Node> nodes;
  nodes.reserve(zones.size());
  for (const std::string& zone : zones) {
    nodes.push_back({.name = std::string(1, static_cast<char>('a' + nodes.size())), .zone = zone});
  }
  Scenario scenario = default_scenario();
  scenario.cluster = Cluster::of(nodes).take();
  scenario.replicas = replicas;
  return scenario;
}

ReplicaFigures survey(const Scenario& scenario, const Rows& rows, std::vector<Heir>* heirs = nullptr) {
  Scenario sized = scenario;
  sized.keys.count = rows.size();
  const Table table(rows);
  const auto keys = KeySet::generate(sized.keys, 0).take();
  const KeyBlock block{keys.get(), 0, keys->size(), {}};
  const Traits traits{Trait::kReplicas};
  std::vector<NodeId> owners(rows.size());
  static constexpr DownCase kNextServes[] = {{.does = Failover::kNext}};
  Strategy strategy;
  strategy.traits = traits;
  strategy.down = kNextServes;
  Serving(table, strategy, {}, sized.cluster, sized.replicas).place(block, owners);
  RequestShares shares(sized.requests.skew, keys->size());
  NoLimit budget;
  EXPECT_TRUE(shares.step(budget));
  if (heirs != nullptr) *heirs = heirs_of(table, sized.cluster, block, owners, {shares, sized.requests.spread});
  ReplicaSurvey survey(table, traits, sized, block);
  EXPECT_TRUE(survey.step(budget));
  return survey.figures();
}

// Zone x has a and b, zone y has c and d. Two replicas should be in two zones: a-c are, a-b and c-d are not.
TEST(ReplicaSurvey, CountsKeysWhoseReplicasShareAZone) {
  const Scenario scenario = in_zones({"x", "x", "y", "y"}, 2);
  const ReplicaFigures figures = survey(scenario, {{a, c}, {a, b}, {c, d}});
  EXPECT_EQ(figures.zones, 2u);
  EXPECT_EQ(figures.in_few_zones, 2u);
  EXPECT_EQ(survey(in_zones({"", "", "", ""}, 2), {{a, c}, {a, b}, {c, d}}).in_few_zones, 0u) << "all are in one";
  // Three replicas can be in two zones at most.
  EXPECT_EQ(survey(in_zones({"x", "x", "x", "y"}, 3), {{a, b, d}, {a, b, c}}).in_few_zones, 1u);
}

TEST(ReplicaSurvey, CountsKeysThatHaveFewerReplicasThanAskedFor) {
  Scenario scenario = in_zones({"", "", "", ""}, 3);
  EXPECT_EQ(survey(scenario, {{a, b, c}, {a, b}, {d}, {b, c, d}}).undersized, 2u);
  ASSERT_TRUE(scenario.cluster.set_state(a, NodeState::kDown).ok());
  EXPECT_EQ(survey(scenario, {{a, b, c}, {a, b}, {d}, {b, c, d}}).undersized, 2u) << "a replica that is down is one";
}

TEST(ReplicaSurvey, UsesTheRackIfNoZoneIsGivenAndSeparatesDataCentres) {
  Scenario scenario = in_zones({"", "", "x", "x"}, 2);
  ASSERT_TRUE(scenario.cluster.relocate(a, "", "", "r1").ok());
  ASSERT_TRUE(scenario.cluster.relocate(b, "", "", "r2").ok());
  ASSERT_TRUE(scenario.cluster.relocate(d, "eu", "x", "").ok());
  EXPECT_EQ(survey(scenario, {{a, b}}).zones, 4u);
}

// Two of three replicas make a quorum, so any two nodes that share a key break it. With {a,b,c} twice and {a,c,d} once,
// a-b share 2 keys, a-c 3, b-c 2, a-d 1 and c-d 1; b-d share none.
TEST(ReplicaSurvey, CountsTheNodePairsThatBreakAQuorum) {
  const Rows rows{{a, b, c}, {b, c, a}, {a, c, d}};
  const ReplicaFigures figures = survey(in_zones({"", "", "", ""}, 3), rows);
  EXPECT_EQ(figures.quorum, 2u);
  EXPECT_EQ(figures.pairs, 6u);
  EXPECT_EQ(figures.pairs_that_break, 5u);
  EXPECT_EQ(figures.worst_pair[0], a);
  EXPECT_EQ(figures.worst_pair[1], c);
  EXPECT_EQ(figures.worst_pair_keys, 3u);
}

// With two replicas, both are needed for a quorum. Of the keys on a-b, a-c and a-c, the loss of a-b costs all three, as
// do that of a-c and that of b-c (b one, c two); d costs what its partner costs: a 3, b 1, c 2. Every pair breaks.
TEST(ReplicaSurvey, CountsEachKeyOnceIfLosingOneNodeBreaksItsQuorum) {
  const ReplicaFigures two = survey(in_zones({"", "", "", ""}, 2), {{a, b}, {a, c}, {a, c}});
  EXPECT_EQ(two.pairs_that_break, 6u);
  EXPECT_EQ(two.worst_pair_keys, 3u);
  EXPECT_EQ(two.worst_pair[0], a);
  EXPECT_EQ(two.worst_pair[1], b);
  // Without replicas: a has two keys, b one; c-d is the only pair without either.
  const ReplicaFigures one = survey(in_zones({"", "", "", ""}, 1), {{a}, {a}, {b}});
  EXPECT_EQ(one.pairs_that_break, 5u);
  EXPECT_EQ(one.worst_pair_keys, 3u);
}

// Three of five replicas make a quorum, so any two may fail. So do three of four: any two that share a key break it.
TEST(ReplicaSurvey, KnowsHowManyReplicasMayFail) {
  const Scenario five = in_zones({"", "", "", "", ""}, 5), four = in_zones({"", "", "", "", ""}, 4);
  const NodeId e{4};
  EXPECT_EQ(survey(five, {{a, b, c, d, e}}).pairs_that_break, 0u);
  EXPECT_EQ(survey(four, {{a, b, c, d}}).pairs_that_break, 6u);
}

// a is down. By Zipf's law the shares of three keys are 6/11, 3/11 and 2/11: b inherits key 0, c key 2.
TEST(ReplicaSurvey, FindsHeirsAndCountsKeysWithoutAQuorum) {
  Scenario scenario = in_zones({"", "", "", ""}, 3);
  ASSERT_TRUE(scenario.cluster.set_state(a, NodeState::kDown).ok());
  scenario.requests.skew = 1;
  const Rows rows{{a, b, c}, {b, c, d}, {a, c, d}};
  std::vector<Heir> heirs;
  EXPECT_EQ(survey(scenario, rows, &heirs).without_quorum, 0u);
  ASSERT_EQ(heirs.size(), 2u);
  EXPECT_EQ(heirs[0].heir, b);
  EXPECT_NEAR(heirs[0].requests, 6 / 11.0, 1e-12);
  EXPECT_EQ(heirs[1].heir, c);
  EXPECT_NEAR(heirs[1].requests, 2 / 11.0, 1e-12);
  ASSERT_TRUE(scenario.cluster.set_state(c, NodeState::kDown).ok());
  EXPECT_EQ(survey(scenario, rows).without_quorum, 2u) << "the first and the last have one replica left";
}

TEST(ReplicaSurvey, DoesNotCountPairsOfTooManyNodes) {
  Scenario scenario = in_zones({""}, 3);
  scenario.cluster = generated_cluster(0, kMaxNodesOfPairs + 1).take();
  EXPECT_FALSE(survey(scenario, {{a, b, c}}).pairs_counted);
}

/// Twelve nodes dealt in turn to three zones, three replicas, on a token ring: means over some seeds.
struct Means {
  double in_few_zones = 0, pairs = 0;
};
Means token_rings(double tokens, double replica_strategy) {
  constexpr int kSeeds = 12;
  Means means;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    Scenario scenario = apply(default_scenario(), SetKeys{{.kind = KeyKind::kSequential, .count = 10'000}}).take();
    scenario.seed = seed;
    scenario.cluster = generated_cluster(seed, 12).take();
    for (std::uint32_t i = 0; i < 12; ++i) {
      EXPECT_TRUE(scenario.cluster.relocate(NodeId{i}, "", "z" + std::to_string(i % 3), "").ok());
    }
    scenario.replicas = 3;
    scenario.strategies = {default_choice(*find_strategy("token_ring"))};
    scenario.strategies[0].params[0] = tokens;
    scenario.strategies[0].params[1] = replica_strategy;
    Simulation simulation;
    NoLimit budget;
    EXPECT_TRUE(simulation.set(std::make_shared<const Scenario>(scenario), Baseline::kNone).ok());
    EXPECT_TRUE(simulation.step(budget).ok());
    const StrategyResult& result = simulation.results().strategies[0];
    ReplicaSurvey survey(*result.placement, traits_of(*result.choice.strategy, result.choice.params), scenario,
                         result.keys);
    EXPECT_TRUE(survey.step(budget));
    const ReplicaFigures& figures = survey.figures();
    means.in_few_zones += static_cast<double>(figures.in_few_zones) / 10'000 / kSeeds;
    means.pairs += static_cast<double>(figures.pairs_that_break) / static_cast<double>(figures.pairs) / kSeeds;
  }
  return means;
}

// Calibrated with another program. By chance a key's replicas are in three zones in 8/11 · 4/10 = 29% of cases. If
// zones are kept apart, 48 of the 66 pairs are of nodes in two zones: 73%.
TEST(ReplicaSurvey, OfTokenRingsAgreesWithAnotherProgram) {
  EXPECT_NEAR(token_rings(64, 0).in_few_zones, 0.71, 0.03);
  EXPECT_NEAR(token_rings(1, 0).pairs, 0.36, 0.04);
  EXPECT_NEAR(token_rings(4, 0).pairs, 0.78, 0.04);
  EXPECT_NEAR(token_rings(64, 0).pairs, 1, 0.001);
  EXPECT_EQ(token_rings(64, 1).in_few_zones, 0);
  EXPECT_NEAR(token_rings(4, 1).pairs, 0.62, 0.04);
  EXPECT_NEAR(token_rings(64, 1).pairs, 48 / 66.0, 0.001);
}

}  // namespace
}  // namespace reshard::testing
