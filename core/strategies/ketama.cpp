// Ketama: the ring of memcached's clients. A digest of "server-k" gives four points, and a server has about 40 digests.
//
// libketama (RJ/ketama 18cf9a7, 2007) and its successors: libmemcached 1.1.4, twemproxy 60aaf85, spymemcached 2.12.3
// and npm's hashring 3.2.0. They differ in how a server is written and in how many digests it has. Most take
// floor(share · 40 · servers), several of them in single precision: 25 equal servers should have 40 digests each, but
// 1/25 as a float times 160 / 4 · 25 is 39.999996, so each has 39. So unchanged servers gain and lose points as the
// number of servers and the total weight change, and keys move unnecessarily.

#include <cmath>

#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/placement/bare_address.h"
#include "core/placement/bucket_placement.h"
#include "core/placement/dialects.h"
#include "core/placement/digest_points.h"
#include "core/placement/ring_placement.h"
#include "core/placement/system_rules.h"
#include "core/placement/systems/memcached_hashes.h"
#include "core/placement/tries.h"

namespace reshard {

extern const Strategy ketama_strategy;

namespace {

enum Param { kDialect, kEject, kFailureMode };

Recipe md5_recipe(const HashFunction& hash) { return {&hash, 0, md5_word}; }

std::span<const OfferedHash> md5_hashes() {
  static constexpr OfferedHash kMd5[] = {{&md5_hash, {}}};
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

// KetamaNodeLocator, with MD5 or with weights.
std::uint64_t digests_of_spymemcached(double weight, const Pool& pool) {
  return weight == 0 || pool.weighted ? digests_in_float(weight, pool) : 40;
}

std::uint64_t digests_in_double(double weight, const Pool& pool) {
  return static_cast<std::uint64_t>(std::floor(weight / pool.total * 40 * pool.servers));
}

std::uint64_t hundred_texts(double, const Pool&) { return 100; }

/// A server as libmemcached writes it: an IPv6 address without its brackets, a socket with port 0.
std::string memcached_text(const std::string& name, bool usual_port) {
  const std::string_view path = socket_path(name);
  if (path.starts_with('/')) return std::string(path) + ":0";
  Endpoint parts = endpoint(name);
  remove_brackets(name, parts);
  const std::string_view port = parts.port.empty() ? "11211" : parts.port;
  return std::string(parts.host).append(port == "11211" && !usual_port ? "" : ":" + std::string(port));
}

std::string libmemcached_server(const std::string& name) { return memcached_text(name, false); }
std::string libmemcached_spy_server(const std::string& name) { return "/" + memcached_text(name, true); }
std::string twemproxy_server(const std::string& name) {
  const Endpoint parts = endpoint(name);
  return parts.port == "11211" ? std::string(parts.host) : name;
}
std::string spymemcached_server(const std::string& name) { return name.front() == '/' ? name.substr(1) : name; }
std::string name_itself(const std::string& name) { return name; }

/// spymemcached's ring: while the server is down, the key is hashed again, up to six times.
class SpyRing final : public RingPlacement<std::uint64_t> {
 public:
  SpyRing(const BuildInput& input, RingShape shape, std::unique_ptr<PointMaker<std::uint64_t>> maker)
      : RingPlacement(shape, std::move(maker), ids_by_position(input.cluster),
                      // Under another hash, a first weight other than 1 changes the kind of points.
                      &input.hash == &md5_hash ? goes_on_from<RingPlacement>(input) : nullptr),
        read_(spymemcached_recipe(input.hash)),
        down_(down_nodes(input.cluster)) {}

  void serve(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    for (KeyCursor key(keys); key.next();) {
      owners[std::size_t{key.at()} * replicas] = look(key, [](std::uint64_t, NodeId) {});
    }
    fill_with_next(*this, down_, keys, replicas, owners);
  }

  void explain_serving(const SingleKey& key, std::uint32_t, Trace& trace) const override {
    explain_tries(key, trace, [this](KeyCursor& cursor, auto visit) { return look(cursor, visit); });
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

using Maker = std::unique_ptr<PointMaker<std::uint64_t>>;

Result<std::unique_ptr<Placement>> make_ketama_ring(const BuildInput& input, RingShape shape, Maker maker,
                                                    unsigned words) {
  return make_ring(input, shape, std::move(maker), "nodes", words);
}

Result<std::unique_ptr<Placement>> make_spy_ring(const BuildInput& input, RingShape shape, Maker maker,
                                                 unsigned words) {
  const auto fits = check_points(*maker, input.cluster.nodes().size(), "nodes", words);
  if (!fits.ok()) return fits.error();
  shape.ties = Ties::kLastAdded;
  return make_placement<SpyRing>(input, shape, std::move(maker));
}

Status check_weighted_server(std::string_view system, const Node& node) {
  if (const Status name = check_address(system, node); !name.ok()) return name;
  return check_whole_weight(system, node);
}

constexpr Traits kWeighted = {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas};
constexpr Traits kEqual = {Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove};

struct Dialect {
  std::string_view id, system;
  std::string (*server)(const std::string& name) = name_itself;                 ///< as it is written, before "-k"
  std::uint64_t (*texts)(double weight, const Pool& pool) = digests_in_double;  ///< how many a server has
  unsigned unweighted_texts = 0;  ///< how many instead, without weights and MD5, of one word each; 0: no exception
  unsigned words = 4;     ///< of a text's digest, each a point; 1: the text is read like a key, by the same function
  unsigned points = 160;  ///< of one of equal servers
  Recipe (*recipe)(const HashFunction& hash) = md5_recipe;  ///< of keys
  std::span<const OfferedHash> (*hashes)() = md5_hashes;
  bool takes_any_hash = false;  ///< in old links, from when it was not yet restricted to those of its program
  bool ejects = false;          ///< has an option to leave dead servers out
  Traits traits = kWeighted;
  Status (*fits)(std::string_view system, const Node& node) = nullptr;  ///< null: names of any kind, weights by share
  Result<std::unique_ptr<Placement>> (*make)(const BuildInput&, RingShape, Maker, unsigned words) = make_ketama_ring;
};

constexpr Dialect kDialects[] = {
    {.id = "libmemcached_weighted",
     .system = "libmemcached",
     .server = libmemcached_server,
     .texts = digests_in_float,
     .recipe = libmemcached_recipe,
     .hashes = libmemcached_hashes,
     .ejects = true,
     .fits = check_weighted_server},
    {.id = "libmemcached",
     .system = "libmemcached",
     .server = libmemcached_server,
     .texts = hundred_texts,
     .words = 1,
     .points = 100,
     .recipe = libmemcached_recipe,
     .hashes = libmemcached_hashes,
     .takes_any_hash = true,
     .ejects = true,
     .traits = kEqual,
     .fits = check_address},
    {.id = "libketama", .system = "libketama", .texts = digests_of_libketama, .fits = check_weighted_server},
    {.id = "twemproxy",
     .system = "twemproxy",
     .server = twemproxy_server,
     .texts = digests_in_float,
     .recipe = twemproxy_recipe,
     .hashes = twemproxy_hashes,
     .takes_any_hash = true,
     .ejects = true,
     .fits = check_weighted_server},
    {.id = "spymemcached",
     .system = "spymemcached",
     .server = spymemcached_server,
     .texts = digests_of_spymemcached,
     .unweighted_texts = 160,
     .recipe = spymemcached_recipe,
     .hashes = spymemcached_hashes,
     .fits = check_weighted_server,
     .make = make_spy_ring},
    {.id = "hashring", .system = "hashring (npm)", .ejects = true},
    {.id = "libmemcached_spy",
     .system = "libmemcached",
     .server = libmemcached_spy_server,
     .texts = hundred_texts,
     .words = 1,
     .points = 100,
     .recipe = libmemcached_recipe,
     .hashes = libmemcached_hashes,
     .takes_any_hash = true,
     .ejects = true,
     .traits = kEqual,
     .fits = check_address},
    {.id = "hashring_python", .system = "hash_ring (Python)", .words = 3, .points = 120},
};

const Dialect& dialect_of(std::span<const double> params) {
  return kDialects[static_cast<std::size_t>(params[kDialect])];
}

constexpr ParamSpec::Condition with_system(std::string_view system) {
  return with_dialects(kDialects, [system](const Dialect& dialect) { return dialect.system == system; });
}

enum Eject { kEjected, kKept };
enum FailureMode { kRedistribute, kRetry, kCancel };
constexpr auto kIds = ids_of(kDialects);
constexpr std::string_view kEjects[] = {"true", "false"};
constexpr std::string_view kFailureModes[] = {"redistribute", "retry", "cancel"};
constexpr ParamSpec kParams[] = {
    choice_param("dialect", "Dialect", kIds),
    only_with(choice_param("eject", "Eject dead servers", kEjects), with_dialects(kDialects, &Dialect::ejects)),
    only_with(choice_param("failure_mode", "Failure mode", kFailureModes), with_system("spymemcached")),
};

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  return {dialect_of(params).recipe(hash)};
}

std::span<const OfferedHash> hashes(std::span<const double> params) { return dialect_of(params).hashes(); }

// MD5 makes ketama's points, except in libmemcached and spymemcached without weights.
Status check_hash(const BuildInput& input) {
  const Dialect& dialect = dialect_of(input.params);
  const HashFunction& hash = input.hash;
  if (!dialect.takes_any_hash && !offers(ketama_strategy, input.params, hash)) {
    return Error{
        ErrorCode::unsupported, "hash", {"the dialect {1} has no {2}", std::string(dialect.id), std::string(hash.id)}};
  }
  if (dialect.words == 1 && hash.accepts != nullptr) {
    return Error{ErrorCode::unsupported, "hash", {"points are text, which {1} cannot hash", std::string(hash.id)}};
  }
  return Done{};
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const Dialect& dialect = dialect_of(input.params);
  if (const auto valid = check_hash(input); !valid.ok()) return valid.error();
  Pool pool;
  for (const Node& node : input.cluster.nodes()) pool.add(node.weight);
  const bool md5 = &input.hash == &md5_hash;
  const bool excepted = dialect.unweighted_texts > 0 && !pool.weighted && !md5;
  const unsigned words = excepted ? 1 : dialect.words;
  std::vector<NumberedTexts> servers;
  for (const Node& node : input.cluster.nodes()) {
    const std::uint64_t texts = !excepted          ? dialect.texts(node.weight, pool)
                                : node.weight == 0 ? 0
                                                   : dialect.unweighted_texts;
    servers.push_back({dialect.server(node.name) + "-", "", texts});
  }
  const RingShape shape{.width = 32, .reading = md5 ? kMd5Word : ""};
  Maker maker;
  if (words == 1) {
    maker = text_points<std::uint64_t>(std::move(servers), recipes(input.params, input.hash));
  } else {
    maker = std::make_unique<DigestPoints>(std::move(servers), words);
  }
  return dialect.make(input, shape, std::move(maker), words);
}

Traits traits(std::span<const double> params) { return dialect_of(params).traits; }

double expected_spread(std::size_t nodes, std::span<const double> params) {
  return ring_spread(nodes, dialect_of(params).points);
}

Status fits(const Node& node, std::span<const double> params) {
  const Dialect& dialect = dialect_of(params);
  return dialect.fits == nullptr ? Status(Done{}) : dialect.fits(dialect.system, node);
}

constexpr DownRule kDown[] = {
    {.does = Failover::kRebuilt,
     .words =
         "With AUTO_EJECT_HOSTS the ring is rebuilt without the server. Where weights count, so do the servers that are left: some keys of others move too.",
     .source = "libmemcached 1.1.4, hosts.cc, update_continuum()",
     .with = with_system("libmemcached"),
     .also = {"eject", 1u << kEjected}},
    {.does = Failover::kFails,
     .words = "Without AUTO_EJECT_HOSTS the server keeps its keys: requests for them are errors until it is back.",
     .source = "libmemcached 1.1.4, hosts.cc, update_continuum()",
     .with = with_system("libmemcached")},
    {.does = Failover::kRebuilt,
     .words =
         "With auto_eject_hosts a server that failed server_failure_limit times is left out, and the ring is rebuilt from the others, until server_retry_timeout has passed.",
     .source = "twemproxy 60aaf85, nc_ketama.c, ketama_update()",
     .with = with_system("twemproxy"),
     .also = {"eject", 1u << kEjected}},
    {.does = Failover::kFails,
     .words = "Without auto_eject_hosts, which is twemproxy's default, the server keeps its keys: requests for "
              "them are errors until it is back.",
     .source = "twemproxy 60aaf85, nc_ketama.c and nc_conf.h",
     .with = with_system("twemproxy")},
    {.does = Failover::kOwn,
     .words = "FailureMode.Redistribute: the key is hashed again with the number of the try before it, up to six "
              "times; if all these lead to dead servers, nobody serves it.",
     .source = "spymemcached 2.12.3, MemcachedConnection.addOperation() and KetamaIterator",
     .with = with_system("spymemcached"),
     .also = {"failure_mode", 1u << kRedistribute}},
    {.does = Failover::kFails,
     .words = "FailureMode.Retry keeps the operations until the server is back, FailureMode.Cancel ends them at "
              "once.",
     .source = "spymemcached 2.12.3, MemcachedConnection.addOperation()",
     .with = with_system("spymemcached")},
    {.does = Failover::kRebuilt,
     .words =
         "With the option remove, the client memcached takes a dead server out of its hashring and computes the points again.",
     .source = "npm memcached 2.2.2 and hashring 3.2.0, HashRing.remove()",
     .with = with_system("hashring (npm)"),
     .also = {"eject", 1u << kEjected}},
    {.does = Failover::kFails,
     .words = "Without the option remove of the client memcached, the server keeps its keys: requests for them "
              "are errors until it is back.",
     .source = "npm memcached 2.2.2, lib/memcached.js",
     .with = with_system("hashring (npm)")},
    {.does = Failover::kNext,
     .words = "MemcacheRing goes round the ring to the first server that it can connect to.",
     .source = "hash_ring 1.3.1, memcache_ring.py, _get_server()",
     .with = with_system("hash_ring (Python)")},
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
    .traits = kDialects[0].traits,
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
