#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/model/cluster.h"
#include "core/model/row.h"

namespace reshard::command {

/// One of --add NAME, --remove NAME and --weight NAME=W.
struct Change {
  ClusterEvent::Kind kind;    ///< kAdd, kRemove or kWeigh
  std::string option, value;  ///< as they are given
};

/// Makes all changes, in their order, one step: the last change of the scenario, a link or JSON, which becomes a link.
/// Returns why it cannot; empty if it can.
std::string change_nodes(std::string& scenario, std::span<const Change> changes);

/// Makes these the types of the key's columns in the scenario's main strategy; the scenario becomes a link. Returns why it
/// cannot; empty if it can.
std::string set_types(std::string& scenario, std::span<const ColumnType> types);

/// The types that its main strategy reads; none where it reads bytes, or where the scenario cannot be opened.
RowType types_of(const std::string& scenario);

}  // namespace reshard::command
