#pragma once

#include <cstdint>
#include <string_view>

#include "core/hash/rjenkins1.h"

// How Ceph gets from an object's name to a placement group, and from there to what CRUSH draws with.

namespace reshard {

/// ceph_str_hash_rjenkins(): Robert Jenkins' hash of 1996 over bytes, twelve at a time. In the last round the low byte
/// of the third word is left to the length.
inline std::uint32_t ceph_str_hash(std::string_view text) {
  std::uint32_t words[3] = {0x9e3779b9, 0x9e3779b9, 0};
  auto& [a, b, c] = words;
  const std::size_t whole = text.size() / 12 * 12;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t place = i % 12 + (i >= whole && i % 12 >= 8 ? 1 : 0);
    words[place / 4] += std::uint32_t{static_cast<unsigned char>(text[i])} << place % 4 * 8;
    if (i % 12 == 11) rjenkins_mix(a, b, c);
  }
  c += static_cast<std::uint32_t>(text.size());
  rjenkins_mix(a, b, c);
  return c;
}

/// crush_hash32_2().
inline std::uint32_t crush_hash(std::uint32_t a, std::uint32_t b) {
  std::uint32_t hash = 1315423911u ^ a ^ b, x = 231232, y = 1232;
  rjenkins_mix(a, b, hash);
  rjenkins_mix(x, a, hash);
  rjenkins_mix(b, y, hash);
  return hash;
}

/// ceph_stable_mod(): the lower bits of h; those of a group that does not exist yet lack the highest one. So one more
/// group takes half of one other, and a power of two is a plain remainder.
inline std::uint64_t ceph_stable_mod(std::uint64_t h, std::uint64_t groups) {
  std::uint64_t mask = 1;
  while (mask < groups) mask *= 2;
  mask -= 1;
  return (h & mask) < groups ? h & mask : h & mask >> 1;
}

}  // namespace reshard
