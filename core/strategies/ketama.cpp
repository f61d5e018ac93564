// Ketama: memcached's ring. A digest of "server-k" gives four points, and a server has about 40 digests.
//
// libketama (RJ/ketama 18cf9a7, 2007) and those that came after it: libmemcached 1.1.4, twemproxy 60aaf85,
// spymemcached 2.12.3 and npm's hashring 3.2.0. They differ in how a server is written and in how many digests it
// has. Most take floor(share · 40 · servers), and several in single precision: of 25 equal servers each should have
// 40 digests, but 1/25 in a float times 160 / 4 · 25 is 39.999996, so all have 39. Hence points of servers that did
// not change come and go with the number of servers and with the total of weights, and keys move needlessly.

#include <cmath>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/strategies/ring_placement.h"

namespace reshard {
namespace {

enum Param { kDialect };
enum Dialect {
  kLibmemcachedWeighted, kLibmemcached, kLibketama, kTwemproxy, kSpymemcached, kHashring,
  kLibmemcachedSpy, kHashringPython,
};

constexpr std::string_view kDialects[] = {"libmemcached_weighted", "libmemcached", "libketama",        "twemproxy",
                                          "spymemcached",          "hashring",     "libmemcached_spy", "hashring_python"};
constexpr ParamSpec kParams[] = {choice_param("dialect", "Dialect", kDialects)};

Dialect dialect_of(std::span<const double> params) { return static_cast<Dialect>(params[kDialect]); }

// libmemcached without weights: 100 texts a server, one point each.
bool one_point_a_text(Dialect dialect) { return dialect == kLibmemcached || dialect == kLibmemcachedSpy; }

unsigned words_of(Dialect dialect) {
  if (one_point_a_text(dialect)) return 1;
  return dialect == kHashringPython ? 3 : 4;
}

std::uint64_t libhashkit_one_at_a_time(std::string_view text, const HashFunction&, std::uint64_t) {
  return one_at_a_time_libhashkit(text);
}

// Keys, and of libmemcached without weights points too. Its other functions are read as their low 32 bits, as
// twemproxy reads the 64-bit FNV-1a that it has by default.
Recipe recipe(const HashFunction& hash) {
  if (&hash == &md5_hash) return {&hash, 0, md5_word};
  if (&hash == &one_at_a_time_hash) return {&hash, 0, libhashkit_one_at_a_time};
  return {&hash, 0, low_32};
}

std::vector<Recipe> recipes(std::span<const double>, const HashFunction& hash) { return {recipe(hash)}; }

/// Weights of the servers in use, put together.
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

// libmemcached, and twemproxy and spymemcached after it: single precision, but for the sum with a double.
std::uint64_t digests_in_float(double weight, const Pool& pool) {
  const float share = static_cast<float>(weight) / static_cast<float>(pool.total);
  const float digests = share * 160.0f / 4.0f * static_cast<float>(pool.servers);
  return static_cast<std::uint64_t>(std::floor(static_cast<float>(static_cast<double>(digests) + 1e-10)));
}

// libketama: the share is a float, the product a double, and floorf takes a float again.
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
    case kSpymemcached: return pool.weighted ? digests_in_float(weight, pool) : 40;
    case kLibketama: return digests_of_libketama(weight, pool);
    case kHashring:
    case kHashringPython: return static_cast<std::uint64_t>(std::floor(weight / pool.total * 40 * pool.servers));
    case kLibmemcached:
    case kLibmemcachedSpy: break;
  }
  check_failed("a dialect", __FILE__, __LINE__);
}

/// How a server is written before "-k".
std::string server_text(Dialect dialect, const std::string& name) {
  const Endpoint parts = endpoint(name);
  switch (dialect) {
    case kLibmemcachedWeighted:
    case kLibmemcached:
    case kTwemproxy: return parts.port == "11211" ? std::string(parts.host) : name;
    case kLibmemcachedSpy: return "/" + name + (parts.port.empty() ? ":11211" : "");
    case kSpymemcached: return name.front() == '/' ? name.substr(1) : name;
    case kLibketama:
    case kHashring:
    case kHashringPython: return name;
  }
  check_failed("a dialect", __FILE__, __LINE__);
}

/// The words of digests: four of each, or three.
class DigestPoints final : public TextPoints<std::uint64_t> {
 public:
  DigestPoints(std::vector<NumberedTexts> servers, unsigned words) : TextPoints(std::move(servers), {}), words_(words) {}

  void draw(std::uint32_t node, std::uint64_t number, std::vector<std::uint64_t>& of_node) const override {
    const auto digest = md5(text(node, number));
    for (unsigned h = 0; h < words_; ++h) of_node.push_back(load_le32(digest.data() + 4 * h));
  }

 private:
  unsigned words_;
};

// MD5 is what makes ketama's points, but for libmemcached without weights; twemproxy reads keys as it is told.
Status check_hash(Dialect dialect, const HashFunction& hash) {
  const bool free = one_point_a_text(dialect) || dialect == kTwemproxy;
  if (!free && &hash != &md5_hash) {
    return Error{ErrorCode::unsupported, "hash", {"the dialect {1} is made of md5", std::string(kDialects[dialect])}};
  }
  if (one_point_a_text(dialect) && hash.accepts != nullptr) {
    return Error{ErrorCode::unsupported, "hash", {"points are texts, which {1} cannot read", std::string(hash.id)}};
  }
  return Done{};
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const Dialect dialect = dialect_of(input.params);
  if (const auto valid = check_hash(dialect, input.hash); !valid.ok()) return valid.error();
  Pool pool;
  for (const Node& node : input.cluster.nodes()) pool.add(node.weight);
  std::vector<NumberedTexts> servers;
  for (const Node& node : input.cluster.nodes()) {
    servers.push_back({server_text(dialect, node.name) + "-", "", texts_of(dialect, node.weight, pool)});
  }
  const RingShape shape{.width = 32,
                        .ties = dialect == kSpymemcached ? Ties::kLastAdded : Ties::kFirstAdded,
                        .reading = &input.hash == &md5_hash ? kMd5Word : ""};
  std::unique_ptr<PointMaker<std::uint64_t>> maker;
  if (one_point_a_text(dialect)) {
    maker = text_points<std::uint64_t>(std::move(servers), recipes(input.params, input.hash));
  } else {
    maker = std::make_unique<DigestPoints>(std::move(servers), words_of(dialect));
  }
  return make_ring(input, shape, std::move(maker), "nodes", words_of(dialect));
}

Traits traits(std::span<const double> params) {
  if (!one_point_a_text(dialect_of(params))) return {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas};
  return {Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove};
}

double expected_spread(std::size_t nodes, std::span<const double> params) {
  const Dialect dialect = dialect_of(params);
  return ring_spread(nodes, one_point_a_text(dialect) ? 100 : 40 * words_of(dialect));
}

}  // namespace

extern const Strategy ketama_strategy;
constinit const Strategy ketama_strategy{
    .id = "ketama",
    .title = "Ketama",
    .family = Family::kRing,
    .summary = "The ring that memcached clients agree on, if they are set to the same dialect.",
    .limits = "About 8% spread, and where points follow the total of weights, servers that stay lose keys to each other.",
    .source = "RJ/ketama 18cf9a7, libmemcached 1.1.4, twemproxy 60aaf85, spymemcached 2.12.3, npm hashring 3.2.0",
    .lookup = "O(log(160 n))",
    .traits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas},
    .params = kParams,
    .hash = "md5",
    .traits_with = traits,
    .expected_spread = expected_spread,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard
