#include "core/rebalance/problem.h"

#include <gtest/gtest.h>

#include "core/base/text.h"
#include "core/rebalance/problem_text.h"
#include "tests/core/rebalance/replay.h"
#include "tests/core/vectors.h"

namespace reshard::rebalance {
namespace {

using namespace testing;

/// A small problem with one of its parts replaced.
std::string with(std::string_view what, std::string_view by) {
  std::string json =
      R"({"id":"x","nodes":[{"name":"a","capacity":1,"zone":"","disk":null},{"name":"b","capacity":2,"zone":"","disk":90}],)"
      R"("entries":[{"id":"e0","bytes":35,"load":38,"replicas":["a"]},{"id":"e1","bytes":5,"load":3,"replicas":["a","b"]}],)"
      R"("options":{"epsilon":0.02,"drain":[],"pinned":["e0"],"zones":"none","max_in_flight":1}})";
  const auto at = json.find(what);
  CHECK(at != std::string::npos);
  return json.replace(at, what.size(), by);
}

std::string refusal(std::string_view what, std::string_view by) {
  const auto problem = parse_problem(with(what, by));
  return problem.ok() ? "accepted" : message(problem.error());
}

TEST(RebalanceProblem, BadInputIsRefusedWithItsFieldAndTheRange) {
  EXPECT_EQ(refusal(R"("name":"b")", R"("name":"a")"), "nodes[1].name: “a” already exists");
  EXPECT_EQ(refusal(R"("bytes":35)", R"("bytes":-35)"), "entries[0].bytes: -35 is outside 0 to 9007199254740992");
  EXPECT_EQ(refusal(R"("load":38)", R"("load":-1)"), "entries[0].load: -1 is outside 0 to 9007199254740992");
  EXPECT_EQ(refusal(R"("load":38)", R"("load":1.5)"), "entries[0].load: “1.5” cannot be read as a whole number");
  EXPECT_EQ(refusal(R"("load":38)", R"("load":1e60)"), "entries[0].load: “1e60” cannot be read as a whole number");
  EXPECT_EQ(refusal(R"("load":38)", R"("load":NaN)").substr(0, 5), "json:");
  EXPECT_EQ(refusal(R"("load":38,)", ""), "entries[0].load: must not be empty");
  EXPECT_EQ(refusal(R"("id":"e1")", R"("id":"e0")"), "entries[1].id: “e0” already exists");
  EXPECT_EQ(refusal(R"(["a","b"])", R"(["b","b"])"), "entries[1].replicas[1]: “b” already exists");
  EXPECT_EQ(refusal(R"(["a","b"])", R"(["b","c"])"), "entries[1].replicas[1]: there is no “c”");
  EXPECT_EQ(refusal(R"(["a","b"])", "[]"), "entries[1].replicas: must not be empty");
  EXPECT_EQ(refusal(R"("capacity":2)", R"("capacity":0)"), "nodes[1].capacity: 0 is outside 1 to 1000000000");
  EXPECT_EQ(refusal(R"("disk":90)", R"("disk":"90")"), "nodes[1].disk: “90” cannot be read as a whole number");
  EXPECT_EQ(refusal(R"("disk":90)", R"("disc":90)"), "nodes[1].disc: there is no “disc”");
  EXPECT_EQ(refusal("0.02", "-0.02"), "options.epsilon: -0.02 is outside 0 to 100");
  EXPECT_EQ(refusal("0.02", "101"), "options.epsilon: 101 is outside 0 to 100");
  EXPECT_EQ(refusal("0.02", "0.0123456789"),
            "options.epsilon: “0.0123456789” cannot be read as a number of at most nine decimals");
  EXPECT_EQ(refusal(R"("drain":[])", R"("drain":["c"])"), "options.drain[0]: there is no “c”");
  EXPECT_EQ(refusal(R"("drain":[])", R"("drain":["a","b"])"), "options.drain.length: 2 is outside 0 to 1");
  EXPECT_EQ(refusal(R"("pinned":["e0"])", R"("pinned":["e7"])"), "options.pinned[0]: there is no “e7”");
  EXPECT_EQ(refusal(R"("none")", R"("some")"), "options.zones: “some” is not one of none, distinct");
  EXPECT_EQ(refusal(R"("max_in_flight":1)", R"("max_in_flight":0)"), "options.max_in_flight: 0 is outside 1 to 1000");
  EXPECT_EQ(refusal(R"("epsilon":0.02)", R"("epsilon":0.02,"lower_epsilon":1.5)"),
            "options.lower_epsilon: 1.5 is outside 0 to 1");
  EXPECT_EQ(refusal(R"("epsilon":0.02)", R"("epsilon":0.02,"limits":[{"of":"cpu"}])"),
            "options.limits[0].of: there is no “cpu”");
  EXPECT_EQ(refusal(R"("epsilon":0.02)", R"("epsilon":0.02,"limits":[{"of":"load"}])"),
            "options.limits[0].of: “load” already exists");
  EXPECT_EQ(refusal(R"("load":38)", R"("leader_load":38)"), "entries[0].follower_load: must not be empty");
  EXPECT_EQ(
      refusal(R"([{"name":"a","capacity":1,"zone":"","disk":null},{"name":"b","capacity":2,"zone":"","disk":90}])",
              "[]"),
      "entries[0].replicas[0]: there is no “a”");
  EXPECT_EQ(refusal(R"({"id":"x")", R"([{"id":"x")").substr(0, 5), "json:");
  EXPECT_EQ(refusal(R"("id":"x")", R"("id":"x","proof":[[{"a":1}],2])"), "accepted");
}

TEST(RebalanceProblem, AForcedMoveThatCannotBeIsRefusedWithItsField) {
  const auto forced = [](const std::string& moves) {
    return refusal(R"("pinned":["e0"])", R"("pinned":[],"forced":)" + moves);
  };
  EXPECT_EQ(forced(R"([["e0","a","b"]])"), "accepted");
  EXPECT_EQ(forced("[]"), "accepted");
  EXPECT_EQ(forced(R"([["e0","a","b"],["e7","a","b"]])"), "options.forced[1][0]: there is no “e7”");
  EXPECT_EQ(forced(R"([["e0","c","b"]])"), "options.forced[0][1]: there is no “c”");
  EXPECT_EQ(forced(R"([["e0","a","c"]])"), "options.forced[0][2]: there is no “c”");
  EXPECT_EQ(forced(R"([["e0","b","a"]])"), "options.forced[0][1]: e0 is not on b");
  EXPECT_EQ(forced(R"([["e1","a","b"]])"), "options.forced[0][2]: e1 is on b already");
  EXPECT_EQ(forced(R"([["e0","a","a"]])"), "options.forced[0][2]: e0 is on a already");
  EXPECT_EQ(forced(R"([["e0","a","b"],["e0","a","b"]])"), "options.forced[1][1]: “a” already exists");
  EXPECT_EQ(forced(R"([["e0","a"]])"), "options.forced[0][2]: must not be empty");
  EXPECT_EQ(forced(R"([["e0","a","b","c"]])"), "options.forced[0][3]: “c” cannot be read as entry, from, to");
  EXPECT_EQ(forced(R"([["e0","a",7]])"), "options.forced[0][2]: “7” cannot be read as text");
  EXPECT_EQ(forced(R"(["e0"])"), "options.forced[0]: “e0” cannot be read as an object");
  EXPECT_EQ(forced(R"("e0")"), "options.forced: “e0” cannot be read as a list");
  EXPECT_EQ(refusal(R"("pinned":["e0"])", R"("pinned":["e0"],"forced":[["e0","a","b"]])"),
            "options.forced[0][0]: e0 is pinned");
  EXPECT_EQ(refusal(R"("drain":[],"pinned":["e0"])", R"("drain":["b"],"forced":[["e0","a","b"]])"),
            "options.forced[0][2]: b is drained");
  Problem zones;
  zones.nodes = {
      {"a", 1, {}, "x", false}, {"b", 1, {}, "y", false}, {"c", 1, {}, "y", false}, {"d", 1, {}, "x", false}};
  zones.add_entry("e", 1, 1, {0, 1});
  zones.forced = {{0, 0, 2}};
  EXPECT_TRUE(check(zones).ok());
  zones.zones_distinct = true;
  EXPECT_EQ(message(check(zones).error()), "options.forced[0][2]: two copies of e would be in the zone of c");
  zones.forced.push_back({0, 1, 3});  // both together keep them apart
  EXPECT_TRUE(check(zones).ok());
  zones.forced[1].to = 2;
  EXPECT_EQ(message(check(zones).error()), "options.forced[1][2]: “c” already exists");
}

TEST(RebalanceProblem, TooManyEntriesAndTooLargeSumsAreRefused) {
  // However many: the document is read no further than the entry that is one too many.
  const std::string json = R"({"nodes":[{"name":"a"}],"entries":[{"id":"e","bytes":1,"load":1,"replicas":["a"]})";
  const std::string second = R"(,{"id":"f","bytes":1,"load":1,"replicas":["a"]})";
  EXPECT_TRUE(read_problem(json + second + "]}", 2).ok());
  EXPECT_EQ(message(read_problem(json + second + second + ",none", 2).error()), "entries.length: 3 is outside 0 to 2");
  Columns columns;
  columns.bytes.resize(kMaxEntries + 1);
  EXPECT_EQ(message(parse_problem(R"({"nodes":[{"name":"a"}],"entries":[]})", std::move(columns)).error()),
            "columns.bytes.length: 2000001 is outside 0 to 2000000");
  Problem many;
  many.nodes.push_back({"a", 1, {}, "", false});
  many.names.resize(kMaxEntries + 1);
  EXPECT_EQ(message(check(many).error()), "entries.length: 2000001 is outside 0 to 2000000");
  Problem large;
  large.nodes.push_back({"a", 1, {}, "", false});
  for (int i = 0; i < 17; ++i) large.add_entry("e" + std::to_string(i), kMaxAmount, 1, {0});
  EXPECT_EQ(message(check(large).error()), "entries: needs 153122387330596864 bytes, the limit is 144115188075855872");
}

TEST(RebalanceProblem, CostsThatTogetherAreMoreThanANumberHoldsAreRefused) {
  Problem problem;
  problem.nodes = {{"a", 1, {}, "", true}, {"b", 1, {}, "", false}};
  for (std::uint32_t i = 0; i < 2048; ++i) problem.add_entry("e" + decimal(i), 1, 1, {0});
  problem.per_move = kMaxAmount;  // 2^64 for all of them
  EXPECT_EQ(message(check(problem).error()), "options.per_move: 9007199254740992 is outside 0 to 70368744177663");
  problem.per_move = 70368744177663;  // 2^46 - 1, and a byte: 2^57 for all of them
  ASSERT_TRUE(check(problem).ok());
  const Plan plan = plan_moves(problem, {});
  EXPECT_EQ(plan.figures.cost, kMaxTotal);
  EXPECT_EQ(plan.bounds.cost, kMaxTotal);
  EXPECT_TRUE(plan.proven);
}

TEST(RebalanceProblem, ColumnsAreTheSameAsEntries) {
  const std::string rest = R"({"nodes":[{"name":"a"},{"name":"b"}],"options":{"pinned":["1"],"drain":[]})";
  const auto entries = parse_problem(rest + R"(,"entries":[{"id":"0","bytes":5,"load":3,"replicas":["b"]},)"
                                            R"({"id":"1","bytes":6,"load":4,"replicas":["b","a"]}]})");
  ASSERT_TRUE(entries.ok());
  const Columns columns{{5, 6}, {3, 4}, {0, 1, 3}, {1, 1, 0}};
  EXPECT_EQ(parse_problem(rest + "}", columns).take(), entries.value());
  const auto refused = [&](const Columns& wrong) { return message(parse_problem(rest + "}", wrong).error()); };
  EXPECT_EQ(refused({{5, 6}, {3}, {0, 1, 3}, {1, 1, 0}}), "columns.load.length: 1 is outside 2 to 2");
  EXPECT_EQ(refused({{5, 6}, {3, 4}, {0, 3}, {1, 1, 0}}), "columns.first.length: 2 is outside 3 to 3");
  EXPECT_EQ(refused({{5, 6}, {3, 4}, {1, 1, 3}, {1, 1, 0}}), "columns.first[0]: 1 is outside 0 to 0");
  EXPECT_EQ(refused({{5, 6}, {3, 4}, {0, 2, 1}, {1, 1, 0}}), "columns.first[2]: 1 is outside 2 to 3");
  EXPECT_EQ(refused({{5, 6}, {3, 4}, {0, 1, 2}, {1, 1, 0}}), "columns.holders.length: 3 is outside 2 to 2");
  EXPECT_EQ(refused({{5, 6}, {3, 4}, {0, 1, 3}, {1, 1, 2}}), "entries[1].replicas[1]: 2 is outside 0 to 1");
  EXPECT_EQ(refused({{5, 6}, {3, 4}, {0, 0, 3}, {1, 1, 0}}), "entries[0].replicas.length: 0 is outside 1 to 2");
  EXPECT_EQ(message(parse_problem(format_problem(entries.value()), columns).error()),
            "columns: “entries” already exists");
}

TEST(RebalanceProblem, LimitsAreExactToTheLastUnit) {
  // 1.1 * 30 / 3 = 11 exactly: in binary floating point 1.1 * 10 is above 11, and 1.1 * 30 / 3 is 11.000000000000002.
  Problem problem;
  for (const char* name : {"a", "b", "c"}) problem.nodes.push_back({name, 1, {}, "", false});
  for (int i = 0; i < 30; ++i) problem.add_entry("e" + std::to_string(i), 1, 1, {0});
  EXPECT_EQ(share_of(problem, 0).most, (std::vector<std::uint64_t>{11, 11, 11}));
  problem.limits[0].lower = Fraction{1, 20};  // 9.5, rounded up
  EXPECT_EQ(share_of(problem, 0).least, (std::vector<std::uint64_t>{10, 10, 10}));
  problem.nodes[2].drained = true;
  EXPECT_EQ(share_of(problem, 0).most, (std::vector<std::uint64_t>{16, 16, 0}));
  // The largest that is accepted stays within 128 bits.
  Problem large;
  large.nodes = {{"a", kMaxCapacity, {}, "", false}, {"b", kMaxCapacity, {}, "", false}};
  for (int i = 0; i < 16; ++i) large.add_entry("e" + std::to_string(i), 0, kMaxAmount, {0});
  large.limits[0].upper = {kMaxEpsilon * kMaxDenominator - 1, kMaxDenominator};
  ASSERT_TRUE(check(large).ok());
  EXPECT_EQ(share_of(large, 0).most[0], std::uint64_t{101} * (kMaxTotal / 2) - 72057595);  // 2^56 / 10^9, rounded up
}

TEST(RebalanceProblem, AFractionIsWhatItsDecimalsSay) {
  EXPECT_EQ(parse_fraction("0.05"), (Fraction{5, 100}));
  EXPECT_EQ(parse_fraction("1e-3"), (Fraction{1, 1000}));
  EXPECT_EQ(parse_fraction("2.50"), (Fraction{25, 10}));
  EXPECT_EQ(parse_fraction("1e2"), (Fraction{100, 1}));
  for (const char* wrong : {"", ".", "-1", "1e3", "1e99", "0.0000000001", "0.1x", "1e", "99999999999999999999"}) {
    EXPECT_EQ(parse_fraction(wrong), std::nullopt) << wrong;
  }
  EXPECT_EQ(fraction_text({5, 100}), "0.05");
}

TEST(RebalanceProblem, WrittenAndReadAgainItIsTheSame) {
  for (const std::string& line : vector_lines("rebalance/instances.jsonl")) {
    const Problem problem = parse_problem(line).take();
    EXPECT_EQ(parse_problem(format_problem(problem)).take(), problem);
  }
  Random random(9);
  for (int i = 0; i < 200; ++i) {
    Problem problem = random_problem(random, 24, true);
    if (i % 2 == 1) force_some(random, problem);
    const auto read = parse_problem(format_problem(problem));
    ASSERT_TRUE(read.ok()) << message(read.error());
    for (std::size_t r = 0; r < problem.limits.size(); ++r) {
      EXPECT_EQ(share_of(read.value(), static_cast<std::uint32_t>(r)).most,
                share_of(problem, static_cast<std::uint32_t>(r)).most);
    }
    EXPECT_EQ(format_problem(read.value()), format_problem(problem));
    EXPECT_EQ(read.value().forced, problem.forced);
  }
}

}  // namespace
}  // namespace reshard::rebalance
