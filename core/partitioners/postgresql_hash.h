#pragma once

#include <cstdint>

#include "core/model/row.h"

namespace reshard::postgresql {

/// hash_any_extended() and its kin of PostgreSQL 15 (access/hash/hashfunc.c, common/hashfn.c), of a value by its type.
/// With seed 0 the low half is the 32-bit function (hashtext, hashint4, …).
std::uint64_t hash(const Value& value, std::uint64_t seed);

/// What PARTITION BY HASH divides: the columns' hashes combined from the left (compute_partition_hash_value()); NULLs are
/// left out.
std::uint64_t partition_hash(const Row& row);

}  // namespace reshard::postgresql
