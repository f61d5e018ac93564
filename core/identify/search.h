#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/identify/key_types.h"
#include "core/identify/owned_keys.h"
#include "core/scenario/json_reader.h"
#include "core/scenario/scenario.h"

namespace reshard {

/// From where the order of the nodes is.
enum class NodeOrder : std::uint8_t { kByName, kFound, kGiven };

/// A scenario that places such keys, how well it does, and what it assumes about the nodes.
struct Fit {
  Scenario scenario;
  double share = 0;  ///< the share of rows whose owner it gets right, 0 to 1
  NodeOrder order = NodeOrder::kByName;
  double weight = 1;                       ///< of every node; 0: given, and not equal
  std::vector<std::string> unseen;         ///< nodes that own none of the rows
  std::vector<std::string_view> settings;  ///< keys of the parameters that tell it apart from other candidates
};

/// What a search has tried.
struct Tried {
  std::size_t candidates = 0;  ///< strategies with their dialects, hash functions and settings
  std::size_t placements = 0;  ///< those on nodes, in an order, with weights
  std::vector<double> weights;
  std::size_t fewest_nodes = 0, most_nodes = 0;
  std::vector<std::string_view> left_out;  ///< strategies under which an owner depends on the other keys
};

struct Fits {
  std::vector<Fit> best;  ///< best first; among equals, first those that differ least from their strategy's defaults
  std::size_t alike = 0;  ///< how many of all placements are as good as the first
  std::size_t rows = 0;
  double chance = 0;   ///< what a guess gets right: the rows of the most frequent owner
  std::string header;  ///< "key,owner": a row that names the columns, which is left out; empty if there is none
  bool found = false;  ///< whether the first one places at least 99% of the rows
  Tried tried;
};

/// Which strategy placed these keys: each one, with each of its dialects and hash functions and the usual numbers of
/// virtual nodes, places a sample of them, and the best ones place all. Strategies whose owners depend on the other
/// keys are left out, since the rows may be only a part. Strategies of typed keys are tried with the types as which all keys
/// can be read (key_types.h); of several types that make the same numbers of the keys, with the first.
///
/// If nobody says which nodes there are, the search also tries:
/// - the nodes that the numbers in the names leave out ("shard-3" between "shard-2" and "shard-4");
/// - for strategies that see only the positions of nodes, every order, and some more nodes than there are owners: a
///   table of position × owner shows which owner is at which position;
/// - for strategies under which equal weights other than 1 change owners, the weights of equal_weights().
class Search {
 public:
  /// The order of the rows has no effect. `given`: all nodes in their order, with their weights; if all are 1, other
  /// equal weights are tried as well. Without them, the only row whose owner is what people call the column of owners is
  /// a header. `types`: of the key's columns, if somebody says. Errors (fields "nodes", "owner"): no valid cluster; an owner
  /// that is no node.
  static Result<std::unique_ptr<Search>> of(OwnedKeys rows, std::optional<std::vector<Node>> given,
                                            std::span<const ColumnType> types = {});

  /// Tries one candidate more. True when all is done.
  bool step();

  double progress() const;  ///< 0 to 1

  /// To be called once, at the end.
  Fits take();

  /// The share of the rows that this choice places on their owners, with the nodes by name or as given.
  double agreement(const StrategyChoice& choice) const;

  static std::span<const double> equal_weights();

 private:
  /// Nodes of a trial, and which owner is at which position; kUnseen: none.
  struct Nodes {
    Cluster cluster;
    std::vector<std::uint32_t> owners;
    NodeOrder order = NodeOrder::kByName;
    double weight = 1;
  };
  struct Entry {
    StrategyChoice choice;
    std::shared_ptr<const Nodes> nodes;
    double share = 0;
  };
  struct Rows {
    std::vector<std::string_view> keys;
    std::vector<std::uint32_t> owners;
  };
  /// How a strategy depends on the nodes: found out once, under its default hash function.
  struct Nature {
    bool by_position = false;  ///< names do not matter
    bool by_weight = false;    ///< equal weights other than 1 matter
  };

  Search() = default;
  std::shared_ptr<const Nodes> nodes_of(const std::vector<std::string>& names, NodeOrder order, double weight) const;
  std::optional<std::vector<std::uint32_t>> positions(const StrategyChoice& choice, const Cluster& cluster,
                                                      std::span<const std::string_view> keys) const;
  double agreement(const StrategyChoice& choice, const Nodes& nodes, const Rows& rows) const;
  Nature nature_of(const StrategyChoice& choice);
  void try_all_ways(const StrategyChoice& choice);
  void try_nodes(const StrategyChoice& choice, std::shared_ptr<const Nodes> nodes);
  void try_orders(const StrategyChoice& choice, std::size_t count);
  void enter(const StrategyChoice& choice, std::shared_ptr<const Nodes> nodes, double share);
  void number_rows();
  void list_candidates(const std::vector<RowType>& types);
  bool tells_keys_apart_anew(const StrategyChoice& choice);
  void list_other_nodes(std::span<const double> weights);
  void keep_best(std::size_t count);
  void add_other_counts();
  void try_other_options();

  std::string header_;
  OwnedKeys owned_;
  Rows all_, sample_;
  std::vector<std::string> names_;   // of the owners, in order
  std::vector<std::string> filled_;  // the same with the numbers that they leave out
  std::optional<std::vector<Node>> given_;
  std::shared_ptr<const Nodes> base_, gapless_;
  std::vector<std::shared_ptr<const Nodes>> weighted_;
  std::vector<std::size_t> counts_;  // of nodes, to try where names do not matter

  std::vector<StrategyChoice> choices_;
  std::map<std::pair<const Strategy*, ParamValues>, std::set<std::vector<std::uint64_t>>>
      numbers_;  // by other parameters
  std::size_t next_ = 0, finals_ = 0;
  bool counted_ = false;  // other numbers of virtual nodes are among the choices
  std::map<std::pair<const Strategy*, ParamValues>, Nature> natures_;
  std::vector<Entry> entries_;
  double best_ = 0;
  std::size_t alike_ = 0;
  Tried tried_;
};

/// As the command and the page give it: {"rows", "alike", "found", "chance", "fits", "tried"}.
Json fits_json(const Fits& fits);

}  // namespace reshard
