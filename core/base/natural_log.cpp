#include "core/base/natural_log.h"

#include <cmath>

namespace reshard {
namespace {

/// A number as the sum of two doubles: the second is the rounding error of the first.
struct Pair {
  double high, low;
};

// a + b exactly (Knuth).
Pair sum(double a, double b) {
  const double high = a + b;
  const double part = high - a;
  return {high, (a - (high - part)) + (b - part)};
}

// a · b exactly (Dekker): the products of 26-bit halves fit into a double.
Pair product(double a, double b) {
  const auto split = [](double x) {
    const double big = 134217729.0 * x;  // 2^27 + 1
    const double high = big - (big - x);
    return Pair{high, x - high};
  };
  const Pair x = split(a);
  const Pair y = split(b);
  const double high = a * b;
  return {high, ((x.high * y.high - high) + x.high * y.low + x.low * y.high) + x.low * y.low};
}

}  // namespace

// x = 2^e m with m around 1, and log m = 2 artanh(s) = 2 (s + s^3 / 3 + s^5 / 5 + …) with s = (m - 1) / (m + 1). s and
// the sum are pairs of doubles; a single double is enough for the terms from s^3 on, which are a hundredth of the
// first.
double natural_log(double x) {
  int e = 0;
  double m = std::frexp(x, &e);  // exact, 1/2 <= m < 1
  if (m < 0.70710678118654752) {
    m *= 2;
    --e;
  }
  const Pair over = sum(m, 1);
  const double under = m - 1;  // exact
  const double s = under / over.high;
  const Pair back = product(s, over.high);
  const double s_low = (under - back.high - back.low - s * over.low) / over.high;

  const double t = s * s;  // below 0.03, so that t^11 / 23 is below 2^-60
  double terms = 0;
  for (int k = 23; k >= 3; k -= 2) terms = (terms + 1.0 / k) * t;

  constexpr double kLn2High = 0x1.62e42fefa38p-1;  // 42 bits, so that its products with e are exact
  constexpr double kLn2Low = 0x1.ef35793c7673p-45;
  const Pair main = sum(e * kLn2High, 2 * s);
  return main.high + (main.low + (2 * s_low + 2 * s * terms + e * kLn2Low));
}

}  // namespace reshard
