#include "core/scenario/entry.h"

#include <gtest/gtest.h>

#include "core/base/text.h"
#include "core/placement/system_rules.h"
#include "core/scenario/command.h"
#include "core/scenario/link.h"
#include "core/sharding_key/profile/shard_map.h"
#include "core/simulation/simulation.h"
#include "core/strategies/strategies.h"

namespace reshard {
namespace {

Scenario opened(std::string_view link) { return parse_link(link).scenario; }

std::string refusal(const Scenario& now, const Command& command) {
  const auto next = apply(now, command);
  if (!next.ok()) return message(next.error());
  const Status entered = check_entry(now, next.value());
  return entered.ok() ? "" : message(entered.error());
}

TEST(Entry, AWeightThatTheSystemCannotHaveIsRefusedWhenEntered) {
  const std::pair<const char*, const char*> systems[] = {
      {"nginx", "nginx"},
      {"nginx&dialect=plain", "nginx"},
      {"haproxy", "HAProxy"},
      {"haproxy&dialect=map", "HAProxy"},
      {"ketama", "libmemcached"},
      {"ketama&dialect=twemproxy", "twemproxy"},
      {"ketama&dialect=spymemcached", "spymemcached"},
      {"ketama&dialect=libketama", "libketama"},
      {"jedis", "Jedis"},
      {"serialx", "serialx/hashring"},
      {"maglev&dialect=katran_v1", "Katran"},
      {"maglev&dialect=katran_v2", "Katran"},
  };
  for (const auto& [strategy, system] : systems) {
    const Scenario now = opened(std::string("v=1&nodes=a,b,c&strategy=") + strategy);
    EXPECT_EQ(refusal(now, WeighNode{NodeId{1}, 1.5}),
              std::string("nodes[b].weight: ") + system + " accepts whole weights only, not 1.5");
    EXPECT_EQ(refusal(now, WeighNode{NodeId{1}, 3}), "") << strategy;
    EXPECT_EQ(refusal(now, WeighNode{NodeId{1}, 0}), "") << strategy;
    EXPECT_NE(refusal(now, AddNode{.name = "d", .weight = 0.5}), "") << strategy;
  }
  const Scenario couchbase = opened("v=1&nodes=a,b,c&strategy=vbuckets");
  EXPECT_EQ(refusal(couchbase, WeighNode{NodeId{1}, 2}),
            "nodes[b].weight: Couchbase has no weights: every node has 1, or 0 to drain it");
}

// envoy/config/endpoint/v3/endpoint_components.proto: load_balancing_weight is a UInt32Value, gte: 1.
TEST(Entry, AWeightThatEnvoysConfigurationRefusesIsRefusedWithItsRule) {
  for (const char* strategy : {"envoy_ring", "maglev&dialect=envoy"}) {
    const Scenario now = opened(std::string("v=1&nodes=a,b,c&strategy=") + strategy);
    EXPECT_EQ(refusal(now, WeighNode{NodeId{1}, 0.5}),
              "nodes[b].weight: Envoy's load_balancing_weight is a whole number from 1, not 0.5; 0 leaves the host "
              "out");
    for (const double weight : {1e-9, 1.5}) EXPECT_NE(refusal(now, WeighNode{NodeId{1}, weight}), "") << weight;
    for (const double weight : {0.0, 1.0, 129.0, 1e6})
      EXPECT_EQ(refusal(now, WeighNode{NodeId{1}, weight}), "") << weight;
  }
}

// HAProxy 2.6, configuration manual, “weight”: 0 to 256.
TEST(Entry, AWeightAbove256IsRefusedUnderHaproxy) {
  const Scenario now = opened("v=1&nodes=a,b,c&strategy=haproxy");
  EXPECT_EQ(refusal(now, WeighNode{NodeId{1}, 256}), "");
  EXPECT_EQ(refusal(now, WeighNode{NodeId{1}, 257}), "nodes[b].weight: HAProxy's weights are 0 to 256, not 257");
}

TEST(Entry, AFewNodesMayNotMakeARingOfMoreThanTenMillionPoints) {
  for (const char* strategy : {"ring&vnodes=1000", "nginx", "jedis", "token_ring"}) {
    const Scenario now = opened(std::string("v=1&nodes=a,b,c&strategy=") + strategy);
    const std::string told = refusal(now, WeighNode{NodeId{1}, 1e6});
    EXPECT_TRUE(told.starts_with("nodes: needs ") && told.ends_with(" points, the limit is 10000000")) << told;
    EXPECT_EQ(refusal(now, WeighNode{NodeId{1}, 9900}), "") << strategy;
  }
  EXPECT_EQ(refusal(opened("v=1&nodes=a*999999,b,n-1..n-9*1000000&strategy=serialx"), WeighNode{NodeId{0}, 1e6}),
            "nodes: needs 10000001 points, the limit is 10000000");
  EXPECT_EQ(refusal(opened("v=1&nodes=4000&strategy=ring"), SetParam{0, "vnodes", 1000}), "") << "a thousand each";
  // 100 servers of weight 100, as configurations write it: 1,600,000 points.
  EXPECT_EQ(refusal(opened("v=1&nodes=n-1..n-100*100&strategy=ring"), SetStrategy{0, find_strategy("nginx")}), "");
}

// At 160 points for each unit of weight, with 1 and 1 beside it, 62,498 is the heaviest of 10,000,000 points.
TEST(Entry, EveryDoorHasTheSameLimitForAWeight) {
  struct Case {
    std::uint64_t weight;
    bool fits;
  };
  const std::string before = "v=1&nodes=a*", after = ",b,c&strategy=jedis&keys=1000";
  for (const auto& [weight, fits] : {Case{6'249, true}, Case{62'499, false}}) {
    Scenario scenario = opened("v=1&nodes=a,b,c&strategy=jedis&keys=1000");
    EXPECT_EQ(refusal(scenario, WeighNode{NodeId{0}, static_cast<double>(weight)}).empty(), fits) << "edited";
    ASSERT_TRUE(scenario.cluster.set_weight(NodeId{0}, static_cast<double>(weight)).ok());
    EXPECT_EQ(parse_link(std::string(before).append(decimal(weight)).append(after)).refused.empty(), fits) << "link";
    EXPECT_EQ(Simulation().set(std::make_shared<const Scenario>(scenario), Baseline::kNone).ok(), fits) << "page";
    EXPECT_EQ(ShardMap::of(scenario).ok(), fits) << "sharding key";
  }
  EXPECT_TRUE(check_size(opened(before + "62498" + after)).ok()) << "not built: it takes seconds under sanitizers";
}

TEST(Entry, SystemsAndStrategiesThatAcceptAnyWeightRefuseNone) {
  for (const char* strategy : {"ring", "ketama&dialect=hashring", "ketama&dialect=libmemcached", "maglev", "straw2",
                               "swift_ring", "redis_slots", "token_ring"}) {
    const Scenario now = opened(std::string("v=1&nodes=a,b,c&strategy=") + strategy);
    EXPECT_EQ(refusal(now, WeighNode{NodeId{1}, 1.5}), "") << strategy;
  }
}

TEST(Entry, ANameThatIsNotAnAddressIsRefusedIfTheSystemHashesAddresses) {
  const Scenario now = opened("v=1&nodes=a,b,c&strategy=nginx");
  EXPECT_EQ(refusal(now, RenameNode{NodeId{1}, "b c"}),
            "nodes[b c]: nginx identifies a server by its address: host, host:port, [IPv6]:port or a socket path");
  EXPECT_EQ(refusal(now, RenameNode{NodeId{1}, "[::1]:80"}), "");
  const Scenario haproxy = opened("v=1&nodes=a,b,c&strategy=haproxy");
  EXPECT_EQ(refusal(haproxy, RenameNode{NodeId{1}, "b c"}), "")
      << "HAProxy hashes numbers, whatever servers are called";
}

TEST(Entry, AStrategyIsRefusedForNodesThatItsSystemCannotHave) {
  const Scenario now = opened("v=1&nodes=a*1.5,b,c&strategy=ring");
  EXPECT_NE(refusal(now, SetStrategy{0, find_strategy("nginx")}), "");
  EXPECT_NE(refusal(now, AddStrategy{find_strategy("haproxy")}), "");
  EXPECT_EQ(refusal(now, SetStrategy{0, find_strategy("rendezvous_weighted")}), "");
  const Scenario libketama = opened("v=1&nodes=a*1.5,b,c&strategy=ketama&dialect=hashring");
  EXPECT_NE(refusal(libketama, SetParam{0, "dialect", 3}), "");
}

TEST(Entry, ValuesStoredInALinkStayAndEverythingElseCanBeChanged) {
  EXPECT_EQ(misfits(opened("v=1&nodes=a,b*0.000000001,c&strategy=envoy_ring")).size(), 1u);
  const Scenario stored = opened("v=1&nodes=a%20b,b*1.5,c&strategy=nginx");
  EXPECT_EQ(stored.cluster.nodes()[1].weight, 1.5);
  EXPECT_EQ(misfits(stored).size(), 2u);
  EXPECT_EQ(refusal(stored, AddNode{}), "");
  EXPECT_EQ(refusal(stored, WeighNode{NodeId{2}, 4}), "");
  EXPECT_EQ(refusal(stored, WeighNode{NodeId{1}, 2}), "") << "it may be mended";
  EXPECT_NE(refusal(stored, WeighNode{NodeId{1}, 2.5}), "") << "but another such weight is a new one";
}

TEST(Entry, AddressesAreThoseThatServersAccept) {
  for (const char* name : {"a", "a:1", "a.example:65535", "10.0.0.1:80", "node_1", "[::1]", "[::1]:80", "[fe80::1:2]:9",
                           "[1:2:3:4:5:6:7:8]", "/tmp/a b", "unix:/run/x"}) {
    EXPECT_TRUE(is_address(name)) << name;
  }
  for (const char* name : {"",       "-a",  "a:",    "a:0",    "a:65536", "a:01",  "a:b",
                           "a b",    "::1", "[::1",  "[]",     "[:::]",   "[1:2]", "[1:2:3:4:5:6:7:8:9]",
                           "[::1]x", "/",   "unix:", "unix:a", "$(x)",    "a;b",   "\xD0\xB0"}) {
    EXPECT_FALSE(is_address(name)) << name;
  }
}

}  // namespace
}  // namespace reshard
