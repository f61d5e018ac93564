// Jump, the slow way: the idea of jump consistent hash without its shortcut.
//
// Lamping and Veach, arXiv:1406.2294, the function that section 2 begins with: bucket j, when it is added, takes each
// key with probability 1 / (j + 1). The paper draws from a generator that the key seeds without saying which; here it
// is SplitMix64, and the draw is the upper 53 bits as a fraction. The same distribution as `jump`, other owners.

#include "core/base/random.h"
#include "core/placement/numbered_nodes.h"

namespace reshard {
namespace {

struct NaiveJump {
  static constexpr std::string_view kWord = "jump";

  template <typename Visit>
  static std::uint32_t search(std::uint64_t hash, std::uint32_t n, Visit visit) {
    Random random(hash);
    std::uint32_t b = visit(0u);
    for (std::uint32_t j = 1; j < n; ++j) {
      if (random.unit() < 1.0 / (j + 1)) b = visit(j);
    }
    return b;
  }

  // The draw of number 1 is the first one, that of n - 1 the one before the n-th; n is at least 2.
  static bool newest_takes(std::uint64_t hash, std::uint32_t n) {
    Random random(hash);
    random.skip(n - 2);
    return random.unit() < 1.0 / n;
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
