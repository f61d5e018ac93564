#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/model/cluster.h"

namespace reshard::command {

/// One of --add NAME, --remove NAME and --weight NAME=W.
struct Change {
  ClusterEvent::Kind kind;    ///< kAdd, kRemove or kWeigh
  std::string option, value;  ///< as they are given
};

/// Makes all changes, in their order, one step: the last change of the scenario, a link or JSON, which becomes a link.
/// Returns why it cannot; empty if it can.
std::string change_nodes(std::string& scenario, std::span<const Change> changes);

}  // namespace reshard::command
