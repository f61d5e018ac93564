#pragma once

#include <string_view>

#include "web/state/commands.h"

namespace reshard {

/// What the page around the canvas, its text view and tests ask for, as JSON: a command on the scenario as in
/// core/scenario/json.h, or what is the playground's own:
///
///   {"do":"undo"}  {"do":"redo"}  {"do":"reset"}  {"do":"cancel"}  {"do":"copy_link"}
///   {"do":"deal_zones","zones":3}, over which all nodes are dealt in turn, as one step
///   {"do":"go_to","step":2}  {"do":"switch_branch","branch":0}  {"do":"inspect","key":"key-7"}
///   {"do":"plan_move","move":"double_write~clients=50"}, the link's field `move` from now on, "" for none; no step;
///     `subject`, `beside` and `runbook` are its fields move.subject and so on
///   {"do":"draw_rings","as_lines":true}, the link's field `ring` from now on; no step
///
/// `scenario` is the one that the command is meant for. Errors name the member.
Result<Request> parse_request(std::string_view json, const Scenario& scenario);

}  // namespace reshard
