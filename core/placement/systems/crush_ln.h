#pragma once

#include <cstdint>

namespace reshard {

/// Ceph's crush_ln(): 2^44 log2(draw + 1) as every cluster computes it, in integers with two tables; draw < 2^16.
///
/// Its second table is not what its comment says. From entry 2 to 236 the logarithms are 5493489664 too large, and 28
/// entries do not follow the formula at all. So the values of two neighbouring draws are equal 10,007 times; and the
/// value of draw 65535, for which the first table ends with 0xffff00000000, is less than that of 65534.
std::int64_t crush_ln(std::uint32_t draw);

}  // namespace reshard
