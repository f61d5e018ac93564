#include "core/scenario/link.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/scenario/entry.h"
#include "tests/core/scenario/random_scenario.h"

namespace reshard::testing {
namespace {

std::vector<std::string> messages(const LinkContents& link) {
  std::vector<std::string> messages;
  for (const Error& error : link.refused) messages.push_back(message(error));
  return messages;
}

using Messages = std::vector<std::string>;

/// The scenario of a link that must be accepted completely.
Scenario opened(std::string_view fragment) {
  const LinkContents link = parse_link(fragment);
  EXPECT_EQ(messages(link), Messages{}) << fragment;
  EXPECT_TRUE(link.other.empty()) << fragment;
  return link.scenario;
}

std::vector<std::string> names(const Cluster& cluster) {
  std::vector<std::string> names;
  for (const Node& node : cluster.nodes()) names.push_back(node.name);
  return names;
}

using Names = std::vector<std::string>;

/// Expects the link's scenario to be written as the same link.
void expect_canonical(std::string_view fragment) { EXPECT_EQ(format_link(opened(fragment)), fragment); }

TEST(Link, OfTheDefaultScenarioContainsOnlyTheVersion) {
  EXPECT_EQ(format_link(default_scenario()), "v=1");
  EXPECT_EQ(opened("v=1"), default_scenario());
  EXPECT_EQ(opened(""), default_scenario());
  EXPECT_EQ(opened("#"), default_scenario());
  EXPECT_EQ(opened("#v=1"), default_scenario());
}

TEST(Link, WithoutAVersionIsReadAsVersionOne) { EXPECT_EQ(opened("nodes=7"), opened("v=1&nodes=7")); }

TEST(Link, SpelledOutInAnyOrderIsTheDefaultScenario) {
  EXPECT_EQ(opened("replicas=1&vnodes=100&hash=xxh64&strategy=ring&seed=0&prefix=key-&kind=sequential&keys=100000&"
                   "nodes=5&v=1"),
            default_scenario());
}

TEST(Link, SetsEveryField) {
  const Scenario scenario = opened("v=1&seed=7&keys=20000&kind=user&prefix=u-&strategy=rendezvous&hash=md5&replicas=3");
  EXPECT_EQ(scenario.seed, 7u);
  EXPECT_EQ(scenario.keys, (KeySpec{KeyKind::kUser, 20'000, "u-", 0}));
  EXPECT_EQ(scenario.strategies.size(), 1u);
  EXPECT_EQ(scenario.strategies[0].strategy->id, "rendezvous");
  EXPECT_EQ(scenario.strategies[0].hash->id, "md5");
  EXPECT_EQ(scenario.replicas, 3u);
  EXPECT_EQ(scenario.cluster, generated_cluster(7, kDefaultNodes).take());
}

TEST(Link, KeepsThePublishedForm) {
  expect_canonical("v=1&nodes=6&keys=20000&kind=user&prefix=u&seed=7&strategy=jump&replicas=2");
  expect_canonical("v=1&nodes=a,b*2,c@eu/z1/r9,!d&log=+e*0.5@eu/z2,-a,~b~bb,*c*3,@c@us,!c,!!c");
  expect_canonical("v=1&log=+node-5,-node-2&vnodes=200");
  expect_canonical("v=1&strategy=anchor&capacity=8&replicas=2&skew=0.7&spread=10&node_capacity=1.5");
  expect_canonical("v=1&keys=given:00000000deadbeef:12&seed=18446744073709551615");
  expect_canonical(
      "v=1&strategy=modulo&hash=fnv1a64&s2=ring&s2.vnodes=1000&s2.label=gholt&s3=jump"
      "&s3.removal=swap_last");
}

TEST(Link, UsesTheDefaultPrefixOfTheKindOfKeys) {
  EXPECT_EQ(opened("kind=url").keys.prefix, "https://example.org/");
  EXPECT_EQ(opened("kind=url&prefix=").keys.prefix, "");
  expect_canonical("v=1&kind=url&prefix=");
  EXPECT_EQ(opened("prefix=caf%C3%A9").keys.prefix, "café");
  EXPECT_EQ(opened("prefix=café").keys.prefix, "café");
}

TEST(Link, CountsNodesOrListsThem) {
  EXPECT_EQ(names(opened("nodes=2").cluster), (Names{"node-0", "node-1"}));
  EXPECT_EQ(names(opened("nodes=alpha").cluster), (Names{"alpha"}));
  EXPECT_EQ(names(opened("nodes=5*1").cluster), (Names{"5"}));
  EXPECT_EQ(names(opened("nodes=5,6").cluster), (Names{"5", "6"}));
  expect_canonical("v=1&nodes=5*1");
  expect_canonical("v=1&nodes=1e3*1");
  expect_canonical("v=1&nodes=-3*1");
}

TEST(Link, FoldsNamesThatDifferInOneNumber) {
  EXPECT_EQ(names(opened("nodes=0..3").cluster), (Names{"0", "1", "2", "3"}));
  EXPECT_EQ(names(opened("nodes=db-9.eu..db-11.eu,x").cluster), (Names{"db-9.eu", "db-10.eu", "db-11.eu", "x"}));
  EXPECT_EQ(names(opened("log=+node-5..node-7,-node-7..node-2").cluster), (Names{"node-0", "node-1"}));
  expect_canonical("v=1&nodes=0..99");
  expect_canonical("v=1&nodes=10.0.0.1:80..10.0.0.250:80*2@eu");
  expect_canonical("v=1&nodes=node-0..node-4,node-5*2,node-6..node-999");
  expect_canonical("v=1&log=+node-5..node-200,-node-200..node-150,!node-0..node-2");
  expect_canonical("v=1&nodes=a1,a2");        // two names are no longer than a range
  expect_canonical("v=1&nodes=a01,a02,a03");  // padded numbers are names, not numbers
  expect_canonical("v=1&nodes=a1,a3,a5");
}

TEST(Link, FoldsGeneratedNamesUnderASeed) {
  Scenario scenario = opened("nodes=3&seed=7");
  for (std::uint64_t i = 3; i < 500; ++i) {
    Node node;
    node.name = generated_node_name(7, i);
    ASSERT_TRUE(scenario.cluster.add(node).ok());
  }
  const std::string link = format_link(scenario);
  EXPECT_EQ(link, "v=1&nodes=3&log=+" + generated_node_name(7, 3) + ".." + generated_node_name(7, 499) + "&seed=7");
  EXPECT_EQ(opened(link), scenario);
}

TEST(Link, KeepsANodesTraitsInARange) {
  const auto cluster = opened("nodes=!a1..a3*2.5@eu/z/r").cluster;
  ASSERT_EQ(cluster.nodes().size(), 3u);
  for (const Node& node : cluster.nodes()) {
    EXPECT_EQ(node.weight, 2.5);
    EXPECT_EQ(node.data_center + node.zone + node.rack, "euzr");
    EXPECT_EQ(node.state, NodeState::kDown);
  }
}

TEST(Link, ReplaysTheLogInItsOrder) {
  const auto cluster = opened("nodes=a,b,c&log=+d*2@eu/z,-a,~b~bee,*c*3,@c@us//r,!d,+a,!!d").cluster;
  EXPECT_EQ(names(cluster), (Names{"bee", "c", "d", "a"}));
  EXPECT_EQ(cluster.find("a")->id, NodeId{0}) << "a removed name comes back as the same node";
  EXPECT_EQ(cluster.find("bee")->id, NodeId{1});
  EXPECT_EQ(cluster.find("c")->weight, 3);
  EXPECT_EQ(cluster.find("c")->data_center + "|" + cluster.find("c")->zone + "|" + cluster.find("c")->rack, "us||r");
  EXPECT_EQ(cluster.find("d")->state, NodeState::kUp);
  EXPECT_EQ(cluster.log().size(), 8u);
}

TEST(Link, ReadsALogThatWasEscapedInTransit) {
  EXPECT_EQ(opened("nodes=3&log=%2Bnode-3,-node-1"), opened("nodes=3&log=+node-3,-node-1"));
  EXPECT_EQ(opened("nodes=a,b&log=%2Bc%2A2%2C~b~d%252Ce%2C%40c%40eu"), opened("nodes=a,b&log=+c*2,~b~d%2Ce,@c@eu"));
  EXPECT_EQ(messages(parse_link("log=%2Bnode-5%2")),
            Messages{"log[0]: “%2Bnode-5%2” cannot be read as a change such as +name, -name, ~old~new or *name*2"});
}

// As JavaScript's encodeURIComponent, URLSearchParams and Python's quote(safe=',') write "-node-1,+y" and its like: none
// escapes a minus, and the first two of them no !, ~ or *.
TEST(Link, ReadsALogWhoseFirstSignWasNotEscapedInTransitButTheRestWas) {
  const std::pair<const char*, const char*> rows[] = {
      {"log=-node-1%2C%2By", "log=-node-1,+y"},
      {"log=%2Dnode-1%2C%2By", "log=-node-1,+y"},
      {"log=-node-1,%2By", "log=-node-1,+y"},
      {"log=!node-1%2C%2By%2C!!node-1", "log=!node-1,+y,!!node-1"},
      {"log=%21node-1%2C%2By%2C%21%21node-1", "log=!node-1,+y,!!node-1"},
      {"log=*node-1*2%2C%2By%40eu%2Fa", "log=*node-1*2,+y@eu/a"},
      {"log=-node-1%2C%2Ba%252Cb", "log=-node-1,+a%2Cb"},
      {"strategy=slots&log=-node-1%2C%3Dnode-2%3Dslots%3A5..9", "strategy=slots&log=-node-1,=node-2=slots:5..9"},
      {"nodes=a*2%2C!b%40eu%2Fz1%2Cc", "nodes=a*2,!b@eu/z1,c"},
      {"log=-node-1%2C%2Bnode-5", "log=-node-1,+node-5"},
  };
  for (const auto& [in_transit, sent] : rows) {
    EXPECT_EQ(messages(parse_link(in_transit)), Messages{}) << in_transit;
    EXPECT_EQ(opened(in_transit), opened(sent)) << in_transit;
  }
}

TEST(Link, ANameThatLooksLikeTwoChangesStaysAName) {
  EXPECT_EQ(names(opened("nodes=a,b%2C%2By&log=-b%2C%2By").cluster), Names{"a"});
  EXPECT_EQ(names(opened("nodes=a%2Cb").cluster), Names{"a,b"});
  EXPECT_EQ(names(opened("nodes=a,b&log=~b~c%2C%2By").cluster), (Names{"a", "c,+y"}));
}

TEST(Link, OfTwoReadingsOfALogTheRefusalsAreThoseOfTheBetterOne) {
  EXPECT_EQ(messages(parse_link("nodes=3&log=-node-1%2C%2By%2C-zz%2C%2Bz")), Messages{"log[2]: there is no “zz”"});
  EXPECT_EQ(messages(parse_link("nodes=3&log=-zz%2Cb,+y")), Messages{"log[0]: there is no “zz,b”"});
}

TEST(Link, RefusesRequestSettingsNamingFieldAndRange) {
  const auto link = parse_link("skew=2.5&spread=1001&node_capacity=-1");
  EXPECT_EQ(messages(link), (Messages{"skew: 2.5 is outside 0 to 2", "spread: 1001 is outside 0 to 1000",
                                      "node_capacity: -1 is outside 0 to 10"}));
  EXPECT_EQ(link.scenario, default_scenario());
  EXPECT_EQ(messages(parse_link("skew=much")), Messages{"skew: “much” cannot be read as a number"});
}

TEST(Link, KeepsMovesByHand) {
  const std::string link = "v=1&log=+node-5,=node-3=slots:5..9,=node-0..node-2=slots:7&strategy=slots";
  const Cluster cluster = opened(link).cluster;
  ASSERT_EQ(cluster.log().size(), 5u);
  EXPECT_EQ(cluster.log()[1].node.name, "node-3");
  EXPECT_EQ(cluster.log()[1].move, (TableMove{"slots", 5, 9}));
  EXPECT_EQ(cluster.log()[4].move, (TableMove{"slots", 7, 7}));
  expect_canonical(link);
}

TEST(Link, RefusesInvalidMovesNamingFieldAndRange) {
  const auto link = parse_link(
      "strategy=slots&buckets=8&s2=ring&log=*node-4*0,=node-1=slots:8,=node-1=slots:5..3,=node-9=slots:1,=node-1=ring:1,"
      "=node-1=vbuckets:1,=node-1=slots:x,=node-1,=node-4=slots:1,=node-1=slots:7");
  EXPECT_EQ(messages(link), (Messages{
                                "log[1].last: 8 is outside 0 to 7",
                                "log[2].first: 5 is outside 0 to 3",
                                "log[3]: there is no “node-9”",
                                "log[4].strategy: ring has no table to edit",
                                "log[5].strategy: there is no “vbuckets”",
                                "log[6].first: “x” cannot be read as a whole number",
                                "log[7].first: “” cannot be read as a whole number",
                                "log[8]: node-4 has weight 0, so nothing can be moved to it",
                            }));
  ASSERT_EQ(link.scenario.cluster.log().size(), 2u);
  EXPECT_EQ(link.scenario.cluster.log()[1].move, (TableMove{"slots", 7, 7}));
}

TEST(Link, EscapesSpecialCharactersInNames) {
  Scenario scenario = default_scenario();
  const std::vector<std::string> odd = {"a,b", "x*2", "p@q",  "s/t", "!u", "~v",   "+w",   "100%", "a=b&c=d",
                                        "#",   " ",   "узел", ".",   "..", "a..b", "end.", "%41"};
  std::vector<Node> nodes;
  for (const std::string& name : odd) {
    nodes.emplace_back();
    nodes.back().name = name;
  }
  scenario.cluster = Cluster::of(nodes).take();
  const std::string link = format_link(scenario);
  EXPECT_EQ(opened(link), scenario);
  EXPECT_EQ(link.find_first_of(" #<>\"`"), std::string::npos) << link;
  EXPECT_TRUE(std::all_of(link.begin(), link.end(), [](unsigned char c) { return c < 0x80; })) << link;
}

TEST(Link, RefusesBadValuesNamingFieldAndRange) {
  const auto link =
      parse_link("v=1&seed=-1&keys=0&kind=emoji&nodes=10001&hash=md6&vnodes=0&replicas=six&strategy=ring&s2=foo");
  EXPECT_EQ(messages(link), (Messages{
                                "seed: -1 is outside 0 to 18446744073709551615",
                                "keys: 0 is outside 1 to 10000000",
                                "kind: “emoji” is not one of sequential, random, user, url, python, link",
                                "nodes: 10001 is outside 1 to 10000",
                                "vnodes: 0 is outside 1 to 10000000",
                                "hash: there is no “md6”",
                                "s2: there is no “foo”",
                                "replicas: “six” cannot be read as a whole number",
                            }));
  EXPECT_EQ(link.scenario, default_scenario());
}

// By the program's name or by the id; links are written with the id.
TEST(Link, AcceptsAHashByItsNameInTheDialectsProgram) {
  const auto by_name = parse_link("v=1&hash=FNV1A_64&strategy=ketama&dialect=libmemcached");
  const auto by_id = parse_link("v=1&hash=fnv1a64&strategy=ketama&dialect=libmemcached");
  EXPECT_TRUE(by_name.refused.empty());
  EXPECT_EQ(by_name.scenario, by_id.scenario);
  EXPECT_EQ(messages(parse_link("v=1&hash=FNV1A_64&strategy=ketama&dialect=twemproxy")),
            Messages{"hash: there is no “FNV1A_64”"});
}

TEST(Link, KeepsTheRestOfAListWhereOneItemIsRefused) {
  const auto link = parse_link("nodes=a,b*-1,c*2,a,,d@1/2/3/4,e%4,f1..g2&log=-zz,+h*x,*a*x,-a,?,~c,+h,+k0..k10000");
  EXPECT_EQ(messages(link), (Messages{
                                "nodes[1].weight: -1 is outside 0 to 1000000",
                                "nodes[3]: “a” already exists",
                                "nodes[4]: must not be empty",
                                "nodes[5]: “1/2/3/4” cannot be read as data centre/zone/rack",
                                "nodes[6]: “e%4” cannot be read as a name with escapes such as %2C",
                                "nodes[7]: “f1..g2” cannot be read as names that differ in one number",
                                "log[0]: there is no “zz”",
                                "log[1].weight: “x” cannot be read as a number",
                                "log[2].weight: “x” cannot be read as a number",
                                "log[4]: “?” cannot be read as a change such as +name, -name, ~old~new or *name*2",
                                "log[5]: must not be empty",
                                "log[6]: “h” already exists",
                                "log[7]: 10001 is outside 1 to 10000",
                            }));
  EXPECT_EQ(names(link.scenario.cluster), (Names{"b", "c", "d", "h"}));
  EXPECT_EQ(link.scenario.cluster.find("b")->weight, 1);
  EXPECT_EQ(link.scenario.cluster.find("c")->weight, 2);
}

// A ring may have 10,000,000 points: at 100 for each unit of weight, with 1 and 2 beside it, 99,997 is the heaviest that
// fits.
TEST(Link, RefusesAWeightThatMakesARingTooLargeAndKeepsTheRest) {
  const auto link = parse_link("nodes=a*1000000,b,c*2@eu&keys=2000&vnodes=100&replicas=2");
  EXPECT_EQ(messages(link), Messages{"nodes[0].weight: 1000000 is outside 0 to 99997"});
  EXPECT_EQ(link.scenario, opened("nodes=a,b,c*2@eu&keys=2000&vnodes=100&replicas=2"));
  EXPECT_EQ(messages(parse_link("nodes=a*99997,b,c*2&vnodes=100")), Messages{});
  EXPECT_EQ(messages(parse_link("nodes=a*99998,b,c*2&vnodes=100")),
            Messages{"nodes[0].weight: 99998 is outside 0 to 99997"});

  const auto log = parse_link("nodes=a,b*2&log=+c*1000000,*a*900000,-b&s2=jedis");
  EXPECT_EQ(messages(log),
            (Messages{"log[0].weight: 1000000 is outside 0 to 31250", "log[1].weight: 900000 is outside 0 to 31250"}));
  EXPECT_EQ(log.scenario, opened("nodes=a,b*2&log=+c,-b&s2=jedis"));

  const auto jump = parse_link("nodes=a*1000000,b&strategy=jump");
  EXPECT_EQ(messages(jump), Messages{}) << "it has no ring";
}

TEST(Link, RefusesASecondValueOfAField) {
  const auto link = parse_link("seed=1&seed=2");
  EXPECT_EQ(messages(link), (Messages{"seed: “2” already exists"}));
  EXPECT_EQ(link.scenario.seed, 1u);
}

TEST(Link, RefusesPastedKeysWithoutTheirFingerprint) {
  for (const char* keys :
       {"keys=given:", "keys=given:12:3", "keys=given:00000000deadbeef", "keys=given:zzzzzzzzdeadbeef:1"}) {
    EXPECT_EQ(parse_link(keys).refused.size(), 1u) << keys;
    EXPECT_EQ(parse_link(keys).scenario, default_scenario()) << keys;
  }
}

TEST(Link, OfANewerVersionIsRefused) {
  const auto link = parse_link("v=2&nodes=7&view=embed");
  EXPECT_EQ(messages(link), (Messages{"v: made by a newer Reshard, version 2; this one reads versions up to 1"}));
  EXPECT_EQ(link.scenario, default_scenario());
}

TEST(Link, ThatIsTooLongIsNotRead) {
  const auto link = parse_link("nodes=" + std::string(kMaxLinkBytes, 'a'));
  ASSERT_EQ(link.refused.size(), 1u);
  EXPECT_EQ(link.refused[0].code, ErrorCode::too_large);
}

TEST(Link, CutsOffALogThatIsTooLong) {
  std::string log = "nodes=a,b&log=";
  for (int i = 0; i < 6; ++i) log += std::string(i == 0 ? "" : ",") + "+x0..x1999,-x0..x1999";
  const auto link = parse_link(log);
  EXPECT_EQ(messages(link), (Messages{"log: needs more than 10000 changes, the limit is 10000"}));
  EXPECT_EQ(link.scenario.cluster.log().size(), 10'000u);
}

TEST(Link, KeepsUnknownFields) {
  const auto link = parse_link("theme=dark&nodes=7&controls=hash,seed&view=ring&note=a%26b&flag&=x&broken=%zz");
  EXPECT_EQ(messages(link), Messages{});
  EXPECT_EQ(link.other, (std::vector<OtherField>{{"theme", "dark"},
                                                 {"controls", "hash,seed"},
                                                 {"view", "ring"},
                                                 {"note", "a&b"},
                                                 {"flag", ""},
                                                 {"", "x"},
                                                 {"broken", "%zz"}}));
  EXPECT_EQ(format_link(link.scenario, link.other),
            "v=1&nodes=7&theme=dark&controls=hash,seed&view=ring&note=a%26b&flag=&broken=%25zz");
}

TEST(Link, KeepsAFieldOfAnotherStrategyUntilItWouldTakeEffect) {
  auto link = parse_link("strategy=jump&vnodes=50");
  EXPECT_EQ(link.other, (std::vector<OtherField>{{"vnodes", "50"}}));
  EXPECT_EQ(format_link(link.scenario, link.other), "v=1&strategy=jump&vnodes=50");
  link.scenario.strategies[0] = default_scenario().strategies[0];
  EXPECT_EQ(format_link(link.scenario, link.other), "v=1");
}

TEST(Link, OfARealisticClusterStaysUnderTwoKilobytes) {
  const std::string link =
      "v=1&nodes=cache-fra-01.example.com:11211*2@fra/a/r1,cache-fra-02.example.com:11211@fra/a/r2,"
      "cache-fra-03.example.com:11211@fra/b/r3,cache-ams-01.example.com:11211*2@ams/a/r1,"
      "cache-ams-02.example.com:11211@ams/a/r2,!cache-ams-03.example.com:11211@ams/b/r3,"
      "cache-lon-01.example.com:11211*2@lon/a/r1,cache-lon-02.example.com:11211@lon/a/r2,"
      "cache-lon-03.example.com:11211@lon/b/r3,cache-par-01.example.com:11211@par/a/r1"
      "&log=+cache-par-02.example.com:11211@par/a/r2,!cache-fra-01.example.com:11211,!!cache-fra-01.example.com:11211,"
      "-cache-fra-02.example.com:11211,*cache-lon-01.example.com:11211*4,+spare-1..spare-40,-spare-40..spare-21,"
      "~spare-1~cache-fra-04.example.com:11211"
      "&keys=1000000&kind=url&prefix=https://shop.example.com/catalogue/&seed=20240607"
      "&hash=murmur3_128&vnodes=160&label=index:name&replicas=3&s2=rendezvous&s2.hash=md5&s3=jump&s3.removal=swap_last"
      "&s4=modulo";
  expect_canonical(link);
  EXPECT_LE(link.size(), 2048u);
}

TEST(Link, OpensRandomScenariosAsTheyWereWritten) {
  Random random(2024);
  int written = 0;
  for (int i = 0; i < 3000; ++i) {
    const Scenario scenario = random_scenario(random);
    if (heaviest_that_fits(scenario) < kMaxWeight) continue;  // a ring of too many points opens through no door
    ++written;
    const std::string link = format_link(scenario);
    const LinkContents again = parse_link(link);
    ASSERT_EQ(messages(again), Messages{}) << link;
    ASSERT_EQ(again.other, std::vector<OtherField>{}) << link;
    ASSERT_EQ(again.scenario, scenario) << link;
  }
  EXPECT_GT(written, 1500);
}

}  // namespace
}  // namespace reshard::testing
