// BinomialHash: a key falls on a level of a binary tree of buckets, and is shuffled within that level.
//
// M. Coluzzi et al., "BinomialHash: a constant time, minimal memory consistent hashing algorithm", arXiv:2406.19836;
// bit-identical to SUPSI-DTI-ISIN/java-consistent-hashing-algorithms 68803f8. The enclosing tree has E + 1 buckets, the
// next power of two; a key that falls beyond the last bucket is rehashed up to four times, and finally falls into the
// minor tree of M + 1 buckets, half as large. Giving up after four leaves the two halves unequal by less than 1/16.

#include <bit>

#include "core/placement/numbered_nodes.h"

namespace reshard {
namespace {

constexpr int kTries = 4;

std::uint64_t rehash(std::uint64_t value, std::uint64_t seed) {
  const std::uint64_t t = 2862933555777941757u * value + 1;
  return (t * t * seed) >> 32;
}

std::uint32_t relocate_within_level(std::uint32_t bucket, std::uint64_t hash) {
  if (bucket < 2) return bucket;
  const std::uint32_t level = std::bit_floor(bucket);
  return level + (static_cast<std::uint32_t>(rehash(hash, level - 1)) & (level - 1));
}

struct Binomial {
  static constexpr std::string_view kWord = "candidate";

  template <typename Visit>
  static std::uint32_t search(std::uint64_t hash, std::uint32_t n, Visit visit) {
    if (n < 2) return visit(0u);
    const std::uint32_t e = std::bit_ceil(n) - 1;
    const std::uint32_t m = e >> 1;
    std::uint32_t bucket = visit(relocate_within_level(static_cast<std::uint32_t>(hash) & e, hash));
    if (bucket < n) return bucket;
    std::uint64_t h = hash;
    for (int i = 0; i < kTries; ++i) {
      h = rehash(h, e);
      bucket = relocate_within_level(static_cast<std::uint32_t>(h) & e, h);
      if (bucket <= m) break;
      if (visit(bucket) < n) return bucket;
    }
    return visit(relocate_within_level(static_cast<std::uint32_t>(hash) & m, hash));
  }
};

// The minor tree gets what the enclosing one gave up on: at worst (1/2)^5 of the keys, 1/16 of a fair share.
double spread_of_levels() { return 1.0 / 16; }

double expected_spread(std::size_t nodes, std::span<const double> params) {
  return spread_of_levels() + numbered_spread(nodes, params);
}

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words = "No bucket but the last can leave: requests fail until the node is replaced.",
     .source = "Coluzzi et al., arXiv:2406.19836, section 1"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules binomial_down;
constinit const DownRules binomial_down = kDown;

extern const Strategy binomial_strategy;
constinit const Strategy binomial_strategy{
    .id = "binomial",
    .title = "BinomialHash",
    .family = Family::kJump,
    .summary = "A lookup is equally fast for ten nodes and ten thousand, without a table.",
    .limits =
        "Nodes are numbers, so only the last can leave; the upper half may get up to 1/16 less than the lower half.",
    .source = "Coluzzi et al., arXiv:2406.19836; SUPSI-DTI-ISIN/java-consistent-hashing-algorithms 68803f8",
    .lookup = "O(1)",
    .traits = kNumberedTraits,
    .down = kDownCases,
    .params = kNumberedParams,
    .hash = "xxh32",
    .traits_with = numbered_traits,
    .expected_spread = expected_spread,
    .recipes = one_hash,
    .build = build_numbered<Binomial>,
};

}  // namespace reshard
