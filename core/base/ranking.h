#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace reshard {

/// The numbers below `size` in the order of before(a, b), those that it does not tell apart in their own. One sort for
/// whatever is sorted once and not for every key: std::sort is 2 KB of wasm for each type and order.
template <typename Before>
std::vector<std::uint32_t> in_order(std::size_t size, const Before& before);

/// The indices of `values`, those of the greatest first, equal ones in their order.
std::vector<std::uint32_t> ranking(std::span<const std::int64_t> values);

// ---

std::vector<std::uint32_t> sorted_numbers(std::size_t size, const void* order,
                                          bool (*before)(const void* order, std::uint32_t a, std::uint32_t b));

template <typename Before>
std::vector<std::uint32_t> in_order(std::size_t size, const Before& before) {
  return sorted_numbers(size, &before, [](const void* order, std::uint32_t a, std::uint32_t b) {
    return (*static_cast<const Before*>(order))(a, b);
  });
}

}  // namespace reshard
