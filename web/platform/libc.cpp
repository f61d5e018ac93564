// Parts of the C library that the page replaces: musl's own would be several KB of its module, compressed.
#include <limits>

// What sin() and cos() call for angles above 1.6 million, with 2 KB of digits of pi. All angles here are a few turns; of a
// larger one both are NaN.
extern "C" int no_large_angle(double*, double* y, int, int, int) __asm__("__rem_pio2_large");
extern "C" int no_large_angle(double*, double* y, int, int, int) {
  *y = std::numeric_limits<double>::quiet_NaN();
  return 0;
}
