#include "core/migration/run/move_text.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/migration/model/protocol_text.h"
#include "core/scenario/link_text.h"

namespace reshard {
namespace {

constexpr std::string_view kRoutings[] = {"smart_client", "proxy", "coordinator", "two_level"};
constexpr std::string_view kSpreads[] = {"push", "poll", "on_error"};
constexpr std::string_view kNodeBack[] = {"as_it_was", "without_tail", "empty"};
constexpr std::string_view kNoYes[] = {"0", "1"};

// clang-format off
#define CHOICE(path, words, type, ...) \
  {#path, words, [](const MoveSpec& spec) { return static_cast<std::size_t>(spec.path); }, \
   [](MoveSpec& spec, std::size_t value) { spec.path = static_cast<type>(value); } __VA_OPT__(,) __VA_ARGS__}
// clang-format on

Status read_item(std::string_view item, MoveSpec& spec) {
  const std::size_t equals = std::min(item.find('='), item.size());
  const std::string_view key = item.substr(0, equals);
  const std::string_view value = item.substr(std::min(equals + 1, item.size()));
  const std::string field = "move." + excerpt(key);
  if (key == "seed") {
    const auto seed = whole_in(field, value, 0, ~std::uint64_t{0});
    if (!seed.ok()) return seed.error();
    spec.seed = seed.value();
    return Done{};
  }
  for (const MoveChoice& choice : move_choices()) {
    if (move_key(choice.path) != key) continue;
    const auto at = std::find(choice.words.begin(), choice.words.end(), value);
    if (at == choice.words.end()) return Error{ErrorCode::not_an_option, field, {excerpt(value), joined(choice.words)}};
    choice.set(spec, static_cast<std::size_t>(at - choice.words.begin()));
    return Done{};
  }
  for (const MoveNumber& number : move_numbers()) {
    if (move_key(number.path) != key) continue;
    const auto read = whole_in(field, value, number.min, number.max);
    if (!read.ok()) return read.error();
    number.of(spec) = read.value();
    return Done{};
  }
  for (const MoveFraction& fraction : move_fractions()) {
    if (move_key(fraction.path) != key) continue;
    const auto read = parse_number(value);
    if (!read) return Error{ErrorCode::malformed, field, {excerpt(value), "a number"}};
    if (*read < fraction.min || *read > fraction.max) {
      return Error{
          ErrorCode::out_of_range, field, {excerpt(value), short_number(fraction.min), short_number(fraction.max)}};
    }
    fraction.of(spec) = *read;
    return Done{};
  }
  return Error{ErrorCode::unknown, "move", {excerpt(key)}};
}

}  // namespace

std::span<const MoveChoice> move_choices() {
  static const MoveChoice kChoices[] = {
      CHOICE(system.routing, kRoutings, Routing),
      CHOICE(system.spread, kSpreads, Spread),
      CHOICE(system.cache, kNoYes, bool, true),
      CHOICE(pace.unit, unit_words(), Unit),
      CHOICE(faults.copier_from_start, kNoYes, bool, true),
      CHOICE(faults.node_back, kNodeBack, NodeBack),
  };
  return kChoices;
}

const Preset* preset_of(const Protocol& protocol) {
  for (const Preset& preset : presets()) {
    if (protocol_of(preset) == protocol) return &preset;
  }
  return nullptr;
}

MoveSpec default_move(Protocol protocol, const Preset* preset) {
  MoveSpec spec;
  spec.protocol = std::move(protocol);
  if (preset != nullptr) spec.pace.unit = preset->unit;
  return spec;
}

Result<MoveSpec> parse_move(std::string_view text) {
  if (text.size() > kMaxMoveBytes) {
    return Error{ErrorCode::too_large, "move", {decimal(text.size()) + " bytes", decimal(kMaxMoveBytes) + " bytes"}};
  }
  const auto items = split(text, '~');
  const Preset* const preset = find_preset(items[0]);
  if (preset == nullptr && items[0].find(';') == std::string_view::npos) {
    return Error{ErrorCode::not_an_option, "move", {excerpt(items[0]), preset_ids()}};
  }
  auto protocol = preset != nullptr ? Result<Protocol>(protocol_of(*preset)) : parse_protocol(items[0]);
  if (!protocol.ok()) {
    Error error = protocol.error();
    error.field.insert(0, "move.");
    return error;
  }
  MoveSpec spec = default_move(protocol.take(), preset);
  for (std::size_t i = 1; i < items.size(); ++i) {
    if (const auto read = read_item(items[i], spec); !read.ok()) return read.error();
  }
  return spec;
}

std::string format_move(const MoveSpec& given) {
  MoveSpec spec = given;
  const Preset* const preset = preset_of(spec.protocol);
  MoveSpec plain = default_move(spec.protocol, preset);
  std::string text = preset != nullptr ? std::string(preset->id) : format_protocol(spec.protocol);
  const auto say = [&](std::string_view key, const std::string& value) {
    text.append("~").append(key).append("=").append(value);
  };
  for (const MoveChoice& choice : move_choices()) {
    if (choice.get(spec) != choice.get(plain)) say(move_key(choice.path), std::string(choice.words[choice.get(spec)]));
  }
  for (const MoveNumber& number : move_numbers()) {
    if (number.of(spec) != number.of(plain)) say(move_key(number.path), decimal(number.of(spec)));
  }
  for (const MoveFraction& fraction : move_fractions()) {
    if (fraction.of(spec) != fraction.of(plain)) say(move_key(fraction.path), short_number(fraction.of(spec)));
  }
  if (spec.seed != 0) say("seed", decimal(spec.seed));
  return text;
}

Status take_over(MoveSpec& spec, MoveSpec from, std::string_view key) {
  if (key == "protocol") {
    spec.protocol = std::move(from.protocol);
    spec.pace.unit = from.pace.unit;
    return Done{};
  }
  for (const MoveChoice& choice : move_choices()) {
    if (move_key(choice.path) != key) continue;
    choice.set(spec, choice.get(from));
    return Done{};
  }
  for (const MoveNumber& number : move_numbers()) {
    if (move_key(number.path) != key) continue;
    number.of(spec) = number.of(from);
    return Done{};
  }
  for (const MoveFraction& fraction : move_fractions()) {
    if (move_key(fraction.path) != key) continue;
    fraction.of(spec) = fraction.of(from);
    return Done{};
  }
  return Error{ErrorCode::unknown, "move", {excerpt(key)}};
}

}  // namespace reshard
