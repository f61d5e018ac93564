#include "core/rebalance/schedule_json.h"

#include <gtest/gtest.h>

#include "core/rebalance/planner.h"
#include "core/scenario/json_reader.h"
#include "tests/core/vectors.h"

namespace reshard::rebalance {
namespace {

using testing::vector_lines;

TEST(RebalanceScheduleJson, AnswersForAnyMovesAsAPlanWithAPaceDoes) {
  std::size_t too_long = 0, in_windows = 0;
  for (const std::string& line : vector_lines("rebalance/schedules.jsonl")) {
    const Json row = parse_json("row", line).take();
    const auto problem = parse_problem(to_text(row["problem"]));
    ASSERT_TRUE(problem.ok()) << message(problem.error());
    Json request;
    request["moves"] = row["moves"];
    request["pace"] = row["pace"];
    const auto answer = answer_schedule(problem.value(), to_text(request));
    ASSERT_TRUE(answer.ok()) << message(answer.error());
    const Json schedule = parse_json("answer", answer.value()).take();
    in_windows += row["pace"]["window"].is_null() ? 0 : 1;
    if (row["schedule"].contains("too_long")) {
      EXPECT_EQ(schedule["too_long"][0], row["schedule"]["too_long"]);
      EXPECT_EQ(schedule.size(), 1u);
      ++too_long;
    } else {
      EXPECT_EQ(schedule, row["schedule"]);
    }
  }
  EXPECT_GT(too_long, 0u);
  EXPECT_GT(in_windows, 10u);
}

/// x and y are on a, z is on b, whose disk is full.
Problem three() {
  Problem problem;
  problem.nodes = {{"a", 1, {}, "", false}, {"b", 1, 100, "", false}, {"c", 1, {}, "", false}};
  problem.add_entry("x", 100, 1, {0});
  problem.add_entry("y", 100, 1, {0});
  problem.add_entry("z", 100, 1, {1});
  return problem;
}

std::string asked(const std::string& moves, const std::string& pace = R"({"rate":1})") {
  const auto answer = answer_schedule(three(), R"({"moves":)" + moves + R"(,"pace":)" + pace + "}");
  return answer.ok() ? answer.value() : message(answer.error());
}

TEST(RebalanceScheduleJson, TheFirstMovesOfAPlanHaveAScheduleOfTheirOwn) {
  EXPECT_EQ(asked(R"([["z","b","c"],["x","a","b"]])"),
            R"({"end_ms":200000,"busy_ms":200000,"bound_ms":200000,"spans":[[0,100000],[100000,200000]]})");
  EXPECT_EQ(asked(R"([["z","b","c"]])"),
            R"({"end_ms":100000,"busy_ms":100000,"bound_ms":100000,"spans":[[0,100000]]})");
  EXPECT_EQ(asked("[]"), R"({"end_ms":0,"busy_ms":0,"bound_ms":0,"spans":[]})");
  EXPECT_EQ(asked(R"([["z","b","c"],["x","a","b"]])", R"({"rate":1,"window":{"begin":60,"end":61}})"),
            R"({"too_long":[0,1]})");
}

TEST(RebalanceScheduleJson, AMoveThatIsNotPossibleInItsTurnIsRefused) {
  EXPECT_EQ(asked(R"([["z","b","c"],["x","a","b"],["y","a","b"]])"), "moves[2][2]: 200 is outside 0 to 100");
  EXPECT_EQ(asked(R"([["x","a","b"]])"), "moves[0][2]: 200 is outside 0 to 100");
  EXPECT_EQ(asked(R"([["x","b","c"]])"), "moves[0][1]: x is not on b");
  EXPECT_EQ(asked(R"([["x","a","a"]])"), "moves[0][2]: x is on a already");
  EXPECT_EQ(asked(R"([["w","a","c"]])"), "moves[0][0]: there is no “w”");
  EXPECT_EQ(asked(R"([["x","a","d"]])"), "moves[0][2]: there is no “d”");
  EXPECT_EQ(asked(R"([["x","a"]])"), R"(moves[0]: “["x","a"]” cannot be read as entry, from, to)");
  EXPECT_EQ(asked(R"([["x","a",7]])"), R"(moves[0]: “["x","a",7]” cannot be read as entry, from, to)");
  // Leaders bear no more than others here: there is nothing to pass on.
  EXPECT_EQ(asked(R"([["x","a","c","lead"]])"),
            R"(moves[0]: “["x","a","c","lead"]” cannot be read as entry, from, to)");
  EXPECT_EQ(asked("7"), "moves: “7” cannot be read as a list");
}

TEST(RebalanceScheduleJson, APaceThatCannotBeIsRefused) {
  const auto paced = [](const std::string& pace) { return asked(R"([["z","b","c"]])", pace); };
  EXPECT_EQ(paced(R"({"rate":0})"), "pace.rate: 0 is outside 1 to 9007199254740992");
  EXPECT_EQ(paced(R"({"rate":1.5})"), "pace.rate: “1.5” cannot be read as a whole number");
  EXPECT_EQ(paced(R"({"fixed":5})"), "pace.rate: must not be empty");
  EXPECT_EQ(paced(R"({"rate":1,"window":{"begin":1440,"end":5}})"), "pace.window.begin: 1440 is outside 0 to 1439");
  EXPECT_EQ(paced(R"({"rate":1,"speed":2})"), "pace.speed: there is no “speed”");
  Problem large = three();
  large.bytes[2] = kMaxAmount;  // 2^53 s are more ms than there are numbers for in JavaScript
  large.nodes[1].disk.reset();
  EXPECT_EQ(message(answer_schedule(large, R"({"moves":[["z","b","c"]],"pace":{"rate":1}})").error()),
            "pace.rate: 1 is outside 2001 to 9007199254740992");
}

}  // namespace
}  // namespace reshard::rebalance
