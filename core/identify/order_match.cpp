#include "core/identify/order_match.h"

#include <algorithm>

namespace reshard {

OrderMatch match(const RowsPerPlace& rows, std::size_t positions, std::size_t owners) {
  std::vector<std::pair<std::size_t, std::pair<std::uint32_t, std::uint32_t>>> most;
  most.reserve(rows.size());
  for (const auto& [where, number] : rows) most.push_back({number, where});
  std::stable_sort(most.begin(), most.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  OrderMatch found{std::vector<std::uint32_t>(positions, kUnseen), std::vector<bool>(owners)};
  for (const auto& [number, where] : most) {
    const auto& [position, owner] = where;
    if (found.owner_at[position] != kUnseen || found.used[owner]) continue;
    found.owner_at[position] = owner;
    found.used[owner] = true;
    found.rows += number;
  }
  return found;
}

}  // namespace reshard
