#include "core/placement/params.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/check.h"
#include "core/base/text.h"

namespace reshard {
namespace {

std::string join(std::span<const std::string_view> words) {
  std::string joined;
  for (const std::string_view word : words) joined.append(joined.empty() ? "" : ", ").append(word);
  return joined;
}

Status check_constraint(const ParamSpec& spec, double value) {
  if (spec.constraint == ParamSpec::Constraint::kNone) return Done{};
  const auto n = static_cast<std::uint64_t>(value);
  const std::string field(spec.key);
  if (spec.constraint == ParamSpec::Constraint::kPrime && !is_prime(n)) {
    return Error{ErrorCode::not_prime, field, {decimal(n), decimal(next_prime(n))}};
  }
  if (spec.constraint == ParamSpec::Constraint::kPowerOfTwo && !std::has_single_bit(n)) {
    return Error{ErrorCode::not_power_of_two, field, {decimal(n), decimal(std::bit_ceil(n))}};
  }
  return Done{};
}

}  // namespace

bool in_effect(std::span<const ParamSpec> specs, std::span<const double> values, std::size_t i) {
  const ParamSpec::Condition& condition = specs[i].only_with;
  if (condition.key.empty()) return true;
  const auto other =
      std::find_if(specs.begin(), specs.end(), [&](const auto& spec) { return spec.key == condition.key; });
  CHECK(other != specs.end());
  const auto at = static_cast<std::size_t>(other - specs.begin());
  return (condition.options >> static_cast<unsigned>(values[at]) & 1) != 0 && in_effect(specs, values, at);
}

ParamValues default_params(std::span<const ParamSpec> specs) {
  ParamValues values;
  for (const ParamSpec& spec : specs) values.push_back(spec.fallback);
  return values;
}

Status check_param(const ParamSpec& spec, double value) {
  const std::string field(spec.key);
  const bool whole = spec.kind == ParamSpec::Kind::kReal || value == std::floor(value);
  if (!(value >= spec.min && value <= spec.max)) {
    return Error{ErrorCode::out_of_range, field, {short_number(value), short_number(spec.min), short_number(spec.max)}};
  }
  if (!whole) return Error{ErrorCode::malformed, field, {short_number(value), "a whole number"}};
  return check_constraint(spec, value);
}

Status check_params(std::span<const ParamSpec> specs, std::span<const double> values) {
  CHECK(specs.size() == values.size());
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (const auto valid = check_param(specs[i], values[i]); !valid.ok()) return valid.error();
  }
  return Done{};
}

Result<double> parse_param(const ParamSpec& spec, std::string_view text) {
  if (spec.kind == ParamSpec::Kind::kChoice) {
    const auto at = std::find(spec.options.begin(), spec.options.end(), text);
    if (at != spec.options.end()) return static_cast<double>(at - spec.options.begin());
    return Error{ErrorCode::not_an_option, std::string(spec.key), {std::string(text), join(spec.options)}};
  }
  const auto value = parse_number(text);
  if (!value) return Error{ErrorCode::malformed, std::string(spec.key), {std::string(text), "a number"}};
  if (const auto valid = check_param(spec, *value); !valid.ok()) return valid.error();
  return *value;
}

std::string format_param(const ParamSpec& spec, double value) {
  if (spec.kind == ParamSpec::Kind::kChoice) return std::string(spec.options[static_cast<std::size_t>(value)]);
  return short_number(value);
}

bool is_prime(std::uint64_t n) {
  if (n < 4) return n >= 2;
  if (n % 2 == 0) return false;
  for (std::uint64_t d = 3; d * d <= n; d += 2) {
    if (n % d == 0) return false;
  }
  return true;
}

std::uint64_t next_prime(std::uint64_t n) {
  while (!is_prime(n)) ++n;
  return n;
}

}  // namespace reshard
