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

/// Does to `cluster` what `event` tells, the node found by its name (`old_name` for kRename); ids in the event are
/// not read. Errors are those of Cluster, and `unknown` (field "nodes") where no live node has the name.
Status replay(Cluster& cluster, const ClusterEvent& event);

/// Whether the first nodes are those of generated_cluster(), so that links and files say their number only.
bool starts_generated(const Scenario& scenario);

/// The field `at_once` of a link: how many of the last changes are one step. 1 where there is no such field, nothing where
/// it is no number from 1 to kMaxLogEvents.
std::optional<std::size_t> changes_at_once(std::span<const OtherField> fields);

/// The way to `scenario`: its first nodes, then one step per event of its log, the last `at_once` of them together; the
/// last step is `scenario` itself.
/// Undo after a reload goes back along it. Of a long log of a large cluster only the last steps are given, so that
/// together they hold at most kMaxStepNodes nodes and events. A cluster whose log was forgotten (Restart) has ids
/// that a replay cannot give again: it has one step.
std::vector<Scenario> steps_of(const Scenario& scenario, std::size_t at_once = 1);

inline constexpr std::size_t kMaxStepNodes = 200'000;

}  // namespace reshard
