// Power consistent hashing: jump consistent hash that starts at the last power of two instead of at one.
//
// E. Leu, "Fast consistent hashing in constant time", arXiv:2307.12448; bit-identical to
// SUPSI-DTI-ISIN/java-consistent-hashing-algorithms 68803f8, which jumps with Guava's generator (the C++ port uses PCG,
// which gives other owners).

#include <bit>

#include "core/placement/numbered_nodes.h"
#include "core/placement/systems/supsi_hash.h"

namespace reshard {
namespace {

// The paper's f: a bucket below the power of two mask + 1, on the level of the masked hash's highest bit.
std::uint32_t f(std::uint64_t hash, std::uint32_t mask) {
  const std::uint32_t k_bits = static_cast<std::uint32_t>(hash) & mask;
  if (k_bits == 0) return 0;
  const std::uint32_t h = std::bit_floor(k_bits);
  return h + (supsi_rehash(hash, h) & (h - 1));
}

// The paper's g: jumps on from the last bucket of the smaller power of two while the jumps stay below n.
template <typename Visit>
std::uint32_t g(std::uint64_t hash, std::uint32_t from, std::uint32_t n, Visit visit) {
  constexpr double kTwo31 = 2147483648.0;
  std::uint64_t state = hash;
  std::uint32_t candidate = from;
  while (true) {
    state = 2862933555777941757u * state + 1;
    const std::uint64_t draw = (state >> 33) + 1;
    // In Java's 32 bits the largest draw overflows to a negative number, and so does the next candidate.
    if (draw == std::uint64_t{1} << 31) return candidate;
    const double next = static_cast<double>(candidate + 1) / (static_cast<double>(draw) / kTwo31);
    if (next >= static_cast<double>(n)) return candidate;
    candidate = visit(static_cast<std::uint32_t>(next));
  }
}

struct Power {
  static constexpr std::string_view kWord = "candidate";

  template <typename Visit>
  static std::uint32_t search(std::uint64_t hash, std::uint32_t n, Visit visit) {
    const std::uint32_t m = std::bit_ceil(n);
    const std::uint32_t r1 = visit(f(hash, m - 1));
    if (r1 < n) return r1;
    const std::uint32_t m2 = (m >> 1) - 1;
    const std::uint32_t r2 = g(hash, m2, n, visit);
    if (r2 > m2) return r2;
    return visit(f(hash, m2));
  }
};

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words = "No bucket but the last can leave: requests fail until the node is replaced.",
     .source = "Leu, arXiv:2307.12448, section 1"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules power_down;
constinit const DownRules power_down = kDown;

extern const Strategy power_strategy;
constinit const Strategy power_strategy{
    .id = "power",
    .title = "Power consistent hashing",
    .family = Family::kJump,
    .summary = "As even as jump, in time that does not grow with the number of nodes.",
    .limits = "Nodes are numbers, so only the last can leave; its ports use different generators and disagree.",
    .source = "Leu, arXiv:2307.12448; SUPSI-DTI-ISIN/java-consistent-hashing-algorithms 68803f8",
    .lookup = "O(1)",
    .traits = kNumberedTraits,
    .down = kDownCases,
    .params = kNumberedParams,
    .hash = "xxh32",
    .hash_fixed = true,
    .traits_with = numbered_traits,
    .expected_spread = numbered_spread,
    .recipes = one_hash,
    .build = build_numbered<Power>,
};

}  // namespace reshard
