// CRUSH's straw2 buckets: every node draws a straw for the key and the longest wins, in whole numbers only.
//
// S. Weil et al., "CRUSH: controlled, scalable, decentralized placement of replicated data", SC 2006; straw2 is Ceph's
// bucket since 0.94. A node's straw is (2^44 log2(u + 1) - 2^48) / weight, where u is 16 bits of rjenkins1(x, id, r)
// and the weight has 16 bits after the point; the division is cut off, of equal straws the first wins. x is the lower
// half of the key's number, id the node's own (an OSD's), r the replica asked for plus the failures so far. With racks
// ("host" in Ceph's rules) a rack is drawn first, weighing as much as its nodes, then a node in it with the same r
// (chooseleaf firstn with the tunables of today: descend_once, vary_r 1, stable 1, 50 tries). Rows from crushtool
// 16.2.15; its table of logarithms is replaced by rounded ones, which give the same winners in all of them.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <memory>

#include "core/base/natural_log.h"
#include "core/base/ranking.h"
#include "core/base/text.h"
#include "core/strategies/placement_helpers.h"
#include "core/strategies/strategy.h"

namespace reshard {
namespace {

enum Param { kDomain };
enum Domain { kNode, kRack };

constexpr std::string_view kDomains[] = {"node", "rack"};
constexpr ParamSpec kParams[] = {choice_param("domain", "Replicas on different", kDomains)};

constexpr unsigned kTries = 50;  // choose_total_tries
constexpr std::size_t kDraws = 1 << 16;

struct Item {
  std::uint32_t id;  // buckets have negative ones, as two's complement
  std::uint32_t weight = 0;
  NodeId node = kNoNode;  // of racks none
};

// Robert Jenkins' mix of 96 bits (1996).
[[gnu::always_inline]] inline void mix(std::uint32_t& a, std::uint32_t& b, std::uint32_t& c) {
  a = (a - b - c) ^ (c >> 13);
  b = (b - c - a) ^ (a << 8);
  c = (c - a - b) ^ (b >> 13);
  a = (a - b - c) ^ (c >> 12);
  b = (b - c - a) ^ (a << 16);
  c = (c - a - b) ^ (b >> 5);
  a = (a - b - c) ^ (c >> 3);
  b = (b - c - a) ^ (a << 10);
  c = (c - a - b) ^ (b >> 15);
}

[[gnu::always_inline]] inline std::uint32_t rjenkins1(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  std::uint32_t hash = 1315423911u ^ a ^ b ^ c;
  std::uint32_t x = 231232, y = 1232;
  mix(a, b, hash);
  mix(c, x, hash);
  mix(y, a, hash);
  mix(b, x, hash);
  mix(y, c, hash);
  return hash;
}

// 2^44 log2(u + 1) - 2^48, by u: a constant, of which all placements share one copy.
const std::vector<std::int64_t>& logarithms() {
  static const std::vector<std::int64_t> table = [] {
    constexpr double kPerLn = 0x1p44 / 0.69314718055994531;
    std::vector<std::int64_t> values(kDraws);
    for (std::size_t u = 0; u < kDraws; ++u) {
      values[u] = std::llround(natural_log(static_cast<double>(u + 1)) * kPerLn) - (std::int64_t{1} << 48);
    }
    return values;
  }();
  return table;
}

class Straw2Placement final : public Placement {
 public:
  Straw2Placement(std::vector<Item> nodes, std::vector<Item> racks, std::vector<std::vector<Item>> in_rack)
      : nodes_(std::move(nodes)), racks_(std::move(racks)), in_rack_(std::move(in_rack)) {
    if (racks_.empty()) divide_beforehand();
  }

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    if (racks_.empty()) {
      Tile tile;
      for (std::uint32_t from = 0; from < keys.size; from += kTile) {
        const std::uint32_t count = std::min(kTile, keys.size - from);
        tile.read(keys, from, count);
        place_tile(tile, owners.subspan(from, count));
      }
    } else {
      for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = draw(x_of(keys.hash(i)), 0).node->node;
    }
  }

  void take(const Newcomer& newcomer, const KeyBlock& keys, std::vector<std::uint32_t>& taken) const override {
    CHECK(racks_.empty() && nodes_.back().node == newcomer.node);  // with racks the trait is not claimed
    const auto before = newcomer.before;
    std::vector<std::uint32_t> at(index_of(newcomer.node) + std::size_t{1});  // by id
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
      if (index_of(nodes_[n].node) >= at.size()) at.resize(index_of(nodes_[n].node) + std::size_t{1});
      at[index_of(nodes_[n].node)] = n;
    }
    Tile tile;
    for (std::uint32_t from = 0; from < keys.size; from += kTile) {
      const std::uint32_t count = std::min(kTile, keys.size - from);
      tile.read(keys, from, count);
      for (std::uint32_t i = 0; i < count; ++i) tile.ids[i] = nodes_[at[index_of(before[from + i])]].id;
      tile.draw();
      for (std::uint32_t i = 0; i < count; ++i) tile.best[i] = straw_of(tile.draws[i], at[index_of(before[from + i])]);
      const auto last = static_cast<std::uint32_t>(nodes_.size() - 1);
      tile.ids.fill(nodes_[last].id);
      tile.draw();
      for (std::uint32_t i = 0; i < count; ++i) {
        if (straw_of(tile.draws[i], last) > tile.best[i]) taken.push_back(from + i);
      }
    }
  }

  void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    std::fill(owners.begin(), owners.end(), kNoNode);
    std::vector<Draw> chosen;
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      choose(x_of(keys.hash(i)), replicas, chosen);
      for (std::size_t r = 0; r < chosen.size(); ++r) owners[std::size_t{i} * replicas + r] = chosen[r].node->node;
    }
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    const std::uint32_t x = x_of(key.hash());
    Trace trace{{"hash", hex64(key.hash())}, {"x", decimal(x)}};
    const auto show = [&](std::string_view label, std::span<const Item> items) {
      std::vector<std::int64_t> straws;
      for (const Item& item : items) straws.push_back(straw(x, item, 0));
      std::vector<std::uint32_t> order = ranking(straws);
      constexpr std::size_t kShown = 5;
      order.resize(std::min(kShown, order.size()));
      for (const std::uint32_t at : order) trace.push_back({label, std::to_string(straws[at]), items[at].node});
    };
    const Draw drawn = draw(x, 0);
    if (!racks_.empty()) show("straw of a rack", racks_);
    show("straw", racks_.empty() ? std::span<const Item>(nodes_) : in_rack_[drawn.rack]);
    trace.push_back(owner_step(drawn.node->node));
    return trace;
  }

  Picture picture(const SingleKey& key) const override {
    const std::uint32_t x = x_of(key.hash());
    const Draw drawn = draw(x, 0);
    ScorePicture picture;
    for (const Item& item : nodes_) {
      const bool in_running = item.weight > 0 && (racks_.empty() || is_in(drawn.rack, item.node));
      // Straws are 0 or less; those of one unit of weight go down to -2^32.
      picture.scores.push_back({item.node, in_running ? 1 / (1 - static_cast<double>(straw(x, item, 0)) * 0x1p-32) : 0});
    }
    return picture;
  }

  std::uint64_t memory_bytes() const override { return (nodes_.size() + racks_.size()) * 2 * sizeof(std::uint32_t); }

 private:
  struct Draw {
    const Item* node;
    std::size_t rack;  // 0 where there are none
  };

  static constexpr std::uint32_t kTile = 1024;

  // Some keys at a time, so that the compiler can mix several of them at once.
  struct Tile {
    std::uint32_t count;
    std::array<std::uint32_t, kTile> x, ids, draws, winner;
    std::array<std::int64_t, kTile> best;

    void read(const KeyBlock& keys, std::uint32_t from, std::uint32_t keys_here) {
      count = keys_here;
      for (std::uint32_t i = 0; i < count; ++i) x[i] = x_of(keys.hash(from + i));
    }
    void draw() {
      for (std::uint32_t i = 0; i < count; ++i) draws[i] = rjenkins1(x[i], ids[i], 0) & 0xFFFF;
    }
  };

  void place_tile(Tile& tile, std::span<NodeId> owners) const {
    tile.best.fill(std::numeric_limits<std::int64_t>::min());
    tile.winner.fill(0);
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
      if (nodes_[n].weight == 0) continue;
      tile.ids.fill(nodes_[n].id);
      tile.draw();
      for (std::uint32_t i = 0; i < tile.count; ++i) {
        const std::int64_t s = straw_of(tile.draws[i], n);
        const bool longer = s > tile.best[i];
        tile.best[i] = longer ? s : tile.best[i];
        tile.winner[i] = longer ? n : tile.winner[i];
      }
    }
    for (std::uint32_t i = 0; i < tile.count; ++i) owners[i] = nodes_[tile.winner[i]].node;
  }

  // As straw(), from what was drawn.
  std::int64_t straw_of(std::uint32_t draw, std::uint32_t n) const {
    if (nodes_[n].weight == 0) return std::numeric_limits<std::int64_t>::min();
    return straws_[n] != nullptr ? (*straws_[n])[draw] : logarithms_[draw] / std::int64_t{nodes_[n].weight};
  }

  // A division takes as long as all the rest, so the straws of the first few weights are divided beforehand.
  void divide_beforehand() {
    constexpr std::size_t kMostTables = 4;
    straws_.resize(nodes_.size());
    std::map<std::uint32_t, const std::vector<std::int64_t>*> by_weight;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      const std::uint32_t weight = nodes_[n].weight;
      if (weight > 0 && !by_weight.contains(weight) && tables_.size() < kMostTables) {
        std::vector<std::int64_t> table = logarithms_;
        for (std::int64_t& straw : table) straw /= std::int64_t{weight};
        tables_.push_back(std::make_unique<const std::vector<std::int64_t>>(std::move(table)));
        by_weight[weight] = tables_.back().get();
      }
      const auto known = by_weight.find(weight);
      straws_[n] = known == by_weight.end() ? nullptr : known->second;
    }
  }

  static std::uint32_t x_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash); }

  std::int64_t straw(std::uint32_t x, const Item& item, std::uint32_t r) const {
    if (item.weight == 0) return std::numeric_limits<std::int64_t>::min();
    return logarithms_[rjenkins1(x, item.id, r) & 0xFFFF] / std::int64_t{item.weight};
  }

  std::size_t longest(std::span<const Item> items, std::uint32_t x, std::uint32_t r) const {
    std::size_t best = 0;
    std::int64_t best_straw = straw(x, items[0], r);
    for (std::size_t i = 1; i < items.size(); ++i) {
      const std::int64_t s = straw(x, items[i], r);
      if (s > best_straw) {
        best_straw = s;
        best = i;
      }
    }
    return best;
  }

  Draw draw(std::uint32_t x, std::uint32_t r) const {
    if (racks_.empty()) return {&nodes_[longest(nodes_, x, r)], 0};
    const std::size_t rack = longest(racks_, x, r);
    return {&in_rack_[rack][longest(in_rack_[rack], x, r)], rack};
  }

  bool is_in(std::size_t rack, NodeId node) const {
    return std::any_of(in_rack_[rack].begin(), in_rack_[rack].end(), [&](const Item& item) { return item.node == node; });
  }

  // Ceph's "firstn": what was drawn before, or its rack, is drawn again with the next r.
  void choose(std::uint32_t x, unsigned replicas, std::vector<Draw>& chosen) const {
    chosen.clear();
    for (unsigned replica = 0; replica < replicas; ++replica) {
      for (unsigned failures = 0; failures < kTries; ++failures) {
        const Draw drawn = draw(x, replica + failures);
        const bool again = std::any_of(chosen.begin(), chosen.end(), [&](const Draw& before) {
          return racks_.empty() ? before.node == drawn.node : before.rack == drawn.rack;
        });
        if (again) continue;
        chosen.push_back(drawn);
        break;
      }
    }
    fill_up(x, replicas, chosen);
  }

  // Ceph stays short of replicas after so many tries, or where there are too few racks; here the longest straws among
  // the nodes that are left make up for them.
  void fill_up(std::uint32_t x, unsigned replicas, std::vector<Draw>& chosen) const {
    while (chosen.size() < replicas) {
      const Item* best = nullptr;
      for (const Item& item : nodes_) {
        const bool taken = std::any_of(chosen.begin(), chosen.end(), [&](const Draw& d) { return d.node->node == item.node; });
        if (taken || item.weight == 0) continue;
        if (best == nullptr || straw(x, item, 0) > straw(x, *best, 0)) best = &item;
      }
      if (best == nullptr) return;
      chosen.push_back({best, std::numeric_limits<std::size_t>::max()});
    }
  }

  std::vector<Item> nodes_;                  // by position
  std::vector<Item> racks_;                  // those that have nodes; empty where nodes are drawn at once
  std::vector<std::vector<Item>> in_rack_;
  const std::vector<std::int64_t>& logarithms_ = logarithms();
  std::vector<std::unique_ptr<const std::vector<std::int64_t>>> tables_;  // logarithms divided by a weight
  std::vector<const std::vector<std::int64_t>*> straws_;                  // of each node one of them, or null
};

// 16 bits after the point. What is lighter than one unit still counts as one.
Result<std::uint32_t> fixed_point(const Node& node) {
  constexpr double kMost = 65535;
  if (node.weight > kMost) {
    return Error{ErrorCode::out_of_range, "nodes[" + node.name + "].weight", {short_number(node.weight), "0", short_number(kMost)}};
  }
  if (node.weight == 0) return std::uint32_t{0};
  return std::max(1u, static_cast<std::uint32_t>(node.weight * 0x1p16));
}

// Racks are numbered -1, -2, … in the order in which a node was first said to be in them, and keep their numbers.
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
  std::vector<Item> nodes;
  for (const Node& node : input.cluster.nodes()) {
    const auto weight = fixed_point(node);
    if (!weight.ok()) return weight.error();
    nodes.push_back({index_of(node.id), weight.value(), node.id});
  }
  std::vector<Item> racks;
  std::vector<std::vector<Item>> in_rack;
  if (static_cast<Domain>(input.params[kDomain]) == kRack) {
    std::uint32_t id = 0;
    for (const std::string& name : racks_ever(input.cluster)) {
      Item rack{--id};
      std::vector<Item> members;
      for (std::size_t n = 0; n < nodes.size(); ++n) {
        if (input.cluster.nodes()[n].rack != name) continue;
        if (nodes[n].weight > 0xFFFFFFFFu - rack.weight) return Error{ErrorCode::too_large, "nodes.weight", {"a rack of more", "65535"}};
        rack.weight += nodes[n].weight;
        members.push_back(nodes[n]);
      }
      if (members.empty()) continue;
      racks.push_back(rack);
      in_rack.push_back(std::move(members));
    }
  }
  return make_placement<Straw2Placement>(std::move(nodes), std::move(racks), std::move(in_rack));
}

Traits traits_with(std::span<const double> params) {
  if (static_cast<Domain>(params[kDomain]) == kRack) {
    return {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kHistory};
  }
  return {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove};
}

}  // namespace

extern const Strategy straw2_strategy;
constinit const Strategy straw2_strategy{
    .id = "straw2",
    .title = "CRUSH straw2",
    .family = Family::kRendezvous,
    .summary = "Weighted rendezvous in whole numbers, with replicas on different racks: Ceph places petabytes with it.",
    .limits = "Every node of a rack draws for every lookup, and a node added to a rack moves a few keys inside it too.",
    .source = "Weil et al., CRUSH, SC 2006; Ceph's crushtool 16.2.15",
    .lookup = "O(n), with racks O(racks + nodes of one)",
    .traits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove},
    .params = kParams,
    .traits_with = traits_with,
    .recipes = one_hash,
    .build = build,
};

}  // namespace reshard
