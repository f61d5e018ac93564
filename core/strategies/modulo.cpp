// Modulo: owner = node number h(key) mod n.
//
// The strategy that everybody starts with. From n to n + 1 nodes a key stays only if h mod n = h mod (n + 1), which
// holds for n of n (n + 1) residues: 1/(n + 1) of the keys stay. From n to k n nodes, a key of node p goes to one of p,
// p + n, …, p + (k - 1) n, so an old shard splits only into these.
//
// memcached's clients have it too. libmemcached 1.1.4 (MEMCACHED_DISTRIBUTION_MODULA) has no weights; twemproxy 0.5.0
// (`distribution: modula`) and python-memcached 1.59 give a server as many consecutive entries as its weight.

#include <algorithm>
#include <tuple>

#include "core/base/ranking.h"
#include "core/base/text.h"
#include "core/placement/memcached_hashes.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/strategy.h"

namespace reshard {

extern const Strategy modulo_strategy;

namespace {

enum Param { kDialect, kEject };
enum Dialect { kPlain, kLibmemcached, kTwemproxy, kPythonMemcached };

constexpr std::string_view kDialects[] = {"plain", "libmemcached", "twemproxy", "python_memcached"};
enum Eject { kEjected, kKept };
constexpr std::string_view kEjects[] = {"true", "false"};
constexpr ParamSpec kParams[] = {
    choice_param("dialect", "Dialect", kDialects),
    only_with(choice_param("eject", "Eject dead servers", kEjects),
              {"dialect", 1u << kLibmemcached | 1u << kTwemproxy}),
};

Dialect dialect_of(std::span<const double> params) { return static_cast<Dialect>(params[kDialect]); }

bool knows_weights(Dialect dialect) { return dialect == kTwemproxy || dialect == kPythonMemcached; }

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  switch (dialect_of(params)) {
    case kPlain: return one_hash(params, hash);
    case kLibmemcached: return {libmemcached_recipe(hash)};
    case kTwemproxy: return {twemproxy_recipe(hash)};
    case kPythonMemcached: return {python_memcached_recipe(hash)};
  }
  check_failed("a dialect", __FILE__, __LINE__);
}

class ModuloPlacement final : public Placement {
 public:
  ModuloPlacement(std::vector<NodeId> entries, const BuildInput& input)
      : entries_(std::move(entries)), read_(recipes(input.params, input.hash)[0]), down_(down_nodes(input.cluster)) {}

  void serve(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    std::fill(owners.begin(), owners.end(), kNoNode);
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      owners[std::size_t{i} * replicas] = look(keys.hash(i), [](std::uint64_t, NodeId) {});
    }
  }

  void explain_serving(const SingleKey& key, std::uint32_t, Trace& trace) const override {
    trace.push_back({"hash", decimal(key.hash())});
    const NodeId server = look(key.hash(), [&](std::uint64_t h, NodeId node) {
      trace.push_back({trace.size() == 1 ? "remainder" : "hash_again",
                       decimal(h) + " mod " + decimal(entries_.size()) + " = " + decimal(h % entries_.size()), node});
    });
    trace.push_back(served_step(server, server == kNoNode ? "all tries met dead nodes" : "node of this try"));
  }

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = entries_[keys.hash(i) % entries_.size()];
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    const std::uint64_t h = key.hash();
    return {{"hash", decimal(h)},
            {"remainder", decimal(h) + " mod " + decimal(entries_.size()) + " = " + decimal(h % entries_.size())},
            owner_step(entries_[h % entries_.size()])};
  }

  Picture picture(const SingleKey& key) const override { return TablePicture{entries_, key.hash() % entries_.size()}; }

  std::uint64_t memory_bytes() const override { return entries_.size() * sizeof(NodeId); }

 private:
  // python-memcached: the decimal hash followed by the number of the try is hashed instead; ten servers are tried.
  template <typename Visit>
  NodeId look(std::uint64_t h, Visit visit) const {
    constexpr std::uint64_t kTries = 10;
    for (std::uint64_t tried = 0;;) {
      const NodeId node = entries_[h % entries_.size()];
      visit(h, node);
      if (!down_[index_of(node)]) return node;
      if (tried + 1 == kTries) return kNoNode;
      h = read_(decimal(h) + decimal(tried++));
    }
  }

  std::vector<NodeId> entries_;  // the nodes by position, each as often as its weight where weights count
  Recipe read_;
  Flags down_;
};

std::span<const OfferedHash> hashes(std::span<const double> params) {
  switch (dialect_of(params)) {
    case kPlain: return {};
    case kLibmemcached: return libmemcached_hashes();
    case kTwemproxy: return twemproxy_hashes();
    case kPythonMemcached: return python_memcached_hashes();
  }
  check_failed("a dialect", __FILE__, __LINE__);
}

// The nodes' positions, in order. twemproxy sorts servers by name, short names first, to find duplicates (nc_conf.c,
// conf_validate_server()). The usual port is not part of a name.
std::vector<std::uint32_t> order_of(const Cluster& cluster, Dialect dialect) {
  const auto name_at = [&](std::size_t n) {
    constexpr std::string_view kUsualPort = ":11211";
    std::string_view name = cluster.nodes()[n].name;
    if (name.ends_with(kUsualPort)) name.remove_suffix(kUsualPort.size());
    return name;
  };
  return in_order(cluster.nodes().size(), [&](std::uint32_t a, std::uint32_t b) {
    if (dialect != kTwemproxy) return a < b;
    const std::string_view one = name_at(a), other = name_at(b);
    return std::tuple(one.size(), one) < std::tuple(other.size(), other);
  });
}

Result<std::vector<NodeId>> entries_by_weight(const Cluster& cluster, Dialect dialect) {
  const auto weights = whole_weights(cluster);
  if (!weights.ok()) return weights.error();
  constexpr std::uint64_t kMaxEntries = 10'000'000;
  std::vector<NodeId> entries;
  for (const std::uint32_t n : order_of(cluster, dialect)) {
    const std::uint64_t weight = weights.value()[n];
    if (weight > kMaxEntries - entries.size())
      return Error{ErrorCode::too_large,
                   "nodes.weight",
                   {"more than " + decimal(kMaxEntries) + " entries", decimal(kMaxEntries)}};
    entries.insert(entries.end(), static_cast<std::size_t>(weight), cluster.nodes()[n].id);
  }
  return entries;
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const Dialect dialect = dialect_of(input.params);
  if (dialect != kPlain && !offers(modulo_strategy, input.params, input.hash)) {
    return Error{ErrorCode::unsupported,
                 "hash",
                 {"the dialect {1} has no {2}", std::string(kDialects[dialect]), std::string(input.hash.id)}};
  }
  if (!knows_weights(dialect)) return make_placement<ModuloPlacement>(ids_by_position(input.cluster), input);
  auto entries = entries_by_weight(input.cluster, dialect);
  if (!entries.ok()) return entries.error();
  return make_placement<ModuloPlacement>(entries.take(), input);
}

Traits traits(std::span<const double> params) {
  if (knows_weights(dialect_of(params))) return {Trait::kWeights, Trait::kAnyRemoval};
  return {Trait::kAnyRemoval};
}

constexpr DownRule kDown[] = {
    {.does = Failover::kRebuilt,
     .words = "With REMOVE_FAILED_SERVERS the server is taken off the list, and nearly all keys move.",
     .source = "libmemcached 1.1.4, connect.cc",
     .with = {"dialect", 1u << kLibmemcached},
     .also = {"eject", 1u << kEjected}},
    {.does = Failover::kRebuilt,
     .words = "With auto_eject_hosts the table is rebuilt from the servers that are left, and nearly all keys move.",
     .source = "twemproxy 0.5.0, nc_modula.c, modula_update()",
     .with = {"dialect", 1u << kTwemproxy},
     .also = {"eject", 1u << kEjected}},
    {.does = Failover::kOwn,
     .words = "The hash and the number of the try, as digits, are hashed in its place, until a server can be connected "
              "to; ten are tried.",
     .source = "python-memcached 1.59, memcache.py, _get_server()",
     .with = {"dialect", 1u << kPythonMemcached}},
    {.does = Failover::kFails,
     .words = "h mod n still names the node: its requests fail until the list of nodes changes, and then nearly "
              "all keys move.",
     .source = "The division method; no system of its own"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules modulo_down;
constinit const DownRules modulo_down = kDown;

constinit const Strategy modulo_strategy{
    .id = "modulo",
    .title = "Modulo",
    .family = Family::kArithmetic,
    .summary = "Even and needs no table: fine as long as the number of nodes never changes.",
    .limits = "Changing the number of nodes moves almost all keys; it ignores weights.",
    .source = "The division method, Knuth, The Art of Computer Programming 3, section 6.4",
    .lookup = "O(1)",
    .traits = {Trait::kAnyRemoval},
    .down = kDownCases,
    .params = kParams,
    .numerals = Numerals::kDecimal,
    .hashes_with = hashes,
    .traits_with = traits,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard
