#include "core/base/ranking.h"

#include <algorithm>
#include <numeric>

namespace reshard {
namespace {

// A counting sort, for values that lie close together, as counts of something do: it compares nothing.
std::vector<std::uint32_t> count_down(std::span<const std::int64_t> values, std::int64_t greatest, std::size_t range) {
  std::vector<std::uint32_t> next(range + 2);  // indexed by distance below the greatest: where the next one goes
  for (const std::int64_t value : values) ++next[static_cast<std::size_t>(greatest - value) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<std::uint32_t> order(values.size());
  for (std::uint32_t i = 0; i < values.size(); ++i) order[next[static_cast<std::size_t>(greatest - values[i])]++] = i;
  return order;
}

}  // namespace

std::vector<std::uint32_t> sorted_numbers(std::size_t size, const void* order,
                                          bool (*before)(const void* order, std::uint32_t a, std::uint32_t b)) {
  std::vector<std::uint32_t> numbers(size);
  std::iota(numbers.begin(), numbers.end(), 0u);
  std::sort(numbers.begin(), numbers.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (before(order, a, b)) return true;
    return a < b && !before(order, b, a);
  });
  return numbers;
}

std::vector<std::uint32_t> ranking(std::span<const std::int64_t> values) {
  if (values.empty()) return {};
  const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  const std::uint64_t range = static_cast<std::uint64_t>(*greatest) - static_cast<std::uint64_t>(*least);
  if (range < 2 * values.size()) return count_down(values, *greatest, static_cast<std::size_t>(range));
  return in_order(values.size(), [&](std::uint32_t a, std::uint32_t b) { return values[a] > values[b]; });
}

}  // namespace reshard
