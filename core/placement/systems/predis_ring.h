#pragma once

#include <cmath>

#include "core/placement/key_parts.h"
#include "core/placement/systems/client_rings.h"

// * Predis 1.1.10 (PHP), Cluster/Distributor/HashRing.php: as redis-rb with "host:port:i" and round(weight / total ·
//   servers · 128) points. PHP's round() first rounds to 15 significant digits. Weights count from 1; a server without
//   one has 100. Keys by Redis' hash tag, anywhere in the key.
// * Predis' KetamaRing.php: as libketama, four points of each MD5("host:port-i"), floor(weight / total · servers · 40)
//   of these in double precision, and the first point at or after the key.

namespace reshard::client_rings {

inline std::uint64_t predis_position(std::string_view key, const HashFunction&, std::uint64_t) {
  return crc32(hash_tag(key));
}
inline std::uint64_t predis_ketama_position(std::string_view key, const HashFunction&, std::uint64_t) {
  return load_le32(md5(hash_tag(key)).data());
}

inline std::string predis_text(const std::string& name, std::span<const double>) { return address_text(name, "6379"); }

/// PHP's round() of a positive number, up to version 8.3: first to 15 significant digits.
inline double php_round(double value) {
  double digits = std::pow(10, 14 - std::floor(std::log10(value)));
  if (value >= 1e14) digits = 1;
  return std::floor(std::floor(value * digits + 0.5) / digits + 0.5);
}

inline std::uint64_t predis_points(double weight, const Pool& pool) {
  if (weight == 0) return 0;
  return static_cast<std::uint64_t>(php_round(weight / pool.total * pool.in_use * 128));
}

inline std::uint64_t predis_digests(double weight, const Pool& pool) {
  return static_cast<std::uint64_t>(std::floor(weight / pool.total * pool.in_use * 40));
}

inline constexpr Dialect kPredis{.id = "predis",
                                 .system = "Predis",
                                 .position = predis_position,
                                 .point = crc_point,
                                 .server = predis_text,
                                 .texts = predis_points,
                                 .points = 128,
                                 .build = build_ring<OwnerRing>,
                                 .traits = kWeighted,
                                 .fits = check_server,
                                 .variance = 5};

inline constexpr Dialect kPredisKetama{.id = "predis_ketama",
                                       .system = "Predis",
                                       .position = predis_ketama_position,
                                       .server = predis_text,
                                       .mark = "-",
                                       .texts = predis_digests,
                                       .points = 160,
                                       .build = build_ring<OwnerRing>,
                                       .traits = kWeighted,
                                       .fits = check_server,
                                       .rule = RingRule::kAtOrAfter,
                                       .reading = kMd5Word};

}  // namespace reshard::client_rings
