#include "core/base/ranking.h"

#include <algorithm>
#include <numeric>

namespace reshard {

std::vector<std::uint32_t> ranking(std::span<const std::int64_t> values) {
  std::vector<std::uint32_t> order(values.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return values[a] != values[b] ? values[a] > values[b] : a < b;
  });
  return order;
}

}  // namespace reshard
