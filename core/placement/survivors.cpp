#include "core/placement/survivors.h"

#include <algorithm>

#include "core/base/ranking.h"
#include "core/base/text.h"
#include "core/placement/placement_helpers.h"

namespace reshard {
namespace {

/// Two tables: where keys live, and where clients look for them while some nodes are down.
class Survivors final : public Placement {
 public:
  /// `up`: the table of the nodes that are up; null where nobody can serve.
  Survivors(std::unique_ptr<Placement> all, std::unique_ptr<Placement> up, const Cluster& cluster)
      : all_(std::move(all)), up_(std::move(up)), nodes_(cluster.nodes().size()), down_(cluster.down()) {}

  bool step(Budget& budget) override {
    all_built_ = all_built_ || all_->step(budget);  // once built, it leaves the whole budget to the other
    return all_built_ && (up_ == nullptr || up_->step(budget));
  }

  void serve(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    if (up_ == nullptr) {
      std::fill(owners.begin(), owners.end(), kNoNode);
    } else if (replicas == 1) {
      up_->place(keys, owners);
    } else {
      up_->place_replicas(keys, replicas, owners);
    }
  }

  void explain_serving(const SingleKey& key, std::uint32_t index, Trace& trace) const override {
    trace.push_back({"owner_all_up", "", all_->explain(key, index).back().node});
    trace.push_back({"rebuilt", decimal(nodes_ - down_) + " / " + decimal(nodes_)});
    NodeId server = kNoNode;
    if (up_ != nullptr) {
      Trace steps = up_->explain(key, index);
      server = steps.back().node;
      steps.pop_back();
      trace.insert(trace.end(), steps.begin(), steps.end());
    }
    trace.push_back(served_step(server, "table of the nodes that are up"));
  }

  const Placement& of_all_nodes() const override { return *all_; }

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override { all_->place(keys, owners); }
  const Incremental* incremental() const override { return all_->incremental(); }
  void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    all_->place_replicas(keys, replicas, owners);
  }
  bool first_choices(const KeyBlock& keys, std::span<NodeId> nodes) const override {
    return all_->first_choices(keys, nodes);
  }
  Trace explain(const SingleKey& key, std::uint32_t index) const override { return all_->explain(key, index); }
  std::uint64_t slot_count() const override { return all_->slot_count(); }
  std::uint64_t slot_of(std::uint64_t column) const override { return all_->slot_of(column); }
  Picture picture(const SingleKey& key) const override { return all_->picture(key); }
  std::uint64_t memory_bytes() const override { return all_->memory_bytes(); }

 private:
  std::unique_ptr<Placement> all_, up_;
  bool all_built_ = false;
  std::size_t nodes_, down_;
};

/// The nodes that are down, in the order in which they went down, which matters to strategies with a history.
std::vector<NodeId> down_in_order(const Cluster& cluster) {
  std::vector<NodeId> down;
  for (const Node& node : cluster.nodes()) {
    if (node.state == NodeState::kDown) down.push_back(node.id);
  }
  std::vector<std::size_t> when(cluster.known(), 0);  // by id; 0: from the start
  for (std::size_t i = 0; i < cluster.log().size(); ++i) {
    const ClusterEvent& event = cluster.log()[i];
    if (event.kind == ClusterEvent::Kind::kDown) when[index_of(event.node.id)] = i + 1;
  }
  const auto order = in_order(
      down.size(), [&](std::uint32_t a, std::uint32_t b) { return when[index_of(down[a])] < when[index_of(down[b])]; });
  std::vector<NodeId> went;
  went.reserve(order.size());
  for (const std::uint32_t i : order) went.push_back(down[i]);
  return went;
}

}  // namespace

Result<std::unique_ptr<Placement>> with_survivors(const Strategy& strategy, const BuildInput& input,
                                                  std::unique_ptr<Placement> placement) {
  const Failover does = failover_of(strategy, input.params, input.cluster);
  if (does != Failover::kRebuilt && does != Failover::kDrained) return placement;
  const Traits traits = traits_of(strategy, input.params);
  const bool knows_weights = traits.has(Trait::kWeights) || traits.has(Trait::kLooseWeights);
  const auto nodes = input.cluster.nodes();
  const bool nobody = std::none_of(nodes.begin(), nodes.end(), [&](const Node& node) {
    return node.state == NodeState::kUp && (node.weight > 0 || !knows_weights);
  });
  if (nobody) return make_placement<Survivors>(std::move(placement), nullptr, input.cluster);
  Cluster up = input.cluster;
  for (const NodeId id : down_in_order(input.cluster)) {
    CHECK((does == Failover::kDrained ? up.set_weight(id, 0) : up.remove(id)).ok());
  }
  BuildInput of_up{up, input.params, input.hash, input.replicas, input.all_keys, nullptr, input.table};
  auto built = strategy.build(of_up);
  if (!built.ok()) return built.error();
  return make_placement<Survivors>(std::move(placement), built.take(), input.cluster);
}

}  // namespace reshard
