#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace reshard {

struct IpAddress {
  std::string text;        ///< without brackets and port
  std::string bytes;       ///< 4 of IPv4, 16 of IPv6
  std::uint32_t port = 0;  ///< 0: none
};

/// Reads "10.0.0.1", "10.0.0.1:80", "[::1]" or "[::1]:80", what stands before the port as inet_pton() does: nothing where
/// the text is something else, such as a name.
std::optional<IpAddress> read_ip_address(std::string_view text);

}  // namespace reshard
