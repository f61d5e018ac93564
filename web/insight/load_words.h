#pragma once

#include <string>

#include "web/state/ui_state.h"

namespace reshard::ui {

/// Whether a node's requests are not simply in proportion to its keys. `scenario` is that of these results, after or
/// before.
bool requests_differ(const Results& results, const Scenario& scenario);

/// How evenly the keys are distributed or, if requests differ from keys, which node is busiest and which keys are hot;
/// and which nodes are above their capacity. `load` and `scenario` are of the main strategy's results, after or before.
std::string load_words(const Results& results, const Scenario& scenario, const LoadStats& load);

/// How many keys passed a full node, and one of those keys by name; "" if no node can be full or it is not known yet.
std::string overflow_words(const Results& results, const UiState& ui);

/// The nodes above their capacity, by name, separated by commas.
std::string names_above(const Scenario& scenario, const LoadStats& load);

/// How many keys have fewer replicas than the scenario asks for; "" if none has.
std::string undersized_words(const ReplicaFigures& figures);

/// How many keys have replicas that could fail together; "" if all nodes are in one zone.
std::string zone_words(const ReplicaFigures& figures);

/// What the loss of two nodes costs; "" if that is not known.
std::string quorum_words(const ReplicaFigures& figures, const Cluster& cluster);

/// What happens to the keys when nodes fail; "" if there is nothing to say.
std::string replica_words(const Results& results, const UiState& ui);

}  // namespace reshard::ui
