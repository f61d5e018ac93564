#include "core/sharding_key/sketches/distinct_sketch.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace reshard {
namespace {

/// x + the sum over k >= 1 of x^(2^k) 2^(k-1): the weight of registers that are still 0.
double sigma(double x) {
  double y = 1, z = x, before = 0;
  do {
    x *= x;
    before = z;
    z += x * y;
    y += y;
  } while (z != before);
  return z;
}

/// (1 - x - the sum over k >= 1 of (1 - x^(2^-k))^2 2^-k) / 3: the weight of registers that are full.
double tau(double x) {
  if (x == 0 || x == 1) return 0;
  double y = 1, z = 1 - x, before = 0;
  do {
    x = std::sqrt(x);
    before = z;
    y /= 2;
    z -= (1 - x) * (1 - x) * y;
  } while (z != before);
  return z / 3;
}

}  // namespace

void DistinctSketch::add(std::uint64_t hash) {
  const std::size_t at = static_cast<std::size_t>(hash >> (64 - kBits));
  const auto rank = static_cast<std::uint8_t>(std::countl_zero(hash << kBits | std::uint64_t{1} << (kBits - 1)) + 1);
  registers_[at] = std::max(registers_[at], rank);
}

double DistinctSketch::estimate() const {
  constexpr unsigned kLast = 64 - kBits + 1;
  constexpr double kHalfByLog2 = 0.72134752044448170368;  // 1 / (2 ln 2)
  std::array<double, kLast + 1> with{};
  for (const std::uint8_t rank : registers_) ++with[rank];
  const auto all = static_cast<double>(registers_.size());
  if (with[0] == all) return 0;
  double z = all * tau((all - with[kLast]) / all);
  for (unsigned k = kLast - 1; k >= 1; --k) z = (z + with[k]) / 2;
  z += all * sigma(with[0] / all);
  return kHalfByLog2 * all * all / z;
}

}  // namespace reshard
