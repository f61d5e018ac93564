#include <gtest/gtest.h>

#include <set>

#include "core/strategies/strategies.h"
#include "tests/core/rows.h"

// Positions and hashes as the real systems print them, so that people can compare them. The contract suite checks that
// every step of every strategy is written so.

namespace reshard::testing {
namespace {

using Params = std::initializer_list<std::pair<std::string_view, std::string_view>>;

/// The first hash or position that the steps of a key tell.
std::string first_number(const ConfiguredStrategy& setup, const std::string& key) {
  for (const Step& step : explain(setup, numbered_cluster("node-", 4), key)) {
    for (const std::string_view number : {"hash", "probe", "seed", "routing hash"}) {
      if (step.label == number) return step.value;
    }
  }
  return "";
}

struct Printed {
  std::string_view strategy;
  Params params;
  std::string_view hash;
  std::string key, value;
};

const Printed kPrinted[] = {
    // gocql's TestMurmur3H1_CassandraSign; python3-cassandra 3.25.0 says the same
    {"token_ring",
     {},
     "",
     {"\x00\x10\x43\x27\x52\x9f\xb6\x45\xdd\x00\xb8\x83\xec\x39\xae\x44\x8b\xb8\x00\x00\x04\x00\x06\x6a\x6b\x00", 26},
     "-9223371632693506265"},
    // random_partitioner.csv
    {"token_ring", {{"partitioner", "random"}}, "", "foo", "110673303387115207421586718101067225896"},
    // Jedis 3.10.0, jedis_hashes.csv
    {"jedis", {}, "", "SHARD-0-NODE-0", "-4813603235750630532"},
    {"jedis", {{"function", "md5"}}, "", "SHARD-0-NODE-0", "4193559948"},
    // MD5 of "key-1" by Python's hashlib, as two signed numbers, lowest byte first
    {"serialx", {}, "", "key-1", "{-8988021166863306975 -6484150056235861674}"},
    // slot_formulas.csv: 825cd519 as Java's int
    {"elasticsearch", {}, "", "key-2", "-2107845351"},
    // sha1_firstbyte.csv, printed by Java
    {"sha1_first_byte", {}, "", "key-1", "-98"},
    // the CRC-16 of the Redis Cluster specification: 0x31C3
    {"redis_slots", {}, "", "123456789", "12739"},
    // the CRC-32 of "123456789", 0xcbf43926, and its bits 16 to 30
    {"vbuckets", {}, "", "123456789", "19444"},
    {"nginx", {}, "", "123456789", "3421780262"},
    {"nginx", {{"dialect", "plain"}}, "", "123456789", "19444"},
    {"stathat", {}, "", "123456789", "3421780262"},
    {"haproxy", {{"function", "crc32"}, {"avalanche", "false"}}, "", "123456789", "3421780262"},
    {"haproxy", {{"dialect", "map"}, {"function", "crc32"}, {"avalanche", "false"}}, "", "123456789", "3421780262"},
    // libhashkit of libmemcached 1.1.4, hashes_libhashkit.csv
    {"ketama", {}, "md5", "key-0", "2123055796"},
    {"modulo", {{"dialect", "libmemcached"}}, "one_at_a_time", "key-0", "3974405836"},
    // xxHash 0.8.1 of "a", hashes_cpp.csv
    {"envoy_ring", {}, "", "a", "15154266338359012955"},
    {"bounded_ring", {}, "", "a", "15154266338359012955"},
    {"bounded_ring_labels", {}, "", "a", "15154266338359012955"},
    // CRC-32 of "a" as zlib prints it
    {"client_ring", {}, "", "a", "3904355907"},
    {"label_ring", {}, "crc32", "a", "3904355907"},
    {"ring", {}, "xxh64", "a", "0xd24ec4f1a98c6e5b"},
    // swift_keys.csv: the first 8 digits of the MD5 that swift-get-nodes prints
    {"swift_ring", {}, "", "AUTH_test/c1/obj-1", "0x995d626f"},
    // The rows of "A" in the systems' vectors: kafka.csv, java_string.csv (m < 0 is −m), argocd.csv, citus_live.csv, mongodb.csv,
    // yugabyte.csv, rabbitmq_text.csv
    {"partitions", {{"dialect", "kafka_murmur2"}}, "", "A", "1592744578"},
    {"kafka_consumers", {}, "", "A", "1592744578"},
    {"key_groups", {}, "", "A", "743412968"},
    {"argocd", {}, "", "A", "3289118412"},
    {"citus", {}, "", "A", "1656725486"},
    {"mongodb", {}, "", "A", "4844408278384379390"},
    {"yugabyte", {}, "", "A", "44013"},
    {"rabbitmq", {}, "", "A", "104444590"},
    // postgresql_text.csv's hash64 of "A", −665088570854083896, plus 0x49a0f4dd15e5a8e3
    {"hash_partitions", {}, "", "A", "4640421020580682667"},
    // KEY of the byte 0x41: 1 ^ (((1 & 63) + 4) · 65 + (1 << 8))
    {"linear_hashing", {}, "", "A", "580"},
    // cortex.csv: the tenant's seed
    {"shuffle_sharding", {}, "", "A", "9206873250291191720"},
    // slot_formulas.csv, as for elasticsearch: an id alone is its own routing
    {"elasticsearch_routing", {}, "", "key-2", "-2107845351"},
    // the CRC-32 of "123456789"
    {"haproxy_servers", {{"function", "crc32"}, {"avalanche", "false"}}, "", "123456789", "3421780262"},
    // Bob Jenkins' hash of 1996 with the seed 0, written anew in Python: of "A", and of 01 61 07 "example" 00
    {"ceph_pool", {}, "", "A", "2707508045"},
    {"dnsdist", {}, "", "a.example", "3921610685"},
    // SHA-256 of "A", its last four bytes, lowest first; CARP's hash of one byte is the byte
    {"varnish_shard", {}, "", "A", "4259286944"},
    {"squid_carp", {}, "", "A", "65"},
};

TEST(Numerals, AreThoseThatEachSystemPrints) {
  for (const Printed& one : kPrinted) {
    EXPECT_EQ(first_number(ConfiguredStrategy(one.strategy, one.params, one.hash), one.key), one.value) << one.strategy;
  }
  // Four nodes' points are hashed without a suffix; the first probe of SUPSI's engine is XXHash32 of the key.
  const std::string probe = first_number(ConfiguredStrategy("multi_probe", {{"dialect", "supsi"}}), "a");
  EXPECT_TRUE(probe.starts_with("1: 1426945110 + ")) << probe;
}

TEST(Numerals, OfEverySystemThatHasItsOwnAreComparedWithIt) {
  std::set<std::string_view> compared = {"multi_probe"};
  for (const Printed& one : kPrinted) compared.insert(one.strategy);
  for (const Strategy* strategy : strategies()) {
    EXPECT_TRUE(strategy->numerals == Numerals::kHex || compared.contains(strategy->id)) << strategy->id;
  }
}

// python3-cassandra and SELECT token() count from -2^63; the ring's picture begins there too.
TEST(Numerals, ATokenRingsPointsAreSignedTokens) {
  const auto trace = explain(ConfiguredStrategy("token_ring"), numbered_cluster("node-", 4), "key-1");
  EXPECT_EQ(trace[0].value, "-129884440098280706") << "cassandra_murmur3.csv";
  ASSERT_EQ(trace[1].label, "point at or after");
  EXPECT_GE(std::stoll(trace[1].value), std::stoll(trace[0].value));
}

}  // namespace
}  // namespace reshard::testing
