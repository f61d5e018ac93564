#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/placement/strategy.h"

// What tests of strategies share: clusters, keys and placements in one line each. Where something is asked
// for that the core refuses, the test is wrong, and CHECK ends it.

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

/// Keys named prefix + "0", prefix + "1", ….
std::shared_ptr<const KeySet> sequential_keys(std::string_view prefix, std::uint64_t count);
std::shared_ptr<const KeySet> given_keys(const std::vector<std::string>& names);

/// A strategy with its parameters, as a link would write them, and a hash function.
struct ConfiguredStrategy {
  /// Parameters that are not given have their defaults; an empty hash is the strategy's own.
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
  /// One key for each number, which is given as its hash; the names are "0", "1", ….
  static KeyTable of_hashes(std::vector<std::uint64_t> hashes);

  KeyBlock block() const;
  std::uint32_t size() const { return keys_->size(); }
  std::string name(std::uint32_t index) const;

 private:
  std::shared_ptr<const KeySet> keys_;
  std::vector<std::vector<std::uint64_t>> columns_;
};

/// A finished placement, or why there is none. `all_keys` is handed to strategies that need all keys.
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

/// The steps to who serves one key.
Trace explain_serving(const ConfiguredStrategy& setup, const Cluster& cluster, std::string_view key,
                      unsigned replicas = 1);

/// The error that the strategy gives for this cluster.
Error refusal(const ConfiguredStrategy& setup, const Cluster& cluster);

/// What explain() and picture() say about one key.
Trace explain(const ConfiguredStrategy& setup, const Cluster& cluster, std::string_view key);
Picture picture(const ConfiguredStrategy& setup, const Cluster& cluster, std::string_view key);

/// The table of a strategy whose picture is one, slot by slot; `key` is any that the hash can read.
std::vector<NodeId> slot_owners(const ConfiguredStrategy& setup, const Cluster& cluster, std::string_view key = "0");
/// The same as the nodes' names one after another, for names of one letter: "abab".
std::string slot_letters(const ConfiguredStrategy& setup, const Cluster& cluster);

/// Keys per node, by id; `ids` is Cluster::known(). Keys without an owner are left out.
std::vector<std::uint64_t> keys_per_node(const std::vector<NodeId>& owners, std::size_t ids);

/// How many keys have another owner.
std::size_t moved(const std::vector<NodeId>& before, const std::vector<NodeId>& after);
/// How many keys have another owner that is not `taker`: 0 where an added node only takes.
std::size_t moved_elsewhere(const std::vector<NodeId>& before, const std::vector<NodeId>& after, NodeId taker);

/// Standard deviation of all the values, not of a sample.
double standard_deviation(const std::vector<double>& values);

}  // namespace reshard::testing
