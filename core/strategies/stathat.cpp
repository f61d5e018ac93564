// stathat's consistent: a ring with 20 points per node, by CRC-32.
//
// stathat/consistent 30ea17e, a Go package. A point is the CRC-32 of the point's number followed by the name ("0node",
// "1node", …), so nodes called "1x" and "11x" can share a text; the map then keeps the later one. The owner is the
// first point strictly after the key.

#include <cmath>

#include "core/placement/ring_placement.h"

namespace reshard {
namespace {

constexpr std::uint64_t kPoints = 20;

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  std::vector<NumberedTexts> nodes;
  for (const Node& node : input.cluster.nodes()) nodes.push_back({"", node.name, kPoints});
  const RingShape shape{.width = 32, .rule = RingRule::kAfter, .ties = Ties::kLastAdded, .reading = "CRC-32"};
  return make_ring(input, shape, text_points<std::uint64_t>(std::move(nodes), one_hash(input.params, input.hash)),
                   "nodes");
}

// CRC-32 is linear: all 20 points of "node-3" differ from those of "node-4" by the same pattern, and often lie side by
// side. Over sets of 3 to 100 names that differ in a few digits, the variance was 1.2 to 15 times that of random
// points.
double expected_spread(std::size_t nodes, std::span<const double>) {
  constexpr double kVarianceOfLikeNames = 5;
  return std::sqrt(kVarianceOfLikeNames) * ring_spread(nodes, kPoints);
}

constexpr DownRule kDown[] = {
    {.does = Failover::kNext,
     .words =
         "The client that sees the failure calls Remove(): the keys go to the next points. GetN() names the same nodes beforehand.",
     .source = "stathat/consistent 30ea17e, consistent.go"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules stathat_down;
constinit const DownRules stathat_down = kDown;

extern const Strategy stathat_strategy;
constinit const Strategy stathat_strategy{
    .id = "stathat",
    .title = "stathat/consistent",
    .family = Family::kRing,
    .summary = "A ring in a few lines of Go: quick to build, and removing a node moves only its own keys.",
    .limits = "Names that differ in one digit get neighbouring points: shares often differ by half or more.",
    .source = "stathat/consistent 30ea17e",
    .lookup = "O(log(20 n))",
    .traits = {Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove},
    .down = kDownCases,
    .hash = "crc32",
    .hash_fixed = true,
    .numerals = Numerals::kDecimal,
    .expected_spread = expected_spread,
    .recipes = one_hash,
    .build = build,
};

}  // namespace reshard
