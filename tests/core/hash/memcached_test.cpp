// The hashes of memcached's clients, whose names others use for something else.
#include <array>

#include "core/placement/systems/memcached_hashes.h"
#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

using Hashes = std::span<const OfferedHash>;

// Every function of the client, over keys that are numbers, UTF-8, random bytes, and of 0, 250 and 4,096 bytes.
void expect_rows(Hashes hashes, Recipe (*recipe)(const HashFunction&)) {
  const Vectors rows("hashes_memcached_clients.csv");
  for (const OfferedHash& offered : hashes) {
    expect_column(rows, Input::kHex, offered.name, [&](const std::string& in) {
      const std::uint64_t number = recipe(*offered.hash)(in);
      EXPECT_LT(number, std::uint64_t{1} << 32);
      return hex_text(static_cast<std::uint32_t>(number));
    });
  }
  EXPECT_EQ(rows.size(), 183u);
}

TEST(MemcachedHashes, EveryLibmemcachedHashAgreesWithLibhashkit) {
  expect_rows(libmemcached_hashes(), libmemcached_recipe);
  EXPECT_EQ(libmemcached_hashes().size(), 10u);
}

TEST(MemcachedHashes, EveryTwemproxyHashAgreesWithTwemproxy) {
  expect_rows(twemproxy_hashes(), twemproxy_recipe);
  EXPECT_EQ(twemproxy_hashes().size(), 12u);
}

// net.spy.memcached.DefaultHashAlgorithm of Debian's libspymemcached-java 2.12.3, which hashes UTF-16.
TEST(MemcachedHashes, EverySpymemcachedHashAgreesWithSpymemcached) {
  const char* keys[] = {"a", "user:1", "ключ", "é", "😀x", "10.0.0.1:11211-7"};
  const std::pair<const char*, std::array<std::uint32_t, 6>> rows[] = {
      {"KETAMA_HASH", {0xb975c10c, 0x10ddb1bd, 0x667b65c3, 0x97cddd66, 0xb6217538, 0xc0856f56}},
      {"NATIVE_HASH", {0x61, 0xce2b2c42, 0x1fc44ba, 0xe9, 0x3469f75, 0xe71e3808}},
      {"CRC_HASH", {0x68b7, 0x7ba5, 0xcaf, 0xe04, 0x7d68, 0x3429}},
      {"FNV1_64_HASH", {0x8601b7be, 0xc93cea93, 0xfcc57c1, 0x8601b736, 0x9d4e634a, 0x1e1a8e41}},
      {"FNV1A_64_HASH", {0x8601ec8c, 0x75081ceb, 0x9270ee19, 0x8602d3a4, 0x5ac927e0, 0x27a31eb9}},
      {"FNV1_32_HASH", {0x50c5d7e, 0xcc85b3, 0x13bafe61, 0x50c5df6, 0x1f64508a, 0x19dd86a1}},
      {"FNV1A_32_HASH", {0xe40c292c, 0x6d1a4acb, 0x33a28ab9, 0x6c0b6c44, 0x9f58ba40, 0x6424e719}},
  };
  ASSERT_EQ(spymemcached_hashes().size(), std::size(rows));
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    const OfferedHash& offered = spymemcached_hashes()[i];
    EXPECT_EQ(offered.name, rows[i].first);
    for (std::size_t k = 0; k < std::size(keys); ++k) {
      EXPECT_EQ(spymemcached_recipe(*offered.hash)(keys[k]), rows[i].second[k]) << offered.name << " of " << keys[k];
    }
  }
}

// zlib's crc32("key-35014") is 0x8000fa4a: its bits 16 to 30 are 0.
TEST(MemcachedHashes, PythonMemcachedTurnsAHashOfZeroIntoOne) {
  const Recipe recipe = python_memcached_recipe(crc32_hash);
  EXPECT_EQ(memcached::crc32("key-35014"), 0u);
  EXPECT_EQ(recipe("key-35014"), 1u);
  EXPECT_EQ(recipe("key-0"), memcached::crc32("key-0"));
  EXPECT_EQ(python_memcached_recipe(crc32a_hash)("key-35014"), 0x8000fa4au);
}

}  // namespace
}  // namespace reshard::testing
