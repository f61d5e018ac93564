#pragma once

#include "core/placement/bare_address.h"
#include "core/placement/bucket_placement.h"
#include "core/placement/digest_points.h"
#include "core/placement/ring_placement.h"
#include "core/placement/system_rules.h"

// What the dialects of client_ring share. A file for each family of clients has the rest: dalli_ring.h, redis_rb_ring.h,
// predis_ring.h, carbon_ring.h.

namespace reshard::client_rings {

enum Param { kDialect, kFailover, kIdentifiedBy, kDiverse, kDynamic };

struct Pool {
  double servers = 0, in_use = 0, total = 0;
};

struct Destination;  // carbon_ring.h

struct Dialect {
  std::string_view id, system;
  decltype(Recipe::read) position;         ///< of a key
  decltype(Recipe::read) point = nullptr;  ///< of a text; null: four of each MD5
  std::string (*server)(const std::string& name, std::span<const double> params) = nullptr;
  std::string_view mark = ":";  ///< between server and number
  std::uint64_t (*texts)(double weight, const Pool& pool) = nullptr;
  double points;  ///< of one of equal servers
  Result<std::unique_ptr<Placement>> (*build)(const BuildInput& input, const Dialect& dialect);
  Traits traits;
  Status (*fits)(const Dialect& dialect, const Node& node, std::span<const double> params);
  RingRule rule = RingRule::kAtOrBefore;
  std::string_view reading = "CRC-32";
  double variance = 1;  ///< compared with random points: CRC-32 is linear, so like names have like points
  NumberedTexts (*numbered)(const Destination& destination) = nullptr;  ///< carbon's texts
};

inline constexpr Traits kWeighted = {Trait::kWeights, Trait::kAnyRemoval};
inline constexpr Traits kEqual = {Trait::kAnyRemoval, Trait::kLeastOnAdd, Trait::kLeastOnRemove};

inline Recipe recipe_of(decltype(Recipe::read) read, bool text = false) {
  return {.hash = &crc32_hash, .read = read, .reads_text = text};
}

inline std::uint64_t crc_point(std::string_view text, const HashFunction&, std::uint64_t) { return crc32(text); }

/// "host:port" without the brackets of IPv6; a socket's path alone.
inline std::string address_text(const std::string& name, std::string_view usual_port) {
  const std::string_view path = socket_path(name);
  if (path.starts_with('/')) return std::string(path);
  Endpoint parts = endpoint(name);
  remove_brackets(name, parts);
  return std::string(parts.host) + ":" + std::string(parts.port.empty() ? usual_port : parts.port);
}

/// Servers are addresses, with whole weights where a client has weights.
inline Status check_server(const Dialect& dialect, const Node& node, std::span<const double>) {
  if (const Status address = check_address(dialect.system, node); !address.ok()) return address;
  return dialect.traits.has(Trait::kWeights) ? check_whole_weight(dialect.system, node)
                                             : check_no_weight(dialect.system, node);
}

/// Clients of caches: a key has one server.
class OwnerRing : public RingPlacement<std::uint64_t> {
 public:
  OwnerRing(const BuildInput& input, RingShape shape, std::unique_ptr<PointMaker<std::uint64_t>> maker)
      : RingPlacement(shape, std::move(maker), ids_by_position(input.cluster), goes_on_from<RingPlacement>(input)),
        rule_(shape.rule),
        down_(down_nodes(input.cluster)) {}

  void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    // NOLINTNEXTLINE(bugprone-parent-virtual-call): not the next servers of the ring, which the base names
    Placement::place_replicas(keys, replicas, owners);
  }

 protected:
  NodeId owner_at(std::uint64_t position) const { return owner(ring().find(position, rule_)); }
  bool is_down(NodeId node) const { return down_[index_of(node)] != 0; }

 private:
  RingRule rule_;
  Flags down_;
};

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
  std::unique_ptr<PointMaker<std::uint64_t>> maker;
  if (dialect.point == nullptr) {
    maker = std::make_unique<DigestPoints>(std::move(servers), 4u);
  } else {
    maker = text_points<std::uint64_t>(std::move(servers), {recipe_of(dialect.point)});
  }
  const auto fits = check_points(*maker, input.cluster.nodes().size(), "nodes", 4);
  if (!fits.ok()) return fits.error();
  const RingShape shape{.width = 32, .rule = dialect.rule, .ties = Ties::kLastAdded, .reading = dialect.reading};
  return make_placement<Ring>(input, shape, std::move(maker));
}

}  // namespace reshard::client_rings
