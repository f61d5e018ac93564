#include "web/text/print.h"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdint>
#include <cstring>

#include "core/base/number_text.h"
#include "core/base/uint128.h"

namespace reshard::ui {
namespace {

struct Conversion {
  bool zeros = false;
  int width = 0, precision = -1;
};

class Writer {
 public:
  Writer(char* to, std::size_t size) : to_(to), size_(size) {}

  void put(char c, int times = 1) {
    for (; times > 0; --times, ++length_) {
      if (length_ + 1 < size_) to_[length_] = c;
    }
  }

  void put(const char* text, int size) {
    for (int i = 0; i < size; ++i) put(text[i]);
  }

  /// A sign and digits, or a text, in its field.
  void field(const Conversion& how, const char* sign, const char* text, int size) {
    const int signs = static_cast<int>(std::strlen(sign)), gap = how.width - size - signs;
    if (!how.zeros) put(' ', gap);
    put(sign, signs);
    if (how.zeros) put('0', gap);
    put(text, size);
  }

  int end() {
    if (size_ > 0) to_[std::min(length_, size_ - 1)] = '\0';
    return static_cast<int>(length_);
  }

 private:
  char* to_;
  std::size_t size_, length_ = 0;
};

/// Writes digits before `end`, at least so many; returns where they begin.
char* digits_before(char* end, std::uint64_t value, unsigned base, const char* signs, int least) {
  for (; value != 0 || least > 0; value /= base, --least) *--end = signs[value % base];
  return end;
}

constexpr const char* kLower = "0123456789abcdef";
constexpr const char* kUpper = "0123456789ABCDEF";

/// The fraction of a value below 2^63, in units of 1 / scale, to the nearest and of two to the even one.
struct Parts {
  std::uint64_t whole, fraction;
};
Parts parts_of(double value, std::uint64_t scale) {
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  const int exponent = static_cast<int>(bits >> 52 & 0x7ff);
  const std::uint64_t mantissa = (bits & ((std::uint64_t{1} << 52) - 1)) | (exponent == 0 ? 0 : std::uint64_t{1} << 52);
  const int shift = 1075 - std::max(exponent, 1);  // value = mantissa / 2^shift
  if (shift <= 0) return {mantissa << -shift, 0};
  if (shift > 120) return {0, 0};
  const std::uint64_t whole = shift < 64 ? mantissa >> shift : 0;
  const std::uint64_t rest = shift < 64 ? mantissa - (whole << shift) : mantissa;
  const U128 scaled = U128{rest} * scale;
  const auto fraction = static_cast<std::uint64_t>(scaled >> shift);
  const U128 left = scaled - (U128{fraction} << shift);
  const U128 half = U128{1} << (shift - 1);
  const bool odd = ((scale == 1 ? whole + fraction : fraction) & 1) != 0;
  const std::uint64_t rounded = fraction + (left > half || (left == half && odd) ? 1 : 0);
  return rounded == scale ? Parts{whole + 1, 0} : Parts{whole, rounded};
}

void put_fraction(Writer& out, const Conversion& how, double value) {
  const char* const sign = std::signbit(value) ? "-" : "";
  value = std::abs(value);
  char text[kNumberText + 64];
  char* const end = text + sizeof text;
  if (!(value < 0x1p63)) {
    char shortest[kNumberText];
    const std::size_t size = write_number(value, shortest);
    return out.field(how, sign, shortest, static_cast<int>(size));
  }
  const int places = how.precision < 0 ? 6 : std::min(how.precision, 9);
  std::uint64_t scale = 1;
  for (int i = 0; i < places; ++i) scale *= 10;
  const Parts parts = parts_of(value, scale);
  char* at = digits_before(end, parts.fraction, 10, kLower, places);
  if (places > 0) *--at = '.';
  at = digits_before(at, parts.whole, 10, kLower, 1);
  out.field(how, sign, at, static_cast<int>(end - at));
}

void put_whole(Writer& out, const Conversion& how, std::uint64_t value, unsigned base, bool upper, const char* sign) {
  char text[32];
  char* const end = text + sizeof text;
  const int least = how.precision < 0 ? 1 : std::min(how.precision, 20);
  const char* const begin = digits_before(end, value, base, upper ? kUpper : kLower, least);
  out.field(how, sign, begin, static_cast<int>(end - begin));
}

void put_text(Writer& out, const Conversion& how, const char* text) {
  std::size_t length = 0;
  while ((how.precision < 0 || length < static_cast<std::size_t>(how.precision)) && text[length] != '\0') ++length;
  out.field(how, "", text, static_cast<int>(length));
}

}  // namespace

int print(char* to, std::size_t size, const char* format, std::va_list values) {
  Writer out(to, size);
  for (const char* at = format; *at != '\0'; ++at) {
    if (*at != '%') {
      out.put(*at);
      continue;
    }
    Conversion how;
    how.zeros = *++at == '0';
    const auto number = [&] {
      if (*at == '*') return ++at, va_arg(values, int);
      int read = 0;
      for (; *at >= '0' && *at <= '9'; ++at) read = 10 * read + (*at - '0');
      return read;
    };
    how.width = number();
    if (*at == '.') {
      ++at;
      how.precision = number();
    }
    switch (*at) {
      case 'd': {
        const int value = va_arg(values, int);
        const auto bits = static_cast<unsigned>(value);
        put_whole(out, how, value < 0 ? 0 - bits : bits, 10, false, value < 0 ? "-" : "");
        break;
      }
      case 'x':
      case 'X': put_whole(out, how, va_arg(values, unsigned), 16, *at == 'X', ""); break;
      case 's': put_text(out, how, va_arg(values, const char*)); break;
      case 'f': put_fraction(out, how, va_arg(values, double)); break;
      case '%': out.put('%'); break;
      default: return -1;  // nobody asks for it
    }
  }
  return out.end();
}

}  // namespace reshard::ui
