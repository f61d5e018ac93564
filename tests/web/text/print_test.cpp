// Beside the C library's own.
#include "web/text/print.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>

#include "core/base/random.h"

namespace reshard::ui {
namespace {

__attribute__((format(printf, 1, 2))) std::string printed(const char* format, ...) {
  char text[400];
  std::va_list values;
  va_start(values, format);
  const int length = print(text, sizeof text, format, values);
  va_end(values);
  EXPECT_EQ(length, static_cast<int>(std::strlen(text))) << format;
  return text;
}

__attribute__((format(printf, 1, 2))) std::string by_libc(const char* format, ...) {
  char text[400];
  std::va_list values;
  va_start(values, format);
  std::vsnprintf(text, sizeof text, format, values);
  va_end(values);
  return text;
}

TEST(Print, rounds_fractions_as_the_c_library_does) {
  Random random(1);
  for (const double value : {0.0, 0.5, 1.5, 2.5, 0.125, 0.375, 1e-9, 5e-324, 0.05, 999.9999999, 0x1p52, 9e18, 1e-300}) {
    for (int places = 0; places < 10; ++places)
      EXPECT_EQ(printed("%.*f", places, value), by_libc("%.*f", places, value));
  }
  for (int i = 0; i < 100'000; ++i) {
    const int places = static_cast<int>(random.next() % 10);
    const double scale = std::ldexp(1, static_cast<int>(random.next() % 90) - 40);
    const double drawn = (random.unit() - 0.5) * scale;
    // Every other one lies half-way between two numbers of that many places, or next to it.
    const double value = i % 2 == 0 ? drawn : std::floor(drawn * 8) / 8;
    ASSERT_EQ(printed("%.*f", places, value), by_libc("%.*f", places, value)) << value;
  }
  EXPECT_EQ(printed("%f", -2.25), "-2.250000");
}

TEST(Print, writes_whole_numbers_and_texts_as_the_c_library_does) {
  Random random(2);
  for (int i = 0; i < 20'000; ++i) {
    const auto shift = static_cast<unsigned>(random.next() % 64);
    const int small = static_cast<int>(static_cast<long long>(random.next() >> shift) * (i % 2 == 0 ? 1 : -1));
    const auto bits = static_cast<unsigned>(small);
    ASSERT_EQ(printed("%d|%5d|%05d|%.3d", small, small, small, small),
              by_libc("%d|%5d|%05d|%.3d", small, small, small, small));
    ASSERT_EQ(printed("#%02x%08X", bits & 0xff, bits), by_libc("#%02x%08X", bits & 0xff, bits));
  }
  EXPECT_EQ(printed("##Combo_%02d %s %.*s %% %*d", 7, "text", 2, "abc", 4, 5), "##Combo_07 text ab %    5");
  EXPECT_EQ(printed("%6.1f|%8.2f|%08.3f", 1.25, 2.5, -3.0), by_libc("%6.1f|%8.2f|%08.3f", 1.25, 2.5, -3.0));
}

TEST(Print, cuts_what_does_not_fit_and_tells_how_long_it_is) {
  const auto into = [](std::size_t size, char* to, const char* format, ...) {
    std::va_list values;
    va_start(values, format);
    const int length = print(to, size, format, values);
    va_end(values);
    return length;
  };
  char text[8] = "unset";
  EXPECT_EQ(into(4, text, "%d", 123456), 6);
  EXPECT_STREQ(text, "123");
  EXPECT_EQ(into(0, nullptr, "%s", "abc"), 3);
  EXPECT_EQ(into(sizeof text, text, "%g", 0.5), -1);
}

}  // namespace
}  // namespace reshard::ui
