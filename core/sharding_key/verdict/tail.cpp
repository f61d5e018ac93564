#include "core/sharding_key/verdict/tail.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "core/base/natural_exp.h"
#include "core/base/natural_log.h"

namespace reshard {
namespace {

using Polynomial = std::array<double, 8>;

double ratio(const Polynomial& above, const Polynomial& below, double x) {
  double a = 0, b = 0;
  for (std::size_t i = above.size(); i-- > 0;) {
    a = a * x + above[i];
    b = b * x + below[i];
  }
  return a / b;
}

constexpr Polynomial kA = {3.3871328727963666080e0,  1.3314166789178437745e+2, 1.9715909503065514427e+3,
                           1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                           3.3430575583588128105e+4, 2.5090809287301226727e+3};
constexpr Polynomial kB = {1.0,
                           4.2313330701600911252e+1,
                           6.8718700749205790830e+2,
                           5.3941960214247511077e+3,
                           2.1213794301586595867e+4,
                           3.9307895800092710610e+4,
                           2.8729085735721942674e+4,
                           5.2264952788528545610e+3};
constexpr Polynomial kC = {1.42343711074968357734e0,  4.63033784615654529590e0, 5.76949722146069140550e0,
                           3.64784832476320460504e0,  1.27045825245236838258e0, 2.41780725177450611770e-1,
                           2.27238449892691845833e-2, 7.74545014278341407640e-4};
constexpr Polynomial kD = {1.0,
                           2.05319162663775882187e0,
                           1.67638483018380384940e0,
                           6.89767334985100004550e-1,
                           1.48103976427480074590e-1,
                           1.51986665636164571966e-2,
                           5.47593808499534494600e-4,
                           1.05075007164441684324e-9};
constexpr Polynomial kE = {6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
                           2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                           2.71155556874348757815e-5, 2.01033439929228813265e-7};
constexpr Polynomial kF = {1.0,
                           5.99832206555887937690e-1,
                           1.36929880922735805310e-1,
                           1.48753612908506148525e-2,
                           7.86869131145613259100e-4,
                           1.84631831751005468180e-5,
                           1.42151175831644588870e-7,
                           2.04426310338993978564e-15};

}  // namespace

double normal_quantile(double p) {
  const double q = p - 0.5;
  if (std::fabs(q) <= 0.425) return q * ratio(kA, kB, 0.180625 - q * q);
  const double r = std::sqrt(-natural_log(q < 0 ? p : 1 - p));
  const double z = r <= 5 ? ratio(kC, kD, r - 1.6) : ratio(kE, kF, r - 5);
  return q < 0 ? -z : z;
}

double quantile_of_one(double q, std::uint32_t n) { return natural_exp(natural_log(q) / n); }

double quantile(const AnswerTime& time, double p) {
  if (const auto* one = std::get_if<Exponential>(&time)) return -one->mean * natural_log(1 - p);
  if (const auto* one = std::get_if<Lognormal>(&time)) {
    const double sigma = natural_log(one->p99 / one->median) / normal_quantile(0.99);
    return one->median * natural_exp(sigma * normal_quantile(p));
  }
  if (const auto* one = std::get_if<Pareto>(&time)) return one->min * natural_exp(-natural_log(1 - p) / one->alpha);
  if (const auto* one = std::get_if<TwoPoint>(&time)) return p <= 1 - one->chance ? one->fast : one->slow;
  const std::vector<double>& times = std::get_if<Measured>(&time)->times;
  const auto count = static_cast<double>(times.size());
  const double place = std::ceil(p * count - 1e-9);  // so that the rounding error of p has no effect
  return times[static_cast<std::size_t>(std::clamp(place - 1, 0.0, count - 1))];
}

}  // namespace reshard
