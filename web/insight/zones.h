#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/model/cluster.h"
#include "core/scenario/command.h"

namespace reshard {

/// How many zones the nodes are in; those that are in none are in one together.
std::size_t zones_of(const Cluster& cluster);

/// Over how many zones the nodes can be dealt: 5, or as many as there are. Of more than 500 nodes each would be a change
/// of its own in the log and in the link: they are left alone.
std::size_t most_zones(const Cluster& cluster);

/// What puts the nodes into the zones z1, z2… in turn, 1 to most_zones() of them; into none for one.
std::vector<Command> deal_zones(const Cluster& cluster, std::uint64_t zones);

}  // namespace reshard
