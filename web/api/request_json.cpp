#include "web/api/request_json.h"

#include <utility>
#include <vector>

#include "core/scenario/json.h"
#include "core/scenario/json_reader.h"
#include "web/insight/zones.h"
#include "web/state/link_view.h"

namespace reshard {
namespace {

constexpr std::uint64_t kMaxNumber = 1'000'000;  // of steps and branches; App checks how many there are

std::size_t read_index(ObjectReader& in, std::string_view key) {
  return static_cast<std::size_t>(in.whole(key, 0, kMaxNumber));
}

Edit read_deal_zones(ObjectReader& in, const Scenario& scenario) {
  const std::uint64_t zones = in.whole("zones", 1, most_zones(scenario.cluster));
  return {in.error() ? std::vector<Command>{} : deal_zones(scenario.cluster, zones), false};
}

PlanMove read_plan_move(ObjectReader& in) {
  return {in.text("move", ""), in.text("subject", ""), in.text("beside", ""), in.text("runbook", "")};
}

/// A request that is no edit of the scenario, unless `what` is one; the reader has its errors.
std::optional<Request> read_own(std::string_view what, ObjectReader& in, const Scenario& scenario) {
#define COMMAND(...)
#define REQUEST(id, request, ...) \
  if (what == #id) return request;
#include "web/api/request.def"
#undef REQUEST
#undef COMMAND
  return std::nullopt;
}

}  // namespace

Result<Request> parse_request(std::string_view json, const Scenario& scenario) {
  const auto parsed = parse_json("request", json);
  if (!parsed.ok()) return parsed.error();
  ObjectReader in(parsed.value(), "");
  const std::string what = in.text("do", "");
  if (auto own = read_own(what, in, scenario)) {
    if (const auto error = in.error()) return *error;
    if (const auto* const inspect = std::get_if<Inspect>(&*own)) {
      if (const auto error = ui::fault_of_key("key", inspect->key)) return *error;
    }
    return std::move(*own);
  }
  auto command = parse_command(json, scenario);
  if (!command.ok()) return command.error();
  return Request(Edit{{command.take()}, false});
}

}  // namespace reshard
