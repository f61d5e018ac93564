#include "core/sharding_key/verdict/verdict.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/scenario/json.h"
#include "core/sharding_key/verdict/key_requests.h"

namespace reshard {
namespace {

Json parsed(std::string_view text) {
  auto json = parse_json("json", text);
  EXPECT_TRUE(json.ok()) << text;
  return json.take();
}

/// A candidate with these counts of rows on the shards.
std::string candidate(std::string_view id, std::string_view columns, std::string_view counts,
                      std::string_view more = "") {
  return R"({"id":")" + std::string(id) + R"(","columns":)" + std::string(columns) +
         R"(,"rows":1000,"nulls":0,"distinct":{"value":500,"exact":true,"error":0},
            "top":[{"value":"x","count":2,"error":0,"share":0.002,"shard":0}],"spread":{"counts":)" +
         std::string(counts) + "}" + std::string(more) + "}";
}

std::string profile(std::string_view candidates) {
  return R"({"rows":1000,"rowBytes":50,"columns":[{"name":"id"},{"name":"user_id"},{"name":"at"},{"name":"country"}],
             "shards":["n1","n2","n3","n4"],"candidates":[)" +
         std::string(candidates) + "]}";
}

constexpr std::string_view kEven = "[250,250,250,250]";

Json verdict(std::string_view candidates, std::string_view templates, std::string_view more = "") {
  const auto json = judge(parsed(R"({"profile":)" + profile(candidates) + R"(,"table":"posts","templates":)" +
                                 std::string(templates) + std::string(more) + "}"));
  EXPECT_TRUE(json.ok()) << (json.ok() ? "" : message(json.error()));
  return json.ok() ? json.value() : Json();
}

const Json& named(const Json& verdict, std::string_view id) {
  for (const Json& one : verdict["candidates"]) {
    if (one["id"] == id) return one;
  }
  ADD_FAILURE() << id;
  return verdict;
}

// analyzeShardKey's read and write distribution, worked out by hand on a collection of posts with key user_id, four shards:
// 60 reads a second by user_id ask one shard, 20 with an IN of two users ask some, 20 by country ask all; of 50 writes,
// 30 are inserts, 10 update by user_id, 5 by id (without the key), and 5 change the key.
constexpr std::string_view kPosts = R"([
  {"id":"r1","perSecond":60,"kind":"select","tables":[{"name":"posts"}],"equal":[{"column":"user_id"}]},
  {"id":"r2","perSecond":20,"kind":"select","tables":[{"name":"posts"}],"equal":[{"column":"user_id","values":2}]},
  {"id":"r3","perSecond":20,"kind":"select","tables":[{"name":"posts"}],"equal":[{"column":"country"}]},
  {"id":"w1","perSecond":30,"kind":"insert","tables":[{"name":"posts"}]},
  {"id":"w2","perSecond":10,"kind":"update","tables":[{"name":"posts"}],"equal":[{"column":"user_id"}],"sets":["country"]},
  {"id":"w3","perSecond":5,"kind":"update","tables":[{"name":"posts"}],"equal":[{"column":"id"}],"sets":["at"]},
  {"id":"w4","perSecond":5,"kind":"update","tables":[{"name":"posts"}],"equal":[{"column":"user_id"}],"sets":["user_id"]}])";

TEST(Verdict, ReadAndWriteDistributionWorkedOutByHand) {
  const Json json =
      verdict(candidate("user_id", R"(["user_id"])", kEven), kPosts, R"(,"unique":[["id"],["user_id","at"]])");
  const Json& key = named(json, "user_id");
  EXPECT_DOUBLE_EQ(key["one"], (60 + 30 + 10 + 5) / 150.0);
  EXPECT_DOUBLE_EQ(key["some"], 20 / 150.0);
  EXPECT_DOUBLE_EQ(key["all"], 25 / 150.0);
  // 105 · 1 + 20 · 1.75 + 25 · 4 shards for 150 queries.
  EXPECT_DOUBLE_EQ(key["meanShards"], 240 / 150.0);
  EXPECT_DOUBLE_EQ(key["busiest"], 240 / 4.0);
  EXPECT_DOUBLE_EQ(key["score"], 150.0 / 240);
  EXPECT_DOUBLE_EQ(key["worthShards"], 2.5);
  EXPECT_DOUBLE_EQ(key["crossShardWrites"], 10);  // w3 and w4
  EXPECT_DOUBLE_EQ(key["keyUpdates"], 5);
  EXPECT_EQ(key["uniqueWithoutKey"], parsed(R"([["id"]])"));
  EXPECT_EQ(key["joinsOnOne"], Json());
  ASSERT_EQ(key["globalIndexes"].size(), 2u);
  EXPECT_EQ(key["globalIndexes"][0]["columns"], parsed(R"(["country"])"));
  EXPECT_DOUBLE_EQ(key["globalIndexes"][0]["writes"], 40);  // inserts, and updates of country
  EXPECT_EQ(key["templates"][6]["movesRow"], true);
  EXPECT_DOUBLE_EQ(key["templates"][6]["writes"], 1.75);
  EXPECT_EQ(key["reasons"][0]["code"], "scatter");
  // If those queries asked one shard: 150 / (4 · 41.25 …) = 150 / 165.
  EXPECT_NEAR(key["reasons"][0]["weight"].get<double>(), 150.0 / 165 - 150.0 / 240, 1e-12);
  EXPECT_EQ(key["failure"]["template"], "r3");
}

TEST(Verdict, AKeyThatNoQueryNamesIsWorthOneShard) {
  const Json json = verdict(candidate("user_id", R"(["user_id"])", kEven) + "," + candidate("id", R"(["id"])", kEven),
                            R"([{"id":"a","perSecond":9,"kind":"select","tables":[{"name":"posts"}],
                                 "equal":[{"column":"user_id"}]}])");
  EXPECT_EQ(json["candidates"][0]["id"], "user_id");
  EXPECT_DOUBLE_EQ(named(json, "user_id")["worthShards"], 4);
  EXPECT_DOUBLE_EQ(named(json, "id")["worthShards"], 1);
  EXPECT_EQ(named(json, "id")["failure"]["kind"], "scatter");
  EXPECT_EQ(named(json, "user_id")["failure"], Json());
  EXPECT_EQ(named(json, "user_id")["reasons"][0]["code"], "one_shard");
}

constexpr std::string_view kOne =
    R"([{"id":"a","perSecond":100,"kind":"select","tables":[{"name":"posts"}],"equal":[{"column":"user_id"}]}])";

// 70% of the rows are on one shard of four, which serves 70 of 100 queries where 25 would be ideal.
TEST(Verdict, ACelebrityIsNamedWithItsShard) {
  const std::string hot = R"({"id":"user_id","columns":["user_id"],"rows":1000,"nulls":0,"distinct":{"value":500},
    "top":[{"value":"star","count":600,"shard":2}],"spread":{"counts":[100,100,700,100]}})";
  const Json json = verdict(hot, kOne);
  const Json& key = named(json, "user_id");
  EXPECT_DOUBLE_EQ(key["score"], 25.0 / 70);
  EXPECT_EQ(key["reasons"][0]["code"], "hot_unit");
  EXPECT_EQ(key["failure"]["kind"], "celebrity");
  EXPECT_EQ(key["failure"]["value"], "star");
  EXPECT_EQ(key["failure"]["shardName"], "n3");
}

TEST(Verdict, FewValuesCannotFillTheShards) {
  const std::string few = R"({"id":"country","columns":["country"],"rows":1000,"nulls":0,"distinct":{"value":2},
    "top":[{"value":"DE","count":500,"shard":0},{"value":"FR","count":500,"shard":1}],"spread":{"counts":[500,500,0,0]}})";
  const Json json = verdict(few, R"([{"id":"a","perSecond":1,"kind":"select","tables":[{"name":"posts"}],
                                      "equal":[{"column":"country"}]}])");
  EXPECT_EQ(named(json, "country")["failure"]["kind"], "few_values");
  EXPECT_DOUBLE_EQ(named(json, "country")["worthShards"], 2);
}

TEST(Verdict, InsertsGoWhereTheNewestRowsAre) {
  const std::string newest =
      R"(,"newest":{"of":"hour","rows":400,"from":"a","to":"b","shard":3,"share":1,"units":400})";
  const std::string_view inserts = R"([{"id":"a","perSecond":10,"kind":"insert","tables":[{"name":"posts"}]}])";
  const Json json = verdict(candidate("at", R"(["at"])", kEven, newest), inserts);
  EXPECT_DOUBLE_EQ(named(json, "at")["worthShards"], 1);
  EXPECT_EQ(named(json, "at")["failure"]["kind"], "hot_newest");
  EXPECT_EQ(named(json, "at")["failure"]["shardName"], "n4");
  // An excess over a quarter that chance explains among 400 rows does not count.
  const std::string chance =
      R"(,"newest":{"of":"hour","rows":400,"from":"a","to":"b","shard":3,"share":0.28,"units":400})";
  EXPECT_DOUBLE_EQ(named(verdict(candidate("at", R"(["at"])", kEven, chance), inserts), "at")["worthShards"], 4);
}

// posts joined with users by the key, and with places by another column.
TEST(Verdict, JoinsStayOnOneShardWhereTheKeyJoins) {
  constexpr std::string_view kJoins = R"([
    {"id":"through","perSecond":1,"kind":"select","tables":[{"name":"users","alias":"u"},{"name":"posts","alias":"p"}],
     "equal":[{"column":"users.id"}],"joins":[["p.user_id","u.id"]]},
    {"id":"across","perSecond":1,"kind":"select","tables":[{"name":"posts"},{"name":"places"}],
     "equal":[{"column":"posts.user_id"}],"joins":[["posts.country","places.code"]]},
    {"id":"elsewhere","perSecond":7,"kind":"select","tables":[{"name":"users"}],"equal":[{"column":"id"}]}])";
  const std::string key = candidate("user_id", R"(["user_id"])", kEven);
  const Json json = verdict(key, kJoins);
  EXPECT_DOUBLE_EQ(json["otherPerSecond"], 7);
  EXPECT_DOUBLE_EQ(named(json, "user_id")["joinsOnOne"], 0.5);
  EXPECT_EQ(named(json, "user_id")["templates"][0]["because"], "key");
  EXPECT_EQ(named(json, "user_id")["templates"][1]["because"], "join_crosses");
  const Json copied = verdict(key, kJoins, R"(,"reference":["places"])");
  EXPECT_DOUBLE_EQ(named(copied, "user_id")["joinsOnOne"], 1);
  EXPECT_DOUBLE_EQ(named(copied, "user_id")["score"], 1);
  const Json other = verdict(key, kJoins, R"(,"reference":["places"],"keys":{"users":"country"})");
  EXPECT_DOUBLE_EQ(named(other, "user_id")["joinsOnOne"], 0.5);
}

TEST(Verdict, APairIsPlacedByBothColumnsOrByTheFirst) {
  const std::string pair = candidate("user_id, at", R"(["user_id","at"])", kEven);
  EXPECT_EQ(named(verdict(pair, kOne), "user_id, at")["templates"][0]["asks"], "all");
  EXPECT_EQ(named(verdict(pair, kOne, R"(,"pairs":"first")"), "user_id, at")["templates"][0]["asks"], "one");
}

TEST(Verdict, AQueryThatIsNotUnderstoodCountsAsAScatter) {
  const Json json = verdict(candidate("user_id", R"(["user_id"])", kEven),
                            R"([{"id":"a","perSecond":1,"kind":"select","tables":[],"equal":[{"column":"user_id"}],
                                 "understood":false,"why":"a window"}])");
  EXPECT_EQ(named(json, "user_id")["templates"][0]["because"], "not_understood");
  EXPECT_EQ(named(json, "user_id")["templates"][0]["asks"], "all");
  EXPECT_EQ(json["notUnderstood"], parsed(R"(["a"])"));
}

TEST(Verdict, RowsWithoutAKeyLieOnOneShard) {
  std::string some = candidate("user_id", R"(["user_id"])", kEven);
  some.replace(some.find(R"("nulls":0)"), 9, R"("nulls":1000)");
  const Json json = verdict(some, kOne);
  EXPECT_DOUBLE_EQ(named(json, "user_id")["score"], 25 / (12.5 + 50));
  EXPECT_EQ(named(json, "user_id")["reasons"][0]["code"], "nulls");
}

TEST(SecondView, TurnsAScatterIntoAOneShardQueryAndDoublesTheWrites) {
  const std::string request =
      R"({"profile":)" +
      profile(candidate("user_id", R"(["user_id"])", kEven) + "," + candidate("country", R"(["country"])", kEven)) +
      R"(,"table":"posts","key":"user_id","second":"country","templates":)" + std::string(kPosts) + "}";
  const auto json = second_view(parsed(request));
  ASSERT_TRUE(json.ok()) << message(json.error());
  EXPECT_DOUBLE_EQ(json.value()["bytes"], 50'000);
  EXPECT_DOUBLE_EQ(json.value()["writes"], 50);
  EXPECT_DOUBLE_EQ(json.value()["writesWithBoth"], 100);
  EXPECT_DOUBLE_EQ(json.value()["shardRequests"], 240);
  // Reads: 60 + 20 · 1.75 + 20; writes: 30 · 2, 10 (1 + 4), 5 · 8, 5 (1 + 4).
  EXPECT_DOUBLE_EQ(json.value()["shardRequestsWithBoth"], 115 + 60 + 50 + 40 + 25);
  EXPECT_EQ(json.value()["templates"][2]["turnsIntoOne"], true);
  EXPECT_EQ(json.value()["templates"][2]["view"], 2);
  EXPECT_EQ(json.value()["templates"][0]["turnsIntoOne"], false);
}

TEST(Suggest, ListsTheMostQueriedColumnsFirst) {
  const auto json = suggest(
      parsed(R"({"columns":["id","user_id","at","country"],"table":"posts","templates":)" + std::string(kPosts) + "}"));
  ASSERT_TRUE(json.ok());
  EXPECT_EQ(json.value()["candidates"], parsed(R"(["user_id","country","id"])"));
}

TEST(Templates, NameTheFieldThatIsWrong) {
  const auto field_of = [](std::string_view member) {
    Json list = parsed(R"([{"id":"a","perSecond":1,"kind":"select","tables":[]},
                           {"id":"b","perSecond":1,"kind":"select","tables":[]}])");
    const Json with = parsed("{" + std::string(member) + "}");
    for (const auto& [name, value] : with.items()) list[1][name] = value;
    const auto read = read_templates(list);
    return read.ok() ? std::string("nothing") : read.error().field;
  };
  EXPECT_EQ(field_of(R"("text":"x")"), "nothing");
  EXPECT_EQ(field_of(R"("id":"a")"), "templates[1].id");
  EXPECT_EQ(field_of(R"("perSecond":-1)"), "templates[1].perSecond");
  EXPECT_EQ(field_of(R"("kind":"merge")"), "templates[1].kind");
  EXPECT_EQ(field_of(R"("equal":[{"column":""}])"), "templates[1].equal[0].column");
  EXPECT_EQ(field_of(R"("equal":[{"column":"a","values":0}])"), "templates[1].equal[0].values");
  EXPECT_EQ(field_of(R"("joins":[["a"]])"), "templates[1].joins[0]");
  EXPECT_EQ(field_of(R"("joins":[["a",1]])"), "templates[1].joins[0][1]");
  EXPECT_EQ(field_of(R"("sets":[1])"), "templates[1].sets[0]");
  EXPECT_EQ(field_of(R"("tables":[{"alias":"x"}])"), "templates[1].tables[0].name");
  EXPECT_EQ(field_of(R"("sql":"x")"), "templates[1].sql");
}

}  // namespace
}  // namespace reshard
