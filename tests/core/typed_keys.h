#pragma once

#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/model/row.h"

namespace reshard::testing {

/// A key of this type, as people would write it; sometimes NULL where the type allows that.
std::string random_key(Random& random, const RowType& type);

/// Whether thousands of random values of this type hardly ever agree, so that they spread like hashes.
bool has_many_values(const RowType& type);

/// A key of which hardly any other is a repetition; never NULL. For types with many values.
std::string distinct_key(Random& random, const RowType& type);

/// `count` random keys.
std::vector<std::string> random_keys(Random& random, const RowType& type, std::size_t count);

}  // namespace reshard::testing
