#pragma once

#include <cstdint>
#include <vector>

namespace reshard::rebalance {

/// What can leave a node: what that costs, and what it takes off the node.
struct Item {
  std::uint64_t cost, load;
};

struct Leaving {
  bool possible = false;               ///< all of them together take off enough
  bool exact = false;                  ///< no other set is cheaper
  std::uint64_t cost = 0;              ///< of the set that was found
  std::uint64_t bound = 0;             ///< no set costs less
  std::uint64_t load = 0;              ///< that it takes off
  std::uint64_t work = 0;              ///< how many states were looked at
  std::vector<std::uint32_t> indices;  ///< ascending
};

/// The cheapest set of items that takes off at least `need`. Every sum is below 2^62.
/// Method: Pisinger, "A minimal algorithm for the 0-1 knapsack problem", Operations Research 45, 1997, on what stays:
/// states of a core that grows around the item that breaks the greedy choice. `states` bounds how many are looked at;
/// beyond that the best set so far is the answer.
Leaving cheapest_leaving(const std::vector<Item>& items, std::uint64_t need, std::uint64_t states);

/// The same with the last item in part: a bound for a fraction of the time.
std::uint64_t fractional_leaving(const std::vector<Item>& items, std::uint64_t need);

/// The fewest items that take off `need`; of all of them where they are not enough.
std::uint32_t fewest_leaving(const std::vector<Item>& items, std::uint64_t need);

}  // namespace reshard::rebalance
