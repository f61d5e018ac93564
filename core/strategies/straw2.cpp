// CRUSH's straw2 buckets: every node draws a straw for the key and the longest wins, in integers only.
//
// S. Weil et al., "CRUSH: controlled, scalable, decentralized placement of replicated data", SC 2006; straw2 is Ceph's
// bucket since 0.94. A node's straw is (2^44 log2(u + 1) - 2^48) / weight, where u is 16 bits of rjenkins1(x, id, r)
// and the weight has 16 fractional bits; the division truncates, and the first of equal straws wins. x is the lower
// half of the key's number, id the node's (an OSD's) id, r the number of the replica plus the failures so far. With
// racks ("host" in Ceph's rules) a rack is drawn first, weighing as much as its nodes together, then a node in it with
// the same r (chooseleaf firstn with today's tunables: descend_once, vary_r 1, stable 1, choose_total_tries 50). A
// replica for which every try was in vain is left out: the key is "undersized", as Ceph calls it. The reference rows are
// from crushtool 16.2.15, which approximates logarithms in its own way (core/placement/systems/crush_ln.h).

#include <algorithm>
#include <memory>
#include <optional>

#include "core/base/ranking.h"
#include "core/base/text.h"
#include "core/placement/incremental.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/strategy.h"
#include "core/placement/systems/crush.h"
#include "core/placement/systems/straw2_flat.h"

namespace reshard {
namespace {

enum Param { kDomain, kFailed };
enum Domain { kNode, kRack };

constexpr std::string_view kDomains[] = {"node", "rack"};
constexpr ParamSpec kParams[] = {
    choice_param("domain", "Replicas on different", kDomains),
    crush_failed_param(),
};

class Straw2Placement final : public Placement, private Incremental {
 public:
  Straw2Placement(std::vector<Straw2Item> nodes, std::vector<Straw2Item> racks,
                  std::vector<std::vector<Straw2Item>> in_rack, Flags down)
      : nodes_(std::move(nodes)), racks_(std::move(racks)), in_rack_(std::move(in_rack)), down_(std::move(down)) {
    if (racks_.empty()) flat_.emplace(nodes_);
  }

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    if (flat_) return flat_->place(keys, owners);
    for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = draw(straw2_input(keys.hash(i)), 0).node->node;
  }

  const Incremental* incremental() const override { return this; }

  bool take(const Newcomer& newcomer, const KeyBlock& keys, std::vector<std::uint32_t>& taken) const override {
    CHECK(flat_);  // with racks, the strategy does not claim kLeastOnAdd
    flat_->take(newcomer, keys, taken);
    return true;
  }

  bool has_standings() const override { return flat_.has_value(); }

  void stand(const KeyBlock& keys, std::span<const NodeId> owners, std::span<std::uint32_t> standings) const override {
    flat_->stand(keys, owners, standings);
  }

  void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    std::fill(owners.begin(), owners.end(), kNoNode);
    std::vector<Draw> chosen;
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      choose(straw2_input(keys.hash(i)), replicas, chosen, [](const Straw2Item&) { return false; });
      for (std::size_t r = 0; r < chosen.size(); ++r) owners[std::size_t{i} * replicas + r] = chosen[r].node->node;
    }
  }

  void serve(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    std::fill(owners.begin(), owners.end(), kNoNode);
    std::vector<Draw> chosen;
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      choose(straw2_input(keys.hash(i)), replicas, chosen, [&](const Straw2Item& item) { return is_out(item); });
      for (std::size_t r = 0; r < chosen.size(); ++r) owners[std::size_t{i} * replicas + r] = chosen[r].node->node;
    }
  }

  void explain_serving(const SingleKey& key, std::uint32_t index, Trace& trace) const override {
    trace = explain(key, index);
    const std::uint32_t x = straw2_input(key.hash());
    if (!is_out(*draw(x, 0).node)) return;
    std::vector<Draw> chosen;
    choose(x, 1, chosen, [&](const Straw2Item& item) { return is_out(item); });
    for (std::uint32_t r = 1; r < kCrushTries && is_out(*draw(x, r - 1).node); ++r) {
      trace.push_back({"drawn_again", "r = " + decimal(r), draw(x, r).node->node});
    }
    if (chosen.empty()) return trace.push_back(served_step(kNoNode, "all tries met dead nodes"));
    trace.push_back(served_step(chosen[0].node->node, "first draw that is not out"));
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    const std::uint32_t x = straw2_input(key.hash());
    Trace trace{{"hash", hex64(key.hash())}, {"x", decimal(x)}};
    const auto show = [&](std::string_view label, std::span<const Straw2Item> items) {
      std::vector<std::int64_t> straws;
      for (const Straw2Item& item : items) straws.push_back(straw2_straw(x, item, 0));
      std::vector<std::uint32_t> order = ranking(straws);
      constexpr std::size_t kShown = 5;
      order.resize(std::min(kShown, order.size()));
      for (const std::uint32_t at : order) trace.push_back({label, signed_decimal(straws[at]), items[at].node});
    };
    const Draw drawn = draw(x, 0);
    if (!racks_.empty()) show("straw of a rack", racks_);
    show("straw", racks_.empty() ? std::span<const Straw2Item>(nodes_) : in_rack_[drawn.rack]);
    trace.push_back(owner_step(drawn.node->node));
    return trace;
  }

  Picture picture(const SingleKey& key) const override {
    const std::uint32_t x = straw2_input(key.hash());
    const Draw drawn = draw(x, 0);
    ScorePicture picture;
    for (const Straw2Item& item : nodes_) {
      const bool in_running = item.weight > 0 && (racks_.empty() || is_in(drawn.rack, item.node));
      // Straws are 0 or less; with weight 1 they go down to -2^32.
      const double units = static_cast<double>(straw2_straw(x, item, 0)) * 0x1p-32;
      picture.scores.push_back({item.node, in_running ? 1 / (1 - units) : 0});
    }
    return picture;
  }

  std::uint64_t memory_bytes() const override { return (nodes_.size() + racks_.size()) * 2 * sizeof(std::uint32_t); }

 private:
  struct Draw {
    const Straw2Item* node;
    std::size_t rack;  // 0 where there are none
  };

  Draw draw(std::uint32_t x, std::uint32_t r) const {
    if (racks_.empty()) return {&nodes_[straw2_longest(nodes_, x, r)], 0};
    const std::size_t rack = straw2_longest(racks_, x, r);
    return {&in_rack_[rack][straw2_longest(in_rack_[rack], x, r)], rack};
  }

  bool is_out(const Straw2Item& item) const { return down_[index_of(item.node)]; }

  bool is_in(std::size_t rack, NodeId node) const {
    return std::any_of(in_rack_[rack].begin(), in_rack_[rack].end(),
                       [&](const Straw2Item& item) { return item.node == node; });
  }

  // Draws again where a node, or its rack, was already chosen.
  template <typename Out>
  void choose(std::uint32_t x, unsigned replicas, std::vector<Draw>& chosen, Out out) const {
    crush_firstn(
        replicas, chosen, [&](std::uint32_t r) { return draw(x, r); },
        [&](const Draw& a, const Draw& b) { return racks_.empty() ? a.node == b.node : a.rack == b.rack; },
        [&](const Draw& drawn) { return out(*drawn.node); });
  }

  std::vector<Straw2Item> nodes_;  // by position
  std::vector<Straw2Item> racks_;  // those that have nodes; empty if nodes are drawn directly
  std::vector<std::vector<Straw2Item>> in_rack_;
  std::optional<Straw2Flat> flat_;  // over nodes_, if there are no racks
  Flags down_;                      // by id
};

// Racks are numbered -1, -2, … in the order in which nodes first mention them, and keep their numbers.
std::vector<std::string> racks_ever(const Cluster& cluster) {
  std::vector<std::string> racks;
  const auto meet = [&](const Node& node) {
    if (std::find(racks.begin(), racks.end(), node.rack) == racks.end()) racks.push_back(node.rack);
  };
  for (const Node& node : cluster.initial()) meet(node);
  for (const ClusterEvent& event : cluster.log()) meet(event.node);
  return racks;
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  std::vector<Straw2Item> nodes;
  for (const Node& node : input.cluster.nodes()) {
    const auto weight = crush_weight(node);
    if (!weight.ok()) return weight.error();
    nodes.push_back({index_of(node.id), weight.value(), node.id});
  }
  std::vector<Straw2Item> racks;
  std::vector<std::vector<Straw2Item>> in_rack;
  if (static_cast<Domain>(input.params[kDomain]) == kRack) {
    std::uint32_t id = 0;
    for (const std::string& name : racks_ever(input.cluster)) {
      Straw2Item rack{--id};
      std::vector<Straw2Item> members;
      for (std::size_t n = 0; n < nodes.size(); ++n) {
        if (input.cluster.nodes()[n].rack != name) continue;
        if (nodes[n].weight > 0xFFFFFFFFu - rack.weight)
          return Error{ErrorCode::too_large, "nodes.weight", {"a rack of more", "65535"}};
        rack.weight += nodes[n].weight;
        members.push_back(nodes[n]);
      }
      if (members.empty()) continue;
      racks.push_back(rack);
      in_rack.push_back(std::move(members));
    }
  }
  return make_placement<Straw2Placement>(std::move(nodes), std::move(racks), std::move(in_rack),
                                         down_nodes(input.cluster));
}

constexpr Traits kTraits = {Trait::kWeights,    Trait::kAnyRemoval,    Trait::kReplicas,
                            Trait::kLeastOnAdd, Trait::kLeastOnRemove, Trait::kMayBeUndersized};

Traits traits_with(std::span<const double> params) {
  if (static_cast<Domain>(params[kDomain]) == kRack) {
    return {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas,
            Trait::kHistory, Trait::kZones,      Trait::kMayBeUndersized};
  }
  return kTraits;
}

constexpr auto kDownCases = cases_of(kCrushDown);

}  // namespace

extern const DownRules straw2_down;
constinit const DownRules straw2_down = kCrushDown;

extern const Strategy straw2_strategy;
constinit const Strategy straw2_strategy{
    .id = "straw2",
    .title = "CRUSH straw2",
    .family = Family::kRendezvous,
    .summary = "Weighted rendezvous in integers, with replicas on different racks: Ceph places petabytes with it.",
    .limits = "Every lookup scores every node of a rack, and adding a node also moves a few keys inside its rack.",
    .source = "Weil et al., CRUSH, SC 2006; Ceph's crushtool 16.2.15",
    .lookup = "O(n), with racks O(racks + nodes per rack)",
    .traits = kTraits,
    .down = kDownCases,
    .params = kParams,
    .traits_with = traits_with,
    .recipes = one_hash,
    .build = build,
};

}  // namespace reshard
