#include "tests/fuzz/json_promises.h"

#include "core/base/text.h"
#include "core/scenario/json.h"

namespace reshard::testing {
namespace {

bool is_told(const Error& error) { return !error.field.empty() && is_utf8(message(error)); }

std::string broken_promise_of_scenario(std::string_view text) {
  const auto first = parse_scenario(text);
  if (!first.ok()) return is_told(first.error()) ? "" : "an error of a scenario names its field, in text";
  const std::string json = format_scenario(first.value());
  const auto second = parse_scenario(json);
  if (!second.ok()) return "its own scenario is read, but: " + message(second.error());
  return second.value() == first.value() ? "" : "its own scenario reads as the same: " + json;
}

std::string broken_promise_of_command(std::string_view text) {
  const Scenario scenario = default_scenario();
  const auto first = parse_command(text, scenario);
  if (!first.ok()) return is_told(first.error()) ? "" : "an error of a command names its field, in text";
  const std::string json = format_command(first.value(), scenario);
  const auto second = parse_command(json, scenario);
  if (!second.ok()) return "its own command is read, but: " + message(second.error());
  return format_command(second.value(), scenario) == json ? "" : "its own command reads as the same: " + json;
}

}  // namespace

std::string broken_promise_of_json(std::string_view text) {
  const std::string broken = broken_promise_of_scenario(text);
  return broken.empty() ? broken_promise_of_command(text) : broken;
}

}  // namespace reshard::testing
