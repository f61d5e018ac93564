#pragma once

#include <array>

#include "web/draw/color.h"

namespace reshard::ui {

/// How people see colours: all cones, or one kind missing.
enum class Vision { kNormal, kProtanopia, kDeuteranopia, kTritanopia };
inline constexpr std::array kVisions = {Vision::kNormal, Vision::kProtanopia, Vision::kDeuteranopia,
                                        Vision::kTritanopia};

/// CIE L*a*b* (D65) of `color` as that vision sees it, by Machado, Oliveira, Fernandes, "A Physiologically-based Model
/// for Simulation of Color Vision Deficiency" (2009): the matrices for severity 1.0, on linear RGB.
std::array<double, 3> seen_as(Color color, Vision vision);

/// CIEDE2000 after Sharma, Wu, Dalal (2005): a difference of about 1 is just noticeable side by side,
/// one of 10 is seen at a glance.
double difference(const std::array<double, 3>& a, const std::array<double, 3>& b);

}  // namespace reshard::ui
