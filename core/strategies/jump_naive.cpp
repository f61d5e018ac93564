// Jump, the slow way: the idea of jump consistent hash without its shortcut.
//
// Lamping and Veach, arXiv:1406.2294, the function at the start of section 2: when bucket j is added, it takes each key
// with probability 1 / (j + 1). The paper draws from an unspecified generator seeded with the key; here it is
// SplitMix64, and a draw is its upper 53 bits as a fraction. The distribution is the same as that of `jump`, the owners
// are not.

#include "core/placement/jump_hash.h"
#include "core/placement/numbered_nodes.h"

namespace reshard {
namespace {

struct NaiveJump {
  static constexpr std::string_view kWord = "jump";

  template <typename Visit>
  static std::uint32_t search(std::uint64_t hash, std::uint32_t n, Visit visit) {
    std::uint32_t b = visit(0u);
    each_coin(hash, n, [&](std::uint32_t j, double, bool takes) {
      if (takes) b = visit(j);
    });
    return b;
  }

  // Bucket j is decided by draw j, so the newest, n - 1, by draw n - 1: n - 2 draws are skipped; n is at least 2.
  static bool newest_takes(std::uint64_t hash, std::uint32_t n) {
    Random random(hash);
    random.skip(n - 2);
    return random.unit() < jump_chance(n - 1);
  }
};

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words = "No bucket but the last can leave: requests fail until the shard is replaced.",
     .source = "Lamping and Veach, arXiv:1406.2294, section 1"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules jump_naive_down;
constinit const DownRules jump_naive_down = kDown;

extern const Strategy jump_naive_strategy;
constinit const Strategy jump_naive_strategy{
    .id = "jump_naive",
    .title = "Jump, the slow way",
    .family = Family::kJump,
    .summary = "Shows why jump consistent hash works: each new bucket takes its fair share by a fair draw.",
    .limits = "One draw per bucket, O(n) per lookup: for understanding, not for production.",
    .source = "Lamping and Veach, arXiv:1406.2294, section 2",
    .lookup = "O(n)",
    .traits = kNumberedTraits,
    .down = kDownCases,
    .params = kNumberedParams,
    .traits_with = numbered_traits,
    .expected_spread = numbered_spread,
    .recipes = one_hash,
    .build = build_numbered<NaiveJump>,
};

}  // namespace reshard
