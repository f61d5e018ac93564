#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/cluster.h"
#include "core/scenario/scenario.h"

namespace reshard {

/// The longest log that a link or file may carry.
inline constexpr std::size_t kMaxLogEvents = 10'000;

/// Applies `event` to `cluster`, in one step with its last event if it says so. Finds the node by its name (`old_name`
/// for kRename) and ignores the ids in the event.
/// Errors are those of Cluster, and `unknown` (field "nodes") where no live node has the name.
Status replay(Cluster& cluster, const ClusterEvent& event);

/// Whether the initial nodes are those of generated_cluster(), so that links and files give only their number.
bool starts_generated(const Scenario& scenario);

/// The field `at_once` of a link: how many changes each step has, from the first step of several on; "5" where the last
/// five changes are one step, "5,1*30" where thirty single ones came after, "" where every change is a step of its own.
std::string format_steps(std::span<const ClusterEvent> log);

/// Joins the cluster's last events into such steps. More than there are are as many as there are. Error (field
/// `at_once`, the range of its numbers) leaves the cluster as it was.
Status parse_steps(std::string_view text, Cluster& cluster);

/// The way to `scenario`: its initial nodes, then the scenario after every step of its log; the last is `scenario`
/// itself. Undo after a reload goes back along it. For a long log of a large cluster it returns only the last steps,
/// which together hold at most kMaxStepNodes nodes and events. If the log was cleared (Restart), a replay cannot assign
/// the same ids: then there is one step.
std::vector<Scenario> steps_of(const Scenario& scenario);

inline constexpr std::size_t kMaxStepNodes = 200'000;

}  // namespace reshard
