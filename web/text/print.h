#pragma once

#include <cstdarg>
#include <cstddef>

namespace reshard::ui {

/// As vsnprintf of the C library, for whole numbers (d, x, X), texts (s) and fractions of up to nine places (f) below 2^63,
/// rounded exactly, with zeros, width and precision; -1 for any other conversion. Nothing here or in Dear ImGui asks for more, and
/// musl's own is 3 KB of the page's module, compressed: web/platform/libc.cpp puts this in its place.
int print(char* to, std::size_t size, const char* format, std::va_list values);

}  // namespace reshard::ui
