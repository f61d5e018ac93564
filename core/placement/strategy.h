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
#include "core/placement/params.h"
#include "core/placement/picture.h"
#include "core/placement/when_down.h"

namespace reshard {

/// What a strategy can do; the menu, the interface and the contract tests go by these.
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
  kMovesByHand = 1 << 9,  ///< entries of its table can be given to any node (TableMove), and stay till nodes change
  kZones = 1 << 10,       ///< replicas are in as many zones, or racks of them, as there are
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

/// One step of a key's way to its owner, in the strategy's own terms.
struct Step {
  Step(std::string_view label, std::string value, NodeId node = kNoNode, std::string_view note = {});

  // Written out once, as Error's: steps are made in many places.
  Step(const Step&);
  Step(Step&&) noexcept;
  Step& operator=(const Step&);
  Step& operator=(Step&&) noexcept;
  ~Step();

  std::string_view label;  ///< "hash", "successor", "jump", …: a key of the languages' tables
  std::string value;
  NodeId node = kNoNode;       ///< the node that the step is about, shown by its name and colour
  std::string_view note = {};  ///< what the value was read from, where that is not plain; such a key too
};
using Trace = std::vector<Step>;

inline constexpr std::uint64_t kNoSlot = ~std::uint64_t{0};

class Incremental;
class Placement;

/// Everything a placement is made from. The references live until build() returns; all_keys and previous
/// until step() has returned true, and the columns are filled by the first step().
struct BuildInput {
  const Cluster& cluster;
  std::span<const double> params;  ///< valid, in the order of the strategy's specs
  const HashFunction& hash;        ///< the one chosen, or the strategy's own where it is fixed
  unsigned replicas = 1;           ///< how many the scenario asks for
  KeyBlock all_keys = {};          ///< of strategies with kNeedsAllKeys, with their columns; else empty
  /// A built placement of the same strategy, parameters (or such as Strategy::follows allows) and hash, for another cluster;
  /// null where there is none. A strategy may take parts of it over, and so has the class of what its own build() made of
  /// the same parameters.
  const Placement* previous = nullptr;
  std::string_view table = {};  ///< the strategy's id, whose moves by hand it follows; set by build_placement()
};

/// A core may be built to make every placement anew: it leaves out the code of going on from another one.
#ifdef RESHARD_ALWAYS_ANEW
inline constexpr bool kAlwaysAnew = true;
#else
inline constexpr bool kAlwaysAnew = false;
#endif

/// The previous placement as the class that the strategy's own build() makes; null where there is none to go on from.
template <typename Own>
const Own* goes_on_from(const BuildInput& input) {
  return kAlwaysAnew ? nullptr : static_cast<const Own*>(input.previous);
}

/// Where every key lives. Immutable once step() has returned true.
class Placement {
 public:
  virtual ~Placement() = default;

  /// Goes on building. True when done. Placements that are quick to build are done at once.
  virtual bool step(Budget&) { return true; }

  /// owners[i] = the owner of key i of the block; kNoNode only under kMayLeaveUnplaced.
  virtual void place(const KeyBlock& keys, std::span<NodeId> owners) const = 0;

  /// What it can do so that updates look at fewer keys than all; null where there is nothing.
  virtual const Incremental* incremental() const { return nullptr; }

  /// Key-major: owners[i * replicas + r] is replica r of key i, distinct nodes, r = 0 as place() says; kNoNode
  /// beyond the number of nodes. Only strategies with kReplicas override it; others know the first alone.
  virtual void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const;

  /// Whom each key of the block would go to if no node were ever full. False, and nothing is written, where no node
  /// can be.
  virtual bool first_choices(const KeyBlock&, std::span<NodeId>) const { return false; }

  /// Who answers for each key while the nodes are down that were so at build(): key-major, as place_replicas(), the
  /// first being the one who serves. Asked where the strategy's rule is kRebuilt, kDrained or kOwn; only placements of
  /// the last override it.
  virtual void serve(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const;

  /// Appends the steps from `key` to who serves it then; the last one names whom serve() gives.
  virtual void explain_serving(const SingleKey& key, std::uint32_t index, Trace& trace) const;

  /// The placement that build() gave, without the table that clients make of the nodes that are up.
  virtual const Placement& of_all_nodes() const { return *this; }

  /// The steps from `key` to its owner; the last one names the owner that place() gives. `index` is the key's
  /// index in the key set where it is one of it (strategies with kNeedsAllKeys look it up), else kNotInSet.
  virtual Trace explain(const SingleKey& key, std::uint32_t index) const = 0;

  /// The number of slots of the table that is asked; 0 where none is.
  virtual std::uint64_t slot_count() const { return 0; }

  /// The slot of a key with this column 0; kNoSlot where there is no table.
  virtual std::uint64_t slot_of(std::uint64_t) const { return kNoSlot; }

  /// What to draw, with the way of `key` in it.
  virtual Picture picture(const SingleKey& key) const = 0;

  /// The bytes a production implementation holds on every client: points, table, node list.
  virtual std::uint64_t memory_bytes() const = 0;
};

inline constexpr std::uint32_t kNotInSet = 0xFFFFFFFFu;

/// A hash function that a dialect's program has, under the name that it has there.
struct OfferedHash {
  const HashFunction* hash;
  std::string_view name;  ///< empty: it is called by its title

  bool operator==(const OfferedHash&) const = default;
};

/// One sharding strategy: constant data, and a function that builds placements.
struct Strategy {
  std::string_view id;     ///< as in links: "ring"
  std::string_view title;  ///< as in the menu
  Family family;
  std::string_view summary;             ///< one honest sentence: what it is good for
  std::string_view limits;              ///< one honest sentence: what it cannot do
  std::string_view source;              ///< paper, section or project and version
  std::string_view lookup;              ///< cost of one lookup: "O(log(n v))"
  Traits traits;                        ///< under the default parameters
  std::span<const DownCase> down = {};  ///< who answers for nodes that are down: the first case that fits holds
  std::span<const ParamSpec> params = {};
  std::string_view hash = "xxh64";  ///< the default, or the only one
  bool hash_fixed = false;          ///< a dialect fixes it, and the user cannot choose

  /// What there is to choose from under these parameters, the program's default first, where a dialect's program has
  /// functions of its own; empty, or null for all parameters: every general function of hashes.def.
  std::span<const OfferedHash> (*hashes_with)(std::span<const double> params) = nullptr;

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

  /// Whether what was built with the first parameters may be `previous` of a build with the second ones; null where it has
  /// to be the same.
  bool (*follows)(std::span<const double> before, std::span<const double> now) = nullptr;

  /// Whether the real system whose dialect this is can have such a node: its weight, and its name where that is an
  /// address. Asked where somebody enters it (system_rules.h); null where there is no such rule.
  Status (*fits)(const Node& node, std::span<const double> params) = nullptr;

  /// How many points on a ring the node has, where a weight can make them any number; null elsewhere. Entry sets them a
  /// limit (core/scenario/entry.h).
  std::uint64_t (*points)(const Node& node, std::span<const double> params) = nullptr;
};

/// What the strategy can do under these parameters.
Traits traits_of(const Strategy& strategy, std::span<const double> params);

/// Those of the dialect's program; empty where every general one will do.
std::span<const OfferedHash> own_hashes(const Strategy& strategy, std::span<const double> params);

/// The hash functions to choose from under these parameters.
std::vector<OfferedHash> offered_hashes(const Strategy& strategy, std::span<const double> params);
bool offers(const Strategy& strategy, std::span<const double> params, const HashFunction& hash);

/// Refuses one that is not among them (field "hash").
Status check_offered(const Strategy& strategy, std::span<const double> params, const HashFunction& hash);

/// The one to begin with: the strategy's, or the program's where a dialect does not have that.
const HashFunction& default_hash(const Strategy& strategy, std::span<const double> params);

/// By its id, or by the name that the dialect's program has for it; null where there is none.
const HashFunction* find_hash(const Strategy& strategy, std::span<const double> params, std::string_view id);

/// Who answers while these nodes are down.
Failover failover_of(const Strategy& strategy, std::span<const double> params, const Cluster& cluster);

/// The recipes of most strategies: the key under the chosen hash function.
std::vector<Recipe> one_hash(std::span<const double> params, const HashFunction& hash);

/// Checks what all strategies want (a node, a weight above 0 somewhere, parameters in range), then builds.
/// The placement may still have steps to go.
Result<std::unique_ptr<Placement>> build_placement(const Strategy& strategy, const BuildInput& input);

}  // namespace reshard
