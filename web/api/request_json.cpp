#include "web/api/request_json.h"

#include <utility>

#include "core/scenario/json.h"
#include "core/scenario/json_reader.h"
#include "web/insight/zones.h"
#include "web/state/link_view.h"

namespace reshard {
namespace {

constexpr std::uint64_t kMaxNumber = 1'000'000;  // of steps and branches; App checks how many there are

const std::pair<std::string_view, Request> kOwn[] = {
    {"undo", Undo{}},
    {"redo", Redo{}},
    {"reset", Reset{}},
    {"cancel", Cancel{}},
    {"copy_link", CopyLink{}},
    {"cascade", Cascade{}},
    {"choose_keys", ChooseKeys{}},
    {"list_nodes", ListNodes{}},
};

}  // namespace

Result<Request> parse_request(std::string_view json, const Scenario& scenario) {
  const auto parsed = parse_json("request", json);
  if (!parsed.ok()) return parsed.error();
  ObjectReader in(parsed.value(), "");
  const std::string what = in.text("do", "");
  if (what == "inspect") {
    Inspect inspect{in.text("key", "")};
    if (const auto error = in.error()) return *error;
    if (const auto error = ui::fault_of_key("key", inspect.key)) return *error;
    return Request(std::move(inspect));
  }
  if (what == "plan_move") {
    PlanMove plan{in.text("move", ""), in.text("subject", ""), in.text("beside", ""), in.text("runbook", "")};
    if (const auto error = in.error()) return *error;
    return Request(std::move(plan));
  }
  if (what == "draw_rings") {
    const DrawRings rings{in.flag("as_lines", false)};
    if (const auto error = in.error()) return *error;
    return Request(rings);
  }
  if (what == "deal_zones") {
    const std::uint64_t zones = in.whole("zones", 1, most_zones(scenario.cluster));
    if (const auto error = in.error()) return *error;
    return Request(Edit{deal_zones(scenario.cluster, zones), false});
  }
  if (what == "go_to") {
    const GoTo go{static_cast<std::size_t>(in.whole("step", 0, kMaxNumber))};
    if (const auto error = in.error()) return *error;
    return Request(go);
  }
  if (what == "switch_branch") {
    const SwitchBranch to{static_cast<std::size_t>(in.whole("branch", 0, kMaxNumber))};
    if (const auto error = in.error()) return *error;
    return Request(to);
  }
  for (const auto& [id, request] : kOwn) {
    if (what != id) continue;
    if (const auto error = in.error()) return *error;
    return request;
  }
  auto command = parse_command(json, scenario);
  if (!command.ok()) return command.error();
  return Request(Edit{{command.take()}, false});
}

}  // namespace reshard
