#include "core/migration/move_text.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/migration/protocol_text.h"
#include "core/scenario/link_text.h"

namespace reshard {
namespace {

constexpr std::string_view kRoutings[] = {"smart_client", "proxy", "coordinator", "two_level"};
constexpr std::string_view kSpreads[] = {"push", "poll", "on_error"};
constexpr std::string_view kNodeBack[] = {"as_it_was", "without_tail", "empty"};
constexpr std::string_view kNoYes[] = {"0", "1"};

/// A choice among words.
struct Choice {
  std::string_view key;
  std::span<const std::string_view> words;
  std::size_t (*get)(const MoveSpec&);
  void (*set)(MoveSpec&, std::size_t);
};

// clang-format off
#define CHOICE(key, words, member, type) \
  {key, words, [](const MoveSpec& spec) { return static_cast<std::size_t>(spec.member); }, \
   [](MoveSpec& spec, std::size_t value) { spec.member = static_cast<type>(value); }}
// clang-format on

std::span<const Choice> choices() {
  static const Choice kChoices[] = {
      CHOICE("routing", kRoutings, system.routing, Routing),
      CHOICE("spread", kSpreads, system.spread, Spread),
      CHOICE("cache", kNoYes, system.cache, bool),
      CHOICE("unit", unit_words(), pace.unit, Unit),
      CHOICE("copier_from_start", kNoYes, faults.copier_from_start, bool),
      CHOICE("node_back", kNodeBack, faults.node_back, NodeBack),
  };
  return kChoices;
}

std::string_view last_part(std::string_view path) { return path.substr(path.rfind('.') + 1); }

/// A spec with all defaults except the protocol.
MoveSpec fresh(Protocol protocol, const Preset* preset) {
  MoveSpec spec;
  spec.protocol = std::move(protocol);
  if (preset != nullptr) spec.pace.unit = preset->unit;
  return spec;
}

const Preset* preset_of(const Protocol& protocol) {
  for (const Preset& preset : presets()) {
    if (protocol_of(preset) == protocol) return &preset;
  }
  return nullptr;
}

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
  for (const Choice& choice : choices()) {
    if (choice.key != key) continue;
    const auto at = std::find(choice.words.begin(), choice.words.end(), value);
    if (at == choice.words.end()) return Error{ErrorCode::not_an_option, field, {excerpt(value), joined(choice.words)}};
    choice.set(spec, static_cast<std::size_t>(at - choice.words.begin()));
    return Done{};
  }
  for (const MoveNumber& number : move_numbers()) {
    if (last_part(number.path) != key) continue;
    const auto read = whole_in(field, value, number.min, number.max);
    if (!read.ok()) return read.error();
    number.of(spec) = read.value();
    return Done{};
  }
  for (const MoveFraction& fraction : move_fractions()) {
    if (last_part(fraction.path) != key) continue;
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

std::span<const std::string_view> routing_words() { return kRoutings; }
std::span<const std::string_view> spread_words() { return kSpreads; }
std::span<const std::string_view> node_back_words() { return kNodeBack; }

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
  MoveSpec spec = fresh(protocol.take(), preset);
  for (std::size_t i = 1; i < items.size(); ++i) {
    if (const auto read = read_item(items[i], spec); !read.ok()) return read.error();
  }
  return spec;
}

std::string format_move(const MoveSpec& given) {
  MoveSpec spec = given;
  const Preset* const preset = preset_of(spec.protocol);
  MoveSpec plain = fresh(spec.protocol, preset);
  std::string text = preset != nullptr ? std::string(preset->id) : format_protocol(spec.protocol);
  const auto say = [&](std::string_view key, const std::string& value) {
    text.append("~").append(key).append("=").append(value);
  };
  for (const Choice& choice : choices()) {
    if (choice.get(spec) != choice.get(plain)) say(choice.key, std::string(choice.words[choice.get(spec)]));
  }
  for (const MoveNumber& number : move_numbers()) {
    if (number.of(spec) != number.of(plain)) say(last_part(number.path), decimal(number.of(spec)));
  }
  for (const MoveFraction& fraction : move_fractions()) {
    if (fraction.of(spec) != fraction.of(plain)) say(last_part(fraction.path), short_number(fraction.of(spec)));
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
  for (const Choice& choice : choices()) {
    if (choice.key != key) continue;
    choice.set(spec, choice.get(from));
    return Done{};
  }
  for (const MoveNumber& number : move_numbers()) {
    if (last_part(number.path) != key) continue;
    number.of(spec) = number.of(from);
    return Done{};
  }
  for (const MoveFraction& fraction : move_fractions()) {
    if (last_part(fraction.path) != key) continue;
    fraction.of(spec) = fraction.of(from);
    return Done{};
  }
  return Error{ErrorCode::unknown, "move", {excerpt(key)}};
}

}  // namespace reshard
