#pragma once

#include <bit>

#include "core/placement/systems/client_rings.h"
#include "core/placement/systems/python_repr.h"

// carbon 1.1.7 (Graphite's relay), lib/carbon/hashing.py. Points and keys have 16 bits: the first 4 hexadecimal
// digits of the MD5 under carbon_ch, under fnv1a_ch the exclusive or of the halves of FNV-1a 32. A destination has
// 100 points: of "('host', 'instance'):i", as Python writes a tuple (None without an instance), or under fnv1a_ch of
// "i-instance", where neither host nor port count: destinations without instances, or with the same, have the same
// texts. A position that is taken is left for the next free one, even above 65535, so points depend on the order of
// the destinations. The first point at or after the key, then the next ones of others; with DIVERSE_REPLICAS only
// one on each host.

namespace reshard::client_rings {

inline std::uint64_t carbon_position(std::string_view key, const HashFunction&, std::uint64_t) {
  return load_be<std::uint16_t>(md5(key).data());
}
inline std::uint64_t folded_fnv(std::string_view key, const HashFunction&, std::uint64_t) {
  const std::uint32_t hash = fnv1a32(key);
  return (hash >> 16) ^ (hash & 0xFFFFu);
}

/// A destination as carbon.conf writes it: host:port:instance.
struct Destination {
  std::string host, instance;
  bool has_instance = false;
};

inline Destination destination_of(std::string_view name) {
  const std::size_t bracket = name.starts_with('[') ? name.find("]:") : name.npos;
  std::string_view host = name.substr(0, bracket == name.npos ? name.find(':') : bracket);
  std::string_view rest = name.substr(host.size() + (bracket == name.npos ? 0 : 1));
  if (bracket != name.npos) host.remove_prefix(1);
  if (rest.starts_with(':')) rest.remove_prefix(1);
  const std::size_t colon = rest.find(':');
  if (colon == rest.npos) return {std::string(host), {}, false};
  return {std::string(host), std::string(rest.substr(colon + 1)), true};
}

inline std::string instance_text(const Destination& of) { return of.has_instance ? of.instance : "None"; }
inline std::string tuple_text(const Destination& of) {
  return "(" + python_repr(of.host) + ", " + (of.has_instance ? python_repr(of.instance) : "None") + ")";
}

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

inline constexpr std::uint64_t kCarbonPoints = 100;
inline NumberedTexts carbon_texts(const Destination& destination) {
  return {tuple_text(destination) + ":", "", kCarbonPoints};
}
inline NumberedTexts fnv_texts(const Destination& destination) {
  return {"", "-" + instance_text(destination), kCarbonPoints};
}

inline Result<std::unique_ptr<Placement>> build_carbon(const BuildInput& input, const Dialect& dialect) {
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

inline Status check_destination(const Dialect&, const Node& node, std::span<const double>) {
  const std::size_t port = node.name.starts_with('[') ? node.name.find("]:") + 1 : node.name.find(':');
  const std::size_t end = port == std::string::npos ? port : node.name.find(':', port + 1);
  const std::string address = node.name.substr(0, end);
  if (is_address(address) && !endpoint(address).port.empty()) return Done{};
  return Error{ErrorCode::unsupported,
               "nodes[" + node.name + "]",
               {"carbon.conf lists destinations as host:port or host:port:instance"}};
}

constexpr Dialect carbon_dialect(std::string_view id, decltype(Recipe::read) position, std::string_view reading,
                                 NumberedTexts (*numbered)(const Destination& destination)) {
  return {.id = id,
          .system = "carbon",
          .position = position,
          .point = position,
          .points = kCarbonPoints,
          .build = build_carbon,
          .traits = {Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd},
          .fits = check_destination,
          .rule = RingRule::kAtOrAfter,
          .reading = reading,
          .numbered = numbered};
}

inline constexpr Dialect kCarbonCh = carbon_dialect("carbon_ch", carbon_position, "first 2 bytes of MD5", carbon_texts);
inline constexpr Dialect kFnv1aCh = carbon_dialect("fnv1a_ch", folded_fnv, "halves of FNV-1a", fnv_texts);

}  // namespace reshard::client_rings
