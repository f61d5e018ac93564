#include "tests/fuzz/move_promises.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/migration/run/move_json.h"
#include "core/migration/run/move_text.h"
#include "tests/core/migration/samples.h"

namespace reshard::testing {
namespace {

bool is_told(const Error& error) { return !error.field.empty() && is_utf8(message(error)); }

std::shared_ptr<const Plan> some_plan() { return newcomers_plan(60, 4); }

class Rounds final : public Budget {
 public:
  bool spent() override { return true; }
};

/// The result of a run that ends within a limited number of rounds; empty where it would need more.
std::string result_of(const MoveSpec& spec) {
  constexpr int kRounds = 60;
  MoveStudy study(spec, some_plan());
  Rounds budget;
  for (int round = 0; round < kRounds; ++round) {
    if (study.step(budget)) return to_text(study_json(study));
  }
  return {};
}

}  // namespace

std::string broken_promise_of_move(std::string_view text) {
  const auto first = parse_move(text);
  if (!first.ok()) return is_told(first.error()) ? "" : "an error of a move names its field, in text";
  const std::string written = format_move(first.value());
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._:-!,~=;+%";
  if (written.find_first_not_of(kLetters) != std::string::npos) return "a link can carry its own text: " + written;
  const auto second = parse_move(written);
  if (!second.ok()) return "its own text is read, but: " + message(second.error());
  return second.value() == first.value() ? "" : "its own text reads as the same: " + written;
}

std::string broken_promise_of_migrate(std::string_view text) {
  const auto json = parse_json("input", text);
  if (!json.ok()) return is_told(json.error()) ? "" : "an error of JSON names its field, in text";
  auto read = read_move(json.value());
  if (!read.ok()) return is_told(read.error()) ? "" : "an error of a move names its field, in text";
  MoveSpec spec = read.take();
  spec.workload.requests = std::min<std::uint64_t>(spec.workload.requests, 500);
  spec.system.clients = std::min<std::uint64_t>(spec.system.clients, 100);
  spec.system.proxies = std::min<std::uint64_t>(spec.system.proxies, 100);
  if (const auto sound = check_move(spec, *some_plan()); !sound.ok()) {
    return is_told(sound.error()) ? "" : "an error of a move names its field, in text";
  }
  return result_of(spec) == result_of(spec) ? "" : "a run gives the same twice";
}

}  // namespace reshard::testing
