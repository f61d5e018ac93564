// Ketama: the ring of memcached's clients. A digest of "server-k" gives four points, and a server has about 40 digests.
//
// libketama (RJ/ketama 18cf9a7, 2007) and its successors: libmemcached 1.1.4, twemproxy 60aaf85, spymemcached 2.12.3
// and npm's hashring 3.2.0. They differ in how a server is written and in how many digests it has. Most take
// floor(share · 40 · servers), several of them in single precision: 25 equal servers should have 40 digests each, but
// 1/25 as a float times 160 / 4 · 25 is 39.999996, so each has 39. So unchanged servers gain and lose points as the
// number of servers and the total weight change, and keys move unnecessarily.

#include <cmath>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/placement/bucket_placement.h"
#include "core/placement/memcached_hashes.h"
#include "core/placement/ring_placement.h"
#include "core/placement/system_rules.h"

namespace reshard {

extern const Strategy ketama_strategy;

namespace {

enum Param { kDialect, kEject, kFailureMode };
enum Dialect {
  kLibmemcachedWeighted,
  kLibmemcached,
  kLibketama,
  kTwemproxy,
  kSpymemcached,
  kHashring,
  kLibmemcachedSpy,
  kHashringPython,
};

constexpr std::string_view kDialects[] = {
    "libmemcached_weighted", "libmemcached", "libketama",        "twemproxy",
    "spymemcached",          "hashring",     "libmemcached_spy", "hashring_python"};
constexpr std::string_view kSystems[] = {"libmemcached", "libmemcached",   "libketama",    "twemproxy",
                                         "spymemcached", "hashring (npm)", "libmemcached", "hash_ring (Python)"};

enum Eject { kEjected, kKept };
enum FailureMode { kRedistribute, kRetry, kCancel };
constexpr std::string_view kEjects[] = {"true", "false"};
constexpr std::string_view kFailureModes[] = {"redistribute", "retry", "cancel"};
constexpr std::uint32_t kEjecting =
    1u << kLibmemcachedWeighted | 1u << kLibmemcached | 1u << kLibmemcachedSpy | 1u << kTwemproxy | 1u << kHashring;
constexpr ParamSpec kParams[] = {
    choice_param("dialect", "Dialect", kDialects),
    only_with(choice_param("eject", "Eject dead servers", kEjects), {"dialect", kEjecting}),
    only_with(choice_param("failure_mode", "Failure mode", kFailureModes), {"dialect", 1u << kSpymemcached}),
};

Dialect dialect_of(std::span<const double> params) { return static_cast<Dialect>(params[kDialect]); }

// libmemcached without weights: 100 texts per server, one point each.
bool one_point_a_text(Dialect dialect) { return dialect == kLibmemcached || dialect == kLibmemcachedSpy; }

unsigned words_of(Dialect dialect) {
  if (one_point_a_text(dialect)) return 1;
  return dialect == kHashringPython ? 3 : 4;
}

bool of_libmemcached(Dialect dialect) { return dialect == kLibmemcachedWeighted || one_point_a_text(dialect); }

// For keys, and in libmemcached without weights also for points.
Recipe recipe(Dialect dialect, const HashFunction& hash) {
  if (of_libmemcached(dialect)) return libmemcached_recipe(hash);
  if (dialect == kTwemproxy) return twemproxy_recipe(hash);
  if (dialect == kSpymemcached) return spymemcached_recipe(hash);
  return {&hash, 0, md5_word};
}

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  return {recipe(dialect_of(params), hash)};
}

std::span<const OfferedHash> hashes(std::span<const double> params) {
  static constexpr OfferedHash kMd5[] = {{&md5_hash, {}}};
  const Dialect dialect = dialect_of(params);
  if (of_libmemcached(dialect)) return libmemcached_hashes();
  if (dialect == kTwemproxy) return twemproxy_hashes();
  if (dialect == kSpymemcached) return spymemcached_hashes();
  return kMd5;
}

/// Totals over the servers in use.
struct Pool {
  double servers = 0, total = 0;
  bool weighted = false;  ///< some weight is not 1

  void add(double weight) {
    if (weight == 0) return;
    servers += 1;
    total += weight;
    weighted = weighted || weight != 1;
  }
};

// libmemcached, and after it twemproxy and spymemcached: single precision, except that 1e-10 is added in double.
std::uint64_t digests_in_float(double weight, const Pool& pool) {
  const float share = static_cast<float>(weight) / static_cast<float>(pool.total);
  const float digests = share * 160.0f / 4.0f * static_cast<float>(pool.servers);
  return static_cast<std::uint64_t>(std::floor(static_cast<float>(static_cast<double>(digests) + 1e-10)));
}

// libketama: the share is a float, the product a double, and floorf() takes a float again.
std::uint64_t digests_of_libketama(double weight, const Pool& pool) {
  const float share = static_cast<float>(weight) / static_cast<float>(pool.total);
  const double digests = static_cast<double>(share) * 40.0 * pool.servers;
  return static_cast<std::uint64_t>(std::floor(static_cast<float>(digests)));
}

/// How many texts of a server are hashed.
std::uint64_t texts_of(Dialect dialect, double weight, const Pool& pool) {
  if (one_point_a_text(dialect)) return 100;
  switch (dialect) {
    case kLibmemcachedWeighted:
    case kTwemproxy: return digests_in_float(weight, pool);
    case kSpymemcached: return weight == 0 || pool.weighted ? digests_in_float(weight, pool) : 40;
    case kLibketama: return digests_of_libketama(weight, pool);
    case kHashring:
    case kHashringPython: return static_cast<std::uint64_t>(std::floor(weight / pool.total * 40 * pool.servers));
    case kLibmemcached:
    case kLibmemcachedSpy: break;
  }
  check_failed("a dialect", __FILE__, __LINE__);
}

/// A server as libmemcached writes it: an IPv6 address without its brackets, a socket with port 0.
std::string memcached_text(const std::string& name, bool usual_port) {
  const std::string_view path = std::string_view(name).substr(name.starts_with("unix:/") ? 5 : 0);
  if (path.starts_with('/')) return std::string(path) + ":0";
  Endpoint parts = endpoint(name);
  if (name.starts_with('[') && name.ends_with(']')) parts = {name, {}};
  if (parts.host.starts_with('[') && parts.host.ends_with(']'))
    parts.host = parts.host.substr(1, parts.host.size() - 2);
  const std::string_view port = parts.port.empty() ? "11211" : parts.port;
  return std::string(parts.host).append(port == "11211" && !usual_port ? "" : ":" + std::string(port));
}

/// How a dialect writes a server, before "-k".
std::string server_text(Dialect dialect, const std::string& name) {
  const Endpoint parts = endpoint(name);
  switch (dialect) {
    case kLibmemcachedWeighted:
    case kLibmemcached: return memcached_text(name, false);
    case kLibmemcachedSpy: return "/" + memcached_text(name, true);
    case kTwemproxy: return parts.port == "11211" ? std::string(parts.host) : name;
    case kSpymemcached: return name.front() == '/' ? name.substr(1) : name;
    case kLibketama:
    case kHashring:
    case kHashringPython: return name;
  }
  check_failed("a dialect", __FILE__, __LINE__);
}

/// Points from the words of digests: four words of each digest, or three.
class DigestPoints final : public TextPoints<std::uint64_t> {
 public:
  DigestPoints(std::vector<NumberedTexts> servers, unsigned words)
      : TextPoints(std::move(servers), {}), words_(words) {}

  void draw(std::uint32_t node, std::uint64_t number, std::vector<std::uint64_t>& of_node) const override {
    const auto digest = md5(text(node, number));
    for (unsigned h = 0; h < words_; ++h) of_node.push_back(load_le32(digest.data() + 4 * h));
  }

 private:
  unsigned words_;
};

/// spymemcached's ring: while the server is down, the key is hashed again, up to six times.
class SpyRing final : public RingPlacement<std::uint64_t> {
 public:
  SpyRing(const BuildInput& input, RingShape shape, std::unique_ptr<PointMaker<std::uint64_t>> maker)
      : RingPlacement(shape, std::move(maker), ids_by_position(input.cluster),
                      // Under another hash, a first weight other than 1 changes the kind of points.
                      &input.hash == &md5_hash ? goes_on_from<RingPlacement>(input) : nullptr),
        read_(recipe(kSpymemcached, input.hash)),
        down_(down_nodes(input.cluster)) {}

  void serve(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    for (KeyCursor key(keys); key.next();) {
      owners[std::size_t{key.at()} * replicas] = look(key, [](std::uint64_t, NodeId) {});
    }
    fill_with_next(*this, down_, keys, replicas, owners);
  }

  void explain_serving(const SingleKey& key, std::uint32_t, Trace& trace) const override {
    const KeyBlock block = key.block();
    KeyCursor cursor(block);
    cursor.next();
    const NodeId server = look(cursor, [&](std::uint64_t position, NodeId node) {
      trace.push_back({trace.empty() ? "hash" : "hash_again", decimal(position), node});
    });
    trace.push_back(served_step(server, server == kNoNode ? "all tries met dead nodes" : "node of this try"));
  }

 private:
  // KetamaIterator: the key's position plus those of "0key", "1key", …, in 32 bits.
  template <typename Visit>
  NodeId look(KeyCursor& key, Visit visit) const {
    constexpr int kTries = 7;
    std::uint64_t position = key.hash();
    for (int tried = 0;; ++tried) {
      const NodeId node = owner(ring().find(position, RingRule::kAtOrAfter));
      visit(position, node);
      if (!down_[index_of(node)]) return node;
      if (tried + 1 == kTries) return kNoNode;
      position = (position + read_(decimal(static_cast<std::uint64_t>(tried)).append(key.name()))) & 0xFFFFFFFFu;
    }
  }

  Recipe read_;
  Flags down_;
};

// MD5 makes ketama's points, except in libmemcached and spymemcached without weights. Old links, from when libmemcached
// without weights and twemproxy accepted any function, keep theirs.
Status check_hash(const BuildInput& input) {
  const Dialect dialect = dialect_of(input.params);
  const HashFunction& hash = input.hash;
  const bool free = one_point_a_text(dialect) || dialect == kTwemproxy;
  if (!free && !offers(ketama_strategy, input.params, hash)) {
    return Error{ErrorCode::unsupported,
                 "hash",
                 {"the dialect {1} has no {2}", std::string(kDialects[dialect]), std::string(hash.id)}};
  }
  if (one_point_a_text(dialect) && hash.accepts != nullptr) {
    return Error{ErrorCode::unsupported, "hash", {"points are text, which {1} cannot hash", std::string(hash.id)}};
  }
  return Done{};
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const Dialect dialect = dialect_of(input.params);
  if (const auto valid = check_hash(input); !valid.ok()) return valid.error();
  Pool pool;
  for (const Node& node : input.cluster.nodes()) pool.add(node.weight);
  // KetamaNodeLocator: 160 texts with one point each, unless the hash is KETAMA_HASH or weights are given.
  const bool spy_texts = dialect == kSpymemcached && !pool.weighted && &input.hash != &md5_hash;
  const bool by_hash = one_point_a_text(dialect) || spy_texts;
  const unsigned words = by_hash ? 1 : words_of(dialect);
  std::vector<NumberedTexts> servers;
  for (const Node& node : input.cluster.nodes()) {
    const std::uint64_t texts = !spy_texts ? texts_of(dialect, node.weight, pool) : node.weight == 0 ? 0 : 160;
    servers.push_back({server_text(dialect, node.name) + "-", "", texts});
  }
  const RingShape shape{.width = 32,
                        .ties = dialect == kSpymemcached ? Ties::kLastAdded : Ties::kFirstAdded,
                        .reading = &input.hash == &md5_hash ? kMd5Word : ""};
  std::unique_ptr<PointMaker<std::uint64_t>> maker;
  if (by_hash) {
    maker = text_points<std::uint64_t>(std::move(servers), recipes(input.params, input.hash));
  } else {
    maker = std::make_unique<DigestPoints>(std::move(servers), words);
  }
  if (dialect == kSpymemcached) {
    const auto fits = check_points(*maker, input.cluster.nodes().size(), "nodes", words);
    if (!fits.ok()) return fits.error();
    return make_placement<SpyRing>(input, shape, std::move(maker));
  }
  return make_ring(input, shape, std::move(maker), "nodes", words);
}

Traits traits(std::span<const double> params) {
  if (!one_point_a_text(dialect_of(params))) return {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas};
  return {Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove};
}

double expected_spread(std::size_t nodes, std::span<const double> params) {
  const Dialect dialect = dialect_of(params);
  return ring_spread(nodes, one_point_a_text(dialect) ? 100 : 40 * words_of(dialect));
}

Status fits(const Node& node, std::span<const double> params) {
  const Dialect dialect = dialect_of(params);
  if (dialect == kHashring || dialect == kHashringPython) return Done{};  // names of any kind, weights by share
  const std::string_view system = kSystems[dialect];
  if (const Status name = check_address(system, node); !name.ok()) return name;
  return one_point_a_text(dialect) ? Status(Done{}) : check_whole_weight(system, node);
}

constexpr DownRule kDown[] = {
    {.does = Failover::kRebuilt,
     .words =
         "With AUTO_EJECT_HOSTS the ring is rebuilt without the server. Where weights count, so do the servers that are left: some keys of others move too.",
     .source = "libmemcached 1.1.4, hosts.cc, update_continuum()",
     .with = {"dialect", 1u << kLibmemcachedWeighted | 1u << kLibmemcached | 1u << kLibmemcachedSpy},
     .also = {"eject", 1u << kEjected}},
    {.does = Failover::kFails,
     .words = "Without AUTO_EJECT_HOSTS the server keeps its keys: requests for them are errors until it is back.",
     .source = "libmemcached 1.1.4, hosts.cc, update_continuum()",
     .with = {"dialect", 1u << kLibmemcachedWeighted | 1u << kLibmemcached | 1u << kLibmemcachedSpy}},
    {.does = Failover::kRebuilt,
     .words =
         "With auto_eject_hosts a server that failed server_failure_limit times is left out, and the ring is rebuilt from the others, until server_retry_timeout has passed.",
     .source = "twemproxy 60aaf85, nc_ketama.c, ketama_update()",
     .with = {"dialect", 1u << kTwemproxy},
     .also = {"eject", 1u << kEjected}},
    {.does = Failover::kFails,
     .words = "Without auto_eject_hosts, which is twemproxy's default, the server keeps its keys: requests for "
              "them are errors until it is back.",
     .source = "twemproxy 60aaf85, nc_ketama.c and nc_conf.h",
     .with = {"dialect", 1u << kTwemproxy}},
    {.does = Failover::kOwn,
     .words = "FailureMode.Redistribute: the key is hashed again with the number of the try before it, up to six "
              "times; if all these lead to dead servers, nobody serves it.",
     .source = "spymemcached 2.12.3, MemcachedConnection.addOperation() and KetamaIterator",
     .with = {"dialect", 1u << kSpymemcached},
     .also = {"failure_mode", 1u << kRedistribute}},
    {.does = Failover::kFails,
     .words = "FailureMode.Retry keeps the operations until the server is back, FailureMode.Cancel ends them at "
              "once.",
     .source = "spymemcached 2.12.3, MemcachedConnection.addOperation()",
     .with = {"dialect", 1u << kSpymemcached}},
    {.does = Failover::kRebuilt,
     .words =
         "With the option remove, the client memcached takes a dead server out of its hashring and computes the points again.",
     .source = "npm memcached 2.2.2 and hashring 3.2.0, HashRing.remove()",
     .with = {"dialect", 1u << kHashring},
     .also = {"eject", 1u << kEjected}},
    {.does = Failover::kFails,
     .words = "Without the option remove of the client memcached, the server keeps its keys: requests for them "
              "are errors until it is back.",
     .source = "npm memcached 2.2.2, lib/memcached.js",
     .with = {"dialect", 1u << kHashring}},
    {.does = Failover::kNext,
     .words = "MemcacheRing goes round the ring to the first server that it can connect to.",
     .source = "hash_ring 1.3.1, memcache_ring.py, _get_server()",
     .with = {"dialect", 1u << kHashringPython}},
    {.does = Failover::kFails,
     .words = "The library looks at no server: the dead one keeps its keys until it is taken out of the file of "
              "servers, and then some keys of others move too.",
     .source = "RJ/ketama 18cf9a7, ketama.c, ketama_get_server()"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules ketama_down;
constinit const DownRules ketama_down = kDown;

constinit const Strategy ketama_strategy{
    .id = "ketama",
    .title = "Ketama",
    .family = Family::kRing,
    .summary = "The ring that memcached clients share, if they are set to the same dialect.",
    .limits =
        "About 8% spread; in dialects that scale points by the total weight, keys also move between remaining servers.",
    .source = "RJ/ketama 18cf9a7, libmemcached 1.1.4, twemproxy 60aaf85, spymemcached 2.12.3, npm hashring 3.2.0",
    .lookup = "O(log(160 n))",
    .traits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas},
    .down = kDownCases,
    .params = kParams,
    .hash = "md5",
    .numerals = Numerals::kDecimal,
    .hashes_with = hashes,
    .traits_with = traits,
    .expected_spread = expected_spread,
    .recipes = recipes,
    .build = build,
    .fits = fits,
};

}  // namespace reshard
