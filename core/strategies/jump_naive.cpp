// Jump, the slow way: the idea of jump consistent hash without its shortcut.
//
// Lamping and Veach, arXiv:1406.2294, the function that section 2 begins with: bucket j, when it is added, takes each
// key with probability 1 / (j + 1). The paper draws from a generator that the key seeds without saying which; here it
// is SplitMix64, and the draw is the upper 53 bits as a fraction. The same distribution as `jump`, other owners.

#include "core/base/random.h"
#include "core/strategies/numbered_nodes.h"

namespace reshard {
namespace {

enum Param { kRemoval, kSlots };

constexpr ParamSpec kParams[] = {kRemovalParam, kSlotsParam};

std::vector<std::uint32_t> path(std::uint64_t hash, std::uint32_t n) {
  Random random(hash);
  std::vector<std::uint32_t> buckets{0};
  for (std::uint32_t j = 1; j < n; ++j) {
    if (random.unit() < 1.0 / (j + 1)) buckets.push_back(j);
  }
  return buckets;
}

std::uint32_t choose(std::uint64_t hash, std::uint32_t n) {
  Random random(hash);
  std::uint32_t b = 0;
  for (std::uint32_t j = 1; j < n; ++j) {
    if (random.unit() < 1.0 / (j + 1)) b = j;
  }
  return b;
}

Removal removal_of(std::span<const double> params) { return static_cast<Removal>(params[kRemoval]); }

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  return build_numbered(input, {choose, path, "jump"}, removal_of(input.params), static_cast<std::uint64_t>(input.params[kSlots]));
}

Traits traits_with(std::span<const double> params) { return numbered_traits(removal_of(params)); }

double expected_spread(std::size_t nodes, std::span<const double> params) {
  return numbered_spread(nodes, removal_of(params), params[kSlots]);
}

}  // namespace

extern const Strategy jump_naive_strategy;
constinit const Strategy jump_naive_strategy{
    .id = "jump_naive",
    .title = "Jump, the slow way",
    .family = Family::kJump,
    .summary = "Shows why jump consistent hash is right: each new bucket takes its fair share by a fair draw.",
    .limits = "A draw for every bucket, O(n) a lookup: for understanding, not for use.",
    .source = "Lamping and Veach, arXiv:1406.2294, section 2",
    .lookup = "O(n)",
    .traits = numbered_traits(Removal::kLast),
    .params = kParams,
    .traits_with = traits_with,
    .expected_spread = expected_spread,
    .recipes = one_hash,
    .build = build,
};

}  // namespace reshard
