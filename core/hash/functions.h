#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/random.h"

/// The hash functions with their own types, for strategies that use a fixed one. The functions of hashes.def are named
/// after their ids; the rest are variants and parts that some strategy's dialect needs.
namespace reshard {

/// xxHash by Yann Collet (xxhash.h, version 0.8).
std::uint64_t xxh64(std::string_view bytes, std::uint64_t seed = 0);
std::uint32_t xxh32(std::string_view bytes, std::uint32_t seed = 0);
std::uint64_t xxh3(std::string_view bytes, std::uint64_t seed = 0);  ///< XXH3_64bits

/// Fowler, Noll, Vo, variant 1a: exclusive or, then multiply (RFC 9923).
std::uint64_t fnv1a64(std::string_view bytes);
std::uint32_t fnv1a32(std::string_view bytes);

/// The older variant 1: multiply, then exclusive or.
std::uint64_t fnv1_64(std::string_view bytes);
std::uint32_t fnv1_32(std::string_view bytes);

/// MurmurHash3 by Austin Appleby: x86_32 and x64_128.
std::uint32_t murmur3_32(std::string_view bytes, std::uint32_t seed = 0);

/// The two words of MurmurHash3 x64_128, in the order in which the reference writes them.
struct Murmur128 {
  std::uint64_t h1, h2;

  bool operator==(const Murmur128&) const = default;
};

Murmur128 murmur3_128(std::string_view bytes, std::uint32_t seed = 0);

/// MurmurHash3 x64_128 as Cassandra computes it, with seed 0: the bytes after the last whole block of 16 are signed, so
/// a byte of 0x80 or more also flips every bit above it.
Murmur128 murmur3_128_cassandra(std::string_view bytes);

/// MurmurHash3's finalisers: bijections of words in which every bit depends on every bit. Of the first one, also what
/// lies between its first shift and its last, for callers that share the one or need only the upper 16 bits, which the
/// other leaves as they are. Lanes: a 32-bit word, or a vector of them.
template <typename Lanes>
constexpr Lanes fmix32_between_shifts(Lanes h) {
  h *= 0x85ebca6bu;
  return (h ^ (h >> 13)) * 0xc2b2ae35u;
}
template <typename Lanes>
constexpr Lanes fmix32_after_first_shift(Lanes h) {
  h = fmix32_between_shifts(h);
  return h ^ (h >> 16);
}
constexpr std::uint32_t fmix32(std::uint32_t h) { return fmix32_after_first_shift(h ^ (h >> 16)); }
constexpr std::uint64_t fmix64(std::uint64_t h) {
  h = (h ^ (h >> 33)) * 0xff51afd7ed558ccdu;
  h = (h ^ (h >> 33)) * 0xc4ceb9fe1a85ec53u;
  return h ^ (h >> 33);
}

/// MurmurHash2 by Austin Appleby: the 32-bit original, and MurmurHash64A.
std::uint32_t murmur2(std::string_view bytes, std::uint32_t seed = 0);
std::uint64_t murmur64a(std::string_view bytes, std::uint64_t seed = 0);

/// SipHash by Jean-Philippe Aumasson and Daniel J. Bernstein, with 2 and 4 rounds, and the shorter variant with 1 and
/// 3, which CPython has used for strings since 3.11. k0 is the first half of the key, read as little-endian.
std::uint64_t siphash24(std::string_view bytes, std::uint64_t k0, std::uint64_t k1);
std::uint64_t siphash13(std::string_view bytes, std::uint64_t k0, std::uint64_t k1);

/// The first output of the random generator SplitMix64 when seeded with `number`.
constexpr std::uint64_t splitmix64(std::uint64_t number) { return Random(number).next(); }

/// MD5 (RFC 1321), SHA-1 (RFC 3174), and BLAKE2b without a key (RFC 7693).
std::array<std::uint8_t, 16> md5(std::string_view bytes);
std::array<std::uint8_t, 20> sha1(std::string_view bytes);
std::array<std::uint8_t, 64> blake2b_512(std::string_view bytes);

/// CRC-32 as in zlib, gzip and PNG. Chains: crc32("b", crc32("a")) is crc32("ab").
std::uint32_t crc32(std::string_view bytes, std::uint32_t crc_before = 0);

/// CRC-32C, Castagnoli's polynomial, as in iSCSI (RFC 3720) and ext4; chains like crc32.
std::uint32_t crc32c(std::string_view bytes, std::uint32_t crc_before = 0);

/// SSE4.2's instruction crc32q, which some strategies use as a hash of two numbers: CRC-32C over the 8 bytes of
/// `value`, lowest first, starting from the low half of `crc`, with nothing inverted.
std::uint32_t crc32c_u64(std::uint64_t value, std::uint64_t crc);

/// CRC-16/XMODEM as Redis Cluster uses it: polynomial 0x1021, initial value 0, highest bit first.
std::uint16_t crc16(std::string_view bytes);

/// One-at-a-time by Bob Jenkins (Dr. Dobb's, 1997).
std::uint32_t one_at_a_time(std::string_view bytes);

/// The same as libhashkit computes it where char is signed: a byte of 0x80 or more is sign-extended.
std::uint32_t one_at_a_time_libhashkit(std::string_view bytes);

/// lookup3 by Bob Jenkins (2006): hashlittle() with this initval.
std::uint32_t lookup3(std::string_view bytes, std::uint32_t initval = 0);

/// SuperFastHash by Paul Hsieh (2004); the last byte of a key whose length is 3 mod 4 is signed.
std::uint32_t hsieh(std::string_view bytes);

/// These functions as memcached's clients compute them; on their platforms char is signed.
namespace memcached {

/// The four FNV hashes of libhashkit and twemproxy: a byte of 0x80 or more is sign-extended, and only the low half of
/// the 64-bit ones is kept.
std::uint32_t fnv1_64(std::string_view bytes);
std::uint32_t fnv1a_64(std::string_view bytes);
std::uint32_t fnv1_32(std::string_view bytes);
std::uint32_t fnv1a_32(std::string_view bytes);

/// Bits 16 to 30 of CRC-32, as introduced by Cache::Memcached.
std::uint32_t crc32(std::string_view bytes);

/// twemproxy's CRC-16: the bits shifted out at the top are kept, up to 32 bits.
std::uint32_t crc16(std::string_view bytes);

/// MurmurHash2 and MurmurHash3 x86_32, seeded with 0xdeadbeef · length.
std::uint32_t murmur(std::string_view bytes);
std::uint32_t murmur3(std::string_view bytes);

/// lookup3 with the initval 13.
std::uint32_t jenkins(std::string_view bytes);

}  // namespace memcached

/// h = h · 65599 + byte, starting from 0: from the sdbm database library. HAProxy's default.
std::uint32_t sdbm(std::string_view bytes);

/// h = h · 33 + byte, starting from 5381: by Daniel J. Bernstein, in comp.lang.c.
std::uint32_t djb2(std::string_view bytes);

/// h = h · 31 + unit, starting from 0, over a text's UTF-16 units: java.lang.String.hashCode(), 32 bits. Java hashes
/// text, not bytes: a key that is not UTF-8 is read as to_utf16() reads it, each byte of 0x80 or more as U+FFFD.
std::uint32_t java_string(std::string_view text);

/// The 64-bit number written as decimal text: digits up to 2^64 − 1, or a minus sign and digits down to −2^63 (two's
/// complement); nullopt for any other text.
std::optional<std::uint64_t> integer(std::string_view text);

}  // namespace reshard
