// The events of a story, as data and in words.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/migration/checker/checker.h"
#include "core/migration/model/presets.h"
#include "core/migration/model/protocol_text.h"
#include "core/migration/run/story_json.h"

namespace reshard::testing {
namespace {

std::vector<std::string> words_of(const std::vector<StoryEvent>& events) {
  std::vector<std::string> words;
  for (const StoryEvent& event : events) {
    words.push_back(story_words(event) + " [" + version_name(event.holds[0]) + ", " + version_name(event.holds[1]) +
                    "]");
  }
  return words;
}

/// The shortest story of an anomaly in a protocol, with what old and new hold after each event.
std::vector<std::string> shortest(const Protocol& protocol, Anomaly kind, const Bounds& bounds = {}) {
  const Verdict verdict = check_moves(protocol, bounds);
  for (const Counterexample& each : verdict.found) {
    if (each.kind == kind) return words_of(each.story);
  }
  return {};
}

using Words = std::vector<std::string>;

// Copied before the write lands at old, and switched before anybody copies it again. The step in which the write lands
// also acknowledges it: nine steps, ten events.
TEST(Story, OfAWriteThatCopyingAndThenSwitchingLosesHasEachEventAndWhatBothSidesHoldAfterIt) {
  EXPECT_EQ(shortest(protocol_of(*find_preset("copy_then_flip")), Anomaly::kLostWrite),
            (Words{
                "holder 0 (phase “start”) sends write v1 to old [v0, nothing]",
                "phase “copy” is announced [v0, nothing]",
                "the copier reads v0 at old [v0, nothing]",
                "write v1 lands at old [v1, nothing]",
                "write v1 is acknowledged [v1, nothing]",
                "the copy lands at new [v1, v0]",
                "phase “flip” is announced [v1, v0]",
                "holder 0 learns phase “flip” [v1, v0]",
                "holder 1 learns phase “flip” [v1, v0]",
                "phase “drop” is announced [nothing, v0]",
            }));
}

// In the checker's stories the first write is v1, whatever has been read before it.
TEST(Story, NumbersWritesReadsAndDeletesEachFromOne) {
  const auto protocol = parse_protocol("start;new:reads=new,writes=new,until=acknowledged");
  ASSERT_TRUE(protocol.ok());
  for (const Counterexample& each : check_moves(protocol.value(), {}).found) {
    std::map<Operation, std::uint32_t> most;
    for (const StoryEvent& event : each.story) {
      if (event.what != StoryEvent::What::kSends) continue;
      EXPECT_EQ(event.number, ++most[event.operation]) << story_words(event);
    }
  }
}

TEST(Story, HasEveryEventInJsonUnderANameOfItsActor) {
  std::set<std::pair<std::string, std::string>> names;
  for (std::size_t what = 0; what <= static_cast<std::size_t>(StoryEvent::What::kRepairLands); ++what) {
    const Json json = story_json({.what = static_cast<StoryEvent::What>(what)});
    names.insert({json["actor"].get<std::string>(), json["event"].get<std::string>()});
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(StoryEvent::What::kRepairLands) + 1);
}

TEST(Story, TellsInJsonWhoDidWhatAndWhatBothSidesHold) {
  const Version written = version_of(2, false);
  const StoryEvent lands{.what = StoryEvent::What::kLands,
                         .at = 12'345,
                         .operation = Operation::kWrite,
                         .number = 3,
                         .message = MessageKind::kWrite,
                         .version = kFirstValue,
                         .side = Side::kNew,
                         .dropped = true,
                         .holds = {kNothing, written}};
  EXPECT_EQ(to_text(story_json(lands)),
            R"({"atMs":12.345,"event":"lands","actor":"new","operation":"write","number":3,"at":"new",)"
            R"("message":"write","dropped":true,"holds":{"old":"nothing","new":"v3"}})");
  StoryEvent sends{.what = StoryEvent::What::kSends, .client = 4, .phase = "both", .operation = Operation::kDelete};
  sends.number = 2;
  sends.to = bit_of(Side::kOld) | bit_of(Side::kNew);
  EXPECT_EQ(to_text(story_json(sends)),
            R"({"atMs":0.0,"event":"sends","actor":"client","client":4,"phase":"both","operation":"delete",)"
            R"("number":2,"to":["old","new"],"holds":{"old":"nothing","new":"nothing"}})");
  EXPECT_EQ(story_words(sends), "holder 4 (phase “both”) sends delete 2 to old and new");
}

}  // namespace
}  // namespace reshard::testing
