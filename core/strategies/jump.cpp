// Jump consistent hash: a key jumps through ever larger bucket numbers until the next jump passes the end.
//
// J. Lamping and E. Veach, "A fast, minimal memory, consistent hash algorithm", arXiv:1406.2294, figure 1. The
// key's own random numbers say where it jumps, whatever the number of buckets; so an added bucket n takes exactly
// the keys whose next jump is n. Buckets are numbered, hence only the last can leave; what users do when another
// one has to go is a parameter.

#include "core/strategies/jump_hash.h"
#include "core/strategies/numbered_nodes.h"

namespace reshard {
namespace {

enum Param { kRemoval, kSlots };

constexpr ParamSpec kParams[] = {kRemovalParam, kSlotsParam};

std::uint32_t choose(std::uint64_t hash, std::uint32_t n) { return jump_bucket(hash, n); }

std::vector<std::uint32_t> path(std::uint64_t hash, std::uint32_t n) {
  std::vector<std::uint32_t> buckets;
  for (std::int64_t j = 0; j < n; j = next_jump(hash, j)) buckets.push_back(static_cast<std::uint32_t>(j));
  return buckets;
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

extern const Strategy jump_strategy;
constinit const Strategy jump_strategy{
    .id = "jump",
    .title = "Jump consistent hash",
    .family = Family::kJump,
    .summary = "Perfectly even without any table, and growing moves only what it must.",
    .limits = "Nodes are numbers: only the last can leave, and weights are unknown, unless slots and a table stand between.",
    .source = "Lamping and Veach, arXiv:1406.2294",
    .lookup = "O(log n)",
    .traits = numbered_traits(Removal::kLast),
    .params = kParams,
    .traits_with = traits_with,
    .expected_spread = expected_spread,
    .recipes = one_hash,
    .build = build,
};

}  // namespace reshard
