// For modules that JavaScript runs: it writes numbers as short as can be, and musl does with 3 KB of code, compressed.
#include "core/base/number_text.h"

// cmake/decimal.js: writes up to 31 bytes and returns how many.
extern "C" int reshard_digits(double value, char* to);

namespace reshard {

std::size_t write_number(double value, char (&to)[kNumberText]) {
  return static_cast<std::size_t>(reshard_digits(value, to));
}

}  // namespace reshard
