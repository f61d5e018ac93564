// Caddy's reverse_proxy with `lb_policy header`, `uri_hash` or `ip_hash`: every upstream draws a hash for the key, and
// the highest wins.
//
// Rendezvous hashing, hostByHashing() in modules/caddyhttp/reverseproxy/selectionpolicies.go, in three variants: 2.5 to
// 2.6.2 hash the key followed by the upstream with FNV-1a (32 bits); 2.6.4 to 2.7.6, the upstream followed by the key;
// from 2.8 on, that with XXH64. So an update moves most keys. The first of equal hashes wins. A hash of 0 never does:
// with that for its only upstream, Caddy would answer 503 where this strategy names the upstream.
//
// The key is the header's value, the request's URI as sent (uri_hash; it begins with a slash), or the client's IP
// address. Where the header is missing or empty, Caddy takes an upstream at random. Its policy `cookie` looks alike but
// hashes no key: the cookie names the upstream. An upstream is hashed as the address that Caddy dials: "host:port",
// where a Caddyfile may leave out port 80, or "unix//path". FNV-1a barely mixes the last bytes that it reads: upstreams
// whose addresses differ only there share keys unevenly before 2.6.4.

#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/placement/dialects.h"
#include "core/placement/named_nodes.h"
#include "core/placement/system_rules.h"

namespace reshard {
namespace {

/// The address that Caddy dials for an upstream of this name.
std::string dialled(std::string_view name) {
  constexpr std::string_view kSocket = "unix:";
  const std::string_view path = name.starts_with(kSocket) ? name.substr(kSocket.size()) : name;
  if (path.starts_with('/')) return std::string("unix/").append(path);
  const bool has_port = name.find(name.starts_with('[') ? "]:" : ":") != std::string_view::npos;
  return std::string(name).append(has_port ? "" : ":80");
}

struct KeyThenUpstream {
  static constexpr std::string_view kFormula = "FNV-1a 32 (key + upstream)";
  static std::uint32_t score(const ScoredKey& key, std::string_view upstream) {
    key.scratch.assign(key.name).append(upstream);
    return fnv1a32(key.scratch);
  }
  static std::string text(std::uint32_t score) { return written(score, 32, Numerals::kHex); }
};

struct UpstreamThenKey {
  static constexpr std::string_view kFormula = "FNV-1a 32 (upstream + key)";
  static std::uint32_t score(const ScoredKey& key, std::string_view upstream) {
    key.scratch.assign(upstream).append(key.name);
    return fnv1a32(key.scratch);
  }
  static std::string text(std::uint32_t score) { return written(score, 32, Numerals::kHex); }
};

struct UpstreamThenKeyXxh64 {
  static constexpr std::string_view kFormula = "XXH64 (upstream + key)";
  static std::uint64_t score(const ScoredKey& key, std::string_view upstream) {
    key.scratch.assign(upstream).append(key.name);
    return xxh64(key.scratch);
  }
  static std::string text(std::uint64_t score) { return written(score, 64, Numerals::kHex); }
};

template <typename Draw>
Result<std::unique_ptr<Placement>> build_drawn(const BuildInput& input) {
  std::vector<Node> upstreams(input.cluster.nodes().begin(), input.cluster.nodes().end());
  for (Node& upstream : upstreams) upstream.name = dialled(upstream.name);
  using Nodes = NamedNodes<Draw>;
  return make_placement<ScoredPlacement<Nodes>>(Nodes(upstreams), ids_by_position(input.cluster));
}

struct Dialect {
  std::string_view id;
  Result<std::unique_ptr<Placement>> (*build)(const BuildInput& input);
  double unevenness = 0;  ///< what the spread approaches with many upstreams whose ports follow one another
};

constexpr Dialect kDialects[] = {
    {"v2_8", build_drawn<UpstreamThenKeyXxh64>},
    {"v2_6_4", build_drawn<UpstreamThenKey>},
    {"v2_5", build_drawn<KeyThenUpstream>, 0.7},
};
constexpr auto kIds = ids_of(kDialects);
constexpr ParamSpec kParams[] = {choice_param("dialect", "Release", kIds)};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  return kDialects[static_cast<std::size_t>(input.params[0])].build(input);
}

// Measured on 14 sets of 2, 3, 5 and 10 upstreams on consecutive ports with 3,000 random keys: 0, 0.34, 0.56, 0.62.
double expected_spread(std::size_t nodes, std::span<const double> params) {
  const double unevenness = kDialects[static_cast<std::size_t>(params[0])].unevenness;
  return nodes < 2 ? 0 : unevenness * (1 - 2 / static_cast<double>(nodes));
}

Status fits(const Node& node, std::span<const double>) {
  if (const Status name = check_address("Caddy", node); !name.ok()) return name;
  return check_no_weight("Caddy", node);
}

constexpr DownRule kDown[] = {
    {.does = Failover::kNext,
     .words = "Caddy takes the upstream with the next highest hash among those that its health checks, or failed "
              "requests, do not say are down.",
     .source = "Caddy 2.6.2, selectionpolicies.go, hostByHashing()"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules caddy_down;
constinit const DownRules caddy_down = kDown;

extern const Strategy caddy_strategy;
constinit const Strategy caddy_strategy{
    .id = "caddy",
    .title = "Caddy hash",
    .family = Family::kRendezvous,
    .summary = "How Caddy picks an upstream by header, URI or IP address; only the necessary keys move.",
    .limits = "No weights; releases before 2.6.4 spread keys very unevenly, and two updates moved most keys.",
    .source = "Caddy 2.6.2 and 2.8.4, selectionpolicies.go",
    .lookup = "O(n)",
    .traits = {Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove},
    .down = kDownCases,
    .params = kParams,
    .hash_fixed = true,
    .expected_spread = expected_spread,
    .recipes = one_hash,
    .build = build,
    .fits = fits,
};

}  // namespace reshard
