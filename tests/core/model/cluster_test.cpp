#include "core/model/cluster.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/random.h"
#include "tests/core/placing.h"

namespace reshard::testing {
namespace {

Node named(std::string name) {
  Node node;
  node.name = std::move(name);
  return node;
}

std::vector<std::string> names_of(std::span<const Node> nodes) {
  std::vector<std::string> names;
  for (const Node& node : nodes) names.push_back(node.name);
  return names;
}

std::vector<ClusterEvent::Kind> kinds_of(const Cluster& cluster) {
  std::vector<ClusterEvent::Kind> kinds;
  for (const ClusterEvent& event : cluster.log()) kinds.push_back(event.kind);
  return kinds;
}

using Kind = ClusterEvent::Kind;

TEST(Cluster, InitialNodesHaveTheirPositionsAsIdsAndNoLog) {
  const auto cluster = cluster_of({"a", "b", "c"});
  ASSERT_EQ(cluster.nodes().size(), 3u);
  for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(cluster.nodes()[i].id, NodeId{i});
  EXPECT_TRUE(cluster.log().empty());
  EXPECT_EQ(names_of(cluster.initial()), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(cluster.known(), 3u);
}

TEST(Cluster, InitialNodesMayBeDown) {
  auto nodes = std::vector<Node>{named("a"), named("b")};
  nodes[1].state = NodeState::kDown;
  const auto cluster = Cluster::of(nodes).take();
  EXPECT_EQ(cluster.down(), 1u);
  EXPECT_EQ(cluster.initial()[1].state, NodeState::kDown);
}

TEST(Cluster, AddedNodeGoesToTheEndAndIsUp) {
  auto cluster = cluster_of({"a", "b"});
  auto node = named("c");
  node.state = NodeState::kDown;
  EXPECT_EQ(cluster.add(node).take(), NodeId{2});
  EXPECT_EQ(names_of(cluster.nodes()), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(cluster.nodes().back().state, NodeState::kUp);
}

TEST(Cluster, RemovalClosesTheGapAndKeepsTheOthersIds) {
  auto cluster = cluster_of({"a", "b", "c"});
  ASSERT_TRUE(cluster.remove(NodeId{1}).ok());
  EXPECT_EQ(names_of(cluster.nodes()), (std::vector<std::string>{"a", "c"}));
  EXPECT_EQ(cluster.nodes()[1].id, NodeId{2});
  EXPECT_EQ(cluster.find(NodeId{1}), nullptr);
  EXPECT_EQ(cluster.find("b"), nullptr);
  EXPECT_EQ(cluster.name_of(NodeId{1}), "b");
}

TEST(Cluster, AddingARemovedNameRestoresItsIdentity) {
  auto cluster = cluster_of({"a", "b", "c"});
  ASSERT_TRUE(cluster.remove(NodeId{0}).ok());
  EXPECT_EQ(cluster.add(named("a")).take(), NodeId{0});
  EXPECT_EQ(names_of(cluster.nodes()), (std::vector<std::string>{"b", "c", "a"}));
  EXPECT_EQ(cluster.known(), 3u);
}

TEST(Cluster, RenamingKeepsTheIdentityAndFreesTheOldName) {
  auto cluster = cluster_of({"a", "b"});
  ASSERT_TRUE(cluster.rename(NodeId{0}, "z").ok());
  EXPECT_EQ(cluster.find("z")->id, NodeId{0});
  EXPECT_EQ(cluster.find("a"), nullptr);
  EXPECT_EQ(cluster.log().back().old_name, "a");
  EXPECT_EQ(cluster.add(named("a")).take(), NodeId{2});  // another machine with a freed name
}

TEST(Cluster, RenamingToTheSameNameLogsNothing) {
  auto cluster = cluster_of({"a"});
  ASSERT_TRUE(cluster.rename(NodeId{0}, "a").ok());
  EXPECT_TRUE(cluster.log().empty());
}

TEST(Cluster, ANodeMayBeRenamedToARemovedName) {
  auto cluster = cluster_of({"a", "b"});
  ASSERT_TRUE(cluster.remove(NodeId{0}).ok());
  ASSERT_TRUE(cluster.rename(NodeId{1}, "a").ok());
  EXPECT_EQ(cluster.find("a")->id, NodeId{1});
}

TEST(Cluster, LogKeepsOneEventForADraggedWeight) {
  auto cluster = cluster_of({"a", "b"});
  for (const double weight : {1.1, 1.2, 1.3}) ASSERT_TRUE(cluster.set_weight(NodeId{0}, weight).ok());
  EXPECT_EQ(kinds_of(cluster), (std::vector<Kind>{Kind::kWeigh}));
  EXPECT_EQ(cluster.log().back().node.weight, 1.3);
  ASSERT_TRUE(cluster.set_weight(NodeId{1}, 2).ok());
  ASSERT_TRUE(cluster.set_weight(NodeId{0}, 2).ok());
  EXPECT_EQ(kinds_of(cluster), (std::vector<Kind>{Kind::kWeigh, Kind::kWeigh, Kind::kWeigh}));
}

// Whether each event of the log goes on with the step of the one before.
std::vector<bool> joined(const Cluster& cluster) {
  std::vector<bool> all;
  for (const ClusterEvent& event : cluster.log()) all.push_back(event.at_once);
  return all;
}

TEST(Cluster, AStepStaysOneWhereItsMovesAreForgotten) {
  auto cluster = cluster_of({"a", "b"});
  ASSERT_TRUE(cluster.add(named("c")).ok());
  ASSERT_TRUE(cluster.move(NodeId{0}, {"slots", 1, 1}).ok());
  ASSERT_TRUE(cluster.add(named("d")).ok());
  ASSERT_TRUE(cluster.move(NodeId{0}, {"slots", 2, 2}).ok());
  ASSERT_TRUE(cluster.add(named("e")).ok());
  cluster.join(1, 5);
  EXPECT_EQ(joined(cluster), (std::vector<bool>{false, false, true, true, true}));
  cluster.keep_moves([](const TableMove&) { return false; });
  EXPECT_EQ(joined(cluster), (std::vector<bool>{false, false, true})) << "c alone, then d and e";
}

TEST(Cluster, ADraggedWeightIsAStepOfItsOwnAfterAStepThatSetIt) {
  auto cluster = cluster_of({"a", "b"});
  ASSERT_TRUE(cluster.add(named("c")).ok());
  ASSERT_TRUE(cluster.set_weight(NodeId{0}, 2).ok());
  cluster.join(0, 2);
  EXPECT_EQ(joined(cluster), (std::vector<bool>{false, true}));
  ASSERT_TRUE(cluster.set_weight(NodeId{0}, 3).ok());
  EXPECT_EQ(joined(cluster), (std::vector<bool>{false, false}));
}

TEST(Cluster, ADownNodeKeepsItsPlaceAndARepeatedChangeLogsNothing) {
  auto cluster = cluster_of({"a", "b"});
  ASSERT_TRUE(cluster.set_state(NodeId{0}, NodeState::kDown).ok());
  ASSERT_TRUE(cluster.set_state(NodeId{0}, NodeState::kDown).ok());
  EXPECT_EQ(cluster.down(), 1u);
  EXPECT_EQ(names_of(cluster.nodes()), (std::vector<std::string>{"a", "b"}));
  ASSERT_TRUE(cluster.set_state(NodeId{0}, NodeState::kUp).ok());
  EXPECT_EQ(kinds_of(cluster), (std::vector<Kind>{Kind::kDown, Kind::kUp}));
}

TEST(Cluster, AtStartDropsTheLogAndRebasedDropsThePast) {
  const auto cluster = without_node(with_node(cluster_of({"a", "b"}), "c"), "a");
  EXPECT_EQ(names_of(cluster.at_start().nodes()), (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(cluster.at_start().log().empty());
  EXPECT_EQ(names_of(cluster.rebased().initial()), (std::vector<std::string>{"b", "c"}));
  EXPECT_EQ(names_of(cluster.rebased().nodes()), (std::vector<std::string>{"b", "c"}));
  EXPECT_EQ(cluster.rebased().nodes()[1].id, NodeId{2});
  EXPECT_TRUE(cluster.rebased().log().empty());
}

/// The error of an action that must be refused and must leave the cluster as it was.
template <typename Action>
Error refused(const Cluster& cluster, Action action) {
  Cluster changed = cluster;
  const auto result = action(changed);
  EXPECT_FALSE(result.ok());
  EXPECT_EQ(changed, cluster);
  return result.ok() ? Error{ErrorCode{}, "", {}} : result.error();
}

void expect_error(const Error& error, ErrorCode code, std::string_view field) {
  EXPECT_EQ(error.code, code) << message(error);
  EXPECT_EQ(error.field, field);
}

TEST(Cluster, RefusesInvalidAndDuplicateNames) {
  const auto cluster = cluster_of({"a"});
  const auto add = [&](std::string name) {
    return refused(cluster, [&](Cluster& changed) { return changed.add(named(name)); });
  };
  expect_error(add(""), ErrorCode::empty, "nodes");
  expect_error(add("a"), ErrorCode::duplicate, "nodes");
  expect_error(add("new\nline"), ErrorCode::malformed, "nodes");
  expect_error(add("\xff"), ErrorCode::malformed, "nodes");
  expect_error(add(std::string(kMaxNameBytes + 1, 'x')), ErrorCode::out_of_range, "nodes.length");
  Cluster longest = cluster;
  EXPECT_TRUE(longest.add(named(std::string(kMaxNameBytes, 'x'))).ok());
}

TEST(Cluster, RefusesWeightsOutsideTheirRange) {
  const auto cluster = cluster_of({"a"});
  for (const double weight : {-1.0, kMaxWeight * 1.01, std::nan(""), std::numeric_limits<double>::infinity()}) {
    const auto set = [&](Cluster& changed) { return changed.set_weight(NodeId{0}, weight); };
    expect_error(refused(cluster, set), ErrorCode::out_of_range, "nodes[a].weight");
    auto node = named("b");
    node.weight = weight;
    const auto add = [&](Cluster& changed) { return changed.add(node); };
    expect_error(refused(cluster, add), ErrorCode::out_of_range, "nodes.weight");
  }
}

TEST(Cluster, RefusesInvalidPlacesHoweverTheyAreSet) {
  const auto cluster = cluster_of({"a"});
  const auto relocate = [](const std::string& data_center, const std::string& zone, const std::string& rack) {
    return [=](Cluster& changed) { return changed.relocate(NodeId{0}, data_center, zone, rack); };
  };
  expect_error(refused(cluster, relocate("\n", "", "")), ErrorCode::malformed, "nodes[a].data_center");
  expect_error(refused(cluster, relocate("", "\n", "")), ErrorCode::malformed, "nodes[a].zone");
  expect_error(refused(cluster, relocate("", "", "\n")), ErrorCode::malformed, "nodes[a].rack");

  auto node = named("b");
  node.zone = "\n";
  expect_error(refused(cluster, [&](Cluster& changed) { return changed.add(node); }), ErrorCode::malformed,
               "nodes.zone");
  expect_error(Cluster::of(std::span(&node, 1)).error(), ErrorCode::malformed, "nodes[0].zone");
}

TEST(Cluster, RefusesUnknownNodes) {
  const auto cluster = without_node(cluster_of({"a", "b"}), "b");
  const NodeId gone{1}, never{7};
  const auto remove = [](NodeId id) { return [=](Cluster& changed) { return changed.remove(id); }; };
  expect_error(refused(cluster, remove(gone)), ErrorCode::unknown, "nodes");
  expect_error(refused(cluster, remove(never)), ErrorCode::unknown, "nodes");
  EXPECT_EQ(refused(cluster, remove(gone)).args, std::vector<std::string>{"b"});
  expect_error(refused(cluster, [&](Cluster& c) { return c.rename(gone, "c"); }), ErrorCode::unknown, "nodes");
  expect_error(refused(cluster, [&](Cluster& c) { return c.set_weight(gone, 1); }), ErrorCode::unknown, "nodes");
  expect_error(refused(cluster, [&](Cluster& c) { return c.set_state(gone, NodeState::kDown); }), ErrorCode::unknown,
               "nodes");
}

TEST(Cluster, RefusesToRemoveItsLastNode) {
  expect_error(refused(cluster_of({"a"}), [](Cluster& changed) { return changed.remove(NodeId{0}); }),
               ErrorCode::out_of_range, "nodes");
}

TEST(Cluster, HoldsTenThousandNodesAndNoMore) {
  const auto full = numbered_cluster("node-", kMaxNodes);
  EXPECT_EQ(full.nodes().size(), 10'000u);
  expect_error(refused(full, [](Cluster& changed) { return changed.add(named("one more")); }), ErrorCode::out_of_range,
               "nodes");
}

TEST(Cluster, RefusedInitialNodesAreNamedByTheirPosition) {
  const auto twice = std::vector<Node>{named("a"), named("a")};
  expect_error(Cluster::of(twice).error(), ErrorCode::duplicate, "nodes[1]");
  auto heavy = std::vector<Node>{named("a"), named("b")};
  heavy[1].weight = -1;
  expect_error(Cluster::of(heavy).error(), ErrorCode::out_of_range, "nodes[1].weight");
}

/// The nodes to which the initial nodes and the log lead; strategies with a history rely on this.
std::vector<Node> replayed(const Cluster& cluster) {
  std::vector<Node> nodes(cluster.initial().begin(), cluster.initial().end());
  for (const ClusterEvent& event : cluster.log()) {
    const auto at = std::find_if(nodes.begin(), nodes.end(), [&](const Node& n) { return n.id == event.node.id; });
    if (event.kind == Kind::kAdd) {
      nodes.push_back(event.node);
    } else if (event.kind == Kind::kRemove) {
      nodes.erase(at);
    } else {
      *at = event.node;
    }
  }
  return nodes;
}

TEST(Cluster, LogReplaysToTheSameNodes) {
  Random random(11);
  auto cluster = numbered_cluster("n", 5);
  for (int i = 0; i < 2000; ++i) {
    const NodeId id{static_cast<std::uint32_t>(random.below(12))};
    const std::string name = "n" + std::to_string(random.below(12));
    switch (random.below(5)) {  // a refused change leaves the cluster as it was
      case 0: static_cast<void>(cluster.add(named(name)).ok()); break;
      case 1: static_cast<void>(cluster.remove(id).ok()); break;
      case 2: static_cast<void>(cluster.rename(id, name).ok()); break;
      case 3: static_cast<void>(cluster.set_weight(id, random.unit()).ok()); break;
      default: static_cast<void>(cluster.set_state(id, random.below(2) ? NodeState::kUp : NodeState::kDown).ok());
    }
    const auto nodes = replayed(cluster);
    ASSERT_TRUE(std::equal(nodes.begin(), nodes.end(), cluster.nodes().begin(), cluster.nodes().end())) << i;
  }
  EXPECT_GT(cluster.log().size(), 200u);  // many are refused, and consecutive weights of a node merge
}

}  // namespace
}  // namespace reshard::testing
