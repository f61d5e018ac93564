#pragma once

#include <string>

#include "web/state/ui_state.h"

namespace reshard::ui {

/// Whether a node's requests are another matter than its keys. `scenario` is of these results, after or before.
bool requests_differ(const Results& results, const Scenario& scenario);

/// How evenly the keys lie, or where requests differ, who is busiest and which keys are hot; and who is above the
/// capacity. `load` and `scenario` are of the main strategy's results, after or before.
std::string load_words(const Results& results, const Scenario& scenario, const LoadStats& load);

/// How many keys went past a full node, and one of them by name; "" where no node can be full or it is not known yet.
std::string overflow_words(const Results& results, const UiState& ui);

/// The nodes above their capacity, by name, with commas between them.
std::string names_above(const Scenario& scenario, const LoadStats& load);

/// How many keys have replicas that could fail together; "" where all nodes are in one zone.
std::string zone_words(const ReplicaFigures& figures);

/// What the loss of two nodes costs; "" where that is not known.
std::string quorum_words(const ReplicaFigures& figures, const Cluster& cluster);

/// What becomes of the keys when nodes fail; "" where there is nothing to tell.
std::string replica_words(const Results& results, const UiState& ui);

}  // namespace reshard::ui
