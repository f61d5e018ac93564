#include "core/base/number_text.h"

#include <cstdio>
#include <cstdlib>

namespace reshard {

std::size_t write_number(double value, char (&to)[kNumberText]) {
  int size = 0;
  for (int digits = 1; digits <= 17; ++digits) {  // libc++ 13 has no to_chars for doubles
    size = std::snprintf(to, sizeof to, "%.*g", digits, value);
    if (std::strtod(to, nullptr) == value) break;
  }
  return static_cast<std::size_t>(size);
}

}  // namespace reshard
