#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/model/cluster.h"

namespace reshard {

// The items of the fields `nodes` and `log`, separated by commas:
//
//   nodes   name, or !name for a node that is down at the start
//   log     +name added   -name removed   ~old~new renamed   *name*2 given a weight   !name gone down   !!name up again
//           @name@dc/zone/rack moved to another place   =name=table:5..9 given these entries of a strategy's table
//   name    as escape() writes it; of an added node with what it has: name[*weight][@dc[/zone[/rack]]], db-1*2@eu/a
//   many    first..last, for names that differ in one number, and for generated ones under the scenario's seed:
//           node-5..node-9 are five nodes, each with what follows

/// The name that goes on from two: 10.0.0.13:8080 after 10.0.0.11:8080 and 10.0.0.12:8080. Empty unless they differ in one
/// number, which grows, and are not generated ones.
std::string next_in_run(std::string_view before, std::string_view last, std::uint64_t seed);

/// Whether the value of `nodes` says how many nodes there are, not which.
bool is_count(std::string_view text);

std::string format_nodes(std::span<const Node> nodes, std::uint64_t seed);  ///< the value of `nodes`, as a list
std::string format_log(std::span<const ClusterEvent> log, std::uint64_t seed);

/// What the items of one link are read with.
struct ItemRules {
  std::uint64_t seed;  ///< the scenario's
  double max_weight;   ///< what is heavier is refused
};

/// The nodes that one item of `nodes` stands for. A weight or place that is refused goes to `refused`, and the node is
/// added without it; an item without a readable name gives no nodes.
std::vector<Node> parse_nodes_item(const std::string& field, std::string_view item, const ItemRules& rules,
                                   std::vector<Error>& refused);

/// The events that one item of `log` stands for: none where a part of it is refused, except that an added node may lose
/// its weight or place.
std::vector<ClusterEvent> parse_log_item(const std::string& field, std::string_view item, const ItemRules& rules,
                                         std::vector<Error>& refused);

}  // namespace reshard
