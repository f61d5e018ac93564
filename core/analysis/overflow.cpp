#include "core/analysis/overflow.h"

#include <algorithm>

namespace reshard {

OverflowSurvey::OverflowSurvey(const Placement& placement, const KeyBlock& keys, std::size_t known_nodes)
    : placement_(placement),
      keys_(keys),
      applies_(placement.first_choices(keys.slice(0, 0), {})),
      flows_(known_nodes, keys.size) {}

bool OverflowSurvey::step(Budget& budget) {
  constexpr std::uint32_t kBlockKeys = 1024;
  NodeId firsts[kBlockKeys], owners[kBlockKeys];
  while (done_ < keys_.size) {
    if (budget.spent()) return false;
    const std::uint32_t count = std::min(kBlockKeys, keys_.size - done_);
    const KeyBlock block = keys_.slice(done_, count);
    placement_.first_choices(block, {firsts, count});
    placement_.place(block, {owners, count});
    for (std::uint32_t i = 0; i < count; ++i) {
      if (firsts[i] == owners[i]) continue;
      if (overflow_.keys++ == 0) {
        overflow_.example = done_ + i;
        overflow_.example_from = firsts[i];
        overflow_.example_to = owners[i];
      }
      flows_.count(firsts[i], owners[i]);
    }
    done_ += count;
  }
  overflow_.flows = flows_.flows();
  return true;
}

}  // namespace reshard
