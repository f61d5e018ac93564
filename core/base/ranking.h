#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace reshard {

/// The indices of `values`, those of the greatest first, equal ones in their order.
std::vector<std::uint32_t> ranking(std::span<const std::int64_t> values);

}  // namespace reshard
