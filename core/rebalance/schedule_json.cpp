#include "core/rebalance/schedule_json.h"

#include <unordered_map>

#include "core/base/text.h"
#include "core/base/uint128.h"
#include "core/scenario/json_reader.h"

namespace reshard::rebalance {
namespace {

constexpr std::uint64_t kMinuteMs = 60'000;
constexpr std::uint64_t kDayMinutes = kDayMs / kMinuteMs;
constexpr int kTimeBits = 52;  // no copies take longer together, in ms

/// Reads moves of which each is possible when its turn comes: others have no schedule.
class MovesReader {
 public:
  explicit MovesReader(const Model& model) : model_(model), at_(model) {
    const Problem& problem = model.problem;
    for (std::uint32_t e = 0; e < problem.entries(); ++e) entries_.emplace(problem.names[e], e);
    for (std::uint32_t n = 0; n < problem.nodes.size(); ++n) nodes_.emplace(problem.nodes[n].name, n);
  }

  Status read(const Json& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string place = item_path("moves", i);
      const auto move = move_of(list[i], place);
      if (!move.ok()) return move.error();
      if (auto done = carry_out(move.value(), place); !done.ok()) return done;
    }
    return Done{};
  }

  std::vector<Ordered::Step> take() { return std::move(steps_); }

 private:
  using Names = std::unordered_map<std::string_view, std::uint32_t>;

  Result<Move> move_of(const Json& json, const std::string& place) const {
    const auto malformed = [&] { return Error{ErrorCode::malformed, place, {to_text(json), "entry, from, to"}}; };
    if (!json.is_array() || json.size() < 3 || json.size() > 4) return malformed();
    if (json.size() == 4 && (json[3] != "lead" || !model_.leaders)) return malformed();
    std::uint32_t numbers[3] = {};
    for (std::size_t i = 0; i < 3; ++i) {
      if (!json[i].is_string()) return malformed();
      const Names& names = i == 0 ? entries_ : nodes_;
      const auto name = json[i].get<std::string>();
      const auto found = names.find(name);
      if (found == names.end()) return Error{ErrorCode::unknown, item_path(place, i), {name}};
      numbers[i] = found->second;
    }
    return Move{numbers[0], numbers[1], numbers[2], json.size() == 4};
  }

  Status carry_out(const Move& move, const std::string& place) {
    const Problem& problem = model_.problem;
    const auto refuse = [&](std::size_t item, std::string_view why, std::uint32_t node) {
      const std::string &entry = problem.names[move.entry], &name = problem.nodes[node].name;
      return Error{ErrorCode::unsupported, item_path(place, item), {why, entry, name}};
    };
    const std::uint32_t slot = at_.slot_at(move.entry, move.from);
    if (slot == kNone) return refuse(1, "{1} is not on {2}", move.from);
    const bool there = at_.holds(move.entry, move.to);
    if (move.lead && !there) return refuse(2, "{1} is not on {2}", move.to);
    if (!move.lead && there) return refuse(2, "{1} is on {2} already", move.to);
    if (!move.lead && !at_.has_room(slot, move.to)) {
      const std::uint64_t wanted = at_.used(move.to) + model_.bytes_of(slot);
      return Error{ErrorCode::out_of_range, item_path(place, 2), {decimal(wanted), "0", decimal(model_.disk[move.to])}};
    }
    at_.apply(move);
    steps_.push_back({move, static_cast<std::uint32_t>(steps_.size()), false});
    return Done{};
  }

  const Model& model_;
  Placement at_;
  Names entries_, nodes_;
  std::vector<Ordered::Step> steps_;
};

Result<Pace> pace_of(const Json& json, const Problem& problem, const std::vector<Ordered::Step>& steps) {
  U128 bytes = 0;
  for (const Ordered::Step& step : steps) bytes = bytes + (step.move.lead ? 0 : problem.bytes[step.move.entry]);
  ObjectReader in(json, "pace");
  Pace pace;
  const auto slowest = static_cast<std::uint64_t>((bytes * 1000) >> kTimeBits) + 1;
  pace.bytes_per_second = in.whole("rate", slowest, kMaxAmount);
  pace.fixed_ms = in.whole("fixed", 0, kDayMs, 0);
  if (const Json* window = in.member("window"); window != nullptr && !window->is_null()) {
    ObjectReader of(*window, in.path_of("window"));
    pace.begin_ms = of.whole("begin", 0, kDayMinutes - 1) * kMinuteMs;
    pace.end_ms = of.whole("end", 0, kDayMinutes - 1) * kMinuteMs;
    if (const auto error = of.error()) return *error;
  }
  if (const auto error = in.error()) return *error;
  return pace;
}

}  // namespace

Json schedule_json(const Schedule& schedule) {
  Json json;
  if (!schedule.too_long.empty()) {
    json["too_long"] = schedule.too_long;
    return json;
  }
  json["end_ms"] = schedule.end_ms;
  json["busy_ms"] = schedule.busy_ms;
  json["bound_ms"] = schedule.bound_ms;
  json["spans"] = Json::array();
  for (const Schedule::Span& span : schedule.spans) json["spans"].push_back(Json::array({span.start_ms, span.end_ms}));
  return json;
}

Result<std::string> answer_schedule(const Problem& problem, std::string_view request) {
  const auto json = parse_json("input", request);
  if (!json.ok()) return json.error();
  static const Json kNoPace = Json::object();
  ObjectReader in(json.value(), "");
  const Json& moves = in.list("moves", 0, ~std::size_t{0});
  const Json* pace_json = in.member("pace");
  if (const auto error = in.error()) return *error;
  const Model model(problem);
  MovesReader reader(model);
  if (auto done = reader.read(moves); !done.ok()) return done.error();
  const std::vector<Ordered::Step> steps = reader.take();
  const auto pace = pace_of(pace_json == nullptr ? kNoPace : *pace_json, problem, steps);
  if (!pace.ok()) return pace.error();
  return to_text(schedule_json(schedule_of(model, steps, pace.value())));
}

}  // namespace reshard::rebalance
