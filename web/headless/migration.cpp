// The wasm side of core.migrate() in web/headless/reshard-core.mjs. A separate module, fetched on demand: it has no
// strategies, since the headless core has placed the keys. A caller passes a request as JSON text and the owners before
// and after in buffers, runs it in slices, and gets the reply, {"value": …} or {"error": …}, as in
// web/headless/headless.cpp.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>

#include "core/base/text.h"
#include "core/migration/model/protocol_text.h"
#include "core/migration/run/move_json.h"
#include "core/migration/run/move_text.h"
#include "web/headless/exports.h"

namespace reshard {
namespace {

std::array<std::vector<std::uint32_t>, 2> owners;  // before and after, as positions in one list of nodes
std::vector<std::uint32_t> numbers_out;            // owners at the end
std::vector<std::uint32_t> sampled;                // the keys of the plan: those that have an owner before and after
std::shared_ptr<const Plan> plan;
std::optional<MoveStudy> study;

/// Spent after being asked so many times.
class Rounds final : public Budget {
 public:
  explicit Rounds(std::uint32_t rounds) : left_(rounds) {}
  bool spent() override { return left_ == 0 || --left_ == 0; }

 private:
  std::uint32_t left_;
};

}  // namespace

EXPORT(request_buffer) char* request_buffer(std::uint32_t size) {
  request_text.assign(size, '\0');
  return request_text.data();
}
EXPORT(number_buffer) std::uint32_t* number_buffer(std::uint32_t which, std::uint32_t size) {
  owners[which].assign(size, 0);
  return owners[which].data();
}
EXPORT(reply_size) std::uint32_t reply_size() { return static_cast<std::uint32_t>(reply.size()); }
EXPORT(numbers_out) const std::uint32_t* numbers_out_data() { return numbers_out.data(); }
EXPORT(numbers_out_size) std::uint32_t numbers_out_size() { return static_cast<std::uint32_t>(numbers_out.size()); }

namespace {

/// Removes and returns a member of the request that is not part of the spec.
Json taken(Json& request, std::string_view key) {
  Json value;
  if (request.is_object() && request.contains(key)) {
    value = request[std::string(key)];
    request.erase(std::string(key));
  }
  return value;
}

/// The keys in the buffers that have an owner on both sides.
void plan_keys(std::uint32_t nodes) {
  auto keys = std::make_shared<Plan>();
  keys->nodes = nodes;
  sampled.clear();
  for (std::uint32_t key = 0; key < owners[0].size() && key < owners[1].size(); ++key) {
    if (owners[0][key] >= nodes || owners[1][key] >= nodes) continue;
    keys->from.push_back(owners[0][key]);
    keys->to.push_back(owners[1][key]);
    sampled.push_back(key);
  }
  plan = keys;
}

}  // namespace

/// Takes the request and the owners, numbered from 0 to nodes - 1. Besides the spec: "film", true if the run is to be
/// filmed, and "watch", a key whose life is to be recorded.
EXPORT(begin) const char* begin_reply(std::uint32_t nodes) {
  study.reset();
  auto parsed = parse_json("input", request_text);
  if (!parsed.ok()) return refuse(parsed.error());
  Json request = parsed.take();
  const Json film = taken(request, "film"), watch = taken(request, "watch");
  auto spec = read_move(request);
  if (!spec.ok()) return refuse(spec.error());
  plan_keys(nodes);
  MoveStudy::Wanted wanted{film == Json(true), MoveRun::kNobody};
  if (!watch.is_null()) {
    const auto at = watch.is_number_unsigned() ? std::find(sampled.begin(), sampled.end(), watch.get<std::uint64_t>())
                                               : sampled.end();
    if (at == sampled.end()) {
      return refuse(
          {ErrorCode::malformed, "watch", {to_text(watch).substr(0, 40), "the position of a key that has an owner"}});
    }
    wanted.key = static_cast<std::uint32_t>(at - sampled.begin());
  }
  if (const auto sound = check_move(spec.value(), *plan); !sound.ok()) return refuse(sound.error());
  const std::uint64_t bytes = run_bytes(spec.value(), *plan);
  const std::size_t left_out = owners[0].size() - plan->keys();
  study.emplace(spec.take(), plan, wanted);
  return answer({{"bytes", bytes}, {"leftOut", left_out}});
}

/// The same input, plus "keys", how many keys the owners are a sample of: replies at once with the flow engine's
/// result.
EXPORT(flow) const char* flow_reply(std::uint32_t nodes) {
  auto parsed = parse_json("input", request_text);
  if (!parsed.ok()) return refuse(parsed.error());
  Json request = parsed.take();
  const Json keys = taken(request, "keys");
  auto spec = read_move(request);
  if (!spec.ok()) return refuse(spec.error());
  plan_keys(nodes);
  if (const auto sound = check_move(spec.value(), *plan); !sound.ok()) return refuse(sound.error());
  const double all = keys.is_number() ? keys.get<double>() : plan->keys();
  if (!(all >= 1 && all <= 1e15)) return refuse({ErrorCode::out_of_range, "keys", {to_text(keys), "1", "1e15"}});
  const FlowPlan flow = flow_plan(*plan, all);
  return answer(flow_json(flow_of(spec.value(), flow), flow));
}

/// What a move can say, with the common protocols.
EXPORT(tables) const char* tables_reply() { return answer(move_tables_json()); }

/// The request is the text of a link's move=; replies with the move as begin() takes it.
EXPORT(read) const char* read_reply() {
  const auto spec = parse_move(request_text);
  return spec.ok() ? answer(move_json(spec.value())) : refuse(spec.error());
}

/// The reverse: {"move", its protocol as "text", "checks", "phases"}.
EXPORT(write) const char* write_reply() {
  auto parsed = parse_json("input", request_text);
  if (!parsed.ok()) return refuse(parsed.error());
  const auto spec = read_move(parsed.value());
  if (!spec.ok()) return refuse(spec.error());
  Json json = protocol_json(spec.value().protocol);
  put(json, "move", format_move(spec.value()));
  put(json, "text", format_protocol(spec.value().protocol));
  return answer(json);
}

/// Continues for so many rounds of about 4,096 events; 1 or more means done.
EXPORT(step) double step_some(std::uint32_t rounds) {
  Rounds budget(rounds);
  return study->step(budget) ? 1 : std::min(study->progress(), 0.999);
}

/// The result; numbers_out are the nodes that hold the keys at the end.
EXPORT(result) const char* result_reply() {
  numbers_out = owners[0];
  for (std::uint32_t i = 0; i < plan->keys(); ++i) {
    const std::uint8_t held = study->run().held_at(i);
    numbers_out[sampled[i]] = (held & 2) != 0 ? plan->to[i] : (held & 1) != 0 ? plan->from[i] : 0xFFFFFFFFu;
  }
  Json json = study_json(*study);
  // Witnesses name the caller's keys.
  for (Json& anomaly : json["anomalies"]) anomaly["key"] = sampled[anomaly["key"].get<std::uint32_t>()];
  if (json.contains("film")) {
    Json& film = json["film"];
    const auto name = [](Json& key) { key = sampled[key.get<std::uint32_t>()]; };
    for (Json& mark : film["marks"]) name(mark["key"]);
    for (std::size_t i = kFilmLegKey; i < film["legs"].size(); i += kFilmLegColumns) name(film["legs"][i]);
    for (std::size_t i = kFilmCopyKey; i < film["copies"].size(); i += kFilmCopyColumns) name(film["copies"][i]);
    for (std::size_t i = kFilmLostKey; i < film["lost"].size(); i += kFilmLostColumns) name(film["lost"][i]);
  }
  study.reset();
  return answer(json);
}

}  // namespace reshard
