#include <algorithm>

#include "core/base/text.h"
#include "core/model/node.h"
#include "core/scenario/link_text.h"
#include "core/sharding_key/verdict/fan_out.h"
#include "core/sharding_key/verdict/key_requests.h"
#include "core/sharding_key/verdict/tail.h"

namespace reshard {
namespace {

constexpr double kLeastTime = 1e-6, kMostTime = 1e9;  // milliseconds

/// Reads a list of numbers between these bounds, inclusive.
std::vector<double> numbers(ObjectReader& in, std::string_view key, std::size_t least, std::size_t most, double min,
                            double max) {
  std::vector<double> list;
  for (const Json& number : in.list(key, least, most)) {
    const std::string path = item_path(in.path_of(key), list.size());
    const double value = number.is_number() ? number.get<double>() : 0;
    if (!number.is_number()) {
      in.refuse({ErrorCode::malformed, path, {excerpt(to_text(number)), "a number"}});
    } else if (!(value >= min && value <= max)) {
      in.refuse({ErrorCode::out_of_range, path, {short_number(value), short_number(min), short_number(max)}});
    }
    list.push_back(value);
  }
  return list;
}

Result<AnswerTime> read_time(const Json& json) {
  ObjectReader in(json, "one");
  const std::string kind = in.text("kind");
  const auto time = [&](std::string_view key) { return in.number(key, kLeastTime, kMostTime); };
  AnswerTime answer = Exponential{1};
  if (kind == "exponential") {
    answer = Exponential{time("mean")};
  } else if (kind == "lognormal") {
    const double median = time("median");
    answer = Lognormal{median, in.number("p99", median, kMostTime)};
  } else if (kind == "pareto") {
    answer = Pareto{time("min"), in.number("alpha", 0.1, 1000)};
  } else if (kind == "two_point") {
    const double fast = time("fast");
    answer = TwoPoint{fast, in.number("slow", fast, kMostTime), in.number("chance", 0, 1)};
  } else if (kind == "measured") {
    in.member("times", true);
    std::vector<double> times = numbers(in, "times", 2, 1'000'000, 0, kMostTime);
    std::sort(times.begin(), times.end());
    answer = Measured{std::move(times)};
  } else {
    in.refuse(
        {ErrorCode::not_an_option, "one.kind", {excerpt(kind), "exponential, lognormal, pareto, two_point, measured"}});
  }
  if (const auto error = in.error()) return *error;
  return answer;
}

}  // namespace

Result<Json> tail(const Json& request) {
  ObjectReader in(request, "");
  in.member("shards", true);
  const std::vector<double> shards = numbers(in, "shards", 1, 100, 1, kMaxNodes);
  std::vector<double> quantiles = {0.5, 0.9, 0.99, 0.999};
  if (in.has("quantiles")) quantiles = numbers(in, "quantiles", 1, 20, 1e-6, 1 - 1e-9);
  const Json* const one = in.member("one", true);
  if (const auto error = in.error()) return *error;
  const auto time = read_time(*one);
  if (!time.ok()) return time.error();
  Json json;
  json["quantiles"] = quantiles;
  Json& rows = json["rows"] = Json::array();
  for (const double asked : shards) {
    const auto n = static_cast<std::uint32_t>(asked);
    Json of_one = Json::array(), times = Json::array();
    for (const double q : quantiles) {
      const double p = quantile_of_one(q, n);
      of_one.push_back(p);
      times.push_back(quantile(time.value(), p));
    }
    Json& row = rows.emplace_back();
    put(row, "shards", n);
    row["quantileOfOne"] = std::move(of_one);
    row["times"] = std::move(times);
    put(row, "slowerThanP99", 1 - power(0.99, n));
  }
  return json;
}

}  // namespace reshard
