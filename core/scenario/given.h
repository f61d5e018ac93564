#pragma once

#include <string>
#include <string_view>

#include "core/scenario/scenario.h"

namespace reshard {

// The field `owners` of a link: the table that a cluster begins with. redis_slots:0*5461,1*5462,-*3,2*5458 says how many
// entries in a row each initial node has, by its position, or nobody (-); token_ring:0@-42,1@977 says whose each token is
// (0 to 2^127 under Cassandra's RandomPartitioner), and haproxy:0@30,1@4 which number each server has.

std::string format_owners(const Cluster& cluster);  ///< empty where no table is given

/// Gives the scenario's cluster the table that a text describes. Errors name the field `owners`: malformed, unknown (no
/// such node or strategy), out_of_range (another number of entries than the strategy's table has, or a token above 2^127),
/// duplicate (a token).
Status give_owners(std::string_view text, Scenario& scenario);

/// Removes a given table that no strategy of the scenario has any more, or that has another number of entries.
void forget_lost_table(Scenario& scenario);

/// The cluster's nodes as a new start (Cluster::rebased()), with the table as it is now where one was given, or, if
/// `keep` says so, where the main strategy would make another one without the log.
Cluster rebased_with_table(const Scenario& scenario, bool keep);

}  // namespace reshard
