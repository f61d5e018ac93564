#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/random.h"

/// The hash functions with their own types, for schemes that fix one. The functions of hashes.def bear
/// their ids as names; the rest are variants and parts that some scheme's dialect needs.
namespace reshard {

/// xxHash by Yann Collet (xxhash.h, version 0.8).
std::uint64_t xxh64(std::string_view bytes, std::uint64_t seed = 0);

/// Fowler, Noll, Vo, variant 1a: exclusive or, then multiply (RFC 9923).
std::uint64_t fnv1a64(std::string_view bytes);
std::uint32_t fnv1a32(std::string_view bytes);

/// MurmurHash3 by Austin Appleby: x86_32 and x64_128.
std::uint32_t murmur3_32(std::string_view bytes, std::uint32_t seed = 0);

/// The two words of MurmurHash3 x64_128, in the order in which the reference writes them.
struct Murmur128 {
  std::uint64_t h1, h2;

  bool operator==(const Murmur128&) const = default;
};

Murmur128 murmur3_128(std::string_view bytes, std::uint32_t seed = 0);

/// MurmurHash3 x64_128 as Cassandra computes it, seed 0: the bytes after the last whole block of 16 are
/// signed, so one of 0x80 or more also flips every bit above it.
Murmur128 murmur3_128_cassandra(std::string_view bytes);

/// MurmurHash3's finalisers: bijections of words in which every bit depends on every bit.
constexpr std::uint32_t fmix32(std::uint32_t h) {
  h = (h ^ (h >> 16)) * 0x85ebca6bu;
  h = (h ^ (h >> 13)) * 0xc2b2ae35u;
  return h ^ (h >> 16);
}
constexpr std::uint64_t fmix64(std::uint64_t h) {
  h = (h ^ (h >> 33)) * 0xff51afd7ed558ccdu;
  h = (h ^ (h >> 33)) * 0xc4ceb9fe1a85ec53u;
  return h ^ (h >> 33);
}

/// The first output of the random generator SplitMix64 when seeded with `number`.
constexpr std::uint64_t splitmix64(std::uint64_t number) { return Random(number).next(); }

/// MD5 (RFC 1321) and SHA-1 (RFC 3174).
std::array<std::uint8_t, 16> md5(std::string_view bytes);
std::array<std::uint8_t, 20> sha1(std::string_view bytes);

/// CRC-32 as in zlib, gzip and PNG. Chains: crc32("b", crc32("a")) is crc32("ab").
std::uint32_t crc32(std::string_view bytes, std::uint32_t crc_before = 0);

/// The 64-bit number written as decimal text: digits up to 2^64 − 1, or a minus sign and digits down to
/// −2^63 (two's complement); nothing for any other text.
std::optional<std::uint64_t> integer(std::string_view text);

}  // namespace reshard
