// PostgreSQL's hash partitions of unequal moduli: a partition holds the rows whose hash leaves a remainder at its
// modulus.
//
// PostgreSQL 15, partbounds.c: partition (m, r) holds the rows with hash mod m = r (partitioners/postgresql.cpp);
// "every hash partition modulus must be a factor of the next larger modulus", so lookups use one table with as many
// entries as the largest modulus. The initial nodes have one partition each, of equal moduli. An added node takes half
// of the node with the largest share: its partition (m, r) becomes (2m, r) and (2m, r + m), and nothing else moves; of
// several partitions, one goes over whole. Where a node leaves, a partition is merged with its sibling (r ± m/2), if
// that is whole; else it goes to the node with the smallest share, as it is. PostgreSQL has no statement for either:
// people detach the partition, create the new ones and insert its rows again, or attach tables, whose rows ATTACH
// PARTITION then reads. From n to n + 1 equal partitions there is only a new table.
//
// A cluster may begin with partitions of unequal moduli (GivenTable): partition (8, 4) is the token 8000000004, the
// modulus times 10^9 and the remainder. Remainders may be missing: PostgreSQL has no partition for such rows then.

#include <algorithm>
#include <optional>

#include "core/base/text.h"
#include "core/partitioners/partitioner.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/replay.h"
#include "core/placement/system_rules.h"
#include "core/placement/typed_key.h"

namespace reshard {

extern const Partitioner postgresql_partitioner;

namespace {

enum Param { kAddition, kType };  // the types of further columns follow
enum class Addition : std::uint8_t { kSplit, kNewTable };

constexpr std::string_view kAdditions[] = {"split", "new_table"};
constexpr ParamSpec kParams[] = {
    choice_param("addition", "When a node is added", kAdditions),
    type_param(),
    more_type_param<2>(),
    only_with(more_type_param<3>(), has_column<2>()),
    only_with(more_type_param<4>(), has_column<3>()),
};

constexpr std::uint64_t kMaxModulus = 1'048'576;  // of a given table: lookups have an entry for each remainder
constexpr std::uint64_t kTokenOfModulus = 1'000'000'000;

Addition addition_of(std::span<const double> params) { return static_cast<Addition>(params[kAddition]); }

RowType row_type(std::span<const double> params) {
  return row_type_of(params.subspan(kType), kMaxKeyColumns, postgresql_partitioner.nulls);
}

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  return {typed_recipe(hash, row_type(params), postgresql_partitioner.number)};
}

struct Partition {
  std::uint32_t modulus, remainder;
  NodeId owner;
};

std::string bounds(const Partition& partition) {
  return "modulus " + decimal(partition.modulus) + ", remainder " + decimal(partition.remainder);
}

std::uint32_t smallest_factor(std::uint32_t number) {
  for (std::uint32_t factor = 2; factor * factor <= number; ++factor) {
    if (number % factor == 0) return factor;
  }
  return number;
}

/// A table's partitions, whose moduli are each a factor of the next larger one.
class Partitions {
 public:
  explicit Partitions(std::span<const Node> nodes) { deal_anew(nodes); }
  explicit Partitions(std::vector<Partition> given) : all_(std::move(given)) {}

  const std::vector<Partition>& all() const { return all_; }

  std::uint32_t largest_modulus() const {
    std::uint32_t largest = 1;
    for (const Partition& partition : all_) largest = std::max(largest, partition.modulus);
    return largest;
  }

  void deal_anew(std::span<const Node> nodes) {
    all_.clear();
    for (const Node& node : nodes) {
      all_.push_back({static_cast<std::uint32_t>(nodes.size()), static_cast<std::uint32_t>(all_.size()), node.id});
    }
  }

  void add(NodeId added) {
    const NodeId giver = largest_share();
    std::vector<std::size_t> own;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (all_[i].owner == giver) own.push_back(i);
    }
    if (own.size() == 1) return split(own[0], added);
    const auto smallest = std::max_element(
        own.begin(), own.end(), [&](std::size_t a, std::size_t b) { return comes_before(all_[a], all_[b]); });
    all_[*smallest].owner = added;
  }

  void remove(NodeId gone, std::span<const Node> left) {
    std::vector<Partition> without;
    for (std::size_t i = 0; i < all_.size();) {
      if (all_[i].owner != gone) {
        ++i;
        continue;
      }
      without.push_back(all_[i]);
      all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    for (const Partition& partition : without) {
      if (!merge(partition)) all_.push_back({partition.modulus, partition.remainder, smallest_share(left)});
    }
  }

 private:
  static bool comes_before(const Partition& a, const Partition& b) {
    return a.modulus != b.modulus ? a.modulus < b.modulus : a.remainder < b.remainder;
  }

  // The rows of each node, as a number of entries of the lookup's table; by id.
  std::vector<std::uint64_t> shares() const {
    std::vector<std::uint64_t> shares;
    const std::uint32_t entries = largest_modulus();
    for (const Partition& partition : all_) {
      const std::size_t at = index_of(partition.owner);
      if (at >= shares.size()) shares.resize(at + 1);
      shares[at] += entries / partition.modulus;
    }
    return shares;
  }

  // Of equal shares, that with the largest partition, or the one with the lowest remainder.
  NodeId largest_share() const {
    const auto held = shares();
    const Partition* best = &all_[0];
    for (const Partition& partition : all_) {
      const std::uint64_t share = held[index_of(partition.owner)], most = held[index_of(best->owner)];
      if (share > most || (share == most && comes_before(partition, *best))) best = &partition;
    }
    return best->owner;
  }

  NodeId smallest_share(std::span<const Node> nodes) const {
    auto held = shares();
    const Node* best = nullptr;
    for (const Node& node : nodes) {
      if (index_of(node.id) >= held.size()) held.resize(index_of(node.id) + 1);
      if (best == nullptr || held[index_of(node.id)] < held[index_of(best->id)]) best = &node;
    }
    return best->id;
  }

  // In two, unless the next larger modulus is an odd multiple: then in as many parts as keep the rule of moduli, of
  // which the old owner keeps half, rounded up.
  void split(std::size_t at, NodeId added) {
    const Partition old = all_[at];
    std::uint32_t larger = 0;
    for (const Partition& partition : all_) {
      if (partition.modulus > old.modulus && (larger == 0 || partition.modulus < larger)) larger = partition.modulus;
    }
    const std::uint32_t parts = larger == 0 ? 2 : smallest_factor(larger / old.modulus);
    for (std::uint32_t i = 0; i < parts; ++i) {
      const Partition part{old.modulus * parts, old.remainder + i * old.modulus,
                           i < (parts + 1) / 2 ? old.owner : added};
      if (i == 0) all_[at] = part;
      if (i > 0) all_.push_back(part);
    }
  }

  // With its sibling, if that is whole and the rule of moduli stays kept.
  bool merge(const Partition& partition) {
    if (partition.modulus % 2 != 0) return false;
    const std::uint32_t half = partition.modulus / 2, remainder = (partition.remainder + half) % partition.modulus;
    Partition* sibling = nullptr;
    for (Partition& other : all_) {
      if (other.modulus < partition.modulus && half % other.modulus != 0) return false;
      if (other.modulus == partition.modulus && other.remainder == remainder) sibling = &other;
    }
    if (sibling == nullptr) return false;
    *sibling = {half, remainder % half, sibling->owner};
    return true;
  }

  std::vector<Partition> all_;
};

class HashPartitionsPlacement final : public Placement {
 public:
  HashPartitionsPlacement(const RowType& type, std::vector<Partition> partitions, std::uint32_t modulus)
      : type_(type), partitions_(std::move(partitions)), entries_(modulus, kNoNode) {
    for (const Partition& partition : partitions_) {
      for (std::size_t e = partition.remainder; e < modulus; e += partition.modulus) entries_[e] = partition.owner;
    }
  }

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = entries_[entry_of(keys.hash(i))];
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    Trace trace;
    explain_row(key, type_, postgresql_partitioner.explain, trace);
    const std::size_t entry = entry_of(key.hash());
    trace.push_back({"function", std::string(postgresql_partitioner.formula)});
    trace.push_back({"hash", decimal(key.hash())});
    trace.push_back({"remainder", decimal(key.hash()) + " mod " + decimal(entries_.size()) + " = " + decimal(entry),
                     kNoNode, "largest modulus"});
    for (const Partition& partition : partitions_) {
      if (entry % partition.modulus != partition.remainder) continue;
      trace.push_back({"partition", bounds(partition), partition.owner});
      trace.push_back(
          {"constraint",
           "satisfies_hash_partition(…, " + decimal(partition.modulus) + ", " + decimal(partition.remainder) + ", …)",
           kNoNode, "attach"});
    }
    trace.push_back(owner_step(entries_[entry]));
    return trace;
  }

  Picture picture(const SingleKey& key) const override { return TablePicture{entries_, entry_of(key.hash())}; }
  std::uint64_t memory_bytes() const override {
    return entries_.size() * sizeof(NodeId) + partitions_.size() * 2 * sizeof(std::uint32_t);
  }

 private:
  std::size_t entry_of(std::uint64_t h) const { return static_cast<std::size_t>(h % entries_.size()); }

  RowType type_;
  std::vector<Partition> partitions_;
  std::vector<NodeId> entries_;  // by remainder at the largest modulus
};

Error refused(std::string_view words, const Partition& partition, std::string_view other = {}) {
  return {ErrorCode::unsupported, "owners", {words, bounds(partition), other}};
}

Result<Partition> read_token(U128 token, NodeId owner) {
  const auto number = static_cast<std::uint64_t>(token);
  const std::uint64_t modulus = number / kTokenOfModulus, remainder = number % kTokenOfModulus;
  if (number >> 63 != 0 || token >> 64 != 0 || modulus == 0 || modulus > kMaxModulus) {
    return Error{
        ErrorCode::malformed,
        "owners",
        {signed_decimal(token), "modulus · 10^9 + remainder, with a modulus from 1 to " + decimal(kMaxModulus)}};
  }
  const Partition partition{static_cast<std::uint32_t>(modulus), static_cast<std::uint32_t>(remainder), owner};
  if (remainder >= modulus) return refused("{1}: remainder for hash partition must be less than modulus", partition);
  return partition;
}

// As check_new_partition_bound() does, in its words.
Status check(std::vector<Partition> partitions) {
  std::sort(partitions.begin(), partitions.end(), [](const Partition& a, const Partition& b) {
    return a.modulus != b.modulus ? a.modulus < b.modulus : a.remainder < b.remainder;
  });
  for (std::size_t i = 1; i < partitions.size(); ++i) {
    if (partitions[i].modulus % partitions[i - 1].modulus == 0) continue;
    return refused("every hash partition modulus must be a factor of the next larger modulus: {1}; {2}",
                   partitions[i - 1], bounds(partitions[i]));
  }
  std::vector<const Partition*> by_entry(partitions.back().modulus);
  for (const Partition& partition : partitions) {
    for (std::size_t e = partition.remainder; e < by_entry.size(); e += partition.modulus) {
      if (by_entry[e] != nullptr) return refused("{1} would overlap {2}", partition, bounds(*by_entry[e]));
      by_entry[e] = &partition;
    }
  }
  return Done{};
}

/// What the cluster begins with; none where nothing is given.
Result<std::vector<Partition>> given_partitions(const BuildInput& input) {
  std::vector<Partition> partitions;
  const GivenTable* given = input.cluster.given().get();
  if (given == nullptr || given->table != input.table) return partitions;
  for (std::size_t i = 0; i < given->tokens.size(); ++i) {
    const auto read = read_token(given->tokens[i], given->owners[i]);
    if (!read.ok()) return read.error();
    partitions.push_back(read.value());
  }
  if (partitions.empty()) return partitions;
  if (const auto possible = check(partitions); !possible.ok()) return possible.error();
  return partitions;
}

// The partitions of nodes that left before the log begins go to others, and nodes without any are added.
Partitions begin_with(std::vector<Partition> given, std::span<const Node> initial) {
  if (given.empty()) return Partitions(initial);
  const auto has = [&](NodeId id) {
    return std::any_of(given.begin(), given.end(), [&](const Partition& one) { return one.owner == id; });
  };
  Partitions partitions(given);
  for (const Partition& one : given) {
    const bool here =
        std::any_of(initial.begin(), initial.end(), [&](const Node& node) { return node.id == one.owner; });
    if (!here) partitions.remove(one.owner, initial);
  }
  for (const Node& node : initial) {
    if (!has(node.id)) partitions.add(node.id);
  }
  return partitions;
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const RowType type = row_type(input.params);
  if (const auto known = check_types(postgresql_partitioner, type); !known.ok()) return known.error();
  auto given = given_partitions(input);
  if (!given.ok()) return given.error();
  Replay replay(input.cluster);
  Partitions partitions = begin_with(given.take(), replay.nodes());
  while (const ClusterEvent* event = replay.next()) {
    const bool added = event->kind == ClusterEvent::Kind::kAdd, gone = event->kind == ClusterEvent::Kind::kRemove;
    if (addition_of(input.params) == Addition::kNewTable) {
      if (added || gone) partitions.deal_anew(replay.nodes());
      continue;
    }
    if (added) partitions.add(event->node.id);
    if (gone) partitions.remove(event->node.id, replay.nodes());
  }
  const std::uint32_t modulus = partitions.largest_modulus();
  return make_placement<HashPartitionsPlacement>(type, partitions.all(), modulus);
}

constexpr Traits kSplitTraits = {Trait::kAnyRemoval, Trait::kLeastOnAdd, Trait::kLeastOnRemove, Trait::kHistory};

Traits traits(std::span<const double> params) {
  return addition_of(params) == Addition::kSplit ? kSplitTraits : Traits{Trait::kAnyRemoval, Trait::kHistory};
}

Status fits(const Node& node, std::span<const double>) { return check_no_weight("PostgreSQL", node); }

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words =
         "A row has one partition. If that is a foreign table whose server is down, queries that need it fail; those "
         "that name another partition's key do not ask it.",
     .source = "PostgreSQL 15 documentation, Table Partitioning and postgres_fdw"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules hash_partitions_down;
constinit const DownRules hash_partitions_down = kDown;

extern const Strategy hash_partitions_strategy;
constinit const Strategy hash_partitions_strategy{
    .id = "hash_partitions",
    .title = "PostgreSQL hash partitions",
    .family = Family::kTable,
    .summary = "PostgreSQL's partitions by modulus and remainder: one is split in two, and no other is touched.",
    .limits =
        "A split leaves two halves beside whole partitions; equal ones again need every partition split, or a new "
        "table.",
    .source = "PostgreSQL 15.18, partbounds.c",
    .lookup = "O(1)",
    .traits = kSplitTraits,
    .down = kDownCases,
    .params = kParams,
    .hash_fixed = true,
    .numerals = Numerals::kDecimal,
    .traits_with = traits,
    .takes_tokens = true,
    .recipes = recipes,
    .build = build,
    .fits = fits,
};

}  // namespace reshard
