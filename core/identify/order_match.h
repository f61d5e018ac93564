#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace reshard {

/// In place of an owner's number: none of those that own rows.
inline constexpr std::uint32_t kUnseen = 0xFFFFFFFFu;

/// How many rows are at a position and belong to an owner, by both.
using RowsPerPlace = std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t>;

/// Which owner is at which position.
struct OrderMatch {
  std::vector<std::uint32_t> owner_at;  ///< by position; kUnseen: none of them
  std::vector<bool> used;               ///< by owner
  std::size_t rows = 0;                 ///< that it explains
};

/// Gives each position an owner, and each owner a position, those with the most rows first.
OrderMatch match(const RowsPerPlace& rows, std::size_t positions, std::size_t owners);

}  // namespace reshard
