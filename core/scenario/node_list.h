#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/model/node.h"

namespace reshard {

/// Nodes from pasted text, one a line: a name, or a name and a weight, separated by a tab, the last comma or semicolon,
/// or a space ("db-1,2"). Blank lines are skipped. Errors name the line, from 1: a repeated or bad name, a weight
/// outside 0 to kMaxWeight, more than two columns, a line of a table or of punctuation, as programs print them; or the field "nodes": none at all, more than kMaxNodes.
Result<std::vector<Node>> parse_node_list(std::string_view text);

/// The text that parse_node_list() reads as these names and weights.
std::string format_node_list(std::span<const Node> nodes);

}  // namespace reshard
