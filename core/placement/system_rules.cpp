#include "core/placement/system_rules.h"

#include <cmath>
#include <optional>

#include "core/base/text.h"

namespace reshard {
namespace {

constexpr std::string_view kHostSigns = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_.-";
constexpr std::size_t kMaxHost = 253;

bool is_port(std::string_view text) {
  constexpr std::uint64_t kMaxPort = 65535;
  const auto port = parse_u64(text);
  return port && *port >= 1 && *port <= kMaxPort && text.front() != '0';
}

bool is_host(std::string_view text) {
  const auto ends_well = [](char c) { return c != '-' && c != '.'; };
  return !text.empty() && text.size() <= kMaxHost && text.find_first_not_of(kHostSigns) == std::string_view::npos &&
         ends_well(text.front()) && ends_well(text.back());
}

/// The number of 16-bit groups on one side of "::", or in an address without it; nullopt where the text is malformed.
std::optional<int> ipv6_groups(std::string_view text) {
  if (text.empty()) return 0;
  int groups = 0;
  for (;;) {
    const std::size_t colon = text.find(':');
    const std::string_view group = text.substr(0, colon);
    const bool hex = !group.empty() && group.size() <= 4 &&
                     group.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
    if (!hex) return std::nullopt;
    ++groups;
    if (colon == std::string_view::npos) return groups;
    text.remove_prefix(colon + 1);
  }
}

bool is_ipv6(std::string_view text) {
  constexpr int kGroups = 8;
  const std::size_t gap = text.find("::");
  if (gap == std::string_view::npos) return ipv6_groups(text) == kGroups;
  const auto before = ipv6_groups(text.substr(0, gap)), after = ipv6_groups(text.substr(gap + 2));
  return before && after && *before + *after < kGroups;
}

}  // namespace

bool is_address(std::string_view name) {
  const std::string_view path = name.starts_with("unix:") ? name.substr(5) : name;
  if (path.starts_with('/')) return path.size() > 1;
  if (name.starts_with('[')) {
    const std::size_t end = name.find(']');
    if (end == std::string_view::npos || !is_ipv6(name.substr(1, end - 1))) return false;
    const std::string_view rest = name.substr(end + 1);
    return rest.empty() || (rest.front() == ':' && is_port(rest.substr(1)));
  }
  const std::size_t colon = name.find(':');
  return is_host(name.substr(0, colon)) && (colon == std::string_view::npos || is_port(name.substr(colon + 1)));
}

Status check_address(std::string_view system, const Node& node) {
  if (is_address(node.name)) return Done{};
  return Error{
      ErrorCode::unsupported,
      "nodes[" + node.name + "]",
      {"{1} identifies a server by its address: host, host:port, [IPv6]:port or a socket path", std::string(system)}};
}

Status check_whole_weight(std::string_view system, const Node& node) {
  if (node.weight == std::floor(node.weight)) return Done{};
  return Error{ErrorCode::unsupported,
               "nodes[" + node.name + "].weight",
               {"{1} accepts whole weights only, not {2}", std::string(system), short_number(node.weight)}};
}

// envoy.config.endpoint.v3.LbEndpoint: UInt32Value, gte: 1. A host that is drained is not in the configuration at all.
Status check_envoy_weight(const Node& node) {
  if (node.weight == std::floor(node.weight)) return Done{};
  return Error{ErrorCode::unsupported,
               "nodes[" + node.name + "].weight",
               {"Envoy's load_balancing_weight is a whole number from 1, not {1}; 0 leaves the host out",
                short_number(node.weight)}};
}

// cfgparse's SRV_UWGHT_MAX.
Status check_haproxy_weight(const Node& node) {
  constexpr double kMost = 256;
  if (node.weight <= kMost) return check_whole_weight("HAProxy", node);
  return Error{ErrorCode::unsupported,
               "nodes[" + node.name + "].weight",
               {"HAProxy's weights are 0 to 256, not {1}", short_number(node.weight)}};
}

Status check_no_weight(std::string_view system, const Node& node) {
  if (node.weight == 1 || node.weight == 0) return Done{};
  return Error{ErrorCode::unsupported,
               "nodes[" + node.name + "].weight",
               {"{1} has no weights: every node has 1, or 0 to drain it", std::string(system)}};
}

}  // namespace reshard
