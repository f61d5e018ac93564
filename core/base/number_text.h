#pragma once

#include <cstddef>

namespace reshard {

inline constexpr std::size_t kNumberText = 32;

/// Writes the fewest digits that read back as `value`, as printf's %g writes them, and returns their number: "0.1", "1e-05".
/// There are two of it: number_text.cpp and, for modules that JavaScript runs, number_text_wasm.cpp.
std::size_t write_number(double value, char (&to)[kNumberText]);

}  // namespace reshard
