#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/placement/strategy.h"

// What the strategies' tests share: clusters, keys and placements in one line each. If a test asks for something that
// the core refuses, the test is wrong, and CHECK ends it.

namespace reshard::testing {

/// Up nodes of weight 1 with these names; their ids are 0, 1, ….
Cluster cluster_of(const std::vector<std::string>& names);
/// `count` nodes named prefix + "0", prefix + "1", ….
Cluster numbered_cluster(std::string_view prefix, std::size_t count);
/// The same cluster after one more event.
Cluster with_node(Cluster cluster, std::string_view name, double weight = 1);
Cluster without_node(Cluster cluster, std::string_view name);
Cluster with_weight(Cluster cluster, std::string_view name, double weight);
Cluster with_down(Cluster cluster, const std::vector<std::string>& names);
Cluster with_move(Cluster cluster, std::string_view to, TableMove move);
/// The cluster's last `changes` as one step.
Cluster at_once(Cluster cluster, std::size_t changes);

/// Keys named prefix + "0", prefix + "1", ….
std::shared_ptr<const KeySet> sequential_keys(std::string_view prefix, std::uint64_t count);
std::shared_ptr<const KeySet> given_keys(const std::vector<std::string>& names);

/// A strategy with its parameters, as a link would write them, and a hash function.
struct ConfiguredStrategy {
  /// Parameters that are not given have their defaults; an empty hash means the strategy's default.
  explicit ConfiguredStrategy(std::string_view strategy_id,
                              std::initializer_list<std::pair<std::string_view, std::string_view>> params = {},
                              std::string_view hash_id = {});
  ConfiguredStrategy(const Strategy& of, ParamValues values, const HashFunction& with)
      : strategy(of), params(std::move(values)), hash(with) {}

  std::vector<Recipe> recipes() const { return strategy.recipes(params, hash); }

  const Strategy& strategy;
  ParamValues params;
  const HashFunction& hash;
};

/// Keys together with the columns that a strategy reads.
class KeyTable {
 public:
  /// Error where the hash cannot read a key.
  static Result<KeyTable> of(const ConfiguredStrategy& setup, std::shared_ptr<const KeySet> keys);
  /// One key per hash; the names are "0", "1", ….
  static KeyTable of_hashes(std::vector<std::uint64_t> hashes);

  KeyBlock block() const;
  std::uint32_t size() const { return keys_->size(); }
  std::string name(std::uint32_t index) const;

 private:
  std::shared_ptr<const KeySet> keys_;
  std::vector<std::vector<std::uint64_t>> columns_;
};

/// A finished placement, or why there is none. `all_keys` is for strategies that need all keys.
Result<std::unique_ptr<Placement>> try_build(const ConfiguredStrategy& setup, const Cluster& cluster,
                                             const KeyBlock& all_keys, unsigned replicas = 1);

/// The owner of every key.
std::vector<NodeId> place(const ConfiguredStrategy& setup, const Cluster& cluster, const KeyTable& keys);
std::vector<NodeId> place(const ConfiguredStrategy& setup, const Cluster& cluster, std::shared_ptr<const KeySet> keys);

/// The owners' names, for small tables.
std::vector<std::string> owner_names(const ConfiguredStrategy& setup, const Cluster& cluster,
                                     const std::vector<std::string>& keys);

/// Key-major replicas of every key: [i * replicas + r].
std::vector<NodeId> place_replicas(const ConfiguredStrategy& setup, const Cluster& cluster, const KeyTable& keys,
                                   unsigned replicas);

/// Who serves every key while the cluster's nodes are down: key-major, [i * replicas + r].
std::vector<NodeId> serve(const ConfiguredStrategy& setup, const Cluster& cluster, const KeyTable& keys,
                          unsigned replicas = 1);

/// The steps to the node that serves one key.
Trace explain_serving(const ConfiguredStrategy& setup, const Cluster& cluster, std::string_view key,
                      unsigned replicas = 1);

/// The error that the strategy gives for this cluster.
Error refusal(const ConfiguredStrategy& setup, const Cluster& cluster);

/// What explain() and picture() say about one key.
Trace explain(const ConfiguredStrategy& setup, const Cluster& cluster, std::string_view key);
Picture picture(const ConfiguredStrategy& setup, const Cluster& cluster, std::string_view key);

/// The owners slot by slot, for a strategy whose picture is a table; `key` is any that the hash can read.
std::vector<NodeId> slot_owners(const ConfiguredStrategy& setup, const Cluster& cluster, std::string_view key = "0");
/// The same as the nodes' concatenated names, for names of one letter: "abab".
std::string slot_letters(const ConfiguredStrategy& setup, const Cluster& cluster);

/// Keys per node, by id; `ids` is Cluster::known(). Keys without an owner are left out.
std::vector<std::uint64_t> keys_per_node(const std::vector<NodeId>& owners, std::size_t ids);

/// How many keys have another owner.
std::size_t moved(const std::vector<NodeId>& before, const std::vector<NodeId>& after);
/// How many keys have a new owner other than `taker`: 0 if keys move only to an added node.
std::size_t moved_elsewhere(const std::vector<NodeId>& before, const std::vector<NodeId>& after, NodeId taker);

/// The standard deviation of the whole population, not of a sample.
double standard_deviation(const std::vector<double>& values);

}  // namespace reshard::testing
