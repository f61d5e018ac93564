#pragma once

#include <cstdint>
#include <string>

#include "core/base/natural_exp.h"
#include "core/base/natural_log.h"
#include "core/base/random.h"

namespace reshard {

/// The random numbers of one row.
inline Random row_random(std::uint64_t seed, std::uint64_t row) {
  return Random(mix64(mix64(seed + 0x632be59bd9b4e019u) + row * 0x9e3779b97f4a7c15u));
}

/// A number below `count`, small ones most often: in proportion to about 1 / (i + 1)^skew (skew is not 1). Inverts the
/// distribution function of a bounded power law.
inline std::uint64_t skewed(Random& random, std::uint64_t count, double skew) {
  const double power = 1 - skew;
  const double most = natural_exp(power * natural_log(static_cast<double>(count) + 1));
  const double x = natural_exp(natural_log(1 + random.unit() * (most - 1)) / power);
  const auto at = static_cast<std::uint64_t>(x) - 1;
  return at < count ? at : count - 1;
}

/// "2026-03-01 00:00:12": this many seconds after the beginning of March 2026, up to 28 days after the end of May.
std::string moment(std::uint64_t seconds);

}  // namespace reshard
