// snprintf for modules that JavaScript runs and that print no fractions: the JSON library alone calls it, for hexadecimal
// digits ("\\u%04x", "%.2X"), and musl's has 6 KB for all that it could be asked.
#include <cstdarg>
#include <cstddef>

#include "core/base/check.h"

namespace {

/// Reads “%04x” or “%.2X” up to its letter, which it returns. `width`: how many digits at least.
const char* read_conversion(const char* at, int& width) {
  width = 0;
  for (++at; *at == '.' || (*at >= '0' && *at <= '9'); ++at) {
    if (*at != '.') width = 10 * width + (*at - '0');
  }
  CHECK(*at == 'x' || *at == 'X');
  return at;
}

}  // namespace

extern "C" int snprintf(char* to, std::size_t size, const char* format, ...) {
  std::va_list values;
  va_start(values, format);
  std::size_t length = 0;
  const auto put = [&](char c) {
    if (length + 1 < size) to[length] = c;
    ++length;
  };
  for (const char* at = format; *at != '\0'; ++at) {
    if (*at != '%') {
      put(*at);
      continue;
    }
    int width = 0;
    at = read_conversion(at, width);
    const auto value = va_arg(values, unsigned);
    int digits = 1;
    while (digits < 8 && (digits < width || value >> (4 * digits) != 0)) ++digits;
    for (int i = digits - 1; i >= 0; --i) {
      put((*at == 'x' ? "0123456789abcdef" : "0123456789ABCDEF")[value >> (4 * i) & 0xf]);
    }
  }
  va_end(values);
  if (size > 0) to[length < size ? length : size - 1] = '\0';
  return static_cast<int>(length);
}
