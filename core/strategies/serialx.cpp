// serialx's hashring: one point per unit of weight, at a whole MD5.
//
// serialx/hashring 22c0c7a, a Go package. Points and keys are the 16 bytes of an MD5 read as two signed 64-bit numbers,
// lowest byte first, compared one after the other; here each half has its sign bit flipped, which gives the same order
// without signs. The texts are "node-0", "node-1", …, as many as the weight: with weights of 1 a node has a single
// point. The owner is the first point strictly after the key.

#include "core/base/bytes.h"
#include "core/hash/functions.h"
#include "core/placement/ring_placement.h"
#include "core/placement/system_rules.h"

namespace reshard {
namespace {

std::uint64_t first_half(std::string_view key, const HashFunction&, std::uint64_t) {
  return load_le64(md5(key).data()) ^ kSignBit;
}
std::uint64_t second_half(std::string_view key, const HashFunction&, std::uint64_t) {
  return load_le64(md5(key).data() + 8) ^ kSignBit;
}

std::vector<Recipe> recipes(std::span<const double>, const HashFunction&) {
  return {{&md5_hash, 0, first_half}, {&md5_hash, 0, second_half}};
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  std::vector<NumberedTexts> nodes;
  for (const Node& node : input.cluster.nodes()) nodes.push_back({node.name + "-", "", points_of(node, 1)});
  const RingShape shape{
      .width = 128, .rule = RingRule::kAfter, .reading = "halves of MD5", .numerals = Numerals::kSignedPair};
  return make_ring(input, shape, text_points<U128>(std::move(nodes), recipes(input.params, input.hash)), "nodes");
}

double expected_spread(std::size_t nodes, std::span<const double>) { return ring_spread(nodes, 1); }

Status fits(const Node& node, std::span<const double>) { return check_whole_weight("serialx/hashring", node); }

std::uint64_t points_on_ring(const Node& node, std::span<const double>) { return points_of(node, 1); }

constexpr DownRule kDown[] = {
    {.does = Failover::kNext,
     .words =
         "The client that sees the failure calls RemoveNode(): the keys go to the next points. GetNodes() names the same nodes beforehand.",
     .source = "serialx/hashring 22c0c7a, hashring.go"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules serialx_down;
constinit const DownRules serialx_down = kDown;

extern const Strategy serialx_strategy;
constinit const Strategy serialx_strategy{
    .id = "serialx",
    .title = "serialx/hashring",
    .family = Family::kRing,
    .summary = "A weighted ring where the weight is the number of virtual nodes: with 100 per node it is a good one.",
    .limits = "With weight 1 each node has one point, and some nodes own several times as many keys as others.",
    .source = "serialx/hashring 22c0c7a",
    .lookup = "O(log(n w))",
    .traits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove},
    .down = kDownCases,
    .hash = "md5",
    .hash_fixed = true,
    .numerals = Numerals::kSignedPair,
    .expected_spread = expected_spread,
    .recipes = recipes,
    .build = build,
    .fits = fits,
    .points = points_on_ring,
};

}  // namespace reshard
