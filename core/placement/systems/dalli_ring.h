#pragma once

#include <cmath>

#include "core/placement/systems/client_rings.h"
#include "core/placement/tries.h"

// Dalli 3.0.6, a memcached client in Ruby, lib/dalli/ring.rb. Points: the first 8 hexadecimal digits of
// SHA-1("host:port:i"), i from 0. Keys: CRC-32. The last point at or before the key; below the first point, the
// ring's last. A server has floor(servers · 160 · weight / total) points, computed in whole numbers but for the
// division, and a server of weight 0 counts among the servers: it gives the others more points. The port is written
// even if it is 11211, an IPv6 address without brackets, a socket as its path alone. A key of more than 250
// characters is replaced before it is hashed: by its first 212 characters, ":md5:" and the MD5 of all of it in
// hexadecimal. While a server is down, the key is looked up again as "0key", "1key", … "18key". The ring is sorted
// by sort_by, which keeps the order of equal points only as the C library's qsort_r does: with glibc 2.36, the later
// server's point is the last.

namespace reshard::client_rings {

inline std::string hex_of(std::span<const std::uint8_t> bytes) {
  std::string hex;
  for (const std::uint8_t byte : bytes) {
    hex += "0123456789abcdef"[byte >> 4];
    hex += "0123456789abcdef"[byte & 15];
  }
  return hex;
}

/// Where the text's first `count` characters end. In a text that is not UTF-8, each byte is one.
inline std::size_t end_of_characters(std::string_view text, std::size_t count) {
  if (!is_utf8(text)) return std::min(text.size(), count);
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    const bool begins = (static_cast<unsigned char>(text[at]) & 0xC0u) != 0x80;
    if (begins && count-- == 0) break;
  }
  return at;
}

/// What Dalli sends, and hashes, in place of a key that memcached would refuse as too long.
inline std::string dalli_key(std::string_view key) {
  constexpr std::size_t kLongest = 250, kKept = 212;
  if (end_of_characters(key, kLongest) == key.size()) return std::string(key);
  return std::string(key.substr(0, end_of_characters(key, kKept))) + ":md5:" + hex_of(md5(key));
}

inline std::uint64_t dalli_position(std::string_view key, const HashFunction&, std::uint64_t) {
  return crc32(dalli_key(key));
}
inline std::uint64_t sha1_point(std::string_view text, const HashFunction&, std::uint64_t) {
  return load_be<std::uint32_t>(sha1(text).data());
}

inline std::string dalli_text(const std::string& name, std::span<const double>) { return address_text(name, "11211"); }

inline std::uint64_t dalli_points(double weight, const Pool& pool) {
  return static_cast<std::uint64_t>(std::floor(pool.servers * 160 * weight / pool.total));
}

/// Dalli's: while the server is down, the key is hashed again with the number of the try before it.
class DalliRing final : public OwnerRing {
 public:
  using OwnerRing::OwnerRing;

  void serve(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    std::fill(owners.begin(), owners.end(), kNoNode);
    for (KeyCursor key(keys); key.next();) {
      owners[std::size_t{key.at()} * replicas] = look(key, [](std::uint64_t, NodeId) {});
    }
  }

  void explain_serving(const SingleKey& key, std::uint32_t, Trace& trace) const override {
    explain_tries(key, trace, [this](KeyCursor& cursor, auto visit) { return look(cursor, visit); });
  }

 private:
  template <typename Visit>
  NodeId look(KeyCursor& key, Visit visit) const {
    constexpr int kTries = 20;
    std::uint64_t position = key.hash();
    for (int tried = 0; tried < kTries; ++tried) {
      const NodeId node = owner_at(position);
      visit(position, node);
      if (!is_down(node)) return node;
      position = crc32(decimal(static_cast<std::uint64_t>(tried)) + dalli_key(key.name()));
    }
    return kNoNode;
  }
};

inline constexpr Dialect kDalli{.id = "dalli",
                                .system = "Dalli",
                                .position = dalli_position,
                                .point = sha1_point,
                                .server = dalli_text,
                                .texts = dalli_points,
                                .points = 160,
                                .build = build_ring<DalliRing>,
                                .traits = kWeighted,
                                .fits = check_server};

}  // namespace reshard::client_rings
