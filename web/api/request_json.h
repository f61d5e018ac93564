#pragma once

#include <string_view>

#include "web/state/commands.h"

namespace reshard {

/// Parses a request of the page around the canvas, its text view or tests, as JSON: a command on the scenario as in
/// core/scenario/json.h, or a request of the playground's own. request.def lists both.
/// `scenario` is the one that the command is meant for. Errors name the member.
Result<Request> parse_request(std::string_view json, const Scenario& scenario);

}  // namespace reshard
