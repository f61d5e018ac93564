#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/model/cluster.h"
#include "core/scenario/link.h"
#include "core/scenario/scenario.h"

namespace reshard {

/// The longest log that a link or file may carry.
inline constexpr std::size_t kMaxLogEvents = 10'000;

/// Applies `event` to `cluster`. Finds the node by its name (`old_name` for kRename) and ignores the ids in the event.
/// Errors are those of Cluster, and `unknown` (field "nodes") where no live node has the name.
Status replay(Cluster& cluster, const ClusterEvent& event);

/// Whether the initial nodes are those of generated_cluster(), so that links and files give only their number.
bool starts_generated(const Scenario& scenario);

/// The field `at_once` of a link: how many of the last changes make up one step. 1 if there is no such field, nothing
/// if it is not a number from 1 to kMaxLogEvents.
std::optional<std::size_t> changes_at_once(std::span<const OtherField> fields);

/// The way to `scenario`: its initial nodes, then one step per event of its log, except that the last `at_once` events
/// are one step; the last step is `scenario` itself. Undo after a reload goes back along it. For a long log of a large
/// cluster it returns only the last steps, which together hold at most kMaxStepNodes nodes and events. If the log was
/// cleared (Restart), a replay cannot assign the same ids: then there is one step.
std::vector<Scenario> steps_of(const Scenario& scenario, std::size_t at_once = 1);

inline constexpr std::size_t kMaxStepNodes = 200'000;

}  // namespace reshard
