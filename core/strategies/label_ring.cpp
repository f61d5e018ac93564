// Rings of virtual nodes whose labels follow a template: a name, a number and a mark between them, in either order.
//
// What strategy ring leaves out, with the same points and lookups: labels with any of these marks, numbers from 0 or
// from 1, the point at or before a key, Redis' hash tags, and rings that end at the first node. Of two nodes at one
// position, the later has it. It covers, with CRC-32 and 32 bits:
// * groupcache (golang/groupcache 8c9f03a, consistenthash.go): index+name, 50 virtual nodes, at or after;
// * go-redis up to version 6 (gopkg.in/redis.v5, ring.go): the same with 100 virtual nodes and hash tags;
// * stathat/consistent 30ea17e with any NumberOfReplicas (strategy stathat has its 20): index+name, after;
// * LavinMQ's consistent-hash exchange (published: consistent_hasher.cr, 2024): name.index, as many virtual nodes as
//   the binding says, at or after; a key above the last point goes to the queue bound first, wherever its points are
//   (beyond=first_node).
// The first two are compared with the packages of Debian 12; LavinMQ does not run there.

#include <algorithm>

#include "core/placement/key_parts.h"
#include "core/placement/ring_placement.h"

namespace reshard {
namespace {

enum Param { kVnodes, kTemplate, kFirst, kSuccessor, kBits, kPart, kBeyond };
enum Bits { k32, k64 };

struct Label {
  std::string_view id, mark;
  bool index_first = false;
};
constexpr Label kLabels[] = {
    {"index+name", "", true},  {"name+index", ""},        {"name.index", "."},       {"name-index", "-"},
    {"name:index", ":"},       {"name_index", "_"},       {"name_sharp_index", "#"}, {"index.name", ".", true},
    {"index-name", "-", true}, {"index:name", ":", true}, {"index_name", "_", true}, {"index_sharp_name", "#", true},
};
constexpr auto kTemplateIds = [] {
  std::array<std::string_view, std::size(kLabels)> ids;
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = kLabels[i].id;
  return ids;
}();
constexpr std::string_view kFirsts[] = {"0", "1"};
constexpr std::string_view kSuccessors[] = {"at_or_after", "after", "at_or_before"};
constexpr RingRule kRules[] = {RingRule::kAtOrAfter, RingRule::kAfter, RingRule::kAtOrBefore};
constexpr std::string_view kWidths[] = {"32", "64"};
constexpr std::string_view kParts[] = {"whole", "hash_tag"};
constexpr std::string_view kEnds[] = {"first_point", "first_node"};

constexpr ParamSpec kParams[] = {
    {.key = "vnodes",
     .label = "Virtual nodes",
     .min = 1,
     .max = static_cast<double>(kMaxRingPoints),
     .fallback = 50,
     .scale = ParamSpec::Scale::kLog,
     .unit = "per node (× weight)",
     .slides_to = 1000},
    choice_param("template", "Virtual node label (i: its number)", kTemplateIds),
    choice_param("first", "Numbers begin at", kFirsts),
    choice_param("successor", "A key belongs to", kSuccessors),
    choice_param("bits", "Hash space", kWidths),
    choice_param("part", "What is hashed of a key", kParts),
    only_with(choice_param("beyond", "Keys above the last point", kEnds), {"successor", 1u << 0 | 1u << 1}),
};

std::uint64_t tag_64(std::string_view key, const HashFunction& hash, std::uint64_t seed) {
  return hash.hash64(hash_tag(key), seed);
}
std::uint64_t tag_32(std::string_view key, const HashFunction& hash, std::uint64_t seed) {
  return low_32(hash_tag(key), hash, seed);
}

Recipe recipe_of(std::span<const double> params, const HashFunction& hash, bool tags) {
  if (static_cast<Bits>(params[kBits]) == k32) return {&hash, 0, tags ? tag_32 : low_32};
  return {&hash, 0, tags ? tag_64 : nullptr};
}

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  return {recipe_of(params, hash, params[kPart] == 1)};
}

NumberedTexts texts_of(const Label& label, const Node& node, std::span<const double> params) {
  const std::string mark(label.mark);
  const std::uint64_t count = points_of(node, params[kVnodes]);
  const auto first = static_cast<std::uint64_t>(params[kFirst]);
  if (label.index_first) return {"", mark + node.name, count, first};
  return {node.name + mark, "", count, first};
}

/// Points of texts, and one of the first node that ends the ring: no key is above it. A text's point at the same
/// position counts instead.
class EndedPoints final : public TextPoints<std::uint64_t> {
 public:
  EndedPoints(std::vector<NumberedTexts> nodes, std::vector<Recipe> recipes, std::uint32_t first, std::uint64_t highest)
      : TextPoints(std::move(nodes), std::move(recipes)), first_(first), highest_(highest) {}

  std::uint64_t draws(std::uint32_t node) const override { return TextPoints::draws(node) + (node == first_ ? 1 : 0); }
  void draw(std::uint32_t node, std::uint64_t number, std::vector<std::uint64_t>& of_node) const override {
    if (number == TextPoints::draws(node)) return of_node.push_back(highest_);
    TextPoints::draw(node, number, of_node);
  }
  std::uint64_t shared_draws(std::uint32_t, const PointMaker<std::uint64_t>&, std::uint32_t) const override {
    return 0;
  }
  std::string text(std::uint32_t node, std::uint64_t number) const override {
    return number == TextPoints::draws(node) ? "(end of the ring)" : TextPoints::text(node, number);
  }

 private:
  std::uint32_t first_;
  std::uint64_t highest_;
};

std::unique_ptr<PointMaker<std::uint64_t>> points(const BuildInput& input, unsigned width) {
  const Label& label = kLabels[static_cast<std::size_t>(input.params[kTemplate])];
  std::vector<NumberedTexts> texts;
  for (const Node& node : input.cluster.nodes()) texts.push_back(texts_of(label, node, input.params));
  const std::vector<Recipe> recipes{recipe_of(input.params, input.hash, false)};
  const bool ends = in_effect(kParams, input.params, kBeyond) && input.params[kBeyond] == 1;
  if (!ends) return text_points<std::uint64_t>(std::move(texts), recipes);
  const auto first = std::find_if(texts.begin(), texts.end(), [](const auto& of) { return of.count > 0; });
  return std::make_unique<EndedPoints>(texts, recipes, static_cast<std::uint32_t>(first - texts.begin()),
                                       ~std::uint64_t{0} >> (64 - width));
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  if (input.hash.accepts != nullptr) {
    return Error{
        ErrorCode::unsupported, "hash", {"points are text, which {1} cannot hash", std::string(input.hash.id)}};
  }
  const bool narrow = static_cast<Bits>(input.params[kBits]) == k32;
  const unsigned width = std::min(narrow ? 32u : 64u, std::max(16u, input.hash.bits));
  const RingShape shape{.width = width,
                        .rule = kRules[static_cast<std::size_t>(input.params[kSuccessor])],
                        .ties = Ties::kLastAdded,
                        .numerals = Numerals::kDecimal};
  return make_ring(input, shape, points(input, width), "vnodes");
}

bool follows(std::span<const double> before, std::span<const double> now) {
  return std::equal(before.begin() + kVnodes + 1, before.end(), now.begin() + kVnodes + 1, now.end());
}

double expected_spread(std::size_t nodes, std::span<const double> params) {
  return ring_spread(nodes, params[kVnodes]);
}

std::uint64_t points_on_ring(const Node& node, std::span<const double> params) {
  return points_of(node, params[kVnodes]);
}

constexpr DownRule kDown[] = {
    {.does = Failover::kRebuilt,
     .words =
         "go-redis’ Ring builds the ring again without shards that missed three heartbeats; groupcache’s and LavinMQ’s "
         "callers do so when a member leaves.",
     .source = "gopkg.in/redis.v5, ring.go, rebalance(); golang/groupcache, http.go, HTTPPool.Set()"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules label_ring_down;
constinit const DownRules label_ring_down = kDown;

extern const Strategy label_ring_strategy;
constinit const Strategy label_ring_strategy{
    .id = "label_ring",
    .title = "Ring with labels by template",
    .family = Family::kRing,
    .summary = "Any ring whose virtual nodes are a name and a number: groupcache’s, go-redis’, stathat’s, LavinMQ’s.",
    .limits = "Under CRC-32, names that differ in one digit get neighbouring points, and shares differ more.",
    .source =
        "golang/groupcache 8c9f03a, gopkg.in/redis.v5, stathat/consistent 30ea17e, LavinMQ’s consistent_hasher.cr",
    .lookup = "O(log(n v))",
    .traits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove},
    .down = kDownCases,
    .params = kParams,
    .numerals = Numerals::kDecimal,
    .expected_spread = expected_spread,
    .recipes = recipes,
    .build = build,
    .follows = follows,
    .points = points_on_ring,
};

}  // namespace reshard
