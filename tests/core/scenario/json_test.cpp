#include "core/scenario/json.h"

#include <gtest/gtest.h>

#include "core/scenario/link.h"
#include "tests/core/scenario/random_scenario.h"
#include "tests/fuzz/json_promises.h"

namespace reshard::testing {
namespace {

/// The error of a scenario.
std::string scenario_refusal(std::string_view json) {
  const auto scenario = parse_scenario(json);
  return scenario.ok() ? "" : message(scenario.error());
}

/// Reads a command for a scenario and writes it again.
std::string again(std::string_view json, const Scenario& scenario = default_scenario()) {
  const auto command = parse_command(json, scenario);
  return command.ok() ? format_command(command.value(), scenario) : message(command.error());
}

TEST(ScenarioJson, SaysWhichChangesWereMadeAtOnce) {
  const std::string json =
      R"({"v":1,"log":[{"add":"x"},{"add":"y"},{"at_once":true,"remove":"x"},{"at_once":true,"weigh":"y","weight":2.0}]})";
  const auto scenario = parse_scenario(json);
  ASSERT_TRUE(scenario.ok());
  EXPECT_EQ(format_link(scenario.value()), "v=1&log=+x,+y,-x,*y*2&at_once=3");
  EXPECT_EQ(parse_scenario(format_scenario(scenario.value())).take(), scenario.value());
  EXPECT_EQ(scenario_refusal(R"({"log":[{"add":"x","at_once":2}]})"),
            "log[0].at_once: “2” cannot be read as true or false");
}

TEST(CommandJson, OfEveryCommandIsReadAndWritten) {
  const char* const commands[] = {
      R"({"do":"add_node","name":"x","weight":2.5,"data_center":"eu","zone":"a","rack":"r1"})",
      R"({"do":"remove_node","node":"node-2"})",
      R"({"do":"rename_node","node":"node-2","name":"двa"})",
      R"({"do":"weigh_node","node":"node-2","weight":0.5})",
      R"({"do":"relocate_node","node":"node-2","data_center":"","zone":"b","rack":""})",
      R"({"do":"set_node_state","node":"node-2","state":"down"})",
      R"({"do":"move_entries","slot":0,"first":5,"last":9,"node":"node-2"})",
      R"({"do":"set_nodes","list":"b, c\t2\nd\t0.5\n"})",
      R"({"do":"set_node_count","count":12})",
      R"({"do":"set_strategy","slot":0,"strategy":"jump"})",
      R"({"do":"set_hash","slot":0,"hash":"md5"})",
      R"({"do":"set_param","slot":0,"key":"vnodes","value":200})",
      R"({"do":"add_strategy","strategy":"rendezvous"})",
      R"({"do":"remove_strategy","slot":0})",
      R"({"do":"promote_strategy","slot":0})",
      R"({"do":"set_keys","kind":"user","count":500,"prefix":"u"})",
      R"({"do":"set_seed","seed":7})",
      R"({"do":"set_replicas","replicas":3})",
      R"({"do":"set_requests","skew":1.0,"spread":10,"capacity":1.5})",
      R"({"do":"restart"})",
  };
  EXPECT_EQ(again(R"({"do":"restart","keep_table":true})"), R"({"do":"restart","keep_table":true})");
  ASSERT_EQ(std::size(commands), std::variant_size_v<Command>);
  for (std::size_t i = 0; i < std::size(commands); ++i) {
    EXPECT_EQ(again(commands[i]), commands[i]);
    const auto command = parse_command(commands[i], default_scenario());
    ASSERT_TRUE(command.ok());
    EXPECT_EQ(command.value().index(), i);
  }
}

TEST(CommandJson, FillsInWhatIsLeftOut) {
  EXPECT_EQ(again(R"({"do":"add_node"})"),
            R"({"do":"add_node","name":"","weight":1.0,"data_center":"","zone":"","rack":""})");
  EXPECT_EQ(again(R"({"do":"set_param","key":"label","value":"gholt"})"),
            R"({"do":"set_param","slot":0,"key":"label","value":"gholt"})");
  EXPECT_EQ(again(R"({"do":"set_keys","count":9})"),
            R"({"do":"set_keys","kind":"sequential","count":9,"prefix":"key-"})");
  EXPECT_EQ(again(R"({"do":"set_keys","kind":"user"})"),
            R"({"do":"set_keys","kind":"user","count":100000,"prefix":"user:"})");
  EXPECT_EQ(again(R"({"do":"set_keys","prefix":""})"),
            R"({"do":"set_keys","kind":"sequential","count":100000,"prefix":""})");
  EXPECT_EQ(again(R"({"do":"set_keys","kind":"given","count":9,"fingerprint":"00000000deadbeef"})"),
            R"({"do":"set_keys","kind":"given","count":9,"fingerprint":"00000000deadbeef"})");
}

TEST(CommandJson, KeepsTheRequestSettingsThatAreNotNamed) {
  Scenario scenario = default_scenario();
  scenario.requests = {.skew = 0.5, .spread = 3, .capacity = 2};
  EXPECT_EQ(again(R"({"do":"set_requests","spread":9})", scenario),
            R"({"do":"set_requests","skew":0.5,"spread":9,"capacity":2.0})");
}

TEST(CommandJson, ChangesOnlyTheNamedPartsOfAPlace) {
  Scenario scenario = default_scenario();
  ASSERT_TRUE(scenario.cluster.relocate(NodeId{1}, "eu", "a", "r1").ok());
  EXPECT_EQ(again(R"({"do":"relocate_node","node":"node-1","zone":"b"})", scenario),
            R"({"do":"relocate_node","node":"node-1","data_center":"eu","zone":"b","rack":"r1"})");
}

TEST(CommandJson, MovesOneEntryIfNoLastIsGiven) {
  EXPECT_EQ(again(R"({"do":"move_entries","first":5,"node":"node-2"})"),
            R"({"do":"move_entries","slot":0,"first":5,"last":5,"node":"node-2"})");
}

TEST(CommandJson, WritesSeedsTooLargeForJavaScriptAsText) {
  EXPECT_EQ(again(R"({"do":"set_seed","seed":"18446744073709551615"})"),
            R"({"do":"set_seed","seed":"18446744073709551615"})");
  EXPECT_EQ(again(R"({"do":"set_seed","seed":18446744073709551615})"),
            R"({"do":"set_seed","seed":"18446744073709551615"})");
  EXPECT_EQ(again(R"({"do":"set_seed","seed":9007199254740992})"), R"({"do":"set_seed","seed":9007199254740992})");
  EXPECT_EQ(again(R"({"do":"set_seed","seed":1e3})"), R"({"do":"set_seed","seed":1000})");
}

TEST(CommandJson, RefusalNamesTheFieldAndWhatItAccepts) {
  const std::pair<const char*, const char*> refusals[] = {
      {"", "command: “” cannot be read as JSON"},
      {"{\"do\":", "command: “{\"do\":” cannot be read as JSON"},
      {"[]", "json: “[]” cannot be read as an object"},
      {"null", "json: “null” cannot be read as an object"},
      {"{}", "do: must not be empty"},
      {R"({"do":7})", "do: “7” cannot be read as text"},
      {R"({"do":"explode"})", "do: there is no “explode”"},
      {R"({"do":"restart","now":true})", "now: there is no “now”"},
      {R"({"do":"remove_node"})", "node: must not be empty"},
      {R"({"do":"remove_node","node":"node-9"})", "node: there is no “node-9”"},
      {R"({"do":"remove_node","node":2})", "node: “2” cannot be read as text"},
      {R"({"do":"rename_node","node":"node-1","name":""})", "name: must not be empty"},
      {R"({"do":"rename_node","node":"node-1","name":"a\u0000b"})",
       "name: “a name with control characters” cannot be read as UTF-8 text"},
      {R"({"do":"weigh_node","node":"node-1","weight":-1})", "weight: -1 is outside 0 to 1000000"},
      {R"({"do":"weigh_node","node":"node-1","weight":"2"})", "weight: “\"2\"” cannot be read as a number"},
      {R"({"do":"weigh_node","node":"node-1","weight":1e400})",
       "command: “{\"do\":\"weigh_node\",\"node\":\"node-1\",\"weight\":1e400}” cannot be read as JSON"},
      {R"({"do":"set_node_state","node":"node-1","state":"off"})", "state: “off” is not one of up, down"},
      {R"({"do":"set_node_count","count":0})", "count: 0 is outside 1 to 10000"},
      {R"({"do":"set_node_count","count":-1})", "count: -1 is outside 1 to 10000"},
      {R"({"do":"set_node_count","count":1.5})", "count: “1.5” cannot be read as a whole number"},
      {R"({"do":"set_strategy","slot":1,"strategy":"jump"})", "slot: 1 is outside 0 to 0"},
      {R"({"do":"set_strategy","strategy":"magic"})", "strategy: there is no “magic”"},
      {R"({"do":"set_hash","hash":"md6"})", "hash: there is no “md6”"},
      {R"({"do":"set_param","key":"size","value":3})", "key: there is no “size”"},
      {R"({"do":"set_param","key":"vnodes"})", "value: must not be empty"},
      {R"({"do":"set_param","key":"vnodes","value":0})", "vnodes: 0 is outside 1 to 10000000"},
      {R"({"do":"set_param","key":"vnodes","value":"5"})", "vnodes: “\"5\"” cannot be read as a number"},
      {R"({"do":"set_param","key":"successor","value":"before"})",
       "successor: “before” is not one of at_or_after, after"},
      {R"({"do":"set_param","key":"successor","value":1})", "successor: “1” is not one of at_or_after, after"},
      {R"({"do":"set_keys","count":10000001})", "count: 10000001 is outside 1 to 10000000"},
      {R"({"do":"set_keys","kind":"emoji"})", "kind: there is no “emoji”"},
      {R"({"do":"set_keys","kind":"given","count":3})", "fingerprint: must not be empty"},
      {R"({"do":"set_keys","kind":"given","count":3,"fingerprint":"12"})",
       "fingerprint: “\"12\"” cannot be read as 16 hexadecimal digits"},
      {R"({"do":"set_keys","kind":"given","fingerprint":"00000000deadbeef"})", "count: must not be empty"},
      {R"({"do":"set_keys","kind":"given","count":1,"fingerprint":"00000000deadbeef","prefix":"x"})",
       "prefix: there is no “prefix”"},
      {R"({"do":"set_seed","seed":"-1"})", "seed: -1 is outside 0 to 18446744073709551615"},
      {R"({"do":"set_seed","seed":1e20})", "seed: “1e+20” cannot be read as a whole number"},
      {R"({"do":"set_replicas","replicas":6})", "replicas: 6 is outside 1 to 5"},
      {R"({"do":"set_requests","skew":2.1})", "skew: 2.1 is outside 0 to 2"},
      {R"({"do":"set_requests","spread":1.5})", "spread: “1.5” cannot be read as a whole number"},
      {R"({"do":"set_requests","capacity":11})", "capacity: 11 is outside 0 to 10"},
  };
  for (const auto& [json, refusal] : refusals) EXPECT_EQ(again(json), refusal) << json;
}

TEST(Json, ThatIsTooDeepTooWideOrTooLongIsNotRead) {
  const std::string deep(100'000, '[');
  EXPECT_EQ(again(deep), "command: needs 9 levels, the limit is 8");
  EXPECT_EQ(scenario_refusal("{\"a\":" + deep), "scenario: needs 9 levels, the limit is 8");
  std::string wide = "{";
  for (int i = 0; i < 100; ++i) wide += "\"" + std::to_string(i) + "\":0,";
  EXPECT_EQ(scenario_refusal(wide + "\"x\":0}"), "scenario: needs 101 members, the limit is 100");
  EXPECT_EQ(scenario_refusal(R"({"nodes":["[[[[[[[[[[[[\"[["]})"), "") << "brackets inside text do not nest";
  const std::string blanks(kMaxJsonBytes + 1, ' ');
  EXPECT_EQ(scenario_refusal(blanks), "scenario: needs 4194305 bytes, the limit is 4194304");
}

TEST(ScenarioJson, ContainsOnlyWhatDiffersFromTheDefault) {
  EXPECT_EQ(format_scenario(default_scenario()), R"({"v":1})");
  EXPECT_EQ(parse_scenario("{}").value(), default_scenario());
  EXPECT_EQ(parse_scenario(R"({"v":1})").value(), default_scenario());
}

TEST(ScenarioJson, OfEveryFieldIsReadAndWritten) {
  const std::string json =
      R"({"v":1,"nodes":["a",{"name":"b","weight":2.0,"data_center":"eu","zone":"z","rack":"r","down":true},"c"],)"
      R"("log":[{"add":"d"},{"add":{"name":"e","weight":0.5}},{"remove":"a"},{"rename":"b","to":"bb"},)"
      R"({"weigh":"c","weight":3.0},{"relocate":"c","zone":"z"},{"down":"c"},{"up":"c"},)"
      R"({"move_to":"c","strategy":"slots","first":5,"last":9}],)"
      R"("keys":{"kind":"user","count":20000,"prefix":"u"},"seed":7,)"
      R"("strategies":[{"strategy":"ring","hash":"md5","params":{"vnodes":200,"label":"gholt"}},{"strategy":"slots"}],)"
      R"("replicas":2,"requests":{"skew":1.0,"spread":10,"capacity":1.5}})";
  ASSERT_EQ(scenario_refusal(json), "");
  EXPECT_EQ(format_scenario(parse_scenario(json).value()), json);
}

TEST(ScenarioJson, CountsGeneratedNodes) {
  const auto scenario = parse_scenario(R"({"nodes":12,"seed":3})");
  ASSERT_TRUE(scenario.ok());
  EXPECT_EQ(scenario.value().cluster, generated_cluster(3, 12).take());
  EXPECT_EQ(format_scenario(scenario.value()), R"({"v":1,"nodes":12,"seed":3})");
}

TEST(ScenarioJson, IsRefusedWithThePathOfTheField) {
  const std::pair<const char*, const char*> refusals[] = {
      {"7", "json: “7” cannot be read as an object"},
      {R"({"v":2,"shards":3})", "v: made by a newer Reshard, version 2; this one reads versions up to 1"},
      {R"({"v":0})", "v: 0 is outside 1 to 1"},
      {R"({"shards":3})", "shards: there is no “shards”"},
      {R"({"":3})", "\"\": there is no “”"},
      {R"({"nodes":0})", "nodes: 0 is outside 1 to 10000"},
      {R"({"nodes":[]})", "nodes.length: 0 is outside 1 to 10000"},
      {R"({"nodes":"a"})", "nodes: “\"a\"” cannot be read as a list"},
      {R"({"nodes":["a","a"]})", "nodes[1]: “a” already exists"},
      {R"({"nodes":["a",5]})", "nodes[1]: “5” cannot be read as an object"},
      {R"({"nodes":["a",""]})", "nodes[1]: must not be empty"},
      {R"({"nodes":["a",{"name":"b","weight":-2}]})", "nodes[1].weight: -2 is outside 0 to 1000000"},
      {R"({"nodes":["a",{"name":"b","colour":"red"}]})", "nodes[1].colour: there is no “colour”"},
      {R"({"nodes":["a",{"weight":2}]})", "nodes[1].name: must not be empty"},
      {R"({"nodes":["a",{"name":"b","down":1}]})", "nodes[1].down: “1” cannot be read as true or false"},
      {R"({"log":{}})", "log: “{}” cannot be read as a list"},
      {R"({"log":[{"add":"x"},{"remove":"y"}]})", "log[1].remove: there is no “y”"},
      {R"({"log":[{}]})", "log[0]: must not be empty"},
      {R"({"log":[7]})", "log[0]: “7” cannot be read as an object"},
      {R"({"log":[{"burn":"x"}]})", "log[0].burn: there is no “burn”"},
      {R"({"log":[{"add":{"name":"x","down":true}}]})", "log[0].add.down: there is no “down”"},
      {R"({"log":[{"rename":"node-1"}]})", "log[0].to: must not be empty"},
      {R"({"log":[{"weigh":"node-1","weight":1e9}]})", "log[0].weight: 1000000000 is outside 0 to 1000000"},
      {R"({"log":[{"down":"node-1","up":"node-1"}]})", "log[0].up: there is no “up”"},
      {R"({"log":[{"move_to":"node-1","first":5}]})", "log[0].move_to: ring has no table to edit"},
      {R"({"strategies":[{"strategy":"slots"}],"log":[{"move_to":"node-1"}]})", "log[0].first: must not be empty"},
      {R"({"strategies":[{"strategy":"slots"}],"log":[{"move_to":"node-1","first":1024}]})",
       "log[0].last: 1024 is outside 0 to 1023"},
      {R"({"strategies":[{"strategy":"slots"}],"log":[{"move_to":"node-1","first":9,"last":5}]})",
       "log[0].first: 9 is outside 0 to 5"},
      {R"({"strategies":[{"strategy":"slots"}],"log":[{"move_to":"x","first":9}]})", "log[0].move_to: there is no “x”"},
      {R"({"keys":{"count":0}})", "keys.count: 0 is outside 1 to 10000000"},
      {R"({"keys":500})", "keys: “500” cannot be read as an object"},
      {R"({"strategies":[]})", "strategies.length: 0 is outside 1 to 4"},
      {R"({"strategies":["ring"]})", "strategies[0]: “\"ring\"” cannot be read as an object"},
      {R"({"strategies":[{}]})", "strategies[0].strategy: must not be empty"},
      {R"({"strategies":[{"strategy":"ring"},{"strategy":"x"}]})", "strategies[1].strategy: there is no “x”"},
      {R"({"strategies":[{"strategy":"ring","hash":"x"}]})", "strategies[0].hash: there is no “x”"},
      {R"({"strategies":[{"strategy":"ring","params":{"vnodes":0}}]})",
       "strategies[0].params.vnodes: 0 is outside 1 to 10000000"},
      {R"({"strategies":[{"strategy":"ring","params":{"size":1}}]})", "strategies[0].params.size: there is no “size”"},
      {R"({"strategies":[{"strategy":"ring","params":[]}]})", "strategies[0].params: “[]” cannot be read as an object"},
      {R"({"requests":{"skew":"1"}})", "requests.skew: “\"1\"” cannot be read as a number"},
      {R"({"requests":{"skew":-0.1}})", "requests.skew: -0.1 is outside 0 to 2"},
      {R"({"replicas":true})", "replicas: “true” cannot be read as a whole number"},
  };
  for (const auto& [json, refusal] : refusals) EXPECT_EQ(scenario_refusal(json), refusal) << json;
}

TEST(ScenarioJson, ReadsRandomScenariosBackAsTheyWereWritten) {
  Random random(31);
  for (int i = 0; i < 2000; ++i) {
    const Scenario scenario = random_scenario(random);
    const std::string json = format_scenario(scenario);
    ASSERT_EQ(scenario_refusal(json), "") << json;
    ASSERT_EQ(parse_scenario(json).value(), scenario) << json;
  }
}

TEST(HostileJson, NeverCrashesAndKeepsEveryPromise) {
  // clang-format off
  constexpr std::string_view kWords[] = {
      "{", "}", "[", "]", ":", ",", "\"", "\\", "null", "true", "-1", "1e9", "0.5", "18446744073709551616",
      "\"do\":", "\"add_node\"", "\"node\":", "\"node-1\"", "\"nodes\":", "\"log\":", "\"add\":", "\"weight\":",
      "\"strategies\":[{", "\"strategy\":\"ring\"", "\"params\":{", "\"keys\":{", "\"kind\":\"given\"", "\"seed\":",
      "\"\\ud800\"", "\xff"};
  // clang-format on
  Random random(8);
  for (int i = 0; i < 20'000; ++i) {
    std::string json = i % 2 == 0 ? "{" : format_scenario(random_scenario(random));
    for (std::uint64_t left = 1 + random.below(8); left > 0; --left) {
      json.insert(random.below(json.size() + 1), kWords[random.below(std::size(kWords))]);
    }
    ASSERT_EQ(broken_promise_of_json(json), "") << json;
  }
}

}  // namespace
}  // namespace reshard::testing
