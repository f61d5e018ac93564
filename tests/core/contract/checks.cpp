#include "tests/core/contract/checks.h"

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <string_view>

#include "core/analysis/place_all.h"
#include "core/analysis/serving.h"
#include "core/base/text.h"

namespace reshard::testing {
namespace {

/// A budget that is spent after every question: the smallest steps there are.
class Stingy final : public Budget {
 public:
  bool spent() override { return asked_ = !asked_; }

 private:
  bool asked_ = true;
};

std::string owner_text(const Cluster& cluster, NodeId owner) {
  if (owner == kNoNode) return "no node";
  if (index_of(owner) >= cluster.known()) return "the unknown node " + decimal(index_of(owner));
  return "“" + cluster.name_of(owner) + "”";
}

std::string key_text(const Sample& sample, std::size_t i) {
  return "key “" + sample.keys.name(static_cast<std::uint32_t>(i)) + "”: ";
}

/// The first key with another owner, as a violation of `check`; nothing where all are the same.
Violations compare(std::string_view check, std::string_view when, const Sample& sample,
                   const std::vector<NodeId>& others) {
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (sample.owners[i] == others[i]) continue;
    return {{check, key_text(sample, i) + owner_text(sample.cluster, sample.owners[i]) + ", but " +
                        owner_text(sample.cluster, others[i]) + " " + std::string(when)}};
  }
  return {};
}

Result<std::unique_ptr<Placement>> build_again(const Sample& sample, const Cluster& cluster) {
  return try_build(sample.setup, cluster, sample.keys.block());
}

}  // namespace

bool in_cluster_or_none(const Cluster& cluster, NodeId id) { return id == kNoNode || cluster.find(id) != nullptr; }

Violations check_owners(const Sample& sample) {
  for (std::size_t i = 0; i < sample.owners.size(); ++i) {
    const NodeId owner = sample.owners[i];
    const std::string text = key_text(sample, i) + "owned by " + owner_text(sample.cluster, owner);
    if (owner == kNoNode && sample.has(Trait::kMayLeaveUnplaced)) continue;
    const Node* node = sample.cluster.find(owner);
    if (node == nullptr) return {{"owners", text + ", which is not in the cluster"}};
    if (sample.has(Trait::kWeights) && node->weight == 0) return {{"owners", text + ", which is drained"}};
  }
  return {};
}

Violations check_same_again(const Sample& sample) {
  BuildInput input{sample.cluster, sample.setup.params, sample.setup.hash, 1, {}};
  if (sample.has(Trait::kNeedsAllKeys)) input.all_keys = sample.keys.block();
  auto built = build_placement(sample.setup.strategy, input);
  if (!built.ok()) return {{"same again", "the second build is refused: " + message(built.error())}};
  const auto placement = built.take();

  Stingy stingy;
  int steps = 0;
  while (!placement->step(stingy)) {
    if (++steps > 1'000'000) return {{"same again", "a million steps do not finish the placement"}};
  }

  const KeyBlock all = sample.keys.block();
  std::vector<NodeId> owners(all.size);
  const std::uint32_t middle = all.size / 3;
  placement->place(all.slice(middle, all.size - middle), std::span(owners).subspan(middle));
  placement->place(all.slice(0, middle), std::span(owners).first(middle));
  return compare("same again", "when built in steps and asked in blocks", sample, owners);
}

Violations check_log_is_not_read(const Sample& sample) {
  if (sample.has(Trait::kHistory)) return {};
  const Cluster rebased = sample.cluster.rebased();
  auto built = build_again(sample, rebased);
  if (!built.ok()) return {{"log", "refused without the log: " + message(built.error())}};
  return compare("log", "without the cluster's log", sample, place_all(*built.value(), sample.keys.block()));
}

Violations check_replicas(const Sample& sample, unsigned replicas) {
  auto built = try_build(sample.setup, sample.cluster, sample.keys.block(), replicas);
  if (!built.ok()) return {{"replicas", "refused: " + message(built.error())}};
  const std::vector<NodeId> all = place_all(*built.value(), sample.keys.block(), replicas);

  const auto nodes = sample.cluster.nodes();
  const auto drained = static_cast<std::size_t>(
      std::count_if(nodes.begin(), nodes.end(), [](const Node& node) { return node.weight == 0; }));
  const std::size_t wanted = sample.has(Trait::kReplicas) ? std::min<std::size_t>(replicas, nodes.size() - drained) : 1;
  for (std::size_t i = 0; i < sample.keys.size(); ++i) {
    const auto row = std::span(all).subspan(i * replicas, replicas);
    const auto found = static_cast<std::size_t>(std::find(row.begin(), row.end(), kNoNode) - row.begin());
    if (row[0] != sample.owners[i]) return {{"replicas", key_text(sample, i) + "the first is not the owner"}};
    if (found < wanted && !sample.has(Trait::kMayLeaveUnplaced) && !sample.has(Trait::kMayBeUndersized)) {
      return {{"replicas", key_text(sample, i) + decimal(found) + " instead of " + decimal(wanted)}};
    }
    if (!sample.has(Trait::kReplicas) && found > 1) {
      return {{"replicas", key_text(sample, i) + "more than one, which the traits do not claim"}};
    }
    if (std::any_of(row.begin(), row.end(), [&](NodeId id) { return !in_cluster_or_none(sample.cluster, id); })) {
      return {{"replicas", key_text(sample, i) + "one is not in the cluster"}};
    }
    if (std::any_of(row.begin() + static_cast<std::ptrdiff_t>(found), row.end(),
                    [](NodeId id) { return id != kNoNode; })) {
      return {{"replicas", key_text(sample, i) + "a gap before the last"}};
    }
    if (std::set<NodeId>(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(found)).size() != found) {
      return {{"replicas", key_text(sample, i) + "a node twice"}};
    }
  }
  return {};
}

namespace {

/// The strategy's, but for a ring of ten positions, and for tokens up to 2^127.
Numerals numerals_of(const ConfiguredStrategy& setup) {
  const auto& specs = setup.strategy.params;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (specs[i].key == "bits" && format_param(specs[i], setup.params[i]) == "ten") return Numerals::kTenths;
    if (specs[i].key == "partitioner" && format_param(specs[i], setup.params[i]) == "random") return Numerals::kDecimal;
  }
  return setup.strategy.numerals;
}

}  // namespace

Violations check_numerals(const ConfiguredStrategy& setup, const Trace& trace) {
  static const std::set<std::string_view> kNumbers = {"hash",          "hash_again",      "point at or after",
                                                      "point after",   "nearest point",   "next_point",
                                                      "nearest probe", "partition's hash"};
  static const std::map<Numerals, std::regex> kForms = {
      {Numerals::kHex, std::regex("0x([0-9a-f]{4}|[0-9a-f]{8}|[0-9a-f]{16}|[0-9a-f]{32})")},
      {Numerals::kTenths, std::regex("[0-9]")},
      {Numerals::kDecimal, std::regex("0|-?[1-9][0-9]*")},
      {Numerals::kSigned, std::regex("0|-?[1-9][0-9]{0,18}")},
      {Numerals::kSignedByte, std::regex("0|-?[1-9][0-9]{0,2}")},
      {Numerals::kSignedPair, std::regex("\\{(0|-?[1-9][0-9]{0,18}) (0|-?[1-9][0-9]{0,18})\\}")},
  };
  const std::regex& form = kForms.at(numerals_of(setup));
  for (const Step& step : trace) {
    const bool sum = step.value.find(" mod ") != std::string::npos;  // "hash again": which node that hash leads to
    if (!kNumbers.contains(step.label) || sum || std::regex_match(step.value, form)) continue;
    return {{"numerals", std::string(step.label) + " is written as " + step.value}};
  }
  return {};
}

Violations check_explanation(const Sample& sample, std::uint32_t index) {
  const std::string name = sample.keys.name(index);
  const auto key = SingleKey::of(name, sample.setup.recipes());
  if (!key.ok()) return {{"explanation", key_text(sample, index) + message(key.error())}};
  const Trace trace = sample.placement.explain(key.value(), index);
  if (trace.empty()) return {{"explanation", key_text(sample, index) + "no steps"}};
  if (auto odd = check_numerals(sample.setup, trace); !odd.empty()) return odd;
  for (const Step& step : trace) {
    if (step.label.empty()) return {{"explanation", key_text(sample, index) + "a step without a label"}};
    if (!in_cluster_or_none(sample.cluster, step.node)) {
      return {{"explanation", key_text(sample, index) + "names " + owner_text(sample.cluster, step.node)}};
    }
  }
  if (trace.back().node == sample.owners[index]) return {};
  return {{"explanation", key_text(sample, index) + "ends at " + owner_text(sample.cluster, trace.back().node) +
                              ", the owner is " + owner_text(sample.cluster, sample.owners[index])}};
}

namespace {

/// Checks who serves a key, in order: `row`, in which `found` nodes are not gaps.
Violations check_servers(const Sample& sample, std::uint32_t key, std::span<const NodeId> row, std::size_t found) {
  for (const NodeId server : row) {
    if (server == kNoNode) continue;
    const Node* node = sample.cluster.find(server);
    if (node == nullptr || node->state == NodeState::kDown) {
      return {
          {"serving", key_text(sample, key) + "served by " + owner_text(sample.cluster, server) + ", which is not up"}};
    }
    if (sample.has(Trait::kWeights) && node->weight == 0) {
      return {{"serving",
               key_text(sample, key) + "served by " + owner_text(sample.cluster, server) + ", which is drained"}};
    }
  }
  if (std::set<NodeId>(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(found)).size() != found) {
    return {{"serving", key_text(sample, key) + "a node serves twice"}};
  }
  return {};
}

Violations check_one_served(const Sample& sample, const Serving& serving, std::uint32_t key, NodeId server) {
  NodeId alone = kNoNode;
  serving.place(sample.keys.block().slice(key, 1), {&alone, 1});
  if (alone != server) return {{"serving", key_text(sample, key) + "served by another when asked by itself"}};
  const std::string name = sample.keys.name(key);
  const Trace trace = serving.explain(SingleKey::of(name, sample.setup.recipes()).take(), key);
  if (trace.empty() || trace.back().node != server) {
    return {{"serving", key_text(sample, key) + "the steps end at " +
                            owner_text(sample.cluster, trace.empty() ? kNoNode : trace.back().node) + ", but " +
                            owner_text(sample.cluster, server) + " serves it"}};
  }
  if (auto odd = check_numerals(sample.setup, trace); !odd.empty()) return odd;
  if (trace.back().label == "served_by" && trace.back().note.empty()) {
    return {{"serving", key_text(sample, key) + "the steps do not say why it is served so"}};
  }
  for (const Step& step : trace) {
    if (!in_cluster_or_none(sample.cluster, step.node)) {
      return {{"serving", key_text(sample, key) + "the steps name " + owner_text(sample.cluster, step.node)}};
    }
  }
  return {};
}

}  // namespace

Violations check_serving(const Sample& sample, unsigned replicas) {
  auto built = try_build(sample.setup, sample.cluster, sample.keys.block(), replicas);
  if (!built.ok()) return {{"serving", "refused: " + message(built.error())}};
  const Serving serving(*built.value(), sample.setup.strategy, sample.setup.params, sample.cluster, replicas);
  const KeyBlock keys = sample.keys.block();
  std::vector<NodeId> servers(keys.size), rows(std::size_t{keys.size} * replicas);
  serving.place(keys, servers);
  serving.place_replicas(keys, replicas, rows);
  if (sample.cluster.down() == 0) {
    auto violations = compare("serving", "serves although every node is up", sample, servers);
    if (!violations.empty()) return violations;
  }
  for (std::uint32_t i = 0; i < keys.size; ++i) {
    const auto row = std::span(rows).subspan(std::size_t{i} * replicas, replicas);
    const auto found = static_cast<std::size_t>(std::find(row.begin(), row.end(), kNoNode) - row.begin());
    if (auto violations = check_servers(sample, i, row, found); !violations.empty()) return violations;
    if (row[0] != servers[i]) return {{"serving", key_text(sample, i) + "the first of the replicas does not serve it"}};
    if (i % 16 != 0) continue;  // explanations are slow
    if (auto violations = check_one_served(sample, serving, i, servers[i]); !violations.empty()) return violations;
  }
  return {};
}

Violations check_memory(const Sample& sample) {
  if (sample.placement.memory_bytes() > 0) return {};
  return {{"memory", "a placement of no bytes"}};
}

namespace {

/// Whether each node that left, `gone` included, was then the last: strategies without kAnyRemoval promise no more.
bool only_last_ones_left(const Cluster& before, NodeId gone) {
  std::vector<NodeId> order;
  for (const Node& node : before.initial()) order.push_back(node.id);
  for (const ClusterEvent& event : before.log()) {
    if (event.kind == ClusterEvent::Kind::kAdd) order.push_back(event.node.id);
    if (event.kind != ClusterEvent::Kind::kRemove) continue;
    if (order.back() != event.node.id) return false;
    order.pop_back();
  }
  return order.back() == gone;
}

/// The first key that moved although it neither went to the added `node` nor came from the removed one.
Violations check_least(const Sample& before, const Sample& after, NodeId node, bool added) {
  for (std::size_t i = 0; i < before.owners.size(); ++i) {
    const NodeId from = before.owners[i];
    const NodeId to = after.owners[i];
    if (from == to || (added ? to : from) == node) continue;
    return {{added ? "addition" : "removal", key_text(before, i) + "moved from " + owner_text(before.cluster, from) +
                                                 " to " + owner_text(after.cluster, to) + " when " +
                                                 owner_text(after.cluster, node) + (added ? " came" : " left")}};
  }
  return {};
}

/// The number of the table entry that holds key `index`, according to the picture for the key's hash.
std::uint64_t entry_of(const Sample& sample, std::uint32_t index) {
  const std::string name = sample.keys.name(index);
  const Picture picture = sample.placement.picture(SingleKey::of(name, sample.setup.recipes()).take());
  const auto* table = std::get_if<TablePicture>(&picture);
  return table == nullptr ? ~std::uint64_t{0} : table->first + table->key_slot;
}

Violations check_move(const Sample& before, const ClusterEvent& event, const Sample& after) {
  const TableMove& move = event.move;
  const KeyBlock keys = before.keys.block();
  const auto hashes = keys.columns[0];
  for (std::uint32_t i = 0; i < before.keys.size(); ++i) {
    const bool moved = before.owners[i] != after.owners[i];
    const bool there = after.owners[i] == event.node.id;
    if (moved && !there) return {{"move", key_text(before, i) + "went to somebody else"}};
    if (std::count(hashes.begin(), hashes.end(), hashes[i]) > 1 || i % 8 != 0) continue;  // pictures are slow
    const std::uint64_t entry = entry_of(after, i);
    const bool inside = move.table == before.setup.strategy.id && entry >= move.first && entry <= move.last;
    if (inside && !there) return {{"move", key_text(before, i) + "stayed behind in entry " + decimal(entry)}};
    if (moved && !inside) return {{"move", key_text(before, i) + "went along from entry " + decimal(entry)}};
  }
  return {};
}

}  // namespace

Violations check_change(const Sample& before, const ClusterEvent& event, const Sample& after) {
  switch (event.kind) {
    case ClusterEvent::Kind::kAdd:
      if (before.has(Trait::kLeastOnAdd)) return check_least(before, after, event.node.id, true);
      return {};
    case ClusterEvent::Kind::kRemove:
      if (!before.has(Trait::kLeastOnRemove)) return {};
      if (!before.has(Trait::kAnyRemoval) && !only_last_ones_left(before.cluster, event.node.id)) return {};
      return check_least(before, after, event.node.id, false);
    case ClusterEvent::Kind::kWeigh:
      if (before.has(Trait::kWeights) || before.has(Trait::kLooseWeights)) return {};
      return compare("ignored weights", "after a change of weight that it should not know", before, after.owners);
    case ClusterEvent::Kind::kDown:
    case ClusterEvent::Kind::kUp:
      return compare("down keeps its place", "after a node went down or up", before, after.owners);
    case ClusterEvent::Kind::kMove: return check_move(before, event, after);
    case ClusterEvent::Kind::kRename:
    case ClusterEvent::Kind::kRelocate: return {};  // a strategy may hash names and look at places, so any key may move
  }
  check_failed("an event", __FILE__, __LINE__);
}

}  // namespace reshard::testing
