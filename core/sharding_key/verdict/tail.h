#pragma once

#include <cstdint>
#include <variant>
#include <vector>

namespace reshard {

// Models of how long one shard takes to answer, in milliseconds.
struct Exponential {
  double mean;
};
struct Lognormal {
  double median, p99;
};
struct Pareto {
  double min, alpha;
};
struct TwoPoint {
  double fast, slow, chance;  ///< `chance`: of the slow one
};
struct Measured {
  std::vector<double> times;  ///< ascending
};
using AnswerTime = std::variant<Exponential, Lognormal, Pareto, TwoPoint, Measured>;

/// The p-quantile, for p above 0 and below 1: the shortest time that a share p of the answers does not exceed.
double quantile(const AnswerTime& time, double p);

/// The quantile of one answer that is the q-quantile of the slowest of n: F(x)^n = q, so F(x) = q^(1/n).
double quantile_of_one(double q, std::uint32_t n);

/// The quantile of the standard normal distribution (Wichura, "Algorithm AS 241", 1988), within 1 part in 10^15.
double normal_quantile(double p);

}  // namespace reshard
