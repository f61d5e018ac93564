#include "core/migration/model/protocol_text.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/migration/model/phase_fields.h"
#include "core/scenario/link_text.h"

namespace reshard {
namespace {

using Kind = PhaseField::Kind;

Result<std::uint64_t> option_in(const std::string& field, std::string_view word,
                                std::span<const std::string_view> options) {
  const auto at = std::find(options.begin(), options.end(), word);
  if (at == options.end()) return Error{ErrorCode::not_an_option, field, {excerpt(word), joined(options)}};
  return static_cast<std::uint64_t>(at - options.begin());
}

Result<std::uint64_t> parse_value(const PhaseField& field, const std::string& path, std::string_view text) {
  switch (field.kind) {
    case Kind::kChoice: return option_in(path, text, field.options);
    case Kind::kFlag:
    case Kind::kNumber: return whole_in(path, text, 0, field.max);
    case Kind::kSet: break;
  }
  std::uint64_t set = 0;
  for (const std::string_view word : split(text, '+')) {
    const auto option = option_in(path, word, field.options);
    if (!option.ok()) return option.error();
    set |= std::uint64_t{1} << option.value();
  }
  return set;
}

std::string format_value(const PhaseField& field, std::uint64_t value) {
  if (field.kind == Kind::kChoice) return std::string(field.options[static_cast<std::size_t>(value)]);
  if (field.kind != Kind::kSet) return decimal(value);
  std::string set;
  for (std::size_t i = 0; i < field.options.size(); ++i) {
    if ((value >> i & 1) != 0) set.append(set.empty() ? "" : "+").append(field.options[i]);
  }
  return set;
}

Result<std::string> parse_name(const std::string& path, std::string_view text) {
  std::string spaced(text);
  std::replace(spaced.begin(), spaced.end(), '+', ' ');
  const auto name = unescape(spaced);
  if (!name || !is_utf8(*name)) return Error{ErrorCode::malformed, path, {excerpt(text), "a name"}};
  return *name;
}

Status parse_phase(const std::string& path, std::string_view text, Phase& phase) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  auto name = parse_name(path + ".name", text.substr(0, colon));
  if (!name.ok()) return name.error();
  phase.name = name.take();
  if (colon == text.size()) return Done{};
  for (const std::string_view item : split(text.substr(colon + 1), ',')) {
    const std::size_t equals = std::min(item.find('='), item.size());
    const std::string_view key = item.substr(0, equals);
    const PhaseField* const field = find_phase_field(key);
    if (field == nullptr) return Error{ErrorCode::unknown, path, {excerpt(key)}};
    const bool said_alone = equals == item.size() && field->kind == Kind::kFlag;
    const auto value =
        said_alone ? Result<std::uint64_t>(1)
                   : parse_value(*field, path + "." + std::string(key), item.substr(std::min(equals + 1, item.size())));
    if (!value.ok()) return value.error();
    field->set(phase, value.value());
  }
  return Done{};
}

std::string format_phase(const Phase& phase) {
  static const Phase kPlain;
  std::string text;
  for (const char c : phase.name) text += c == ' ' ? "+" : escape(std::string_view(&c, 1), "_-");
  char separator = ':';
  for (const PhaseField& field : phase_fields()) {
    const std::uint64_t value = field.get(phase);
    if (value == field.get(kPlain)) continue;
    text += separator;
    text += field.key;
    if (field.kind != Kind::kFlag) text += "=" + format_value(field, value);
    separator = ',';
  }
  return text;
}

std::string path_of(std::size_t phase) { return "phases[" + decimal(phase) + "]"; }

Status check_phase(const std::string& path, const Phase& phase, bool has_log) {
  if (phase.name.empty()) return Error{ErrorCode::empty, path + ".name", {}};
  if (phase.name.size() > kMaxPhaseNameBytes) {
    return Error{ErrorCode::too_large,
                 path + ".name",
                 {decimal(phase.name.size()) + " bytes", decimal(kMaxPhaseNameBytes) + " bytes"}};
  }
  if (!is_utf8(phase.name)) return Error{ErrorCode::not_utf8, path + ".name", {}};
  const bool copies = phase.copy == Copying::kAll || phase.copy == Copying::kMigrate;
  if ((phase.until & kUntilCopied) && !copies) {
    return Error{ErrorCode::unsupported, path + ".until", {"“copied” never comes where nothing is copied"}};
  }
  if ((phase.until & kUntilDrained) && !has_log) {
    return Error{ErrorCode::unsupported, path + ".until", {"“log_drained” never comes where nothing was logged"}};
  }
  if ((phase.until & kUntilVerified) && phase.verify == Verify::kNone) {
    return Error{ErrorCode::unsupported, path + ".until", {"“verified” never comes where nothing is compared"}};
  }
  if ((phase.until & kUntilAsked) && phase.asked_us == 0) {
    return Error{ErrorCode::out_of_range, path + ".asked_us", {"0", "1", decimal(kMaxPhaseUs)}};
  }
  if ((phase.until & kUntilExpired) && phase.writes != Writes::kNew) {
    return Error{ErrorCode::unsupported, path + ".until", {"“expired” never comes where old is still written to"}};
  }
  return Done{};
}

/// In the last phase, requests must get answers: it lasts forever.
Status check_last(const std::string& path, const Phase& last, bool checks) {
  if (last.freeze != Freeze::kNone) {
    return Error{ErrorCode::unsupported, path + ".freeze", {"requests would wait for ever in the last phase"}};
  }
  if (!checks) return Done{};
  const auto refuses = [&](Side side, bool writes) {
    const NodeRule rule = side == Side::kOld ? last.old_rule : last.new_rule;
    return rule == NodeRule::kClosed || (writes && rule == NodeRule::kNoWrites);
  };
  const auto sends_away = [](NodeRule rule) { return rule == NodeRule::kForeign || rule == NodeRule::kImporting; };
  for (const Side side : {Side::kOld, Side::kNew}) {
    const std::string field = path + (side == Side::kOld ? ".old" : ".new");
    const bool written = last.writes == Writes::kBoth || (last.writes == Writes::kOld) == (side == Side::kOld);
    if (written && refuses(side, true)) {
      return Error{ErrorCode::unsupported, field, {"writes would be refused for ever in the last phase"}};
    }
    for (std::size_t leg = 0; leg < read_legs(last.reads); ++leg) {
      if (read_leg(last.reads, leg) != side || !refuses(side, false)) continue;
      return Error{ErrorCode::unsupported, field, {"reads would be refused for ever in the last phase"}};
    }
  }
  if (sends_away(last.old_rule) && sends_away(last.new_rule)) {
    return Error{ErrorCode::unsupported, path + ".new", {"both sides would send requests away for ever"}};
  }
  return Done{};
}

}  // namespace

Result<Protocol> parse_protocol(std::string_view text) {
  if (text.size() > kMaxProtocolBytes) {
    return Error{ErrorCode::too_large, "phases", {decimal(text.size()) + " bytes", decimal(kMaxProtocolBytes)}};
  }
  Protocol protocol;
  if (text.starts_with('!')) {
    protocol.checks = true;
    text.remove_prefix(1);
  }
  for (const std::string_view part : split(text, ';')) {
    if (protocol.phases.size() == kMaxPhases) {
      return Error{ErrorCode::too_large, "phases", {"more phases", decimal(kMaxPhases)}};
    }
    Phase phase;
    const auto read = parse_phase(path_of(protocol.phases.size()), part, phase);
    if (!read.ok()) return read.error();
    protocol.phases.push_back(std::move(phase));
  }
  if (const auto sound = check_protocol(protocol); !sound.ok()) return sound.error();
  return protocol;
}

std::string format_protocol(const Protocol& protocol) {
  std::string text = protocol.checks ? "!" : "";
  for (std::size_t i = 0; i < protocol.phases.size(); ++i) {
    if (i > 0) text += ';';
    text += format_phase(protocol.phases[i]);
  }
  return text;
}

Status check_protocol(const Protocol& protocol) {
  if (protocol.phases.empty()) return Error{ErrorCode::empty, "phases", {}};
  if (protocol.phases.size() > kMaxPhases) {
    return Error{ErrorCode::out_of_range, "phases", {decimal(protocol.phases.size()), "1", decimal(kMaxPhases)}};
  }
  bool has_log = false, copied = false;
  for (std::size_t i = 0; i < protocol.phases.size(); ++i) {
    const Phase& phase = protocol.phases[i];
    has_log = has_log || phase.log != Log::kNone;
    copied = copied || phase.copy == Copying::kAll || phase.copy == Copying::kMigrate;
    if (const auto sound = check_phase(path_of(i), phase, has_log && copied); !sound.ok()) return sound;
  }
  return check_last(path_of(protocol.phases.size() - 1), protocol.phases.back(), protocol.checks);
}

}  // namespace reshard
