#pragma once

#include <optional>

#include "core/placement/params.h"
#include "web/draw/theme.h"

namespace reshard::ui {

/// What a slider says while it is moved.
struct Slide {
  double value;
  bool continues = false;  ///< not the first value of this drag
  bool typed = false;      ///< not by the slider itself: meant to the digit
};

/// How wide the field of a number is, in CSS pixels.
inline constexpr float kNumberFieldWidth = 80;

/// A slider with its label, its value to type over, and its unit; a logarithmic one has marks at powers of ten.
/// Values keep the spec's constraint: on the way from 8 to 16 a power of two jumps.
std::optional<Slide> number_control(const Theme& theme, const ParamSpec& spec, double value);

/// The same in one row of `width`, without marks: for bars.
std::optional<Slide> number_control_in_row(const Theme& theme, const ParamSpec& spec, double value, float width);

/// `value` brought to the nearest one that check_param() takes.
double nearest_valid(const ParamSpec& spec, double value);

}  // namespace reshard::ui
