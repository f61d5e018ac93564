#pragma once

#include <optional>

#include "core/placement/params.h"
#include "web/draw/theme.h"

namespace reshard::ui {

/// What a slider reports while it is moved.
struct Slide {
  double value;
  bool continues = false;  ///< not the first value of this drag
  bool typed = false;      ///< typed instead of dragged: meant exactly
};

/// The width of a number field, in CSS pixels.
inline constexpr float kNumberFieldWidth = 80;

/// A slider with its label, an editable value and its unit; a logarithmic one has marks at powers of ten. Values obey
/// the spec's constraint: a power of two jumps from 8 to 16.
std::optional<Slide> number_control(const Theme& theme, const ParamSpec& spec, double value);

/// The same in one row of `width`, without marks: for bars.
std::optional<Slide> number_control_in_row(const Theme& theme, const ParamSpec& spec, double value, float width);

/// The value nearest to `value` that check_param() accepts.
double nearest_valid(const ParamSpec& spec, double value);

}  // namespace reshard::ui
