#include "core/base/natural_exp.h"

#include <cmath>

#include "core/base/check.h"

namespace reshard {

// e^x = 2^k e^r with |r| <= ln(2) / 2; the series of e^r ends where r^k / k! is below 2^-60.
double natural_exp(double x) {
  CHECK(x >= -700 && x <= 700);
  constexpr double kLn2High = 0x1.62e42fefa38p-1;  // 42 bits, so that its products with k are exact
  constexpr double kLn2Low = 0x1.ef35793c7673p-45;
  const double k = std::floor(x / (kLn2High + kLn2Low) + 0.5);
  const double r = (x - k * kLn2High) - k * kLn2Low;
  double series = 0;
  for (int i = 14; i >= 1; --i) series = (series + 1) * r / i;
  return std::ldexp(1 + series, static_cast<int>(k));
}

}  // namespace reshard
