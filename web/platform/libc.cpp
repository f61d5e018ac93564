// Parts of the C library that the page replaces: musl's own would be several KB of its module, compressed.
#include <cstdarg>
#include <cstdio>
#include <limits>

#include "web/text/print.h"

// What sin() and cos() call for angles above 1.6 million, with 2 KB of digits of pi. All angles here are a few turns; of a
// larger one both are NaN.
extern "C" int no_large_angle(double*, double* y, int, int, int) __asm__("__rem_pio2_large");
extern "C" int no_large_angle(double*, double* y, int, int, int) {
  *y = std::numeric_limits<double>::quiet_NaN();
  return 0;
}

extern "C" int vsnprintf(char* to, std::size_t size, const char* format, std::va_list values) {
  return reshard::ui::print(to, size, format, values);
}

extern "C" int snprintf(char* to, std::size_t size, const char* format, ...) {
  std::va_list values;
  va_start(values, format);
  const int length = vsnprintf(to, size, format, values);
  va_end(values);
  return length;
}

// SDL2's log and failed checks. Emscripten compiles a call without fractions to one of the others, and its C library has all
// three in one file.
extern "C" int fprintf(std::FILE* to, const char* format, ...) {
  char text[512];
  std::va_list values;
  va_start(values, format);
  const int length = vsnprintf(text, sizeof text, format, values);
  va_end(values);
  std::fputs(text, to);
  return length;
}
extern "C" int fiprintf(std::FILE*, const char*, ...) __attribute__((alias("fprintf")));
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming): the C library's name
extern "C" int __small_fprintf(std::FILE*, const char*, ...) __attribute__((alias("fprintf")));
