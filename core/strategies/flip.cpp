// FlipHash: of the two powers of two around n, tries the larger one first, then random draws, then the smaller one.
//
// C. Masson and H. Lee, "FlipHash: a constant-time consistent range-hashing algorithm", arXiv:2402.17549; bit-identical
// to SUPSI-DTI-ISIN/java-consistent-hashing-algorithms 68803f8.

#include <bit>

#include "core/placement/numbered_nodes.h"
#include "core/placement/systems/supsi_hash.h"

namespace reshard {
namespace {

constexpr std::uint32_t kMaxDraws = 64;

// A bucket among the 2^r that the mask has room for: flips the bits below the highest set bit.
std::uint32_t of_power_of_two(std::uint64_t hash, std::uint64_t mask) {
  const std::uint64_t masked = hash & mask;
  if (masked == 0) return 0;
  const auto leading_zeros = static_cast<unsigned>(std::countl_zero(masked));
  const std::uint64_t below = ~std::uint64_t{0} >> leading_zeros >> 1;
  return static_cast<std::uint32_t>(masked ^ (supsi_rehash(hash, std::uint32_t{leading_zeros}) & below));
}

struct Flip {
  static constexpr std::string_view kWord = "candidate";

  template <typename Visit>
  static std::uint32_t search(std::uint64_t hash, std::uint32_t n, Visit visit) {
    const std::uint64_t mask = ~std::uint64_t{0} >> std::countl_zero(std::uint64_t{n});
    const std::uint32_t first = visit(of_power_of_two(hash, mask));
    if (first < n) return first;
    const std::uint64_t threshold = mask >> 1;
    const auto leading_zeros = static_cast<std::uint32_t>(std::countl_zero(n));
    for (std::uint32_t i = 1; i <= kMaxDraws; ++i) {
      const auto draw = static_cast<std::uint32_t>(supsi_rehash(hash, leading_zeros, i) & mask);
      if (draw <= threshold) break;
      if (visit(draw) < n) return draw;
    }
    return visit(of_power_of_two(hash, threshold));
  }
};

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words = "No resource but the last can leave: requests fail until the node is replaced.",
     .source = "Masson and Lee, arXiv:2402.17549, section 1"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules flip_down;
constinit const DownRules flip_down = kDown;

extern const Strategy flip_strategy;
constinit const Strategy flip_strategy{
    .id = "flip",
    .title = "FlipHash",
    .family = Family::kJump,
    .summary = "Even for any number of nodes, and as fast for many as for few, without a table.",
    .limits = "Nodes are numbers, so only the last can leave; it ignores weights.",
    .source = "Masson and Lee, arXiv:2402.17549; SUPSI-DTI-ISIN/java-consistent-hashing-algorithms 68803f8",
    .lookup = "O(1)",
    .traits = kNumberedTraits,
    .down = kDownCases,
    .params = kNumberedParams,
    .hash = "xxh32",
    .hash_fixed = true,
    .traits_with = numbered_traits,
    .expected_spread = numbered_spread,
    .recipes = one_hash,
    .build = build_numbered<Flip>,
};

}  // namespace reshard
