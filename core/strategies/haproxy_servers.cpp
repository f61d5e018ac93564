// HAProxy's `hash-type consistent` by release: a ring whose points are made of a server's id, or of its address.
//
// HAProxy 3.0.11, lb_chash.c (chash_compute_server_key, chash_get_server_hash). A server has a key and 16 points per
// unit of weight; point j is full_hash(key + j), in 32 bits as all of it. The key, by the server's `hash-key`:
//   id         full_hash(id): of the server's `id`, or of its number in the list, from 1 (haproxy_hash.h)
//   addr       full_hash(address) of IPv4, its four bytes read lowest first, as x86 does; XXH32 of IPv6's 16, seed 0
//   addr_port  full_hash(full_hash(port) + address); XXH32 with full_hash(port) as the seed. No port is port 0.
// HAProxy looks names up when it starts, and a server without an address gets nothing. What a name's address is cannot
// be known here: the first four bytes of the name's MD5 stand for it, so that moves are as many as with real ones.
// With addr or addr-port and a server on a UNIX socket HAProxy ends at once, by a check of its own.
//
// HAProxy 2.6.12 knows ids only, and its points are full_hash(id * 4096 + j): whoever updates to 3.0 moves most keys,
// whatever the ids. **3.2.7 changed what `id` gives once more** (its log: "fix key calculation when using default
// hash-key id"), which this strategy does not have.
//
// A key belongs to the nearest point on either side, the one before it if both are as near. **Of several points at one
// position the first has the keys before it, and the last those after it**, in the order of the list: servers on one
// address under `addr` have the same points, and those between the first and the last get nothing.
//
// `hash-balance-factor` f (0: off, or 101 to 2^31 - 1) bounds the requests that a server has open; both releases do it
// alike, in chash_server_is_eligible(). Here a request is a key, in their order, and all stay open. Of n open ones and
// the new one, s = ceil((n + 1) · f / 100) are dealt: with w of the server's points, c of those before it in the list,
// and t of all, a server may have w · floor(s / t) + floor((c + w) · r / t) - floor(c · r / t), r = s mod t, but at
// least 1. The sum is s or more, so that some server has room. One that has not is passed over: HAProxy goes on to the
// next point clockwise, also where the key's nearest point was the one before it. Traps:
// * s is counted in 32 bits with a sign and the rest in 32 bits without one, and all wrap. s does where (n + 1) · f is
//   2^31 or more; then it may be that no server has room, and HAProxy, which by then has been past the last point twice,
//   takes that point's server. (c + w) · r wraps at 2^32 (600 servers of weight 256 and 2,000 requests): the server where
//   it does has room for ever.
// * c is counted when HAProxy starts. A server that goes down later leaves t, but not the others' c, so that shares of
//   the remainder differ by one from those of `disabled` in the file, which is the case here (of 700 keys under a
//   factor of 110, 32 then had another server).
// * Requests that wait in the queue of a server with `maxconn` do not count as open.
//
// Not here: `hash-type map-based`, which does not use ids (haproxy.cpp), and the functions wt6 and none.

#include <algorithm>
#include <cmath>

#include "core/base/bytes.h"
#include "core/base/ranking.h"
#include "core/placement/dialects.h"
#include "core/placement/ip_address.h"
#include "core/placement/requests_in_order.h"
#include "core/placement/ring_placement.h"
#include "core/placement/system_rules.h"
#include "core/placement/systems/haproxy_hash.h"

namespace reshard {
namespace {

using namespace haproxy;

enum Param { kDialect, kHashKey, kFunction, kAvalanche, kBounded, kBalanceFactor };
enum HashKey { kId, kAddr, kAddrPort };

constexpr std::string_view kHashKeys[] = {"id", "addr", "addr_port"};
constexpr std::uint64_t kMostPort = 65535;
constexpr double kMostFactor = 0x7fff'ffff;

struct Dialect {
  std::string_view id;
  bool has_hash_key;
};

constexpr Dialect kDialects[] = {{"v3_0", true}, {"v2_6", false}};
constexpr auto kIds = ids_of(kDialects);
// `hash-type consistent` alone is sdbm with avalanche.
constexpr ParamSpec avalanche_param() {
  ParamSpec spec = choice_param("avalanche", "Avalanche", kSwitch);
  spec.fallback = 1;
  return spec;
}

constexpr ParamSpec::Condition kWhereBounded{"bounded", 0b10};
constexpr ParamSpec kParams[] = {
    choice_param("dialect", "Release", kIds),
    only_with(choice_param("hash_key", "hash-key", kHashKeys), with_dialects(kDialects, &Dialect::has_hash_key)),
    choice_param("function", "Hash function", kFunctions),
    avalanche_param(),
    choice_param("bounded", "Bounded loads", kSwitch),
    {.key = "balance_factor",
     .label = "hash-balance-factor",
     .min = 101,
     .max = kMostFactor,
     .fallback = 150,
     .scale = ParamSpec::Scale::kLog,
     .unit = "% of the mean",
     .slides_to = 400,
     .only_with = kWhereBounded},
};

const Dialect& dialect_of(std::span<const double> params) {
  return kDialects[static_cast<std::size_t>(params[kDialect])];
}

bool is_bounded(std::span<const double> params) { return params[kBounded] != 0; }

int hash_key_of(std::span<const double> params) {
  return dialect_of(params).has_hash_key ? static_cast<int>(params[kHashKey]) : kId;
}

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction&) {
  return recipe_of(params[kFunction], params[kAvalanche]);
}

bool is_socket(std::string_view name) { return name.starts_with('/') || name.starts_with("unix:"); }

/// Stands for the address of a name, with its port if it has one.
IpAddress stand_in(std::string_view name) {
  const std::size_t colon = std::min(name.rfind(':'), name.size());
  const auto port = parse_u64(name.substr(std::min(colon + 1, name.size())));
  const bool has_port = port && *port <= kMostPort;
  const auto digest = md5(has_port ? name.substr(0, colon) : name);
  IpAddress address;
  for (std::size_t i = 0; i < 4; ++i) {
    address.text += (i == 0 ? "" : ".") + decimal(digest[i]);
    address.bytes.push_back(static_cast<char>(digest[i]));
  }
  if (has_port) address.port = static_cast<std::uint32_t>(*port);
  return address;
}

/// What a server's points are made of.
struct ServerKey {
  std::uint32_t key;
  std::string text;  ///< how the key is made
  std::string_view note = {};
};

ServerKey key_of_id(std::uint32_t number, const Dialect& dialect) {
  if (dialect.has_hash_key) return {full_hash(number), "full_hash(" + decimal(number) + ")"};
  return {number * kPointsRange, decimal(number) + " * " + decimal(kPointsRange)};
}

ServerKey key_of_address(const IpAddress& address, bool with_port) {
  const std::uint32_t first = with_port ? full_hash(address.port) : 0;
  const std::string port = with_port ? "full_hash(" + decimal(address.port) + ")" : "";
  if (address.bytes.size() == 4) {
    return {full_hash(first + load_le32(address.bytes.data())),
            "full_hash(" + (with_port ? port + " + " : "") + address.text + ")"};
  }
  return {xxh32(address.bytes, first), "XXH32(" + address.text + ", " + (with_port ? port : "0") + ")"};
}

ServerKey key_of(const Node& node, std::uint32_t number, std::span<const double> params) {
  const int hash_key = hash_key_of(params);
  if (hash_key == kId) return key_of_id(number, dialect_of(params));
  const auto address = read_ip_address(node.name);
  ServerKey key = key_of_address(address ? *address : stand_in(node.name), hash_key == kAddrPort);
  if (!address) key.note = "MD5 of the name";
  return key;
}

struct Point {
  std::uint32_t position, node, number;
};

class ServerRing final : public Placement {
 public:
  explicit ServerRing(const BuildInput& input) : nodes_(ids_by_position(input.cluster)) {
    std::vector<std::uint32_t> numbers;
    for (const Node& node : input.cluster.nodes()) numbers.push_back(given_number(input, node));
    number_the_others(input, numbers);
    for (std::uint32_t i = 0; i < numbers.size(); ++i) {
      const Node& node = input.cluster.nodes()[i];
      keys_.push_back(key_of(node, numbers[i], input.params));
      counts_.push_back(static_cast<std::uint32_t>(points_of(node, kPointsPerWeight)));
    }
  }

  bool step(Budget& budget) override {
    for (; node_ < nodes_.size(); ++node_, number_ = 0) {
      for (; number_ < counts_[node_]; ++number_) {
        if (budget.spent()) return false;
        points_.push_back({full_hash(keys_[node_].key + number_), node_, number_});
      }
    }
    sort_stably(points_, [](const Point& a, const Point& b) { return a.position < b.position; });
    return true;
  }

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = nodes_[points_[find(keys.hash(i))].node];
  }

  void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    std::fill(owners.begin(), owners.end(), kNoNode);
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      walk(find(keys.hash(i)), owners.subspan(std::size_t{i} * replicas, replicas));
    }
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    const std::size_t at = find(key.hash());
    Trace trace{{"hash", decimal(key.hash())}, nearest_step(at)};
    explain_point(at, trace);
    return trace;
  }

  Step nearest_step(std::size_t at) const {
    return {successor_label(RingRule::kNearest), decimal(points_[at].position), nodes_[node_at(at)]};
  }

  /// How the point is made, which is the owner's.
  void explain_point(std::size_t at, Trace& trace) const {
    const Point& point = points_[at];
    const ServerKey& of = keys_[point.node];
    const NodeId owner = nodes_[point.node];
    trace.push_back({"server key", of.text + " = " + decimal(of.key), owner, of.note});
    trace.push_back({"virtual node", "full_hash(" + decimal(of.key) + " + " + decimal(point.number) + ")", owner});
    trace.push_back(owner_step(owner));
  }

  Picture picture(const SingleKey& key) const override {
    RingPicture picture;
    picture.rule = RingRule::kNearest;
    picture.key_shift = 32;
    for (const Point& point : points_) {
      const bool hidden = !picture.points.empty() && picture.points.back().position >> 32 == point.position;
      if (!hidden) picture.points.push_back({on_circle(std::uint64_t{point.position}, 32), nodes_[point.node]});
    }
    picture.key_positions = {on_circle(key.hash(), 32)};
    return picture;
  }

  std::uint64_t memory_bytes() const override {
    return points_.size() * 2 * sizeof(std::uint32_t) + nodes_.size() * sizeof(NodeId);
  }

  // As chash_get_server_hash() does: the first point at or after the hash, and the last one before that.
  std::size_t find(std::uint64_t hash) const {
    const auto position = static_cast<std::uint32_t>(hash);
    const auto found = std::lower_bound(points_.begin(), points_.end(), position,
                                        [](const Point& point, std::uint32_t at) { return point.position < at; });
    const std::size_t next = found == points_.end() ? 0 : static_cast<std::size_t>(found - points_.begin());
    const std::size_t before = (next == 0 ? points_.size() : next) - 1;
    return position - points_[before].position <= points_[next].position - position ? before : next;
  }

  std::size_t size() const { return points_.size(); }
  std::size_t next(std::size_t at) const { return at + 1 == points_.size() ? 0 : at + 1; }
  std::uint32_t node_at(std::size_t at) const { return points_[at].node; }
  std::span<const NodeId> nodes() const { return nodes_; }
  std::span<const std::uint32_t> counts() const { return counts_; }

 private:
  void walk(std::size_t at, std::span<NodeId> row) const {
    std::size_t found = 0;
    for (std::size_t seen = 0; seen < points_.size() && found < row.size(); ++seen) {
      const NodeId node = nodes_[points_[at].node];
      const auto end = row.begin() + static_cast<std::ptrdiff_t>(found);
      if (std::find(row.begin(), end, node) == end) row[found++] = node;
      at = next(at);
    }
  }

  std::vector<NodeId> nodes_;            // by position
  std::vector<ServerKey> keys_;          // by position
  std::vector<std::uint32_t> counts_;    // by position
  std::vector<Point> points_;            // sorted once all are made
  std::uint32_t node_ = 0, number_ = 0;  // the next point to make
};

/// How many requests each server may have open, in the 32 bits of chash_server_is_eligible().
class OpenSlots {
 public:
  OpenSlots(std::span<const std::uint32_t> points, std::uint32_t factor) : factor_(factor) {
    for (const std::uint32_t count : points) {
      servers_.push_back({count, total_});
      total_ += count;
    }
  }

  /// With so many requests open, and one more to come.
  void deal(std::size_t requests) {
    const std::uint32_t percent = (static_cast<std::uint32_t>(requests) + 1) * factor_ + 99;
    const auto slots = static_cast<std::uint32_t>(static_cast<std::int32_t>(percent) / 100);
    per_point_ = slots / total_;
    rest_ = slots % total_;
  }

  std::uint32_t of(std::uint32_t server) const {
    const auto [points, before] = servers_[server];
    return std::max(points * per_point_ + (before + points) * rest_ / total_ - before * rest_ / total_, 1u);
  }

 private:
  struct Server {
    std::uint32_t points, before;  // `before`: points of the servers before it in the list
  };

  std::uint32_t factor_, total_ = 0, per_point_ = 0, rest_ = 0;
  std::vector<Server> servers_;  // by position
};

/// hash-balance-factor.
class BoundedServers final : public RequestsInOrder<BoundedServers> {
 public:
  explicit BoundedServers(const BuildInput& input)
      : RequestsInOrder(input.all_keys),
        ring_(input),
        slots_(ring_.counts(), static_cast<std::uint32_t>(input.params[kBalanceFactor])),
        open_(ring_.nodes().size()) {}

  bool make(Budget& budget) { return ring_.step(budget); }

  NodeId take(std::uint64_t hash, std::size_t requests) {
    slots_.deal(requests);
    const std::uint32_t server = ring_.node_at(with_room(ring_.find(hash), slots_));
    ++open_[server];
    return ring_.nodes()[server];
  }

  bool first_choices(const KeyBlock& keys, std::span<NodeId> nodes) const override {
    ring_.place(keys, nodes);
    return true;
  }

  /// Treats a key that is not in the set as the next request.
  Trace explain(const SingleKey& key, std::uint32_t index) const override {
    OpenSlots slots = slots_;
    slots.deal(before(index));
    std::size_t at = ring_.find(key.hash());
    Trace trace{{"hash", decimal(key.hash())}, {"requests before it", decimal(before(index))}, ring_.nearest_step(at)};
    const NodeId owner = index == kNotInSet ? ring_.nodes()[ring_.node_at(with_room(at, slots))] : this->owner(index);
    std::vector<std::uint32_t> full;
    for (; ring_.nodes()[ring_.node_at(at)] != owner; at = ring_.next(at)) {
      const std::uint32_t server = ring_.node_at(at);
      if (std::find(full.begin(), full.end(), server) != full.end()) continue;
      full.push_back(server);
      trace.push_back({"full, go on", decimal(slots.of(server)), ring_.nodes()[server]});
    }
    trace.push_back({"most requests a node", decimal(slots.of(ring_.node_at(at))), owner});
    ring_.explain_point(at, trace);
    return trace;
  }

  Picture picture(const SingleKey& key) const override { return ring_.picture(key); }

  /// Also how many requests each server has open, and its place among the points of all.
  std::uint64_t memory_bytes() const override {
    return ring_.memory_bytes() + open_.size() * 2 * sizeof(std::uint32_t);
  }

 private:
  std::size_t with_room(std::size_t at, const OpenSlots& slots) const {
    for (unsigned laps = 0; open_[ring_.node_at(at)] >= slots.of(ring_.node_at(at)); at = ring_.next(at)) {
      if (at + 1 == ring_.size() && ++laps == 2) break;
    }
    return at;
  }

  ServerRing ring_;
  OpenSlots slots_;
  std::vector<std::uint32_t> open_;  // by position
};

Status check_socket(const Node& node, std::span<const double> params) {
  if (hash_key_of(params) == kId || !is_socket(node.name)) return Done{};
  return Error{ErrorCode::unsupported,
               "nodes[" + node.name + "]",
               {"HAProxy 3.0 ends at once where a server on a UNIX socket has another hash-key than id"}};
}

Result<std::unique_ptr<Placement>> build_ring(const BuildInput& input) {
  std::uint64_t points = 0;
  for (const Node& node : input.cluster.nodes()) {
    if (const auto valid = check_socket(node, input.params); !valid.ok()) return valid.error();
    points += points_of(node, kPointsPerWeight);
  }
  if (const auto fits = check_point_count(points, "nodes"); !fits.ok()) return fits.error();
  if (is_bounded(input.params)) return make_placement<BoundedServers>(input);
  return make_placement<ServerRing>(input);
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  return build_of_weights(input, [&] { return build_of_numbers(input, [&] { return build_ring(input); }); });
}

// Ids are numbers in the list where they are not given, so that whoever leaves renumbers the rest.
constexpr Traits kById{Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd};

Traits traits(std::span<const double> params) {
  constexpr Traits kAll{Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd,
                        Trait::kLeastOnRemove};
  if (is_bounded(params)) return {Trait::kWeights, Trait::kAnyRemoval, Trait::kNeedsAllKeys};
  return hash_key_of(params) == kId ? kById : kAll;
}

double expected_spread(std::size_t nodes, std::span<const double> params) {
  const double ring = ring_spread(nodes, kPointsPerWeight);
  return is_bounded(params) ? std::min(ring, std::sqrt(params[kBalanceFactor] / 100 - 1)) : ring;
}

Status fits(const Node& node, std::span<const double> params) {
  if (const Status socket = check_socket(node, params); !socket.ok()) return socket;
  return check_haproxy_weight(node);
}

constexpr DownRule kDown[] = {
    {.does = Failover::kDrained,
     .words =
         "The server's points are taken off the ring: requests go to the others as they come, and each of these may "
         "have more of them open. Shown is a start with the server disabled; where it goes down later, a share may be "
         "rounded otherwise, by one request.",
     .source = "HAProxy 3.0.11, lb_chash.c, chash_set_server_status_down(), chash_server_is_eligible()",
     .with = kWhereBounded},
    {.does = Failover::kDrained,
     .words = "The server's points are taken off the ring, as if its weight were 0: its keys go to the nearest "
              "points that are left.",
     .source = "HAProxy 3.0.11, lb_chash.c, chash_set_server_status_down()"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules haproxy_servers_down;
constinit const DownRules haproxy_servers_down = kDown;

extern const Strategy haproxy_servers_strategy;
constinit const Strategy haproxy_servers_strategy{
    .id = "haproxy_servers",
    .title = "HAProxy server keys",
    .family = Family::kRing,
    .summary =
        "How HAProxy 3.0 makes its ring of servers’ ids or addresses; with addresses their order does not matter.",
    .limits =
        "16 points at weight 1 are uneven; updates to 3.0 and to 3.2.7 make another ring of ids; with "
        "hash-balance-factor owners depend on the requests before, so that a change moves keys between other servers "
        "too.",
    .source = "HAProxy 3.0.11 and 2.6.12, lb_chash.c",
    .lookup = "O(log(16 n w))",
    .traits = kById,
    .down = kDownCases,
    .params = kParams,
    .hash = "sdbm",
    .hash_fixed = true,
    .numerals = Numerals::kDecimal,
    .traits_with = traits,
    .expected_spread = expected_spread,
    .takes_tokens = true,
    .recipes = recipes,
    .build = build,
    .fits = fits,
};

}  // namespace reshard
