#include "web/api/request_json.h"

#include <algorithm>
#include <iterator>
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

/// A request that is no edit of the scenario, unless `what` is one; the reader has its errors.
std::optional<Request> read_own(std::string_view what, ObjectReader& in, const Scenario& scenario) {
  if (what == "inspect") return Inspect{in.text("key", "")};
  if (what == "plan_move") {
    return PlanMove{in.text("move", ""), in.text("subject", ""), in.text("beside", ""), in.text("runbook", "")};
  }
  if (what == "draw_rings") return DrawRings{in.flag("as_lines", false)};
  if (what == "deal_zones") {
    const std::uint64_t zones = in.whole("zones", 1, most_zones(scenario.cluster));
    return Edit{in.error() ? std::vector<Command>{} : deal_zones(scenario.cluster, zones), false};
  }
  if (what == "go_to") return GoTo{static_cast<std::size_t>(in.whole("step", 0, kMaxNumber))};
  if (what == "switch_branch") return SwitchBranch{static_cast<std::size_t>(in.whole("branch", 0, kMaxNumber))};
  const auto* const own =
      std::find_if(std::begin(kOwn), std::end(kOwn), [&](const auto& one) { return what == one.first; });
  if (own != std::end(kOwn)) return own->second;
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
