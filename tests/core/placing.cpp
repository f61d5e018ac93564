#include "tests/core/placing.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/analysis/place_all.h"
#include "core/analysis/serving.h"
#include "core/base/text.h"
#include "core/strategies/strategies.h"

namespace reshard::testing {

Cluster cluster_of(const std::vector<std::string>& names) {
  std::vector<Node> nodes(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) nodes[i].name = names[i];
  return Cluster::of(nodes).take();
}

Cluster numbered_cluster(std::string_view prefix, std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(std::string(prefix) + decimal(i));
  return cluster_of(names);
}

Cluster with_node(Cluster cluster, std::string_view name, double weight) {
  Node node;
  node.name = name;
  node.weight = weight;
  CHECK(cluster.add(std::move(node)).ok());
  return cluster;
}

Cluster without_node(Cluster cluster, std::string_view name) {
  const Node* node = cluster.find(name);
  CHECK(node != nullptr);
  CHECK(cluster.remove(node->id).ok());
  return cluster;
}

Cluster with_weight(Cluster cluster, std::string_view name, double weight) {
  const Node* node = cluster.find(name);
  CHECK(node != nullptr);
  CHECK(cluster.set_weight(node->id, weight).ok());
  return cluster;
}

Cluster with_down(Cluster cluster, const std::vector<std::string>& names) {
  for (const std::string& name : names) CHECK(cluster.set_state(cluster.find(name)->id, NodeState::kDown).ok());
  return cluster;
}

Cluster with_move(Cluster cluster, std::string_view to, TableMove move) {
  CHECK(cluster.move(cluster.find(to)->id, std::move(move)).ok());
  return cluster;
}

Cluster at_once(Cluster cluster, std::size_t changes) {
  cluster.join(cluster.log().size() - changes, cluster.log().size());
  return cluster;
}

std::shared_ptr<const KeySet> sequential_keys(std::string_view prefix, std::uint64_t count) {
  return KeySet::generate({KeyKind::kSequential, count, std::string(prefix)}, 0).take();
}

std::shared_ptr<const KeySet> given_keys(const std::vector<std::string>& names) {
  return KeySet::of(std::span<const std::string>(names)).take();
}

namespace {

const Strategy& strategy_called(std::string_view id) {
  const Strategy* strategy = find_strategy(id);
  CHECK(strategy != nullptr);
  return *strategy;
}

const HashFunction& hash_called(std::string_view id) {
  const HashFunction* hash = find_hash_function(id);
  CHECK(hash != nullptr);
  return *hash;
}

}  // namespace

namespace {

ParamValues params_of(const Strategy& strategy,
                      std::initializer_list<std::pair<std::string_view, std::string_view>> given) {
  ParamValues params = default_params(strategy.params);
  for (const auto& [key, text] : given) {
    const auto spec = std::find_if(strategy.params.begin(), strategy.params.end(),
                                   [&key = key](const ParamSpec& candidate) { return candidate.key == key; });
    CHECK(spec != strategy.params.end());
    params[static_cast<std::size_t>(spec - strategy.params.begin())] = parse_param(*spec, text).take();
  }
  return params;
}

}  // namespace

ConfiguredStrategy::ConfiguredStrategy(std::string_view strategy_id,
                                       std::initializer_list<std::pair<std::string_view, std::string_view>> given,
                                       std::string_view hash_id)
    : strategy(strategy_called(strategy_id)),
      params(params_of(strategy, given)),
      hash(hash_id.empty() ? default_hash(strategy, params) : hash_called(hash_id)) {}

Result<KeyTable> KeyTable::of(const ConfiguredStrategy& setup, std::shared_ptr<const KeySet> keys) {
  KeyTable table;
  table.keys_ = std::move(keys);
  NoLimit no_limit;
  for (const Recipe& recipe : setup.recipes()) {
    KeyColumn column(table.keys_, recipe);
    const auto filled = column.step(no_limit);
    if (!filled.ok()) return filled.error();
    table.columns_.emplace_back(column.values().begin(), column.values().end());
  }
  return table;
}

KeyTable KeyTable::of_hashes(std::vector<std::uint64_t> hashes) {
  KeyTable table;
  table.keys_ = sequential_keys("", hashes.size());
  table.columns_.push_back(std::move(hashes));
  return table;
}

KeyBlock KeyTable::block() const {
  KeyBlock block{keys_.get(), 0, keys_->size(), {}};
  for (std::size_t c = 0; c < columns_.size(); ++c) block.columns[c] = columns_[c];
  return block;
}

std::string KeyTable::name(std::uint32_t index) const {
  std::string buffer;
  return std::string(keys_->name(index, buffer));
}

Result<std::unique_ptr<Placement>> try_build(const ConfiguredStrategy& setup, const Cluster& cluster,
                                             const KeyBlock& all_keys, unsigned replicas) {
  BuildInput input{cluster, setup.params, setup.hash, replicas, {}};
  if (traits_of(setup.strategy, setup.params).has(Trait::kNeedsAllKeys)) input.all_keys = all_keys;
  auto built = build_placement(setup.strategy, input);
  if (!built.ok()) return built;
  auto placement = built.take();
  NoLimit no_limit;
  CHECK(placement->step(no_limit));
  return placement;
}

std::vector<NodeId> place(const ConfiguredStrategy& setup, const Cluster& cluster, const KeyTable& keys) {
  return place_all(*try_build(setup, cluster, keys.block()).take(), keys.block());
}

std::vector<NodeId> place(const ConfiguredStrategy& setup, const Cluster& cluster, std::shared_ptr<const KeySet> keys) {
  return place(setup, cluster, KeyTable::of(setup, std::move(keys)).take());
}

std::vector<std::string> owner_names(const ConfiguredStrategy& setup, const Cluster& cluster,
                                     const std::vector<std::string>& keys) {
  std::vector<std::string> names;
  for (const NodeId owner : place(setup, cluster, given_keys(keys))) {
    names.push_back(owner == kNoNode ? "" : cluster.name_of(owner));
  }
  return names;
}

std::vector<NodeId> place_replicas(const ConfiguredStrategy& setup, const Cluster& cluster, const KeyTable& keys,
                                   unsigned replicas) {
  return place_all(*try_build(setup, cluster, keys.block(), replicas).take(), keys.block(), replicas);
}

std::vector<NodeId> serve(const ConfiguredStrategy& setup, const Cluster& cluster, const KeyTable& keys,
                          unsigned replicas) {
  const auto placement = try_build(setup, cluster, keys.block(), replicas).take();
  std::vector<NodeId> servers(std::size_t{keys.size()} * replicas);
  Serving(*placement, setup.strategy, setup.params, cluster, replicas).place_replicas(keys.block(), replicas, servers);
  return servers;
}

Trace explain_serving(const ConfiguredStrategy& setup, const Cluster& cluster, std::string_view key,
                      unsigned replicas) {
  const auto single = SingleKey::of(key, setup.recipes()).take();
  const auto placement = try_build(setup, cluster, single.block(), replicas).take();
  return Serving(*placement, setup.strategy, setup.params, cluster, replicas).explain(single, 0);
}

Error refusal(const ConfiguredStrategy& setup, const Cluster& cluster) { return try_build(setup, cluster, {}).error(); }

Trace explain(const ConfiguredStrategy& setup, const Cluster& cluster, std::string_view key) {
  const auto single = SingleKey::of(key, setup.recipes()).take();
  return try_build(setup, cluster, single.block()).take()->explain(single, 0);
}

Picture picture(const ConfiguredStrategy& setup, const Cluster& cluster, std::string_view key) {
  const auto single = SingleKey::of(key, setup.recipes()).take();
  return try_build(setup, cluster, single.block()).take()->picture(single);
}

std::vector<NodeId> slot_owners(const ConfiguredStrategy& setup, const Cluster& cluster, std::string_view key) {
  return std::get<TablePicture>(picture(setup, cluster, key)).slots;
}

std::string slot_letters(const ConfiguredStrategy& setup, const Cluster& cluster) {
  std::string letters;
  for (const NodeId node : slot_owners(setup, cluster)) letters += node == kNoNode ? "-" : cluster.name_of(node);
  return letters;
}

std::vector<std::uint64_t> keys_per_node(const std::vector<NodeId>& owners, std::size_t ids) {
  std::vector<std::uint64_t> counts(ids);
  for (const NodeId owner : owners) {
    if (owner != kNoNode) ++counts.at(index_of(owner));
  }
  return counts;
}

std::size_t moved(const std::vector<NodeId>& before, const std::vector<NodeId>& after) {
  return moved_elsewhere(before, after, kNoNode);
}

std::size_t moved_elsewhere(const std::vector<NodeId>& before, const std::vector<NodeId>& after, NodeId taker) {
  CHECK(before.size() == after.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < before.size(); ++i) count += before[i] != after[i] && after[i] != taker;
  return count;
}

double standard_deviation(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / n);
}

}  // namespace reshard::testing
