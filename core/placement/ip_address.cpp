#include "core/placement/ip_address.h"

#include "core/base/text.h"

namespace reshard {
namespace {

/// Takes what stands before the next separator, or the rest, off the text.
std::string_view take(std::string_view& text, char separator) {
  const std::size_t end = text.find(separator);
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return part;
}

/// Without leading zeros, which some programs read as octal.
std::optional<std::string> ipv4_bytes(std::string_view text) {
  constexpr std::size_t kParts = 4;
  std::string bytes;
  for (std::size_t part = 1; part <= kParts; ++part) {
    if (part < kParts && text.find('.') == std::string_view::npos) return std::nullopt;
    const std::string_view digits = part < kParts ? take(text, '.') : text;
    const auto number = parse_u64(digits);
    if (!number || *number > 0xFF || decimal(*number) != digits) return std::nullopt;
    bytes.push_back(static_cast<char>(*number));
  }
  return bytes;
}

/// The bytes on one side of "::", or of an address without it; `last`: they may end in an IPv4 address.
std::optional<std::string> ipv6_groups(std::string_view text, bool last) {
  std::string bytes;
  if (text.empty()) return bytes;
  if (text.back() == ':') return std::nullopt;
  while (!text.empty()) {
    const bool dotted = last && text.find(':') == std::string_view::npos && text.find('.') != std::string_view::npos;
    if (dotted) {
      const auto ipv4 = ipv4_bytes(text);
      return ipv4 ? std::optional(bytes + *ipv4) : std::nullopt;
    }
    const std::string_view group = take(text, ':');
    if (group.empty() || group.size() > 4) return std::nullopt;
    const auto number = parse_hex64(std::string(16 - group.size(), '0').append(group));
    if (!number) return std::nullopt;
    bytes.push_back(static_cast<char>(*number >> 8));
    bytes.push_back(static_cast<char>(*number & 0xFF));
  }
  return bytes;
}

std::optional<std::string> ipv6_bytes(std::string_view text) {
  constexpr std::size_t kBytes = 16;
  const std::size_t gap = text.find("::");
  if (gap == std::string_view::npos) {
    auto bytes = ipv6_groups(text, true);
    return bytes && bytes->size() == kBytes ? bytes : std::nullopt;
  }
  const auto before = ipv6_groups(text.substr(0, gap), false), after = ipv6_groups(text.substr(gap + 2), true);
  if (!before || !after || before->size() + after->size() >= kBytes) return std::nullopt;
  return *before + std::string(kBytes - before->size() - after->size(), '\0') + *after;
}

}  // namespace

std::optional<IpAddress> read_ip_address(std::string_view text) {
  constexpr std::uint64_t kMostPort = 65535;
  const bool is_ipv6 = text.starts_with('[');
  const std::size_t end = text.find(is_ipv6 ? ']' : ':');
  if (is_ipv6 && end == std::string_view::npos) return std::nullopt;
  const std::string_view host = is_ipv6 ? text.substr(1, end - 1) : text.substr(0, end);
  const auto bytes = is_ipv6 ? ipv6_bytes(host) : ipv4_bytes(host);
  if (!bytes) return std::nullopt;
  std::string_view rest = text.substr(end == std::string_view::npos ? text.size() : end + (is_ipv6 ? 1 : 0));
  if (rest.empty()) return IpAddress{std::string(host), *bytes};
  const bool has_port = rest.front() == ':';
  rest.remove_prefix(1);
  const auto port = parse_u64(rest);
  if (!has_port || !port || *port > kMostPort) return std::nullopt;
  return IpAddress{std::string(host), *bytes, static_cast<std::uint32_t>(*port)};
}

}  // namespace reshard
