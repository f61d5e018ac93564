#pragma once

#include <string_view>

#include "web/state/commands.h"

namespace reshard {

/// Parses a request of the page around the canvas, its text view or tests, as JSON: a command on the scenario as in
/// core/scenario/json.h, or a request of the playground's own:
///
///   {"do":"undo"}  {"do":"redo"}  {"do":"reset"}  {"do":"cancel"}  {"do":"copy_link"}
///   {"do":"deal_zones","zones":3}: deals all nodes over the zones in turn, as one step
///   {"do":"go_to","step":2}  {"do":"switch_branch","branch":0}  {"do":"inspect","key":"key-7"}
///   {"do":"plan_move","move":"double_write~clients=50"}: sets the link's field `move`, "" for none; not a step;
///     `subject`, `beside` and `runbook` set its fields move.subject and so on
///   {"do":"draw_rings","as_lines":true}: sets the link's field `ring`; not a step
///
/// `scenario` is the one that the command is meant for. Errors name the member.
Result<Request> parse_request(std::string_view json, const Scenario& scenario);

}  // namespace reshard
