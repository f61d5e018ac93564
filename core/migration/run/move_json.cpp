#include "core/migration/run/move_json.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/text.h"
#include "core/migration/model/phase_fields.h"
#include "core/migration/model/protocol_text.h"
#include "core/migration/run/move_text.h"
#include "core/migration/run/story_json.h"
#include "core/scenario/link_text.h"

namespace reshard {
namespace {

using Words = std::span<const std::string_view>;

std::size_t read_word(ObjectReader& in, std::string_view key, Words words, std::size_t fallback) {
  if (!in.has(key)) return fallback;
  const std::string word = in.text(key);
  const auto at = std::find(words.begin(), words.end(), word);
  if (at == words.end()) {
    if (!in.error()) in.refuse({ErrorCode::not_an_option, in.path_of(key), {excerpt(word), joined(words)}});
    return fallback;
  }
  return static_cast<std::size_t>(at - words.begin());
}

std::uint64_t read_set(ObjectReader& in, const PhaseField& field) {
  std::uint64_t set = 0;
  const Json& list = in.list(field.key, 0, field.options.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string word = list[i].is_string() ? list[i].get<std::string>() : to_text(list[i]);
    const auto at = std::find(field.options.begin(), field.options.end(), word);
    if (at == field.options.end()) {
      const std::string path = item_path(in.path_of(field.key), i);
      in.refuse({ErrorCode::not_an_option, path, {excerpt(word), joined(field.options)}});
      return 0;
    }
    set |= std::uint64_t{1} << (at - field.options.begin());
  }
  return set;
}

Result<Phase> read_phase(const Json& json, const std::string& path) {
  ObjectReader in(json, path);
  Phase phase;
  phase.name = in.text("name");
  for (const PhaseField& field : phase_fields()) {
    if (!in.has(field.key)) continue;
    switch (field.kind) {
      case PhaseField::Kind::kChoice: field.set(phase, read_word(in, field.key, field.options, 0)); break;
      case PhaseField::Kind::kSet: field.set(phase, read_set(in, field)); break;
      case PhaseField::Kind::kFlag: field.set(phase, in.flag(field.key, false) ? 1 : 0); break;
      case PhaseField::Kind::kNumber: field.set(phase, in.whole(field.key, 0, field.max)); break;
    }
  }
  if (const auto error = in.error()) return *error;
  return phase;
}

Error within(Error error) {
  if (error.field.starts_with("phases")) error.field.replace(0, 6, "protocol");
  return error;
}

Result<Protocol> read_protocol(const Json& json, Pace& pace) {
  if (json.is_string()) {
    const auto& text = json.get_ref<const std::string&>();
    if (const Preset* const preset = find_preset(text)) {
      pace.unit = preset->unit;
      return protocol_of(*preset);
    }
    if (text.find(';') == std::string::npos) {
      return Error{ErrorCode::not_an_option, "protocol", {excerpt(text), preset_ids()}};
    }
    auto read = parse_protocol(text);
    return read.ok() ? std::move(read) : Result<Protocol>(within(read.error()));
  }
  if (!json.is_array()) {
    return Error{ErrorCode::malformed, "protocol", {excerpt(to_text(json)), "the id of a preset, or a list of phases"}};
  }
  if (json.size() > kMaxPhases) {
    return Error{ErrorCode::out_of_range, "protocol", {decimal(json.size()), "1", decimal(kMaxPhases)}};
  }
  Protocol protocol;
  for (std::size_t i = 0; i < json.size(); ++i) {
    auto phase = read_phase(json[i], "protocol[" + decimal(i) + "]");
    if (!phase.ok()) return phase.error();
    protocol.phases.push_back(phase.take());
  }
  if (const auto sound = check_protocol(protocol); !sound.ok()) return within(sound.error());
  return protocol;
}

constexpr std::string_view kParts[] = {"system", "workload", "pace", "faults"};

/// The key of a path in this part of the spec; "" of another part's.
std::string_view key_in(std::string_view part, std::string_view path) {
  return path.starts_with(part) ? path.substr(part.size() + 1) : std::string_view();
}

std::optional<Error> read_part(ObjectReader& all, std::string_view name, MoveSpec& spec) {
  const Json* const member = all.member(name);
  if (member == nullptr) return {};
  ObjectReader in(*member, std::string(name));
  for (const MoveNumber& number : move_numbers()) {
    const std::string_view key = key_in(name, number.path);
    if (!key.empty() && in.has(key)) number.of(spec) = in.whole(key, number.min, number.max);
  }
  for (const MoveFraction& fraction : move_fractions()) {
    const std::string_view key = key_in(name, fraction.path);
    if (!key.empty() && in.has(key)) fraction.of(spec) = in.number(key, fraction.min, fraction.max);
  }
  for (const MoveChoice& choice : move_choices()) {
    const std::string_view key = key_in(name, choice.path);
    if (key.empty()) continue;
    const std::size_t usual = choice.get(spec);
    choice.set(spec, choice.flag ? in.flag(key, usual != 0) : read_word(in, key, choice.words, usual));
  }
  if (name == "system") spec.protocol.checks = in.flag("checks", spec.protocol.checks);
  return in.error();
}

/// Adds what only some moves have.
void add_what_was_asked_for(Json& json, const MoveTotals& totals, const MoveSpec& spec) {
  const auto moment = [](Time at) { return at < 0 ? Json() : Json(static_cast<double>(at) / 1000); };
  if (compares(spec.protocol)) {
    json["differed"] = totals.counts[static_cast<std::size_t>(Count::kDiffered)];
    json["verifiedKeys"] = totals.verified_keys;
    json["verifiedBytes"] = totals.verified_bytes;
    json["verifyDiffered"] = totals.verify_differed;
    json["repaired"] = totals.repaired;
  }
  if (spec.faults.node_back != NodeBack::kAsItWas) {
    json["forgottenKeys"] = totals.forgotten_keys;
    json["lostByFault"] = totals.lost_by_fault;
  }
  if (spec.pace.turn_back_over > 0) json["turnedBackAtMs"] = moment(totals.turned_back_at);
  if (spec.pace.grow == 0) return;
  json["nodeKeys"] = totals.node_keys;
  json["evenAtMs"] = moment(totals.even_at);
}

Json totals_json(const MoveTotals& totals, const MoveSpec& spec) {
  const auto count = [&](Count what) { return totals.counts[static_cast<std::size_t>(what)]; };
  const auto keys = [&](Anomaly kind) { return totals.keys_with[static_cast<std::size_t>(kind)]; };
  Json json = {{"requests", totals.requests},
               {"right", count(Count::kRight)},
               {"stale", count(Count::kStale)},
               {"missed", count(Count::kMissed)},
               {"returned", count(Count::kReturned)},
               {"failed", count(Count::kFailed)},
               {"refused", count(Count::kRefused)},
               {"redirected", count(Count::kRedirected)},
               {"waited", count(Count::kWaited)},
               {"fromStore", count(Count::kFromStore)},
               {"retried", count(Count::kRetried)},
               {"overdue", count(Count::kOverdue)},
               {"lostWrites", keys(Anomaly::kLostWrite)},
               {"returnedDeletes", keys(Anomaly::kReturnedDelete)},
               {"staleKeys", keys(Anomaly::kStale)},
               {"missedKeys", keys(Anomaly::kMissed)},
               {"wrongOrder", keys(Anomaly::kWrongOrder)},
               {"uncheckedKeys", totals.unchecked_keys},
               {"movedKeys", totals.moved_keys},
               {"copiedKeys", totals.copied_keys},
               {"copiedBytes", totals.copied_bytes},
               {"replayed", totals.replayed},
               {"durationMs", static_cast<double>(totals.duration_us) / 1000},
               {"finished", totals.finished},
               {"oldOnly", totals.old_only},
               {"newOnly", totals.new_only},
               {"bothAlike", totals.both_alike},
               {"bothDiffer", totals.both_differ},
               {"nowhere", totals.nowhere},
               {"nodeRequests", totals.node_requests},
               {"nodeBytes", totals.node_bytes}};
  if (!totals.map_requests.empty()) json["mapRequests"] = totals.map_requests;
  add_what_was_asked_for(json, totals, spec);
  return json;
}

Json series_json(const Series& series, const MoveSpec& spec) {
  constexpr std::string_view kNames[] = {"right",      "stale",    "missed", "returned",  "refused",
                                         "redirected", "waited",   "failed", "fromStore", "copied",
                                         "retried",    "differed", "overdue"};
  static_assert(std::size(kNames) == kCounts);
  Json json = {{"widthMs", static_cast<double>(series.width_us()) / 1000}};
  for (std::size_t what = 0; what < kCounts; ++what) {
    if (static_cast<Count>(what) == Count::kDiffered && !compares(spec.protocol)) continue;
    Json column = Json::array();
    for (const Series::Part& part : series.parts()) column.push_back(part.counts[what]);
    json[std::string(kNames[what])] = std::move(column);
  }
  Json median = Json::array(), slow = Json::array();
  for (const Series::Part& part : series.parts()) {
    median.push_back(Series::latency_at(part, 0.5));
    slow.push_back(Series::latency_at(part, 0.99));
  }
  Json nodes = Json::array();
  for (std::uint32_t node = 0; node < series.nodes(); ++node) {
    Json column = Json::array();
    for (std::size_t part = 0; part < series.parts().size(); ++part) column.push_back(series.reached_in(part, node));
    nodes.push_back(std::move(column));
  }
  json["nodeRequests"] = std::move(nodes);
  json["medianUs"] = std::move(median);
  json["p99Us"] = std::move(slow);
  return json;
}

Json legs_json(const Film& film) {
  Json legs = Json::array();
  for (const auto& each : film.legs) {
    for (const Time time : {each.sent, each.landed, each.answered}) legs.push_back(time);
    for (const std::uint32_t value : {each.operation, each.key, each.holder, each.node}) legs.push_back(value);
    legs.push_back(static_cast<int>(each.kind));
    legs.push_back(static_cast<int>(each.message));
    legs.push_back(each.lost ? 4 : static_cast<int>(each.say));
  }
  return legs;
}

Json marks_json(const Film& film) {
  Json marks = Json::array();
  for (const auto& each : film.marks) {
    marks.push_back({{"kind", anomaly_words(each.kind)},
                     {"atUs", each.at},
                     {"key", each.key},
                     {"operation", each.operation},
                     {"holder", each.holder}});
  }
  return marks;
}

/// Rows as flat lists of numbers: thousands of objects would repeat their names.
Json film_json(const Film& film) {
  Json announced = Json::array(), heard = Json::array(), copies = Json::array(), held = Json::array();
  for (const auto& each : film.announced) {
    for (const std::uint64_t value : {static_cast<std::uint64_t>(each.at), std::uint64_t{each.unit},
                                      std::uint64_t{each.phase}, std::uint64_t{each.version}}) {
      announced.push_back(value);
    }
  }
  for (const auto& each : film.heard) {
    heard.push_back(each.at);
    heard.push_back(each.holder);
    heard.push_back(each.version);
  }
  for (const auto& each : film.copies) {
    copies.push_back(each.at);
    for (const std::uint32_t value : {each.key, each.from, each.to}) copies.push_back(value);
  }
  for (const auto& each : film.held) {
    held.push_back(each.at);
    held.push_back(each.node);
    held.push_back(each.side == Side::kOld ? 0 : 1);
    held.push_back(each.change);
  }
  Json lost = Json::array();
  for (const auto& each : film.lost) {
    lost.push_back(each.at);
    lost.push_back(each.key);
    lost.push_back(each.operation);
  }
  return {{"stride", film.stride},
          {"copyStride", film.copy_stride},
          {"units", film.units},
          {"holders", film.holders},
          {"announced", std::move(announced)},
          {"heard", std::move(heard)},
          {"legs", legs_json(film)},
          {"copies", std::move(copies)},
          {"marks", marks_json(film)},
          {"lost", std::move(lost)},
          {"held", std::move(held)}};
}

Json value_json(const MoveChoice& choice, std::size_t value) {
  return choice.flag ? Json(value != 0) : Json(choice.words[value]);
}

Json value_json(const PhaseField& field, std::uint64_t value) {
  switch (field.kind) {
    case PhaseField::Kind::kChoice: return field.options[static_cast<std::size_t>(value)];
    case PhaseField::Kind::kFlag: return value != 0;
    case PhaseField::Kind::kNumber: return value;
    case PhaseField::Kind::kSet: break;
  }
  Json set = Json::array();
  for (std::size_t i = 0; i < field.options.size(); ++i) {
    if ((value >> i & 1) != 0) set.push_back(field.options[i]);
  }
  return set;
}

Json presets_json() {
  Json list = Json::array();
  for (const Preset& preset : presets()) {
    list.push_back({{"id", preset.id},
                    {"summary", preset.summary},
                    {"unit", unit_words()[static_cast<std::size_t>(preset.unit)]},
                    {"safe", preset.safe},
                    {"cleans", preset.cleans},
                    {"back", preset.back},
                    {"text", preset.text}});
  }
  return list;
}

Json options_json(Words words) {
  Json list = Json::array();
  for (const std::string_view word : words) list.push_back(word);
  return list;
}

/// What is common to all kinds of settings.
Json setting_json(std::string_view path, std::string_view kind, Json usual) {
  Json json;
  put(json, "part", path.substr(0, path.find('.')));
  put(json, "key", move_key(path));
  put(json, "kind", kind);
  json["default"] = std::move(usual);
  return json;
}

Json settings_json() {
  MoveSpec usual;
  Json list = Json::array();
  for (const MoveChoice& choice : move_choices()) {
    Json json = setting_json(choice.path, choice.flag ? "flag" : "choice", value_json(choice, choice.get(usual)));
    if (!choice.flag) json["options"] = options_json(choice.words);
    list.push_back(std::move(json));
  }
  const auto add = [&](const auto& number, std::string_view kind) {
    Json json = setting_json(number.path, kind, number.of(usual));
    put(json, "least", number.min);
    put(json, "most", number.max);
    list.push_back(std::move(json));
  };
  for (const MoveNumber& number : move_numbers()) add(number, "number");
  for (const MoveFraction& fraction : move_fractions()) add(fraction, "fraction");
  return list;
}

Json phase_fields_json() {
  constexpr std::string_view kKinds[] = {"choice", "set", "flag", "number"};
  static const Phase kPlain;
  Json list = Json::array();
  for (const PhaseField& field : phase_fields()) {
    Json json;
    put(json, "key", field.key);
    put(json, "kind", kKinds[static_cast<std::size_t>(field.kind)]);
    json["default"] = value_json(field, field.get(kPlain));
    if (!field.options.empty()) json["options"] = options_json(field.options);
    if (field.kind == PhaseField::Kind::kNumber) put(json, "most", field.max);
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace

Result<MoveSpec> read_move(const Json& json) {
  MoveSpec spec;
  ObjectReader in(json, "");
  static const Json kDefault = "double_write";
  const Json* const given = in.member("protocol");
  auto protocol = read_protocol(given == nullptr ? kDefault : *given, spec.pace);
  if (!protocol.ok()) return protocol.error();
  spec.protocol = protocol.take();
  spec.seed = read_seed(in, 0);
  std::optional<Error> error;
  for (const std::string_view part : kParts) {
    if (!error) error = read_part(in, part, spec);
  }
  if (!error) error = in.error();
  if (error) return *error;
  return spec;
}

Json flow_json(const FlowTotals& totals, const FlowPlan& plan) {
  Json pairs = Json::array();
  for (std::size_t i = 0; i < plan.pairs.size(); ++i) {
    const FlowPair& pair = plan.pairs[i];
    pairs.push_back({{"from", pair.from}, {"to", pair.to}, {"keys", pair.keys}, {"bytes", totals.pair_bytes[i]}});
  }
  Json json = {{"movedKeys", totals.moved_keys},
               {"copiedKeys", totals.copied_keys},
               {"copiedBytes", totals.copied_bytes},
               {"pairs", std::move(pairs)},
               {"nodeBytes", totals.link_bytes},
               {"busiestNode", totals.busiest_node},
               {"copySeconds", totals.copy_seconds},
               {"replayed", totals.replayed},
               {"mapSeconds", totals.map_seconds},
               {"seconds", totals.seconds},
               {"writesWaitSeconds", totals.writes_wait_seconds},
               {"phaseSeconds", totals.phase_seconds},
               {"storeRequests", totals.store_requests}};
  if (totals.verified_keys > 0) {
    json["verifiedKeys"] = totals.verified_keys;
    json["verifiedBytes"] = totals.verified_bytes;
  }
  if (totals.even_seconds > 0) {
    json["evenSeconds"] = std::isfinite(totals.even_seconds) ? Json(totals.even_seconds) : Json();
    json["shardsARead"] = totals.shards_a_read;
  }
  return json;
}

Json protocol_json(const Protocol& protocol) {
  static const Phase kPlain;
  Json phases = Json::array();
  for (const Phase& phase : protocol.phases) {
    Json told;
    put(told, "name", phase.name);
    for (const PhaseField& field : phase_fields()) {
      if (field.get(phase) != field.get(kPlain)) told[std::string(field.key)] = value_json(field, field.get(phase));
    }
    phases.push_back(std::move(told));
  }
  Json json;
  json["checks"] = protocol.checks;
  json["phases"] = std::move(phases);
  return json;
}

Json move_json(const MoveSpec& given) {
  MoveSpec spec = given;
  const Preset* const preset = preset_of(spec.protocol);
  MoveSpec usual = default_move(spec.protocol, preset);
  Json json;
  put(json, "protocol", preset != nullptr ? std::string(preset->id) : format_protocol(spec.protocol));
  if (spec.seed != 0) put(json, "seed", decimal(spec.seed));
  const auto place = [&](std::string_view path) -> Json& {
    return json[std::string(path.substr(0, path.find('.')))][std::string(move_key(path))];
  };
  for (const MoveChoice& choice : move_choices()) {
    if (choice.get(spec) != choice.get(usual)) place(choice.path) = value_json(choice, choice.get(spec));
  }
  for (const MoveNumber& number : move_numbers()) {
    if (number.of(spec) != number.of(usual)) place(number.path) = number.of(spec);
  }
  for (const MoveFraction& fraction : move_fractions()) {
    if (fraction.of(spec) != fraction.of(usual)) place(fraction.path) = fraction.of(spec);
  }
  return json;
}

Json move_tables_json() {
  Json limits;
  put(limits, "keys", kMaxMoveKeys);
  put(limits, "phases", kMaxPhases);
  put(limits, "protocolBytes", kMaxProtocolBytes);
  put(limits, "phaseNameBytes", kMaxPhaseNameBytes);
  put(limits, "moveBytes", kMaxMoveBytes);
  Json json;
  json["presets"] = presets_json();
  json["settings"] = settings_json();
  json["phaseFields"] = phase_fields_json();
  json["limits"] = std::move(limits);
  return json;
}

Json study_json(const MoveStudy& study) {
  Json anomalies = Json::array();
  for (const MoveStudy::Story& story : study.stories()) {
    Json events = Json::array(), lines = Json::array();
    for (const StoryEvent& event : story.events) {
      events.push_back(story_json(event));
      lines.push_back(story_line(event));
    }
    anomalies.push_back({{"kind", anomaly_words(story.witness.kind)},
                         {"key", story.witness.key},
                         {"atMs", static_cast<double>(story.witness.at) / 1000},
                         {"events", std::move(events)},
                         {"story", std::move(lines)}});
  }
  Json json = {{"totals", totals_json(study.run().totals(), study.spec())},
               {"baseline", totals_json(study.baseline(), study.spec())},
               {"series", series_json(study.run().series(), study.spec())},
               {"anomalies", std::move(anomalies)}};
  if (const Film* const film = study.film()) {
    json["film"] = film_json(*film);
    json["film"]["startUs"] = study.spec().pace.start_us;
    Json phases = Json::array();
    MoveSpec planned = study.spec();
    planned.protocol = planned_protocol(study.spec());
    for (const std::string& name : film_phases(planned)) phases.push_back(name);
    json["film"]["phases"] = std::move(phases);
  }
  return json;
}

}  // namespace reshard
