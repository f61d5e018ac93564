// Consistent hashing ring: every node has several points on a circle, a key belongs to the next point.
//
// Karger et al., "Consistent hashing and random trees", STOC 1997. There is no one ring: the text that is hashed
// for a point, the width of the circle and whether a point owns its own position are dialects, and all three are
// parameters here. With v points a node the relative spread is sqrt((n - 1) / (n v + 1)), about 1 / sqrt(v).

#include "core/strategies/ring_table.h"

#include <cmath>

#include "core/base/text.h"

namespace reshard {
namespace {

enum Param { kVnodes, kLabel, kSuccessor, kBits };
enum Label { kNameIndex, kIndexColonName, kNamePlusIndex, kGholt, kGolubtsov };
enum Bits { k64, k32, k128 };

constexpr std::string_view kLabels[] = {"name-index", "index:name", "name+index", "gholt", "golubtsov"};
constexpr std::string_view kSuccessors[] = {"at_or_after", "after"};
constexpr std::string_view kWidths[] = {"64", "32", "128"};

constexpr ParamSpec kParams[] = {
    {.key = "vnodes", .label = "Virtual nodes", .min = 1, .max = 1000, .fallback = 100,
     .scale = ParamSpec::Scale::kLog, .unit = "points per node of weight 1"},
    choice_param("label", "Text of a point", kLabels),
    choice_param("successor", "Owner of a position", kSuccessors),
    choice_param("bits", "Width of the circle", kWidths),
};

// Enough for 1000 points on every one of 10,000 nodes.
constexpr std::uint64_t kMaxPoints = 10'000'000;

std::uint64_t low_32(std::string_view key, const HashFunction& hash, std::uint64_t seed) {
  return hash.hash64(key, seed) & 0xFFFFFFFFu;
}

// The 64 bits of a digest from byte `from` on, big-endian.
std::uint64_t big_endian_half(const Digest& digest, std::size_t from) {
  std::uint64_t half = 0;
  for (std::size_t i = from; i < from + 8; ++i) half = half << 8 | digest.bytes[i];
  return half;
}
std::uint64_t upper_half(std::string_view key, const HashFunction& hash, std::uint64_t seed) {
  return big_endian_half(hash.digest(key, seed), 0);
}
std::uint64_t lower_half(std::string_view key, const HashFunction& hash, std::uint64_t seed) {
  return big_endian_half(hash.digest(key, seed), 8);
}

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  switch (static_cast<Bits>(params[kBits])) {
    case k64: return {{&hash}};
    case k32: return {{&hash, 0, low_32}};
    case k128: return {{&hash, 0, upper_half}, {&hash, 0, lower_half}};
  }
  check_failed("a width", __FILE__, __LINE__);
}

// Points of a node: the virtual nodes times its weight, rounded, at least one unless it is drained.
std::uint64_t points_of(const Node& node, double vnodes) {
  if (node.weight == 0) return 0;
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::floor(vnodes * node.weight + 0.5)));
}

// gholt's document numbers its nodes: point v of node n is n itself where it is the only one, else n * 1000000 + v.
Result<std::uint64_t> gholt_number(const Node& node) {
  const auto number = parse_u64(node.name);
  if (number && *number <= 1'000'000'000'000) return *number;
  return Error{ErrorCode::malformed, "nodes[" + node.name + "]", {node.name, "a whole number, as label gholt needs"}};
}

void write_label(std::string& out, Label label, const Node& node, std::uint64_t gholt, std::uint64_t v, bool only) {
  out.clear();
  switch (label) {
    case kNameIndex: append_decimal(out.append(node.name).append("-"), v); return;
    case kIndexColonName: append_decimal(out, v); out.append(":").append(node.name); return;
    case kNamePlusIndex: append_decimal(out.append(node.name), v); return;
    case kGolubtsov: append_decimal(out.append(node.name).append(":"), v); return;
    case kGholt: append_decimal(out, only ? gholt : gholt * 1'000'000 + v); return;
  }
  check_failed("a label", __FILE__, __LINE__);
}

template <typename Position>
Position position_of(std::string_view text, std::span<const Recipe> recipes) {
  if constexpr (sizeof(Position) == 16) {
    return Position{recipes[0](text)} << 64 | recipes[1](text);
  } else {
    return recipes[0](text);
  }
}

template <typename Position>
Result<std::vector<RingPoint<Position>>> make_points(const BuildInput& input, std::span<const Recipe> recipes) {
  const auto label = static_cast<Label>(input.params[kLabel]);
  std::vector<RingPoint<Position>> points;
  std::string text;
  std::uint32_t at = 0;
  for (const Node& node : input.cluster.nodes()) {
    std::uint64_t gholt = 0;
    if (label == kGholt) {
      const auto number = gholt_number(node);
      if (!number.ok()) return number.error();
      gholt = number.value();
    }
    const std::uint64_t count = points_of(node, input.params[kVnodes]);
    for (std::uint64_t v = 0; v < count; ++v) {
      write_label(text, label, node, gholt, v, count == 1);
      if (input.hash.accepts != nullptr && !input.hash.accepts(text)) {
        return Error{ErrorCode::malformed, "hash", {text, "input of the hash function " + std::string(input.hash.id)}};
      }
      points.push_back({position_of<Position>(text, recipes), at});
    }
    ++at;
  }
  return points;
}

template <typename Position>
Result<std::unique_ptr<Placement>> build_ring(const BuildInput& input, unsigned width) {
  const auto recipe_list = recipes(input.params, input.hash);
  auto points = make_points<Position>(input, recipe_list);
  if (!points.ok()) return points.error();
  const auto rule = input.params[kSuccessor] == 0 ? RingRule::kAtOrAfter : RingRule::kAfter;
  return make_placement<RingPlacement<Position>>(RingTable<Position>(points.take(), width), rule,
                                                 ids_by_position(input.cluster));
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  std::uint64_t points = 0;
  for (const Node& node : input.cluster.nodes()) points += points_of(node, input.params[kVnodes]);
  if (points > kMaxPoints) {
    return Error{ErrorCode::too_large, "vnodes", {decimal(points) + " points", decimal(kMaxPoints)}};
  }
  const auto bits = static_cast<Bits>(input.params[kBits]);
  if (bits == k128) {
    if (input.hash.bits >= 128) return build_ring<U128>(input, 128);
    return Error{ErrorCode::unsupported, "bits", {"a circle of 128 bits needs a hash function of at least 128 bits"}};
  }
  return build_ring<std::uint64_t>(input, bits == k32 ? 32 : std::min(64u, std::max(16u, input.hash.bits)));
}

double expected_spread(std::size_t nodes, std::span<const double> params) {
  const auto n = static_cast<double>(nodes);
  return std::sqrt((n - 1) / (n * params[kVnodes] + 1));
}

}  // namespace

extern const Strategy ring_strategy;
constinit const Strategy ring_strategy{
    .id = "ring",
    .title = "Consistent hashing ring",
    .family = Family::kRing,
    .summary = "Any node may come and go, and only its own keys move.",
    .limits = "Even only with many virtual nodes: with v of them the spread is about 1 / sqrt(v).",
    .source = "Karger et al., Consistent hashing and random trees, STOC 1997",
    .lookup = "O(log(n v))",
    .traits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove},
    .params = kParams,
    .expected_spread = expected_spread,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard
