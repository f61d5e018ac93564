#pragma once

#include <cstdint>

namespace reshard {

/// Ceph's crush_ln(): 2^44 log2(draw + 1) as every cluster has it, by whole numbers and two tables; draw < 2^16.
///
/// Its second table is not what its comment says. From entry 2 to 236 the logarithms are 5493489664 too large, and 28
/// entries are numbers of another origin. So 10,007 times two neighbours are equal; and draw 65535, for which the first
/// table ends with 0xffff00000000, is less than 65534.
std::int64_t crush_ln(std::uint32_t draw);

}  // namespace reshard
