#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/model/row.h"

namespace reshard {

/// The types as which all of these keys can be read, the likeliest first, and few even of many columns: keys with the same
/// number of TABs are rows of so many columns, each of which is tried as what its values look like and as text. NULL is a
/// value of any type.
std::vector<RowType> likely_types(std::span<const std::string> keys);

}  // namespace reshard
