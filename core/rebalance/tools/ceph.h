#pragma once

#include "core/rebalance/tools/tool.h"

namespace reshard::rebalance::tools {

/// What Ceph's own balancer wants to move: the lines `ceph osd pg-upmap-items 2.7 3 12 …` of `osdmaptool --upmap` or of
/// the user's own file. Its answer differs from run to run (the same map six times gave 95 to 100 changes), so it is read
/// and never imitated. Pairs say from which OSD to which; entries are placement groups, "2.7", nodes are "osd.3".
///
/// A pair stands for where CRUSH alone would put a copy, so a group that already has such items may not hold `from`: then
/// the line is refused, unless it changes nothing. `rm-pg-upmap-items` lines are refused, as where copies then go only
/// CRUSH knows. Other lines are not read. Errors name the line: "lines[3]".
Result<Plan> ceph_upmap(const Problem& problem, std::string_view text);

}  // namespace reshard::rebalance::tools
