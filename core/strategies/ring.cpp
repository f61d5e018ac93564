// Consistent hashing ring: every node has several points on a ring, and a key belongs to the next point.
//
// Karger et al., "Consistent hashing and random trees", STOC 1997. There is no single ring: implementations differ in
// the text that is hashed for a point, in the width of the hash space, and in whether a point owns its own position;
// all three are parameters here. With v points per node the relative spread is sqrt((n - 1) / (n v + 1)), about
// 1 / sqrt(v).

#include <algorithm>
#include <cmath>

#include "core/placement/digest_words.h"
#include "core/placement/ring_placement.h"

namespace reshard {
namespace {

enum Param { kVnodes, kLabel, kSuccessor, kBits };
enum Label { kNameIndex, kIndexColonName, kNamePlusIndex, kGholt, kGolubtsov, kPinned, kNameNumber };
enum Bits { k64, k32, k128, kTen };

constexpr std::string_view kLabels[] = {"name-index", "index:name", "name+index", "gholt",
                                        "golubtsov",  "pinned",     "name-number"};
constexpr std::string_view kSuccessors[] = {"at_or_after", "after"};
constexpr std::string_view kWidths[] = {"64", "32", "128", "ten"};

constexpr ParamSpec kParams[] = {
    {.key = "vnodes",
     .label = "Virtual nodes",
     .min = 1,
     .max = static_cast<double>(kMaxRingPoints),
     .fallback = 100,
     .scale = ParamSpec::Scale::kLog,
     .unit = "per node (× weight)",
     .slides_to = 1000,
     .only_with = {"bits", 1u << k64 | 1u << k32 | 1u << k128}},
    choice_param("label", "Virtual node label", kLabels),
    choice_param("successor", "A key belongs to", kSuccessors),
    choice_param("bits", "Hash space", kWidths),
};

// The ring of ten ids with which gholt's text explains consistent hashing: the last digit, spread over 2^64.
std::uint64_t ten_positions(std::string_view key, const HashFunction& hash, std::uint64_t seed) {
  return hash.hash64(key, seed) % 10 * kTenth;
}

// More points than one would fill all ten positions with the first node's.
double per_weight(std::span<const double> params) {
  return static_cast<Bits>(params[kBits]) == kTen ? 1 : params[kVnodes];
}

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  switch (static_cast<Bits>(params[kBits])) {
    case k64: return {{&hash}};
    case k32: return {{&hash, 0, low_32}};
    case kTen: return {{&hash, 0, ten_positions}};
    case k128: return {{&hash, 0, digest_word<0>}, {&hash, 0, digest_word<1>}};
  }
  check_failed("a width", __FILE__, __LINE__);
}

// In gholt's document, nodes are numbers: point v of node n is n itself if it is the only one, else n * 1000000 + v.
Result<std::uint64_t> gholt_number(const Node& node) {
  const auto number = parse_u64(node.name);
  if (number && *number <= 1'000'000'000'000) return *number;
  return Error{
      ErrorCode::malformed, "nodes[" + node.name + "]", {node.name, "a whole number, which the label “gholt” needs"}};
}

/// Points of n itself if a node has only one, else of n * 1000000 + v.
template <typename Position>
class GholtPoints final : public TextPoints<Position> {
 public:
  GholtPoints(std::vector<std::uint64_t> numbers, std::vector<NumberedTexts> counts, std::vector<Recipe> recipes)
      : TextPoints<Position>(std::move(counts), std::move(recipes)), numbers_(std::move(numbers)) {}

  // A node's only point is not among the points it has when there are several.
  std::uint64_t shared_draws(std::uint32_t node, const PointMaker<Position>& other,
                             std::uint32_t node_there) const override {
    const auto& there = static_cast<const GholtPoints&>(other);
    const bool alike =
        numbers_[node] == there.numbers_[node_there] && (this->draws(node) == 1) == (there.draws(node_there) == 1);
    return alike ? TextPoints<Position>::shared_draws(node, other, node_there) : 0;
  }
  std::string text(std::uint32_t node, std::uint64_t v) const override {
    return decimal(this->draws(node) == 1 ? numbers_[node] : numbers_[node] * 1'000'000 + v);
  }

 private:
  std::vector<std::uint64_t> numbers_;  // by position
};

template <typename Position>
Result<std::unique_ptr<PointMaker<Position>>> gholt_points(const BuildInput& input, std::vector<Recipe> recipes) {
  std::vector<std::uint64_t> numbers;
  std::vector<NumberedTexts> counts;
  for (const Node& node : input.cluster.nodes()) {
    const auto number = gholt_number(node);
    if (!number.ok()) return number.error();
    numbers.push_back(number.value());
    counts.push_back({"", "", points_of(node, per_weight(input.params))});
  }
  return std::unique_ptr<PointMaker<Position>>(
      std::make_unique<GholtPoints<Position>>(std::move(numbers), std::move(counts), std::move(recipes)));
}

NumberedTexts texts_of(Label label, const Node& node, std::uint64_t count) {
  switch (label) {
    case kNameIndex: return {node.name + "-", "", count};
    case kIndexColonName: return {"", ":" + node.name, count};
    case kNamePlusIndex: return {node.name, "", count};
    case kGolubtsov: return {node.name + ":", "", count};
    case kPinned: return {decimal(index_of(node.id)) + "-", "", count};  // a renamed machine keeps its keys
    case kNameNumber: return {node.name + "-", "", count, 1};
    case kGholt: break;
  }
  check_failed("a label of texts", __FILE__, __LINE__);
}

template <typename Position>
Result<std::unique_ptr<PointMaker<Position>>> points(const BuildInput& input) {
  const auto label = static_cast<Label>(input.params[kLabel]);
  if (label == kGholt) return gholt_points<Position>(input, recipes(input.params, input.hash));
  std::vector<NumberedTexts> nodes;
  nodes.reserve(input.cluster.nodes().size());
  for (const Node& node : input.cluster.nodes()) {
    nodes.push_back(texts_of(label, node, points_of(node, per_weight(input.params))));
  }
  return text_points<Position>(std::move(nodes), recipes(input.params, input.hash));
}

// If the hash function cannot read every text, checks all texts before the ring is built.
template <typename Position>
Status check_texts(const PointMaker<Position>& maker, const BuildInput& input) {
  if (input.hash.accepts == nullptr) return Done{};
  const auto fits = check_points(maker, input.cluster.nodes().size(), "vnodes");
  if (!fits.ok()) return fits.error();
  for (std::uint32_t node = 0; node < input.cluster.nodes().size(); ++node) {
    for (std::uint64_t v = 0; v < maker.draws(node); ++v) {
      const std::string text = maker.text(node, v);
      if (input.hash.accepts(text)) continue;
      return Error{ErrorCode::malformed, "hash", {text, "input of the hash function " + std::string(input.hash.id)}};
    }
  }
  return Done{};
}

template <typename Position>
Result<std::unique_ptr<Placement>> build_ring(const BuildInput& input, unsigned width, Numerals numerals) {
  auto maker = points<Position>(input);
  if (!maker.ok()) return maker.error();
  if (const auto readable = check_texts(*maker.value(), input); !readable.ok()) return readable.error();
  const auto rule = input.params[kSuccessor] == 0 ? RingRule::kAtOrAfter : RingRule::kAfter;
  return make_ring(input, RingShape{.width = width, .rule = rule, .numerals = numerals}, maker.take(), "vnodes");
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const auto bits = static_cast<Bits>(input.params[kBits]);
  if (bits == k128) {
    if (input.hash.bits >= 128) return build_ring<U128>(input, 128, Numerals::kHex);
    return Error{ErrorCode::unsupported, "bits", {"a 128-bit hash space needs a hash function of at least 128 bits"}};
  }
  if (bits == kTen) return build_ring<std::uint64_t>(input, 64, Numerals::kTenths);
  const unsigned width = bits == k32 ? 32 : std::min(64u, std::max(16u, input.hash.bits));
  return build_ring<std::uint64_t>(input, width, Numerals::kHex);
}

// Of two nodes on one of ten positions, one has no keys and is no replica's.
constexpr Traits kTraits{Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd,
                         Trait::kLeastOnRemove};
Traits traits_with(std::span<const double> params) {
  if (static_cast<Bits>(params[kBits]) != kTen) return kTraits;
  return {Trait::kWeights, Trait::kAnyRemoval, Trait::kLeastOnAdd, Trait::kLeastOnRemove};
}

// More or fewer points of the same kind.
bool follows(std::span<const double> before, std::span<const double> now) {
  return std::equal(before.begin() + kVnodes + 1, before.end(), now.begin() + kVnodes + 1, now.end());
}

double expected_spread(std::size_t nodes, std::span<const double> params) {
  if (static_cast<Bits>(params[kBits]) == kTen) return std::sqrt(static_cast<double>(nodes) - 1);  // one may hold all
  return ring_spread(nodes, params[kVnodes]);
}

std::uint64_t points_on_ring(const Node& node, std::span<const double> params) {
  return points_of(node, per_weight(params));
}

constexpr DownRule kDown[] = {
    {.does = Failover::kNext,
     .words = "Clients skip its points: each key goes to the next node clockwise that is up, and returns with its "
              "owner.",
     .source = "Karger et al., STOC 1997, section 4"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules ring_down;
constinit const DownRules ring_down = kDown;

extern const Strategy ring_strategy;
constinit const Strategy ring_strategy{
    .id = "ring",
    .title = "Consistent hashing ring",
    .family = Family::kRing,
    .summary = "Any node can join or leave, and only its share of the keys moves.",
    .limits = "Balance needs many virtual nodes: with v per node, the spread is about 1/√v.",
    .source = "Karger et al., Consistent hashing and random trees, STOC 1997",
    .lookup = "O(log(n v))",
    .traits = kTraits,
    .down = kDownCases,
    .params = kParams,
    .traits_with = traits_with,
    .expected_spread = expected_spread,
    .recipes = recipes,
    .build = build,
    .follows = follows,
    .points = points_on_ring,
};

}  // namespace reshard
