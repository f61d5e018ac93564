#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/budget.h"
#include "core/base/result.h"
#include "core/model/cluster.h"
#include "core/model/keys.h"
#include "core/strategies/params.h"
#include "core/strategies/picture.h"

namespace reshard {

/// What a scheme can do; the menu, the interface and the contract tests go by these.
enum class Trait : std::uint32_t {
  kWeights = 1 << 0,           ///< a node of weight 2 gets twice the keys
  kAnyRemoval = 1 << 1,        ///< any node can go, not only the last
  kReplicas = 1 << 2,          ///< place_replicas() gives distinct nodes
  kLeastOnAdd = 1 << 3,        ///< an added node takes keys, and nobody else's keys move
  kLeastOnRemove = 1 << 4,     ///< only the removed node's keys move (without kAnyRemoval: if only last ones ever left)
  kHistory = 1 << 5,           ///< the table depends on the cluster's log, not only on its nodes
  kNeedsAllKeys = 1 << 6,      ///< an owner depends on the other keys, so all are read at build
  kMayLeaveUnplaced = 1 << 7,  ///< some keys may have no owner
  kLooseWeights = 1 << 8,      ///< weights change the table, but shares do not follow them
  kMovesByHand = 1 << 9,       ///< entries of its table can be given to any node (TableMove), and stay till nodes change
  kZones = 1 << 10,            ///< replicas are in as many zones, or racks of them, as there are
};

class Traits {
 public:
  constexpr Traits() = default;
  constexpr Traits(std::initializer_list<Trait> traits) {
    for (const Trait trait : traits) bits_ |= static_cast<std::uint32_t>(trait);
  }
  constexpr bool has(Trait trait) const { return (bits_ & static_cast<std::uint32_t>(trait)) != 0; }

 private:
  std::uint32_t bits_ = 0;
};

/// The traits as the JavaScript API names them: "weights", "any_removal", ….
std::vector<std::string_view> trait_ids(const Traits& traits);

/// The families of the menu, in its order.
enum class Family : std::uint8_t { kArithmetic, kRing, kJump, kRendezvous, kTable, kTree, kDirectory };
std::string_view family_id(Family family);
std::string_view family_title(Family family);

/// One step of a key's way to its owner, in the scheme's own terms.
struct Step {
  std::string_view label;  ///< "hash", "successor", "jump", …: a key of the languages' tables
  std::string value;
  NodeId node = kNoNode;       ///< the node that the step is about, shown by its name and colour
  std::string_view note = {};  ///< what the value was read from, where that is not plain; such a key too
};
using Trace = std::vector<Step>;

inline constexpr std::uint64_t kNoSlot = ~std::uint64_t{0};

/// Every number of a key above the range before and up to `last` is `owner`'s.
struct OwnedRange {
  std::uint64_t last;
  NodeId owner;

  bool operator==(const OwnedRange&) const = default;
};

/// A node that has just joined, while nothing else happened.
struct Newcomer {
  NodeId node;
  std::span<const NodeId> before;             ///< the owners of the keys in question without it
  std::span<const std::uint32_t> standings;   ///< theirs by then, see Placement::stand(); empty where they are not known
};

class Placement;

/// Everything a placement is made from. The references live until build() returns; all_keys and previous
/// until step() has returned true, and the columns are filled by the first step().
struct BuildInput {
  const Cluster& cluster;
  std::span<const double> params;  ///< valid, in the order of the strategy's specs
  const HashFunction& hash;        ///< the one chosen, or the strategy's own where it is fixed
  unsigned replicas = 1;           ///< how many the scenario asks for
  KeyBlock all_keys = {};          ///< of strategies with kNeedsAllKeys, with their columns; else empty
  /// A built placement of the same strategy, parameters and hash, for another cluster; null where there is none. A
  /// scheme may take parts of it over, and so has the class of what its own build() made of the same parameters.
  const Placement* previous = nullptr;
  std::string_view table = {};  ///< the strategy's id, whose moves by hand it follows; set by build_placement()
};

/// Where every key lives. Immutable once step() has returned true.
class Placement {
 public:
  virtual ~Placement() = default;

  /// Goes on building. True when done. Placements that are quick to build are done at once.
  virtual bool step(Budget&) { return true; }

  /// owners[i] = the owner of key i of the block; kNoNode only under kMayLeaveUnplaced.
  virtual void place(const KeyBlock& keys, std::span<NodeId> owners) const = 0;

  /// Appends to `taken` which keys of the block the newcomer takes, ascending. Only asked under kLeastOnAdd.
  virtual void take(const Newcomer& newcomer, const KeyBlock& keys, std::vector<std::uint32_t>& taken) const;

  /// Whether take() is quicker where it gets standings. A key that stays where it is when a node joins, or another one
  /// leaves under kLeastOnRemove, must keep its standing.
  virtual bool has_standings() const { return false; }

  /// What a newcomer has to beat to take each of these keys from its owner, as a number of the scheme's own: the best
  /// score, the nearest distance, the next jump.
  virtual void stand(const KeyBlock& keys, std::span<const NodeId> owners, std::span<std::uint32_t> standings) const;

  /// Where owners depend on the range alone that column 0 of a key lies in: the ranges in ascending order, the last
  /// one up to the highest number. Empty where they do not.
  virtual std::vector<OwnedRange> ranges() const { return {}; }

  /// Key-major: owners[i * replicas + r] is replica r of key i, distinct nodes, r = 0 as place() says; kNoNode
  /// beyond the number of nodes. Only strategies with kReplicas override it; others know the first alone.
  virtual void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const;

  /// Whom each key of the block would go to if no node were ever full. False, and nothing is written, where no node
  /// can be.
  virtual bool first_choices(const KeyBlock&, std::span<NodeId>) const { return false; }

  /// The steps from `key` to its owner; the last one names the owner that place() gives. `index` is the key's
  /// index in the key set where it is one of it (schemes with kNeedsAllKeys look it up), else kNotInSet.
  virtual Trace explain(const SingleKey& key, std::uint32_t index) const = 0;

  /// Where a table of slots is asked: the slot of a key with this column 0. kNoSlot where no table is.
  virtual std::uint64_t slot_of(std::uint64_t) const { return kNoSlot; }

  /// What to draw, with the way of `key` in it.
  virtual Picture picture(const SingleKey& key) const = 0;

  /// The bytes a production implementation holds on every client: points, table, node list.
  virtual std::uint64_t memory_bytes() const = 0;
};

inline constexpr std::uint32_t kNotInSet = 0xFFFFFFFFu;

/// One sharding scheme: constant data, and a function that builds placements.
struct Strategy {
  std::string_view id;       ///< as in links: "ring"
  std::string_view title;    ///< as in the menu
  Family family;
  std::string_view summary;  ///< one honest sentence: what it is good for
  std::string_view limits;   ///< one honest sentence: what it cannot do
  std::string_view source;   ///< paper, section or project and version
  std::string_view lookup;   ///< cost of one lookup: "O(log(n v))"
  Traits traits;  ///< under the default parameters
  std::span<const ParamSpec> params = {};
  std::string_view hash = "xxh64";  ///< the default, or the only one
  bool hash_fixed = false;          ///< a dialect fixes it, and the user cannot choose

  /// The traits under other parameters, where a dialect can do more or less; null where they are always the same.
  Traits (*traits_with)(std::span<const double> params) = nullptr;

  /// The expected coefficient of variation of keys per node beyond chance (equal weights), null where only
  /// chance spreads the keys.
  double (*expected_spread)(std::size_t nodes, std::span<const double> params) = nullptr;

  /// What an entry of its table is called, and how many there are, under kMovesByHand.
  std::string_view entry = {};
  std::uint64_t (*entries)(std::span<const double> params, std::uint64_t keys) = nullptr;

  /// The readings of a key that place() wants, in the order of its columns.
  std::vector<Recipe> (*recipes)(std::span<const double> params, const HashFunction& hash) = nullptr;

  /// Errors name the field: "nodes" (too few, names that do not fit), a parameter's key, or "strategy".
  /// An empty cluster is an error that build_placement() finds for all.
  Result<std::unique_ptr<Placement>> (*build)(const BuildInput& input) = nullptr;
};

/// What the scheme can do under these parameters.
Traits traits_of(const Strategy& strategy, std::span<const double> params);

/// The recipes of most schemes: the key under the chosen hash function.
std::vector<Recipe> one_hash(std::span<const double> params, const HashFunction& hash);

/// Checks what all strategies want (a node, a weight above 0 somewhere, parameters in range), then builds.
/// The placement may still have steps to go.
Result<std::unique_ptr<Placement>> build_placement(const Strategy& strategy, const BuildInput& input);

std::span<const Strategy* const> strategies();          ///< in the order of strategies.def
const Strategy* find_strategy(std::string_view id);     ///< null where there is none

}  // namespace reshard
