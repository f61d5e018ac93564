#pragma once

#include <span>
#include <string>
#include <string_view>

namespace reshard::command {

/// One of --add NAME, --remove NAME and --weight NAME=W.
struct Change {
  std::string option, value;
};

/// Makes all changes, in their order, one step: the last change of the scenario, a link or JSON, which becomes a link.
/// Returns why it cannot; empty if it can.
std::string change_nodes(std::string& scenario, std::span<const Change> changes);

}  // namespace reshard::command
