#pragma once

#include <string_view>

#include "core/base/result.h"
#include "core/model/node.h"

// What real systems do not accept: checked when a user enters it (Strategy::fits), never for what a link has stored.

namespace reshard {

/// "host", "host:80", "[::1]", "[::1]:80", "/path" or "unix:/path".
bool is_address(std::string_view name);

/// Error (field "nodes[…]") where the name is not an address. `system`: its usual name.
Status check_address(std::string_view system, const Node& node);

/// Errors (field "nodes[…].weight").
Status check_whole_weight(std::string_view system, const Node& node);
Status check_envoy_weight(const Node& node);  ///< load_balancing_weight is a whole number from 1; 0 leaves the host out
Status check_haproxy_weight(const Node& node);                      ///< a server's weight is 0 to 256
Status check_no_weight(std::string_view system, const Node& node);  ///< every node has weight 1; 0 drains it

}  // namespace reshard
