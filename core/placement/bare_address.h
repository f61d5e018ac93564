#pragma once

#include <string>

#include "core/model/node.h"

namespace reshard {

/// What may be the path of a socket, "/path" or "unix:/path": it is one if it begins with "/".
inline std::string_view socket_path(const std::string& name) {
  return std::string_view(name).substr(name.starts_with("unix:/") ? 5 : 0);
}

/// Removes the brackets of IPv6 from the host of endpoint(name).
inline void remove_brackets(const std::string& name, Endpoint& parts) {
  if (name.starts_with('[') && name.ends_with(']')) parts = {name, {}};
  if (parts.host.starts_with('[') && parts.host.ends_with(']'))
    parts.host = parts.host.substr(1, parts.host.size() - 2);
}

}  // namespace reshard
