#include "core/placement/systems/memcached_hashes.h"

#include <algorithm>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/placement/ring_placement.h"

namespace reshard {
namespace {

template <std::uint32_t (*kFunction)(std::string_view)>
std::uint64_t read_by(std::string_view key, const HashFunction&, std::uint64_t) {
  return kFunction(key);
}

// Old links can give a client a hash function that it has no name for: then the low 32 bits count.
using Reading = std::uint64_t (*)(std::string_view key, const HashFunction& hash, std::uint64_t seed);

struct Client {
  const HashFunction* hash;
  Reading read;
};

Recipe recipe_of(std::span<const Client> client, const HashFunction& hash) {
  const auto known = std::find_if(client.begin(), client.end(), [&](const Client& one) { return one.hash == &hash; });
  return {&hash, 0, known == client.end() ? low_32 : known->read};
}

// Common to libhashkit and twemproxy, which took them from libhashkit.
constexpr Client kCommon[] = {
    {&md5_hash, md5_word},
    {&one_at_a_time_hash, read_by<one_at_a_time_libhashkit>},
    {&fnv1_64_hash, read_by<memcached::fnv1_64>},
    {&fnv1a64_hash, read_by<memcached::fnv1a_64>},
    {&fnv1_32_hash, read_by<memcached::fnv1_32>},
    {&fnv1a32_hash, read_by<memcached::fnv1a_32>},
    {&crc32_hash, read_by<memcached::crc32>},
    {&murmur2_hash, read_by<memcached::murmur>},
    {&lookup3_hash, read_by<memcached::jenkins>},
    {&murmur3_32_hash, read_by<memcached::murmur3>},  // libhashkit alone
};
constexpr Client kTwemproxy[] = {{&crc16_hash, read_by<memcached::crc16>}};

// spymemcached hashes a text's UTF-16 units, in longs of which only the low half counts.
enum class Fnv { k1, k1a };

template <Fnv kFnv, std::uint32_t kOffset, std::uint32_t kPrime>
std::uint32_t fnv_of_units(std::string_view key) {
  const std::string units = to_utf16(key);
  std::uint32_t hash = kOffset;
  for (std::size_t at = 0; at < units.size(); at += 2) {
    const std::uint32_t unit = load_le<std::uint16_t>(units.data() + at);
    hash = kFnv == Fnv::k1 ? (hash * kPrime) ^ unit : (hash ^ unit) * kPrime;
  }
  return hash;
}

constexpr std::uint32_t kOffset32 = 0x811c9dc5u, kPrime32 = 0x01000193u;
constexpr std::uint32_t kOffset64 = 0x84222325u, kPrime64 = 0x000001b3u;  // the low halves

constexpr Client kSpymemcached[] = {
    {&md5_hash, md5_word},
    {&crc32_hash, read_by<memcached::crc32>},
    {&fnv1_64_hash, read_by<fnv_of_units<Fnv::k1, kOffset64, kPrime64>>},
    {&fnv1a64_hash, read_by<fnv_of_units<Fnv::k1a, kOffset64, kPrime64>>},
    {&fnv1_32_hash, read_by<fnv_of_units<Fnv::k1, kOffset32, kPrime32>>},
    {&fnv1a32_hash, read_by<fnv_of_units<Fnv::k1a, kOffset32, kPrime32>>},
    {&java_string_hash, read_by<java_string>},
};

// python-memcached would take 0 for no server, so it uses 1 instead.
std::uint32_t crc32_or_1(std::string_view key) { return std::max(memcached::crc32(key), 1u); }

constexpr Client kPythonMemcached[] = {{&crc32_hash, read_by<crc32_or_1>}};

}  // namespace

std::span<const OfferedHash> libmemcached_hashes() {
  static constexpr OfferedHash kNames[] = {
      {&one_at_a_time_hash, "DEFAULT"}, {&md5_hash, "MD5"},          {&crc32_hash, "CRC"},
      {&fnv1_64_hash, "FNV1_64"},       {&fnv1a64_hash, "FNV1A_64"}, {&fnv1_32_hash, "FNV1_32"},
      {&fnv1a32_hash, "FNV1A_32"},      {&murmur2_hash, "MURMUR"},   {&murmur3_32_hash, "MURMUR3"},
      {&lookup3_hash, "JENKINS"},
  };
  return kNames;
}

Recipe libmemcached_recipe(const HashFunction& hash) { return recipe_of(kCommon, hash); }

std::span<const OfferedHash> twemproxy_hashes() {
  static constexpr OfferedHash kNames[] = {
      {&fnv1a64_hash, "fnv1a_64"}, {&one_at_a_time_hash, "one_at_a_time"},
      {&md5_hash, "md5"},          {&crc16_hash, "crc16"},
      {&crc32_hash, "crc32"},      {&crc32a_hash, "crc32a"},
      {&fnv1_64_hash, "fnv1_64"},  {&fnv1_32_hash, "fnv1_32"},
      {&fnv1a32_hash, "fnv1a_32"}, {&hsieh_hash, "hsieh"},
      {&murmur2_hash, "murmur"},   {&lookup3_hash, "jenkins"},
  };
  return kNames;
}

Recipe twemproxy_recipe(const HashFunction& hash) {
  if (&hash == &murmur3_32_hash) return {&hash, 0, low_32};  // which twemproxy does not have
  const Recipe own = recipe_of(kTwemproxy, hash);
  return own.read == low_32 ? recipe_of(kCommon, hash) : own;
}

std::span<const OfferedHash> spymemcached_hashes() {
  static constexpr OfferedHash kNames[] = {
      {&md5_hash, "KETAMA_HASH"},       {&java_string_hash, "NATIVE_HASH"}, {&crc32_hash, "CRC_HASH"},
      {&fnv1_64_hash, "FNV1_64_HASH"},  {&fnv1a64_hash, "FNV1A_64_HASH"},   {&fnv1_32_hash, "FNV1_32_HASH"},
      {&fnv1a32_hash, "FNV1A_32_HASH"},
  };
  return kNames;
}

Recipe spymemcached_recipe(const HashFunction& hash) { return recipe_of(kSpymemcached, hash); }

std::span<const OfferedHash> python_memcached_hashes() {
  static constexpr OfferedHash kNames[] = {{&crc32_hash, "cmemcache_hash"}, {&crc32a_hash, "binascii.crc32"}};
  return kNames;
}

Recipe python_memcached_recipe(const HashFunction& hash) { return recipe_of(kPythonMemcached, hash); }

}  // namespace reshard
