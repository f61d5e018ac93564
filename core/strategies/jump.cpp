// Jump consistent hash: a key jumps through ever larger bucket numbers until the next jump passes the end.
//
// J. Lamping and E. Veach, "A fast, minimal memory, consistent hash algorithm", arXiv:1406.2294, figure 1. The key's
// own random numbers say where it jumps, whatever the number of buckets; so an added bucket n takes exactly the keys
// whose next jump is n. Buckets are numbered, so only the last can leave; a parameter says what users do when another
// one has to leave.

#include <algorithm>

#include "core/base/lanes.h"
#include "core/placement/jump_hash.h"
#include "core/placement/jump_lanes.h"
#include "core/placement/numbered_nodes.h"

namespace reshard {
namespace {

struct Jump {
  static constexpr std::string_view kWord = "jump";

  template <typename Visit>
  static std::uint32_t search(std::uint64_t hash, std::uint32_t n, Visit visit) {
    std::uint32_t b = 0;
    each_jump(hash, n, [&](std::uint32_t from, std::uint64_t, std::int64_t) { b = visit(from); });
    return b;
  }

  static void search_all(std::span<const std::uint64_t> hashes, std::uint32_t n, std::span<std::uint32_t> numbers) {
    if constexpr (kHasLanes) return JumpLanes::search(hashes, n, JumpLanes::Answer::kBuckets, numbers);
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      numbers[i] = search(hashes[i], n, [](std::uint32_t number) { return number; });
    }
  }

  static void next_numbers(std::span<const std::uint64_t> hashes, std::uint32_t n, std::span<std::uint32_t> next) {
    if constexpr (kHasLanes) return JumpLanes::search(hashes, n, JumpLanes::Answer::kNextJumps, next);
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      each_jump(hashes[i], n, [&](std::uint32_t, std::uint64_t, std::int64_t to) {
        next[i] = static_cast<std::uint32_t>(std::min<std::int64_t>(to, kFarthestJump));
      });
    }
  }
};

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words = "No bucket but the last can leave: requests fail until the shard is replaced, or a replica of it "
              "takes over.",
     .source = "Lamping and Veach, arXiv:1406.2294, section 1"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules jump_down;
constinit const DownRules jump_down = kDown;

extern const Strategy jump_strategy;
constinit const Strategy jump_strategy{
    .id = "jump",
    .title = "Jump consistent hash",
    .family = Family::kJump,
    .summary = "Perfectly even without a table, and growing moves only the necessary keys.",
    .limits =
        "Nodes are numbers, so only the last can leave, and it ignores weights, unless slots and a table come between.",
    .source = "Lamping and Veach, arXiv:1406.2294",
    .lookup = "O(log n)",
    .traits = kNumberedTraits,
    .down = kDownCases,
    .params = kNumberedParams,
    .traits_with = numbered_traits,
    .expected_spread = numbered_spread,
    .recipes = one_hash,
    .build = build_numbered<Jump>,
};

}  // namespace reshard
