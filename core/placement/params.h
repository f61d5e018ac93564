#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace reshard {

/// One parameter of a strategy: it becomes a slider or menu, a field of links, and an input of the randomised tests.
struct ParamSpec {
  enum class Kind : std::uint8_t { kInteger, kReal, kChoice };
  enum class Scale : std::uint8_t { kLinear, kLog };
  enum class Constraint : std::uint8_t { kNone, kPrime, kPowerOfTwo };

  std::string_view key;    ///< as in links: "vnodes"
  std::string_view label;  ///< in words: "Virtual nodes"
  Kind kind = Kind::kInteger;
  double min = 0, max = 0;                         ///< inclusive; for a choice, the indices of its options
  double fallback = 0;                             ///< the default; for a choice, the index of the default option
  std::span<const std::string_view> options = {};  ///< ids of a choice
  Scale scale = Scale::kLinear;
  Constraint constraint = Constraint::kNone;
  std::string_view unit = {};
  double slides_to = 0;  ///< where its slider ends, if before max: larger numbers are typed

  /// Options of another parameter, a choice; this parameter has an effect only under these options,
  /// and where the other one has any.
  struct Condition {
    std::string_view key = {};  ///< empty: always
    std::uint64_t options = 0;  ///< bit i: under option i
  };
  Condition only_with = {};
};

/// A choice among `options`; the first is the default.
constexpr ParamSpec choice_param(std::string_view key, std::string_view label,
                                 std::span<const std::string_view> options) {
  return {.key = key,
          .label = label,
          .kind = ParamSpec::Kind::kChoice,
          .max = static_cast<double>(options.size() - 1),
          .options = options};
}

/// The same parameter, restricted to some options of another one.
constexpr ParamSpec only_with(ParamSpec spec, ParamSpec::Condition condition) {
  spec.only_with = condition;
  return spec;
}

/// Values in the order of a strategy's specs.
using ParamValues = std::vector<double>;

/// Whether parameter `i` has any effect given these values.
bool in_effect(std::span<const ParamSpec> specs, std::span<const double> values, std::size_t i);

ParamValues default_params(std::span<const ParamSpec> specs);

/// Refuses a value that is out of range, not whole, not among the options, or breaks the constraint; the error's field
/// is the key.
Status check_param(const ParamSpec& spec, double value);
Status check_params(std::span<const ParamSpec> specs, std::span<const double> values);

/// Parses and checks a value from a link or file (for a choice, an option's id).
Result<double> parse_param(const ParamSpec& spec, std::string_view text);
std::string format_param(const ParamSpec& spec, double value);

bool is_prime(std::uint64_t n);
std::uint64_t next_prime(std::uint64_t n);  ///< the smallest prime >= n

}  // namespace reshard
