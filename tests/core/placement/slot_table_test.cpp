#include "core/placement/slot_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "core/base/random.h"
#include "tests/core/placing.h"

namespace reshard::testing {
namespace {

/// The rules of slot_table.h, taken literally: every change looks at every slot.
class PlainTable {
 public:
  explicit PlainTable(std::vector<double> costs) : costs_(std::move(costs)), owners_(costs_.size(), kNoNode) {}

  void deal(std::span<const Node> nodes, NodeId changed) {
    nodes_ = nodes;
    weights_ = 0;
    for (const Node& node : nodes) weights_ += node.weight;
    if (weights_ == 0) return;
    for (NodeId& owner : owners_) {
      if (find(owner) == nullptr) owner = kNoNode;
    }
    for (NodeId& owner : owners_) {
      if (owner == kNoNode) owner = furthest(1, kNoNode)->id;
    }
    const Node* node = find(changed);
    if (node != nullptr && !take(*node)) shed(*node);
  }

  void move(std::size_t first, std::size_t last, NodeId to) {
    for (std::size_t slot = first; slot <= last && slot < owners_.size(); ++slot) owners_[slot] = to;
  }

  const std::vector<NodeId>& owners() const { return owners_; }

 private:
  const Node* find(NodeId id) const {
    const auto at =
        std::find_if(nodes_.begin(), nodes_.end(), [&](const Node& node) { return node.id == id && node.weight > 0; });
    return at == nodes_.end() ? nullptr : &*at;
  }

  double lack(const Node& node) const {
    double total = 0, held = 0;
    for (std::size_t slot = 0; slot < owners_.size(); ++slot) {
      total += costs_[slot];
      if (owners_[slot] == node.id) held += costs_[slot];
    }
    return total * node.weight / weights_ - held;
  }

  /// The first of the nodes furthest below their quotas, or with sign -1 above them.
  const Node* furthest(int sign, NodeId but) const {
    const Node* best = nullptr;
    for (const Node& node : nodes_) {
      if (node.weight == 0 || node.id == but) continue;
      if (best == nullptr || sign * lack(node) > sign * lack(*best)) best = &node;
    }
    return best;
  }

  bool helps(std::size_t slot, const Node& from, const Node& to) const {
    return costs_[slot] + 1e-6 < lack(to) - lack(from);
  }

  // A slot that did not help is not tried again in this change.
  bool take(const Node& taker) {
    bool took = false;
    std::vector<bool> asked(owners_.size());
    for (;;) {
      const Node* giver = nullptr;
      std::size_t lowest = 0;
      for (const Node& node : nodes_) {
        if (node.weight == 0 || node.id == taker.id || (giver != nullptr && lack(node) >= lack(*giver))) continue;
        for (std::size_t slot = 0; slot < owners_.size(); ++slot) {
          if (owners_[slot] != node.id || asked[slot]) continue;
          giver = &node;
          lowest = slot;
          break;
        }
      }
      if (giver == nullptr) return took;
      asked[lowest] = true;
      if (!helps(lowest, *giver, taker)) continue;
      owners_[lowest] = taker.id;
      took = true;
    }
  }

  void shed(const Node& giver) {
    for (std::size_t slot = 0; slot < owners_.size(); ++slot) {
      const Node* taker = furthest(1, giver.id);
      if (taker == nullptr) return;
      if (owners_[slot] == giver.id && helps(slot, giver, *taker)) owners_[slot] = taker->id;
    }
  }

  std::vector<double> costs_;
  std::vector<NodeId> owners_;
  std::span<const Node> nodes_;
  double weights_ = 0;
};

/// A change of the cluster: which node was added or weighed, and whether the table is dealt again.
struct Change {
  NodeId changed = kNoNode;
  bool deals = true;
};

NodeId any_node(const Cluster& cluster, Random& random) {
  return cluster.nodes()[static_cast<std::size_t>(random.below(cluster.nodes().size()))].id;
}

Change happen(Cluster& cluster, Random& random) {
  const std::uint64_t kind = random.below(4);
  if (kind == 0 && cluster.nodes().size() > 1) return {kNoNode, cluster.remove(any_node(cluster, random)).ok()};
  if (kind < 2) {
    const std::string name = "n" + std::to_string(random.below(20));
    if (cluster.find(name) != nullptr) return {kNoNode, false};
    return {cluster.add({.name = name, .weight = static_cast<double>(random.below(4))}).take()};
  }
  const NodeId node = any_node(cluster, random);
  return {node, cluster.set_weight(node, static_cast<double>(random.below(4))).ok()};
}

void expect_same_tables(const std::vector<double>& costs, std::uint64_t seed) {
  Random random(seed);
  Cluster cluster = numbered_cluster("n", 3);
  const bool all_one = std::all_of(costs.begin(), costs.end(), [](double cost) { return cost == 1; });
  SlotTable table = all_one ? SlotTable(costs.size()) : SlotTable(costs);
  PlainTable plain(costs);
  NoLimit no_limit;
  const auto deal = [&](NodeId changed) {
    table.begin(cluster.nodes(), changed);
    ASSERT_TRUE(table.step(no_limit));
    plain.deal(cluster.nodes(), changed);
  };
  deal(kNoNode);
  for (int i = 0; i < 60; ++i) {
    if (random.below(3) == 0) {
      const std::uint64_t first = random.below(costs.size());
      const NodeId to = any_node(cluster, random);
      table.move(first, first + 3, to);
      plain.move(static_cast<std::size_t>(first), static_cast<std::size_t>(first) + 3, to);
    } else if (random.below(10) == 0) {
      table.finish();
    } else if (const Change change = happen(cluster, random); change.deals) {
      deal(change.changed);
    }
    ASSERT_EQ(std::vector(table.owners().begin(), table.owners().end()), plain.owners())
        << "seed " << seed << ", " << i;
  }
}

TEST(SlotTable, ChangesGiveTheSameTableAsLookingAtEverySlot) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Random random(seed * 1000);
    std::vector<double> costs(1 + static_cast<std::size_t>(random.below(40)), 1);
    expect_same_tables(costs, seed);
    for (double& cost : costs) cost = static_cast<double>(1 + random.below(9));
    expect_same_tables(costs, seed);
  }
}

}  // namespace
}  // namespace reshard::testing
