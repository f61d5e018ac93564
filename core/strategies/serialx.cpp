// serialx's hashring: one point for each unit of weight, at a whole MD5.
//
// serialx/hashring 22c0c7a, a Go package. Points and keys are the 16 bytes of an MD5 read as two signed numbers of 64
// bits, lowest byte first, compared one after the other; here each half has its sign bit turned over, which gives the
// same order without signs. The texts are "node-0", "node-1", …, as many as the weight: with weights of 1 a node has a
// single point. The owner is the first point strictly after the key.

#include "core/base/bytes.h"
#include "core/hash/functions.h"
#include "core/strategies/ring_placement.h"

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
  const RingShape shape{.width = 128, .rule = RingRule::kAfter, .reading = "halves of MD5, signs turned"};
  return make_ring(input, shape, text_points<U128>(std::move(nodes), recipes(input.params, input.hash)), "nodes");
}

double expected_spread(std::size_t nodes, std::span<const double>) { return ring_spread(nodes, 1); }

}  // namespace

extern const Strategy serialx_strategy;
constinit const Strategy serialx_strategy{
    .id = "serialx",
    .title = "serialx/hashring",
    .family = Family::kRing,
    .summary = "A weighted ring whose weights are the virtual nodes: give every node 100, and it is a good one.",
    .limits = "With weights of 1 there is one point a node, and some nodes own several times as much as others.",
    .source = "serialx/hashring 22c0c7a",
    .lookup = "O(log(n w))",
    .traits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove},
    .hash = "md5",
    .hash_fixed = true,
    .expected_spread = expected_spread,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard
