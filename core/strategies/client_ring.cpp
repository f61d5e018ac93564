// The rings of Ruby's, PHP's and Python's clients: in most of them, a key belongs to the last point at or before it.
//
// Each row of the table below is a program, read and run; rows that it printed are in
// tests/vectors/ring_<dialect>.csv.
// * Dalli 3.0.6, a memcached client in Ruby, lib/dalli/ring.rb. Points: the first 8 hexadecimal digits of
//   SHA-1("host:port:i"), i from 0. Keys: CRC-32. The last point at or before the key; below the first point, the
//   ring's last. A server has floor(servers · 160 · weight / total) points, computed in whole numbers but for the
//   division, and a server of weight 0 counts among the servers: it gives the others more points. The port is written
//   even if it is 11211, an IPv6 address without brackets, a socket as its path alone. A key of more than 250
//   characters is replaced before it is hashed: by its first 212 characters, ":md5:" and the MD5 of all of it in
//   hexadecimal. While a server is down, the key is looked up again as "0key", "1key", … "18key". The ring is sorted
//   by sort_by, which keeps the order of equal points only as the C library's qsort_r does: with glibc 2.36, the later
//   server's point is the last.
// * redis-rb 4.8.0, lib/redis/hash_ring.rb and distributed.rb. Points: CRC-32 of "redis://host:port/db:i", 160 a
//   server; with the option id, of "id:i". The last point at or before the key. Of a key that has a line which begins
//   with "{…}", only what is between these braces is hashed (the regular expression /^\{(.+?)\}/). Of two servers'
//   points at one position the later server's counts. No weights.
// * Predis 1.1.10 (PHP), Cluster/Distributor/HashRing.php: the same with "host:port:i" and round(weight / total ·
//   servers · 128) points. PHP's round() first rounds to 15 significant digits. Weights count from 1; a server without
//   one has 100. Keys by Redis' hash tag, anywhere in the key.
// * Predis' KetamaRing.php: as libketama, four points of each MD5("host:port-i"), floor(weight / total · servers · 40)
//   of these in double precision, and the first point at or after the key.
// * carbon 1.1.7 (Graphite's relay), lib/carbon/hashing.py. Points and keys have 16 bits: the first 4 hexadecimal
//   digits of the MD5 under carbon_ch, under fnv1a_ch the exclusive or of the halves of FNV-1a 32. A destination has
//   100 points: of "('host', 'instance'):i", as Python writes a tuple (None without an instance), or under fnv1a_ch of
//   "i-instance", where neither host nor port count: destinations without instances, or with the same, have the same
//   texts. A position that is taken is left for the next free one, even above 65535, so points depend on the order of
//   the destinations. The first point at or after the key, then the next ones of others; with DIVERSE_REPLICAS only
//   one on each host.

#include <algorithm>
#include <cmath>

#include "core/base/bytes.h"
#include "core/hash/functions.h"
#include "core/placement/bucket_placement.h"
#include "core/placement/dialects.h"
#include "core/placement/key_parts.h"
#include "core/placement/python_repr.h"
#include "core/placement/ring_placement.h"
#include "core/placement/system_rules.h"

namespace reshard {
namespace {

enum Param { kDialect, kFailover, kIdentifiedBy, kDiverse, kDynamic };
enum IdentifiedBy { kUrl, kId };

// --- keys and points as numbers -----------------------------------------------------------------------------------

std::string hex_of(std::span<const std::uint8_t> bytes) {
  std::string hex;
  for (const std::uint8_t byte : bytes) {
    hex += "0123456789abcdef"[byte >> 4];
    hex += "0123456789abcdef"[byte & 15];
  }
  return hex;
}

/// Where the text's first `count` characters end. In a text that is not UTF-8, each byte is one.
std::size_t end_of_characters(std::string_view text, std::size_t count) {
  if (!is_utf8(text)) return std::min(text.size(), count);
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    const bool begins = (static_cast<unsigned char>(text[at]) & 0xC0u) != 0x80;
    if (begins && count-- == 0) break;
  }
  return at;
}

/// What Dalli sends, and hashes, in place of a key that memcached would refuse as too long.
std::string dalli_key(std::string_view key) {
  constexpr std::size_t kLongest = 250, kKept = 212;
  if (end_of_characters(key, kLongest) == key.size()) return std::string(key);
  return std::string(key.substr(0, end_of_characters(key, kKept))) + ":md5:" + hex_of(md5(key));
}

/// What redis-rb hashes of a key: Ruby's key[/^\{(.+?)\}/, 1], or all of it.
std::string_view tag_of_line(std::string_view key) {
  for (std::size_t line = 0; line != key.npos && line < key.size();) {
    const std::size_t end = std::min(key.find('\n', line), key.size());
    const std::size_t close = key[line] == '{' ? key.find('}', line + 2) : key.npos;
    if (close != key.npos && close < end) return key.substr(line + 1, close - line - 1);
    line = end + 1;
  }
  return key;
}

std::uint64_t dalli_position(std::string_view key, const HashFunction&, std::uint64_t) { return crc32(dalli_key(key)); }
std::uint64_t redis_rb_position(std::string_view key, const HashFunction&, std::uint64_t) {
  return crc32(tag_of_line(key));
}
std::uint64_t predis_position(std::string_view key, const HashFunction&, std::uint64_t) { return crc32(hash_tag(key)); }
std::uint64_t predis_ketama_position(std::string_view key, const HashFunction&, std::uint64_t) {
  return load_le32(md5(hash_tag(key)).data());
}
std::uint64_t carbon_position(std::string_view key, const HashFunction&, std::uint64_t) {
  return load_be<std::uint16_t>(md5(key).data());
}
std::uint64_t folded_fnv(std::string_view key, const HashFunction&, std::uint64_t) {
  const std::uint32_t hash = fnv1a32(key);
  return (hash >> 16) ^ (hash & 0xFFFFu);
}

std::uint64_t crc_point(std::string_view text, const HashFunction&, std::uint64_t) { return crc32(text); }
std::uint64_t sha1_point(std::string_view text, const HashFunction&, std::uint64_t) {
  return load_be<std::uint32_t>(sha1(text).data());
}

// --- servers as texts ---------------------------------------------------------------------------------------------

struct Server {
  std::string host, port;
};

/// Host and port of an address, without the brackets of IPv6; a socket's path, which begins with "/", has no port.
Server server_of(const std::string& name, std::string_view usual_port) {
  const std::string_view path = std::string_view(name).substr(name.starts_with("unix:/") ? 5 : 0);
  if (path.starts_with('/')) return {std::string(path), {}};
  Endpoint parts = endpoint(name);
  if (name.starts_with('[') && name.ends_with(']')) parts = {name, {}};
  if (parts.host.starts_with('[') && parts.host.ends_with(']'))
    parts.host = parts.host.substr(1, parts.host.size() - 2);
  return {std::string(parts.host), std::string(parts.port.empty() ? usual_port : parts.port)};
}

std::string address_text(const std::string& name, std::string_view usual_port) {
  const Server server = server_of(name, usual_port);
  return server.port.empty() ? server.host : server.host + ":" + server.port;
}

std::string dalli_text(const std::string& name, std::span<const double>) { return address_text(name, "11211"); }
std::string predis_text(const std::string& name, std::span<const double>) { return address_text(name, "6379"); }

std::string redis_rb_text(const std::string& name, std::span<const double> params) {
  if (static_cast<IdentifiedBy>(params[kIdentifiedBy]) == kId || name.find("://") != name.npos) return name;
  const std::string address = address_text(name, "6379");
  return (address.starts_with('/') ? "unix://" : "redis://") + address + "/0";
}

/// A destination as carbon.conf writes it: host:port:instance.
struct Destination {
  std::string host, instance;
  bool has_instance = false;
};

Destination destination_of(std::string_view name) {
  const std::size_t bracket = name.starts_with('[') ? name.find("]:") : name.npos;
  std::string_view host = name.substr(0, bracket == name.npos ? name.find(':') : bracket);
  std::string_view rest = name.substr(host.size() + (bracket == name.npos ? 0 : 1));
  if (bracket != name.npos) host.remove_prefix(1);
  if (rest.starts_with(':')) rest.remove_prefix(1);
  const std::size_t colon = rest.find(':');
  if (colon == rest.npos) return {std::string(host), {}, false};
  return {std::string(host), std::string(rest.substr(colon + 1)), true};
}

std::string instance_text(const Destination& of) { return of.has_instance ? of.instance : "None"; }
std::string tuple_text(const Destination& of) {
  return "(" + python_repr(of.host) + ", " + (of.has_instance ? python_repr(of.instance) : "None") + ")";
}

// --- how many points ----------------------------------------------------------------------------------------------

struct Pool {
  double servers = 0, in_use = 0, total = 0;
};

std::uint64_t dalli_points(double weight, const Pool& pool) {
  return static_cast<std::uint64_t>(std::floor(pool.servers * 160 * weight / pool.total));
}

std::uint64_t redis_rb_points(double, const Pool&) { return 160; }

/// PHP's round() of a positive number, up to version 8.3: first to 15 significant digits.
double php_round(double value) {
  double digits = std::pow(10, 14 - std::floor(std::log10(value)));
  if (value >= 1e14) digits = 1;
  return std::floor(std::floor(value * digits + 0.5) / digits + 0.5);
}

std::uint64_t predis_points(double weight, const Pool& pool) {
  if (weight == 0) return 0;
  return static_cast<std::uint64_t>(php_round(weight / pool.total * pool.in_use * 128));
}

std::uint64_t predis_digests(double weight, const Pool& pool) {
  return static_cast<std::uint64_t>(std::floor(weight / pool.total * pool.in_use * 40));
}

// --- points -------------------------------------------------------------------------------------------------------

/// Four points of each digest.
class KetamaPoints final : public TextPoints<std::uint64_t> {
 public:
  explicit KetamaPoints(std::vector<NumberedTexts> servers) : TextPoints(std::move(servers), {}) {}

  void draw(std::uint32_t node, std::uint64_t number, std::vector<std::uint64_t>& of_node) const override {
    const auto digest = md5(text(node, number));
    for (unsigned word = 0; word < 4; ++word) of_node.push_back(load_le32(digest.data() + 4 * word));
  }
};

/// Points that give way to those that were there before.
class BumpedPoints final : public TextPoints<std::uint64_t> {
 public:
  BumpedPoints(std::vector<NumberedTexts> servers, std::vector<Recipe> recipes)
      : TextPoints(std::move(servers), std::move(recipes)) {}

  /// Takes positions for all points, in order.
  void take(std::size_t nodes) {
    for (std::uint32_t node = 0; node < nodes; ++node) {
      auto& own = positions_.emplace_back();
      for (std::uint64_t number = 0; number < draws(node); ++number) {
        TextPoints::draw(node, number, own);
        own.back() = free_from(own.back());
      }
    }
  }

  void draw(std::uint32_t node, std::uint64_t number, std::vector<std::uint64_t>& of_node) const override {
    of_node.push_back(positions_[node][static_cast<std::size_t>(number)]);
  }
  std::uint64_t shared_draws(std::uint32_t, const PointMaker<std::uint64_t>&, std::uint32_t) const override {
    return 0;
  }

  unsigned width() const { return static_cast<unsigned>(std::bit_width(std::max<std::size_t>(next_.size(), 2) - 1)); }

 private:
  // next_[p]: p where it is free, else a position after it to look at.
  std::uint64_t free_from(std::uint64_t position) {
    auto at = static_cast<std::size_t>(position);
    const std::size_t first = at;
    const auto known = [&](std::size_t p) {
      for (std::size_t more = next_.size(); more <= p; ++more) next_.push_back(static_cast<std::uint32_t>(more));
      return static_cast<std::size_t>(next_[p]);
    };
    while (known(at) != at) at = next_[at];
    const auto free = static_cast<std::uint32_t>(at + 1);
    for (std::size_t p = first; p != at;) p = std::exchange(next_[p], free);
    next_[at] = free;
    return at;
  }

  std::vector<std::uint32_t> next_;
  std::vector<std::vector<std::uint64_t>> positions_;  // by node
};

// --- placements ---------------------------------------------------------------------------------------------------

/// Clients of caches: a key has one server.
class OwnerRing : public RingPlacement<std::uint64_t> {
 public:
  OwnerRing(const BuildInput& input, RingShape shape, std::unique_ptr<PointMaker<std::uint64_t>> maker)
      : RingPlacement(shape, std::move(maker), ids_by_position(input.cluster), goes_on_from<RingPlacement>(input)),
        rule_(shape.rule),
        down_(down_nodes(input.cluster)) {}

  void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    Placement::place_replicas(keys, replicas, owners);
  }

 protected:
  NodeId owner_at(std::uint64_t position) const { return owner(ring().find(position, rule_)); }
  bool is_down(NodeId node) const { return down_[index_of(node)] != 0; }

 private:
  RingRule rule_;
  Flags down_;
};

/// Dalli's: while the server is down, the key is hashed again with the number of the try before it.
class DalliRing final : public OwnerRing {
 public:
  using OwnerRing::OwnerRing;

  void serve(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    std::fill(owners.begin(), owners.end(), kNoNode);
    for (KeyCursor key(keys); key.next();) {
      owners[std::size_t{key.at()} * replicas] = look(key, [](std::uint64_t, NodeId) {});
    }
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
  template <typename Visit>
  NodeId look(KeyCursor& key, Visit visit) const {
    constexpr int kTries = 20;
    std::uint64_t position = key.hash();
    for (int tried = 0; tried < kTries; ++tried) {
      const NodeId node = owner_at(position);
      visit(position, node);
      if (!is_down(node)) return node;
      position = crc32(decimal(static_cast<std::uint64_t>(tried)) + dalli_key(key.name()));
    }
    return kNoNode;
  }
};

/// Carbon's: replicas are the next destinations, or the next on other hosts.
class CarbonRing final : public RingPlacement<std::uint64_t> {
 public:
  /// By position of the node: `host_of`, the first node on the same host (each its own without DIVERSE_REPLICAS), and
  /// `group_of`, what further replicas avoid, as carbon writes it.
  CarbonRing(const BuildInput& input, RingShape shape, std::unique_ptr<PointMaker<std::uint64_t>> maker,
             std::vector<std::uint32_t> host_of, std::vector<std::string> group_of)
      : RingPlacement(shape, std::move(maker), ids_by_position(input.cluster)),
        host_of_(std::move(host_of)),
        group_of_(std::move(group_of)),
        down_(down_nodes(input.cluster)) {}

  void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    walk(keys, replicas, owners, [](NodeId) { return false; });
  }

  Trace explain(const SingleKey& key, std::uint32_t index) const override {
    Trace trace = RingPlacement::explain(key, index);
    const Step last = trace.back();
    trace.back() = {"replicas_avoid", group_of_[ring().points()[find(key.block(), 0)].node]};
    trace.push_back(last);
    return trace;
  }

  // DYNAMIC_ROUTER takes the destination's points off the ring; those of the others stay where they are.
  void serve(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    walk(keys, replicas, owners, [this](NodeId node) { return down_[index_of(node)] != 0; });
  }

  void explain_serving(const SingleKey& key, std::uint32_t, Trace& trace) const override {
    NodeId server = kNoNode;
    serve(key.block(), 1, {&server, 1});
    trace.push_back(served_step(server, server == kNoNode ? "all nodes are down" : "next destination that is up"));
  }

 private:
  template <typename Skips>
  void walk(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners, Skips skips) const {
    std::fill(owners.begin(), owners.end(), kNoNode);
    Flags met(host_of_.size());
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      std::size_t at = find(keys, i);
      unsigned found = 0;
      std::fill(met.begin(), met.end(), false);
      for (std::size_t walked = 0; walked < ring().points().size() && found < replicas;
           ++walked, at = ring().next(at)) {
        const std::uint32_t host = host_of_[ring().points()[at].node];
        if (met[host] || skips(owner(at))) continue;
        met[host] = true;
        owners[std::size_t{i} * replicas + found++] = owner(at);
      }
    }
  }

  std::vector<std::uint32_t> host_of_;
  std::vector<std::string> group_of_;
  Flags down_;
};

// --- the table ----------------------------------------------------------------------------------------------------

struct Dialect;
using Maker = std::unique_ptr<PointMaker<std::uint64_t>>;
using Build = Result<std::unique_ptr<Placement>> (*)(const BuildInput& input, const Dialect& dialect);

constexpr Traits kWeighted = {Trait::kWeights, Trait::kAnyRemoval};
constexpr Traits kEqual = {Trait::kAnyRemoval, Trait::kLeastOnAdd, Trait::kLeastOnRemove};

struct Dialect {
  std::string_view id, system;
  decltype(Recipe::read) position;  ///< of a key
  decltype(Recipe::read) point;     ///< of a text; null: four of each MD5
  std::string (*server)(const std::string& name, std::span<const double> params);
  std::string_view mark;  ///< between server and number
  std::uint64_t (*texts)(double weight, const Pool& pool);
  double points;  ///< of one of equal servers
  Build build;
  Traits traits;
  RingRule rule = RingRule::kAtOrBefore;
  std::string_view reading = "CRC-32";
  double variance = 1;  ///< compared with random points: CRC-32 is linear, so like names have like points
  NumberedTexts (*numbered)(const Destination& destination) = nullptr;  ///< carbon's texts
};

Recipe recipe_of(decltype(Recipe::read) read, bool text = false) {
  return {.hash = &crc32_hash, .read = read, .reads_text = text};
}

template <typename Ring>
Result<std::unique_ptr<Placement>> build_ring(const BuildInput& input, const Dialect& dialect) {
  Pool pool;
  for (const Node& node : input.cluster.nodes()) {
    pool.servers += 1;
    pool.in_use += node.weight > 0 ? 1 : 0;
    pool.total += node.weight;
  }
  std::vector<NumberedTexts> servers;
  for (const Node& node : input.cluster.nodes()) {
    const std::string before = dialect.server(node.name, input.params) + std::string(dialect.mark);
    servers.push_back({before, "", dialect.texts(node.weight, pool)});
  }
  Maker maker;
  if (dialect.point == nullptr) {
    maker = std::make_unique<KetamaPoints>(std::move(servers));
  } else {
    maker = text_points<std::uint64_t>(std::move(servers), {recipe_of(dialect.point)});
  }
  const auto fits = check_points(*maker, input.cluster.nodes().size(), "nodes", 4);
  if (!fits.ok()) return fits.error();
  const RingShape shape{.width = 32, .rule = dialect.rule, .ties = Ties::kLastAdded, .reading = dialect.reading};
  return make_placement<Ring>(input, shape, std::move(maker));
}

constexpr std::uint64_t kCarbonPoints = 100;
NumberedTexts carbon_texts(const Destination& destination) {
  return {tuple_text(destination) + ":", "", kCarbonPoints};
}
NumberedTexts fnv_texts(const Destination& destination) {
  return {"", "-" + instance_text(destination), kCarbonPoints};
}

Result<std::unique_ptr<Placement>> build_carbon(const BuildInput& input, const Dialect& dialect) {
  const auto& nodes = input.cluster.nodes();
  std::vector<NumberedTexts> texts;
  std::vector<std::string> tuples, hosts;
  std::vector<std::uint32_t> host_of;
  const bool diverse = input.params[kDiverse] == 0;
  for (const Node& node : nodes) {
    const Destination destination = destination_of(node.name);
    const std::string tuple = tuple_text(destination);
    const auto twin = std::find(tuples.begin(), tuples.end(), tuple);
    if (twin != tuples.end()) {
      const auto& other = nodes[static_cast<std::size_t>(twin - tuples.begin())];
      return Error{
          ErrorCode::unsupported,
          "nodes[" + node.name + "]",
          {"carbon knows {1} and this one by the same host and instance; the port does not count", other.name}};
    }
    tuples.push_back(tuple);
    hosts.push_back(destination.host);
    const auto host = diverse ? std::find(hosts.begin(), hosts.end(), destination.host) : hosts.end() - 1;
    host_of.push_back(static_cast<std::uint32_t>(host - hosts.begin()));
    texts.push_back(dialect.numbered(destination));
  }
  auto maker = std::make_unique<BumpedPoints>(std::move(texts), std::vector<Recipe>{recipe_of(dialect.point)});
  const auto fits = check_points(*maker, nodes.size(), "nodes");
  if (!fits.ok()) return fits.error();
  maker->take(nodes.size());
  const RingShape shape{.width = std::max(16u, maker->width()), .rule = dialect.rule, .reading = dialect.reading};
  return make_placement<CarbonRing>(input, shape, std::move(maker), std::move(host_of),
                                    std::move(diverse ? hosts : tuples));
}

constexpr Dialect kDialects[] = {
    {.id = "dalli",
     .system = "Dalli",
     .position = dalli_position,
     .point = sha1_point,
     .server = dalli_text,
     .mark = ":",
     .texts = dalli_points,
     .points = 160,
     .build = build_ring<DalliRing>,
     .traits = kWeighted},
    {.id = "redis_rb",
     .system = "redis-rb",
     .position = redis_rb_position,
     .point = crc_point,
     .server = redis_rb_text,
     .mark = ":",
     .texts = redis_rb_points,
     .points = 160,
     .build = build_ring<OwnerRing>,
     .traits = kEqual,
     .variance = 5},
    {.id = "predis",
     .system = "Predis",
     .position = predis_position,
     .point = crc_point,
     .server = predis_text,
     .mark = ":",
     .texts = predis_points,
     .points = 128,
     .build = build_ring<OwnerRing>,
     .traits = kWeighted,
     .variance = 5},
    {.id = "predis_ketama",
     .system = "Predis",
     .position = predis_ketama_position,
     .point = nullptr,
     .server = predis_text,
     .mark = "-",
     .texts = predis_digests,
     .points = 160,
     .build = build_ring<OwnerRing>,
     .traits = kWeighted,
     .rule = RingRule::kAtOrAfter,
     .reading = kMd5Word},
    {.id = "carbon_ch",
     .system = "carbon",
     .position = carbon_position,
     .point = carbon_position,
     .server = nullptr,
     .mark = {},
     .texts = nullptr,
     .points = kCarbonPoints,
     .build = build_carbon,
     .traits = {Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd},
     .rule = RingRule::kAtOrAfter,
     .reading = "first 2 bytes of MD5",
     .numbered = carbon_texts},
    {.id = "fnv1a_ch",
     .system = "carbon",
     .position = folded_fnv,
     .point = folded_fnv,
     .server = nullptr,
     .mark = {},
     .texts = nullptr,
     .points = kCarbonPoints,
     .build = build_carbon,
     .traits = {Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd},
     .rule = RingRule::kAtOrAfter,
     .reading = "halves of FNV-1a",
     .numbered = fnv_texts},
};
constexpr auto kIds = ids_of(kDialects);

constexpr ParamSpec::Condition with_system(std::string_view system) {
  return with_dialects(kDialects, [system](const Dialect& dialect) { return dialect.system == system; });
}

enum Switch { kOn, kOff };
constexpr std::string_view kSwitch[] = {"true", "false"}, kUnusual[] = {"false", "true"};
constexpr std::string_view kIdentities[] = {"url", "id"};
constexpr ParamSpec kParams[] = {
    choice_param("dialect", "Dialect", kIds),
    only_with(choice_param("failover", "Failover", kSwitch), with_system("Dalli")),
    only_with(choice_param("identified_by", "Servers are identified by", kIdentities), with_system("redis-rb")),
    only_with(choice_param("diverse_replicas", "Replicas on different hosts", kSwitch), with_system("carbon")),
    only_with(choice_param("dynamic_router", "Dynamic router", kUnusual), with_system("carbon")),
};

const Dialect& dialect_of(std::span<const double> params) {
  return kDialects[static_cast<std::size_t>(params[kDialect])];
}

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction&) {
  const Dialect& dialect = dialect_of(params);
  return {recipe_of(dialect.position, dialect.numbered != nullptr)};
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const Dialect& dialect = dialect_of(input.params);
  return dialect.build(input, dialect);
}

Traits traits(std::span<const double> params) {
  const Dialect& dialect = dialect_of(params);
  if (dialect.numbered == nullptr || params[kDiverse] != 0) return dialect.traits;
  return {Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kMayBeUndersized};
}

// Under fnv1a_ch, destinations without instances have the same points, each a few positions after the first one's: it
// has nearly all keys.
double expected_spread(std::size_t nodes, std::span<const double> params) {
  const Dialect& dialect = dialect_of(params);
  if (dialect.numbered == fnv_texts) return std::sqrt(static_cast<double>(nodes) - 1);
  return std::sqrt(dialect.variance) * ring_spread(nodes, dialect.points);
}

Status check_destination(const Node& node) {
  const std::size_t port = node.name.starts_with('[') ? node.name.find("]:") + 1 : node.name.find(':');
  const std::size_t end = port == std::string::npos ? port : node.name.find(':', port + 1);
  const std::string address = node.name.substr(0, end);
  if (is_address(address) && !endpoint(address).port.empty()) return Done{};
  return Error{ErrorCode::unsupported,
               "nodes[" + node.name + "]",
               {"carbon.conf lists destinations as host:port or host:port:instance"}};
}

Status fits(const Node& node, std::span<const double> params) {
  const Dialect& dialect = dialect_of(params);
  if (dialect.numbered != nullptr) return check_destination(node);
  const bool named =
      dialect.position == redis_rb_position &&
      (static_cast<IdentifiedBy>(params[kIdentifiedBy]) == kId || node.name.find("://") != node.name.npos);
  if (!named) {
    if (const Status address = check_address(dialect.system, node); !address.ok()) return address;
  }
  return dialect.traits.has(Trait::kWeights) ? check_whole_weight(dialect.system, node)
                                             : check_no_weight(dialect.system, node);
}

constexpr DownRule kDown[] = {
    {.does = Failover::kOwn,
     .words =
         "With failover, which is the default, the key is hashed again with the number of the try before it, up to "
         "19 times; if all these lead to dead servers, Dalli raises a RingError.",
     .source = "Dalli 3.0.6, ring.rb, server_from_continuum()",
     .with = with_system("Dalli"),
     .also = {"failover", 1u << kOn}},
    {.does = Failover::kFails,
     .words = "With failover: false, Dalli raises a RingError: the server keeps its keys until it is back.",
     .source = "Dalli 3.0.6, ring.rb, server_from_continuum()",
     .with = with_system("Dalli")},
    {.does = Failover::kFails,
     .words =
         "Redis::Distributed looks at no server: requests for the keys raise a CannotConnectError until it is back.",
     .source = "redis-rb 4.8.0, distributed.rb, node_for()",
     .with = with_system("redis-rb")},
    {.does = Failover::kFails,
     .words = "Predis looks at no server: requests for the keys throw a ConnectionException until it is back.",
     .source = "Predis 1.1.10, PredisCluster.php, getConnection()",
     .with = with_system("Predis")},
    {.does = Failover::kFails,
     .words =
         "The relay keeps the destination's metrics in its queue until it is back, and drops what the queue cannot "
         "hold.",
     .source = "carbon 1.1.7, client.py, CarbonClientFactory",
     .with = with_system("carbon"),
     .also = {"dynamic_router", 1u << 0}},
    {.does = Failover::kOwn,
     .words =
         "With DYNAMIC_ROUTER, after DYNAMIC_ROUTER_MAX_RETRIES attempts, the destination's points are taken off the "
         "ring: its metrics go to the next ones.",
     .source = "carbon 1.1.7, client.py, CarbonClientFactory.destinationDown()"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules client_ring_down;
constinit const DownRules client_ring_down = kDown;

extern const Strategy client_ring_strategy;
constinit const Strategy client_ring_strategy{
    .id = "client_ring",
    .title = "Rings of Ruby, PHP and Python",
    .family = Family::kRing,
    .summary = "Finds the keys of Dalli, redis-rb, Predis and Graphite’s carbon, each with a ring of its own.",
    .limits = "No two of them agree; with weights in Dalli and Predis, keys also move between servers that stay.",
    .source = "Dalli 3.0.6, redis-rb 4.8.0, Predis 1.1.10, carbon 1.1.7",
    .lookup = "O(log(160 n))",
    .traits = kDialects[0].traits,
    .down = kDownCases,
    .params = kParams,
    .hash = "crc32",
    .hash_fixed = true,
    .numerals = Numerals::kDecimal,
    .traits_with = traits,
    .expected_spread = expected_spread,
    .recipes = recipes,
    .build = build,
    .fits = fits,
};

}  // namespace reshard
