#pragma once

#include "core/placement/systems/client_rings.h"

// redis-rb 4.8.0, lib/redis/hash_ring.rb and distributed.rb. Points: CRC-32 of "redis://host:port/db:i", 160 a
// server; with the option id, of "id:i". The last point at or before the key. Of a key that has a line which begins
// with "{…}", only what is between these braces is hashed (the regular expression /^\{(.+?)\}/). Of two servers'
// points at one position the later server's counts. No weights.

namespace reshard::client_rings {

enum IdentifiedBy { kUrl, kId };

/// What redis-rb hashes of a key: Ruby's key[/^\{(.+?)\}/, 1], or all of it.
inline std::string_view tag_of_line(std::string_view key) {
  for (std::size_t line = 0; line != key.npos && line < key.size();) {
    const std::size_t end = std::min(key.find('\n', line), key.size());
    const std::size_t close = key[line] == '{' ? key.find('}', line + 2) : key.npos;
    if (close != key.npos && close < end) return key.substr(line + 1, close - line - 1);
    line = end + 1;
  }
  return key;
}

inline std::uint64_t redis_rb_position(std::string_view key, const HashFunction&, std::uint64_t) {
  return crc32(tag_of_line(key));
}

/// Whether points are made of the name as it is.
inline bool is_named(const std::string& name, std::span<const double> params) {
  return static_cast<IdentifiedBy>(params[kIdentifiedBy]) == kId || name.find("://") != name.npos;
}

inline std::string redis_rb_text(const std::string& name, std::span<const double> params) {
  if (is_named(name, params)) return name;
  const std::string address = address_text(name, "6379");
  return (address.starts_with('/') ? "unix://" : "redis://") + address + "/0";
}

inline std::uint64_t redis_rb_points(double, const Pool&) { return 160; }

inline Status check_redis_rb(const Dialect& dialect, const Node& node, std::span<const double> params) {
  if (is_named(node.name, params)) return check_no_weight(dialect.system, node);
  return check_server(dialect, node, params);
}

inline constexpr Dialect kRedisRb{.id = "redis_rb",
                                  .system = "redis-rb",
                                  .position = redis_rb_position,
                                  .point = crc_point,
                                  .server = redis_rb_text,
                                  .texts = redis_rb_points,
                                  .points = 160,
                                  .build = build_ring<OwnerRing>,
                                  .traits = kEqual,
                                  .fits = check_redis_rb,
                                  .variance = 5};

}  // namespace reshard::client_rings
