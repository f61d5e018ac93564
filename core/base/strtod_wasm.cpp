// strtod for modules that JavaScript runs: its parseFloat reads the number, and rounds it correctly, as musl does with numbers of
// 128 bits and 6 KB of code, compressed. Only decimal numbers: nobody here lets "inf", "nan" or hexadecimal digits through
// (core/base/text.cpp, JSON).

// parseFloat: cmake/decimal.js.
extern "C" double reshard_decimal(const char* text);

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

extern "C" double strtod(const char* text, char** end) {
  const char* const after = past_decimal(text);
  if (end != nullptr) *end = const_cast<char*>(after);
  return after == text ? 0 : reshard_decimal(text);
}

// musl defines these in the same file; libc++ asks for them, but nothing here calls them.
extern "C" float strtof(const char* text, char** end) { return static_cast<float>(strtod(text, end)); }
extern "C" long double strtold(const char* text, char** end) { return strtod(text, end); }
