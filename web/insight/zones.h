#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/model/cluster.h"
#include "core/scenario/command.h"

namespace reshard {

/// How many zones the nodes are in; nodes without a zone count as one zone together.
std::size_t zones_of(const Cluster& cluster);

/// Over how many zones the nodes can be dealt: 5, or the current number if that is more. Above 500 nodes it is 1 and
/// the zones are left alone, because each node would be a change of its own in the log and in the link.
std::size_t most_zones(const Cluster& cluster);

/// The commands that put the nodes into zones z1, z2… in turn, 1 to most_zones() of them; for one zone, into none.
std::vector<Command> deal_zones(const Cluster& cluster, std::uint64_t zones);

}  // namespace reshard
