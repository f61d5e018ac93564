#include "core/migration/run/move_text.h"

#include <gtest/gtest.h>

#include "core/migration/model/phase_fields.h"
#include "core/migration/run/move_json.h"
#include "tests/core/migration/samples.h"
#include "tests/fuzz/move_promises.h"

namespace reshard {
namespace {

using namespace testing;

TEST(MoveText, ReadsBackWhatItWrites) {
  Random random(5);
  for (int i = 0; i < 500; ++i) {
    MoveSpec spec = random_spec(random);
    const Preset& preset = presets()[random.below(presets().size())];
    spec.protocol = protocol_of(preset);
    if (random.below(3) == 0) spec.protocol.phases.back().name = "the end, or not; 100 % ~ done = yes";
    spec.pace.unit = static_cast<Unit>(random.below(4));
    spec.system.cache = random.below(2) == 0;
    if (random.below(2) == 0) {
      spec.system.routing = Routing::kTwoLevel;
      spec.system.directories = 1 + random.below(64);
      spec.system.map_requests_per_second = random.below(5'000);
    }
    if (random.below(2) == 0) {
      Phase& phase = spec.protocol.phases[1];
      phase.verify = static_cast<Verify>(random.below(3));
      phase.repair = random.below(2) == 0;
      phase.until |= kUntilAsked;
      phase.asked_us = 1 + random.below(1'000'000);
      phase.reads = static_cast<Reads>(random.below(7));
      spec.pace.verify_share = random.unit();
      spec.pace.turn_back_over = random.unit();
      spec.pace.grow = random.below(9);
      spec.pace.page_rows = 1 + random.below(2'000);
      spec.pace.page_delay_us = random.below(1'000'000);
      spec.faults.node_back = static_cast<NodeBack>(random.below(3));
      spec.faults.node_tail_us = random.below(5'000'000);
    }
    const auto again = parse_move(format_move(spec));
    ASSERT_TRUE(again.ok()) << format_move(spec) << ": " << message(again.error());
    EXPECT_EQ(again.value(), spec) << format_move(spec);
    const Json json = move_json(spec);
    const auto read = read_move(json);
    ASSERT_TRUE(read.ok()) << to_text(json) << ": " << message(read.error());
    EXPECT_EQ(read.value(), spec) << to_text(json);
    Json phases = protocol_json(spec.protocol);
    const auto by_phases = read_move({{"protocol", phases["phases"]}, {"system", {{"checks", phases["checks"]}}}});
    ASSERT_TRUE(by_phases.ok()) << to_text(phases) << ": " << message(by_phases.error());
    EXPECT_EQ(by_phases.value().protocol, spec.protocol) << to_text(phases);
  }
}

TEST(MoveJson, TellsEachSettingWithItsDefaultAndLimits) {
  const Json tables = move_tables_json();
  const MoveSpec usual = read_move({{"protocol", "stop"}}).value();
  EXPECT_EQ(tables["settings"].size(), move_choices().size() + move_numbers().size() + move_fractions().size());
  for (const Json& setting : tables["settings"]) {
    const auto part = setting["part"].get<std::string>(), key = setting["key"].get<std::string>();
    const auto with = [&](const Json& value) { return read_move({{"protocol", "stop"}, {part, {{key, value}}}}); };
    EXPECT_EQ(with(setting["default"]).value(), usual) << to_text(setting);
    for (const char* limit : {"least", "most"}) {
      if (!setting.contains(limit)) continue;
      EXPECT_TRUE(with(setting[limit]).ok()) << to_text(setting);
    }
    if (setting.contains("most")) { EXPECT_FALSE(with(setting["most"].get<double>() + 1).ok()) << to_text(setting); }
    for (const Json& option : setting.value("options", Json::array())) EXPECT_TRUE(with(option).ok()) << option;
  }
  EXPECT_EQ(tables["phaseFields"].size(), phase_fields().size());
  EXPECT_EQ(tables["presets"].size(), presets().size());
  EXPECT_EQ(tables["limits"]["phases"], kMaxPhases);
}

TEST(MoveText, ContainsOnlyWhatDiffersFromTheDefaults) {
  MoveSpec spec;
  spec.protocol = protocol_of(*find_preset("double_write"));
  EXPECT_EQ(format_move(spec), "double_write");
  spec.system.routing = Routing::kProxy;
  spec.workload.writes = 0.3;
  spec.seed = 7;
  EXPECT_EQ(format_move(spec), "double_write~routing=proxy~writes=0.3~seed=7");
}

TEST(MoveText, NamesTheFieldThatItRefuses) {
  const auto refusal = [](std::string_view text) {
    const auto read = parse_move(text);
    return read.ok() ? std::string() : message(read.error());
  };
  EXPECT_EQ(refusal("stop~clients=1000000000"), "move.clients: 1000000000 is outside 1 to 10000");
  EXPECT_EQ(refusal("stop~routing=magic"),
            "move.routing: “magic” is not one of smart_client, proxy, coordinator, two_level");
  EXPECT_EQ(refusal("stop~colour=red"), "move: there is no “colour”");
  EXPECT_EQ(refusal("start;x:until=copied;y"), "move.phases[1].until: “copied” never comes where nothing is copied");
  EXPECT_NE(refusal(""), "");
}

TEST(MoveText, TakesOverOnlyTheNamedSettings) {
  const MoveSpec lesson = parse_move("copy_then_flip~requests=500~section_keys=40").value();
  const MoveSpec learner = parse_move("ramp~requests=9~section_keys=7~routing=proxy~writes=0.5").value();
  MoveSpec chosen = lesson;
  for (const char* key : {"protocol", "routing", "section_keys"}) EXPECT_TRUE(take_over(chosen, learner, key).ok());
  EXPECT_EQ(format_move(chosen), "ramp~routing=proxy~requests=500~section_keys=7");
  EXPECT_TRUE(take_over(chosen, learner, "writes").ok());
  EXPECT_EQ(chosen.workload.writes, 0.5);
  const auto refused = take_over(chosen, learner, "colour");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(message(refused.error()), "move: there is no “colour”");
}

// Any text is either read or refused, and what was read is written and reads back the same.
TEST(MoveText, KeepsItsPromisesOnDamagedTexts) {
  Random random(6);
  std::size_t read = 0;
  for (int i = 0; i < 20'000; ++i) {
    MoveSpec spec = random_spec(random);
    spec.protocol = protocol_of(presets()[random.below(presets().size())]);
    if (random.below(2) == 0) spec.protocol.phases[1].name += "x";
    std::string text = format_move(spec);
    for (std::uint64_t damage = random.below(4); damage > 0; --damage) {
      const std::size_t at = random.below(text.size());
      switch (random.below(3)) {
        case 0: text[at] = static_cast<char>(random.below(256)); break;
        case 1: text.erase(at, 1 + random.below(4)); break;
        case 2: text.insert(at, text.substr(random.below(text.size()), random.below(12))); break;
      }
      if (text.empty()) text = "x";
    }
    ASSERT_EQ(broken_promise_of_move(text), "") << text;
    read += parse_move(text).ok();
  }
  EXPECT_GT(read, 2'000u);
}

// The same for the JSON of a headless call; what is accepted is run, twice.
TEST(MoveJson, KeepsItsPromisesOnDamagedTexts) {
  constexpr std::string_view kHonest[] = {
      // NOLINTBEGIN(bugprone-suspicious-missing-comma): each text is written on several lines
      R"({"protocol":"double_write","seed":7,"system":{"routing":"proxy","spread":"poll","clients":50},)"
      R"("workload":{"requests":300,"writes":0.3},"pace":{"unit":"section","section_keys":5,"page_rows":3,"page_delay_us":9000}})",
      R"({"protocol":[{"name":"start"},{"name":"copy","copy":"all","log":"forward","until":["copied"],"after_us":9000},)"
      R"({"name":"end","reads":"new","writes":"new","deletes":"tombstone","drop":true}],"workload":{"skew":1.1}})",
      R"({"protocol":"!start;x:copy=migrate,until=copied,old=migrating,new=importing","faults":{"cut_off":0.5,)"
      R"("cut_off_us":900000,"copier_down_us":5000,"node":2,"node_down_us":80000},"system":{"cache":true}})",
      R"({"protocol":"start;x:reads=both_old,writes=both,copy=all,verify=sample,repair,until=copied+verified+asked,)"
      R"(asked_us=90000;y:reads=both_new,writes=both","pace":{"turn_back_over":0.2,"verify_share":0.4},"faults":{"node":1,)"
      R"("node_down_us":9000,"node_down_at_us":20000,"node_back":"without_tail","node_tail_us":9000}})",
      R"({"protocol":"flip","pace":{"grow":3},"workload":{"deletes":0,"writes":0.5,"requests":300},"faults":{"node":3,)"
      R"("node_down_us":9000,"node_down_at_us":9000,"node_back":"empty"}})"
      // NOLINTEND(bugprone-suspicious-missing-comma)
  };
  Random random(8);
  for (int i = 0; i < 3'000; ++i) {
    std::string text(kHonest[random.below(std::size(kHonest))]);
    for (std::uint64_t damage = random.below(4); damage > 0; --damage) {
      const std::size_t at = random.below(text.size());
      const std::size_t from = random.below(text.size());
      switch (random.below(3)) {
        case 0: text[at] = static_cast<char>(random.below(128)); break;
        case 1: text.erase(at, 1 + random.below(4)); break;
        default: text.insert(at, text.substr(from, random.below(9))); break;
      }
      if (text.empty()) text = "{";
    }
    ASSERT_EQ(broken_promise_of_migrate(text), "") << text;
  }
}

}  // namespace
}  // namespace reshard
