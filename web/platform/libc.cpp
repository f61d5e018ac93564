// Parts of the C library that the page replaces: musl's own would be 10 KB of its module, compressed.
#include <emscripten.h>

#include <limits>

EM_JS(double, page_decimal, (const char* text), { return parseFloat(UTF8ToString(text)); })

namespace {

const char* past_digits(const char* at) {
  while (*at >= '0' && *at <= '9') ++at;
  return at;
}

const char* past_sign(const char* at) { return *at == '+' || *at == '-' ? at + 1 : at; }

// The end of the decimal number that the text begins with; the text itself if there is none.
const char* past_decimal(const char* text) {
  const char* const whole = past_sign(text);
  const char* at = past_digits(whole);
  bool digits = at != whole;
  if (*at == '.') {
    const char* const fraction = at + 1;
    at = past_digits(fraction);
    digits |= at != fraction;
  }
  if (!digits) return text;
  if (*at != 'e' && *at != 'E') return at;
  const char* const exponent = past_sign(at + 1);
  const char* const end = past_digits(exponent);
  return end == exponent ? at : end;
}

}  // namespace

// The browser reads the number, and rounds it correctly, as musl does with numbers of 128 bits. Only decimal numbers: nobody
// here lets "inf", "nan" or hexadecimal digits through (core/base/text.cpp, JSON).
extern "C" double strtod(const char* text, char** end) {
  const char* const after = past_decimal(text);
  if (end != nullptr) *end = const_cast<char*>(after);
  return after == text ? 0 : page_decimal(text);
}

// musl defines these in the same file; libc++ asks for them, but nothing here calls them.
extern "C" float strtof(const char* text, char** end) { return static_cast<float>(strtod(text, end)); }
extern "C" long double strtold(const char* text, char** end) { return strtod(text, end); }

// What sin() and cos() call for angles above 1.6 million, with 2 KB of digits of pi. All angles here are a few turns; of a
// larger one both are NaN.
extern "C" int no_large_angle(double*, double* y, int, int, int) __asm__("__rem_pio2_large");
extern "C" int no_large_angle(double*, double* y, int, int, int) {
  *y = std::numeric_limits<double>::quiet_NaN();
  return 0;
}
