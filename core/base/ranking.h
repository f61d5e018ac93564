#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace reshard {

/// The numbers below `size` sorted by before(a, b); ties are in numerical order. One sort shared by everything that is
/// sorted once rather than for every key: std::sort takes 2 KB of wasm for each type and order.
template <typename Before>
std::vector<std::uint32_t> in_order(std::size_t size, const Before& before);

/// Sorts by before(one, other); equal items stay in order.
template <typename T, typename Before>
void sort_stably(std::vector<T>& items, const Before& before);

/// The indices of `values`, the greatest value first; equal values stay in order.
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

template <typename T, typename Before>
void sort_stably(std::vector<T>& items, const Before& before) {
  std::vector<T> sorted;
  sorted.reserve(items.size());
  const auto order = in_order(items.size(), [&](auto a, auto b) { return before(items[a], items[b]); });
  for (const std::uint32_t i : order) sorted.push_back(std::move(items[i]));
  items = std::move(sorted);
}

}  // namespace reshard
