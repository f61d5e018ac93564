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

/// What a strategy can do; the menu, the interface and the contract tests rely on these.
enum class Trait : std::uint32_t {
  kWeights = 1 << 0,        ///< a node of weight 2 gets twice the keys
  kAnyRemoval = 1 << 1,     ///< any node can leave, not only the last
  kReplicas = 1 << 2,       ///< place_replicas() gives distinct nodes
  kLeastOnAdd = 1 << 3,     ///< keys move only to the added node
  kLeastOnRemove = 1 << 4,  ///< only the removed node's keys move (without kAnyRemoval: if only last nodes ever left)
  kHistory = 1 << 5,        ///< the table depends on the cluster's log, not only on its nodes
  kNeedsAllKeys = 1 << 6,   ///< an owner depends on the other keys, so build() reads all
  kMayLeaveUnplaced = 1 << 7,  ///< some keys may have no owner
  kLooseWeights = 1 << 8,      ///< weights change the table, but shares do not follow them
  kMovesByHand = 1 << 9,       ///< table entries can be moved to any node (TableMove), and stay until the nodes change
  kZones = 1 << 10,            ///< replicas are spread over as many zones, or racks, as there are
  kMayBeUndersized = 1 << 11,  ///< some keys may have fewer replicas than asked for, although other nodes take keys
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

/// The families in the menu, in order.
enum class Family : std::uint8_t { kArithmetic, kRing, kJump, kRendezvous, kTable, kTree, kDirectory };
std::string_view family_id(Family family);
std::string_view family_title(Family family);

/// How a system writes hashes and positions, so that people can compare what they see here with what it prints.
enum class Numerals : std::uint8_t {
  kHex,         ///< "0x3fe21a07", as many digits as there are bits; also where no system prints any
  kDecimal,     ///< "1071782407"
  kSigned,      ///< "-9223371632693506265": two's complement, as Java's long and int
  kSignedByte,  ///< "-98": Java's byte
  kSignedPair,  ///< "{-98 1071782407}": two signed halves, as Go prints a struct
  kTenths,      ///< "3": which of ten equal parts of 2^64 begins here
};

/// One step on a key's way to its owner, in the strategy's own terms.
struct Step {
  Step(std::string_view label, std::string value, NodeId node = kNoNode, std::string_view note = {});

  // Defined once, out of line, like Error's: steps are created in many places.
  Step(const Step&);
  Step(Step&&) noexcept;
  Step& operator=(const Step&);
  Step& operator=(Step&&) noexcept;
  ~Step();

  std::string_view label;  ///< "hash", "successor", "jump", …: a key of the languages' tables
  std::string value;
  NodeId node = kNoNode;       ///< the node that the step is about, shown by its name and colour
  std::string_view note = {};  ///< what the value was read from, where that is not obvious; also such a key
};
using Trace = std::vector<Step>;

inline constexpr std::uint64_t kNoSlot = ~std::uint64_t{0};

class Incremental;
class Placement;

/// Everything that a placement is built from. The references are valid until build() returns, all_keys and previous
/// until step() has returned true; the columns are filled by the time of the first step().
struct BuildInput {
  const Cluster& cluster;
  std::span<const double> params;  ///< valid, in the order of the strategy's specs
  const HashFunction& hash;        ///< the chosen one, or the strategy's own where it is fixed
  unsigned replicas = 1;           ///< how many the scenario asks for
  KeyBlock all_keys = {};          ///< for strategies with kNeedsAllKeys, with their columns; else empty
  /// A built placement of the same strategy, parameters (or ones that Strategy::follows allows) and hash, for another
  /// cluster; null where there is none. A strategy may reuse parts of it; its class is the one that the strategy's
  /// build() makes from the same parameters.
  const Placement* previous = nullptr;
  std::string_view table = {};  ///< the strategy's id, to follow its moves by hand; set by build_placement()
};

/// A core can be compiled to build every placement from scratch: it leaves out the code that continues from a previous
/// one.
#ifdef RESHARD_ALWAYS_ANEW
inline constexpr bool kAlwaysAnew = true;
#else
inline constexpr bool kAlwaysAnew = false;
#endif

/// The previous placement as the class that the strategy's build() makes; null where there is none to continue from.
template <typename Own>
const Own* goes_on_from(const BuildInput& input) {
  return kAlwaysAnew ? nullptr : static_cast<const Own*>(input.previous);
}

/// Where every key lives. Immutable once step() has returned true.
class Placement {
 public:
  virtual ~Placement() = default;

  /// Continues to build. True when done. Placements that are quick to build are done at once.
  virtual bool step(Budget&) { return true; }

  /// owners[i] = the owner of key i of the block; kNoNode only under kMayLeaveUnplaced, or where nobody has its entry of
  /// a given table.
  virtual void place(const KeyBlock& keys, std::span<NodeId> owners) const = 0;

  /// What lets updates look at fewer keys than all; null where there is nothing.
  virtual const Incremental* incremental() const { return nullptr; }

  /// Key-major: owners[i * replicas + r] is replica r of key i. Replicas are distinct nodes, and r = 0 is the owner
  /// that place() gives; kNoNode beyond the number of nodes, and for what kMayBeUndersized leaves out. Beyond the
  /// replicas that build() was asked for, they are the nodes that stand in for those that are down. Only strategies with
  /// kReplicas override it; others know only the first.
  virtual void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const;

  /// The node that each key of the block would go to if no node were ever full. Returns false and writes nothing where
  /// no node can be full.
  virtual bool first_choices(const KeyBlock&, std::span<NodeId>) const { return false; }

  /// Who answers for each key while the nodes that were down at build() are down: key-major, as in place_replicas();
  /// the first one serves. Called where the strategy's rule is kRebuilt, kDrained or kOwn; only strategies with kOwn
  /// override it.
  virtual void serve(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const;

  /// Appends the steps from `key` to the node that serves it then; the last step names the node that serve() gives.
  virtual void explain_serving(const SingleKey& key, std::uint32_t index, Trace& trace) const;

  /// The placement that the strategy's build() made, without the table that clients build from the nodes that are up.
  virtual const Placement& of_all_nodes() const { return *this; }

  /// The steps from `key` to its owner; the last one names the owner that place() gives. `index` is the key's index if
  /// it is in the key set (strategies with kNeedsAllKeys look it up), else kNotInSet.
  virtual Trace explain(const SingleKey& key, std::uint32_t index) const = 0;

  /// The number of slots of the table that lookups use; 0 where there is none.
  virtual std::uint64_t slot_count() const { return 0; }

  /// The node of each entry of a table that can be given (GivenTable); empty where there is no such table.
  virtual std::span<const NodeId> entry_owners() const { return {}; }

  /// The slot of a key with this number in column 0; kNoSlot where there is no table.
  virtual std::uint64_t slot_of(std::uint64_t) const { return kNoSlot; }

  /// What to draw, including the path of `key`.
  virtual Picture picture(const SingleKey& key) const = 0;

  /// The bytes that a production implementation holds on every client: points, table, node list.
  virtual std::uint64_t memory_bytes() const = 0;
};

inline constexpr std::uint32_t kNotInSet = 0xFFFFFFFFu;

/// A hash function that a dialect's program offers, and its name there.
struct OfferedHash {
  const HashFunction* hash;
  std::string_view name;  ///< empty: shown by its title

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
  std::span<const DownCase> down = {};  ///< who answers for nodes that are down: the first matching case applies
  std::span<const ParamSpec> params = {};
  std::string_view hash = "xxh64";     ///< the default, or the only one
  bool hash_fixed = false;             ///< a dialect fixes it, and the user cannot choose
  Numerals numerals = Numerals::kHex;  ///< of all that explain() shows of hashes and positions

  /// Where a dialect's program has hash functions of its own: the choice under these parameters, the program's default
  /// first. Empty, or null for all parameters: every general function of hashes.def.
  std::span<const OfferedHash> (*hashes_with)(std::span<const double> params) = nullptr;

  /// The traits under these parameters, if dialects can do more or less; null where they are always the same.
  Traits (*traits_with)(std::span<const double> params) = nullptr;

  /// The expected coefficient of variation of keys per node beyond chance, for equal weights; null where there is only
  /// chance.
  double (*expected_spread)(std::size_t nodes, std::span<const double> params) = nullptr;

  /// Under kMovesByHand: what an entry of its table is called, and how many entries there are.
  std::string_view entry = {};
  std::uint64_t (*entries)(std::span<const double> params, std::uint64_t keys) = nullptr;

  bool takes_tokens = false;  ///< its ring can be given (GivenTable::tokens)

  /// Whether those tokens are 0 to 2^127 under these parameters; null, or false: 64 bits with a sign.
  bool (*large_tokens)(std::span<const double> params) = nullptr;

  /// The recipes for the columns that place() needs, in column order.
  std::vector<Recipe> (*recipes)(std::span<const double> params, const HashFunction& hash) = nullptr;

  /// Errors name the field: "nodes" (too few, unsuitable names), a parameter's key, or "strategy". build_placement()
  /// rejects an empty cluster for all strategies.
  Result<std::unique_ptr<Placement>> (*build)(const BuildInput& input) = nullptr;

  /// Whether a placement built with `before` may be `previous` of a build with `now`; null if the parameters must be
  /// equal.
  bool (*follows)(std::span<const double> before, std::span<const double> now) = nullptr;

  /// Whether the real system behind this dialect can have such a node: checks its weight, and its name where that is an
  /// address. Called when a user enters it (system_rules.h); null where there is no such rule.
  Status (*fits)(const Node& node, std::span<const double> params) = nullptr;

  /// How many points the node has on a ring, if its weight can make them arbitrarily many; else null. Entry limits them
  /// (core/scenario/entry.h).
  std::uint64_t (*points)(const Node& node, std::span<const double> params) = nullptr;
};

/// What the strategy can do under these parameters.
Traits traits_of(const Strategy& strategy, std::span<const double> params);

/// The hash functions of the dialect's program; empty where every general one may be chosen.
std::span<const OfferedHash> own_hashes(const Strategy& strategy, std::span<const double> params);

/// The hash functions to choose from under these parameters.
std::vector<OfferedHash> offered_hashes(const Strategy& strategy, std::span<const double> params);
bool offers(const Strategy& strategy, std::span<const double> params, const HashFunction& hash);

/// Refuses a hash function that is not offered (field "hash").
Status check_offered(const Strategy& strategy, std::span<const double> params, const HashFunction& hash);

/// The initial choice: the strategy's default, or the program's if the dialect does not have that one.
const HashFunction& default_hash(const Strategy& strategy, std::span<const double> params);

/// Finds a hash function by id, or by its name in the dialect's program; null where there is none.
const HashFunction* find_hash(const Strategy& strategy, std::span<const double> params, std::string_view id);

/// Who answers while the cluster's down nodes are down.
Failover failover_of(const Strategy& strategy, std::span<const double> params, const Cluster& cluster);

/// The recipes of most strategies: the key hashed by the chosen function.
std::vector<Recipe> one_hash(std::span<const double> params, const HashFunction& hash);

/// Checks what all strategies require (a node, some weight above 0, parameters in range), then builds. The placement
/// may still need steps.
Result<std::unique_ptr<Placement>> build_placement(const Strategy& strategy, const BuildInput& input);

}  // namespace reshard
