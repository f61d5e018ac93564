#include "core/sharding_key/verdict/placement_noise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "core/base/random.h"
#include "core/scenario/json.h"
#include "core/sharding_key/verdict/verdict.h"

namespace reshard {
namespace {

/// A column of so many values, each with the same number of rows.
KnownCandidate even(double values, double rows) {
  KnownCandidate candidate;
  candidate.id = "even";
  candidate.rows = rows;
  candidate.distinct = candidate.effective.emplace(values);
  return candidate;
}

KnownProfile profile_of(const std::vector<double>& units) {
  KnownProfile profile;
  KnownCandidate& candidate = profile.candidates.emplace_back();
  candidate.units = units;
  return profile;
}

// m equal values on n shards: the part of a shard has mean 1/n and variance (1/n)(1 - 1/n)/m, whether values are drawn
// one by one or not.
TEST(PlacementNoise, EqualValuesHaveTheVarianceOfAMultinomialDistribution) {
  constexpr std::uint32_t kShards = 5, kDraws = 4000;
  const PlacementNoise noise(profile_of({1000, 1000, 1000, 1000, 1000}), kShards);
  EXPECT_DOUBLE_EQ(noise.cv(), 0);
  for (const double values : {20.0, 200.0, 5000.0}) {
    double sum = 0, squares = 0;
    for (std::uint32_t draw = 0; draw < kDraws; ++draw) {
      const std::vector<double> shares = noise.shares(even(values, 100'000), draw);
      EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1, 1e-9);
      sum += shares[2];
      squares += shares[2] * shares[2];
    }
    const double mean = sum / kDraws, variance = squares / kDraws - mean * mean;
    const double expected = 0.2 * 0.8 / values;
    EXPECT_NEAR(mean, 0.2, 4 * std::sqrt(expected / kDraws)) << values;
    EXPECT_NEAR(variance / expected, 1, 0.1) << values;  // the variance of a variance: 2/4000, so 4.5 sigma
  }
}

TEST(PlacementNoise, TheMapIsAsUnevenAsTheDistinctValuesShowBeyondChance) {
  // Arcs of 10% standard deviation, a million values: 0.9 and 1.1 of a fair part.
  const PlacementNoise uneven(profile_of({225'000, 275'000, 225'000, 275'000}), 4);
  EXPECT_NEAR(uneven.cv(), 0.1, 1e-4);
  // 100 values on four shards differ by this much by chance alone.
  EXPECT_DOUBLE_EQ(PlacementNoise(profile_of({21, 29, 27, 23}), 4).cv(), 0);
}

/// A candidate as JSON: counts of the most frequent values, then equal ones.
Json candidate(const char* id, double rows, double distinct, double effective, const std::vector<double>& top,
               const std::vector<double>& counts, const std::vector<double>& units) {
  Json json = {{"id", id}, {"columns", Json::array({id})}, {"rows", rows}, {"nulls", 0}};
  json["distinct"] = {{"value", distinct}, {"exact", true}, {"error", 0}, {"effective", effective}};
  json["top"] = Json::array();
  for (const double count : top) json["top"].push_back({{"value", "v"}, {"count", count}, {"shard", 0u}});
  json["spread"] = {{"counts", counts}, {"units", units}};
  return json;
}

Json request_of(std::vector<Json> candidates, const Json& templates) {
  Json profile = {{"rows", 20'000}, {"rowBytes", 50}};
  profile["columns"] = Json::array();
  profile["shards"] = Json::array();
  for (const Json& one : candidates) profile["columns"].push_back({{"name", one["id"]}});
  for (std::size_t s = 0; s < candidates[0]["spread"]["counts"].size(); ++s) {
    profile["shards"].push_back("n" + std::to_string(s));
  }
  profile["candidates"] = candidates;
  return {{"profile", profile}, {"templates", templates}, {"table", "orders"}};
}

Json verdict(std::vector<Json> candidates, const Json& templates = Json::array()) {
  const auto json = judge(request_of(std::move(candidates), templates));
  EXPECT_TRUE(json.ok()) << (json.ok() ? "" : message(json.error()));
  return json.ok() ? json.value() : Json();
}

const std::vector<double> kArcs = {4400, 5600, 4500, 5500};  // of 20,000 distinct values: a ring

TEST(Tie, HoldsWhicheverOfTwoMildColumnsThisPlacementFavours) {
  const Json unique = candidate("order_id", 20'000, 20'000, 20'000, {1, 1}, kArcs, kArcs);
  for (const std::vector<double>& counts : {std::vector<double>{4700, 5300, 4700, 5300}, {4300, 5700, 4400, 5600}}) {
    const Json mild = candidate("customer_id", 20'000, 2000, 900, {230, 160, 130}, counts, {440, 560, 450, 550});
    const Json json = verdict({unique, mild});
    EXPECT_EQ(json["tie"].size(), 2u) << counts[1];
    EXPECT_EQ(json["candidates"][0]["id"], counts[1] < 5600 ? "customer_id" : "order_id");
  }
}

// A customer with 40% of the rows keeps one of four shards at 1.6 times the mean or more, wherever the others go.
TEST(Tie, NeverCallsAWorseColumnEqualEvenWhereThisPlacementFavoursIt) {
  const Json unique = candidate("order_id", 20'000, 20'000, 20'000, {1, 1}, kArcs, kArcs);
  for (const double most : {5500.0, 9000.0}) {
    const double rest = (20'000 - most) / 3;
    const Json hot =
        candidate("customer_id", 20'000, 2000, 6.2, {8000, 40, 30}, {most, rest, rest, rest}, {440, 560, 450, 550});
    const Json few = candidate("status", 20'000, 3, 3, {6700, 6700, 6600}, {6700, 6700, 6600, 0}, {1, 1, 1, 0});
    const Json json = verdict({hot, unique, few});
    EXPECT_EQ(json["tie"], Json::array()) << most;
    EXPECT_EQ(json["candidates"][0]["id"], "order_id") << most;
  }
}

Json select_by(const char* column) {
  return Json::array({Json{{"id", "q"},
                           {"perSecond", 100},
                           {"kind", "select"},
                           {"tables", Json::array({Json{{"name", "orders"}}})},
                           {"equal", Json::array({Json{{"column", column}}})}}});
}

// 400 days of 50 rows each on 128 shards: a shard has 3.1 days in the mean, and the busiest 10 or so.
TEST(Unfit, ADateOf400ValuesIsNoGoodKeyOn128ShardsAlthoughAllReadsNameIt) {
  std::vector<double> days(128, 0), orders(128, 20'000 / 128.0);
  Random random(7);
  for (int day = 0; day < 400; ++day) days[random.below(128)] += 1;
  std::vector<double> rows;
  rows.reserve(days.size());
  for (const double number : days) rows.push_back(50 * number);
  const Json date = candidate("date", 20'000, 400, 400, std::vector<double>(10, 50), rows, days);
  const Json unique = candidate("order_id", 20'000, 20'000, 20'000, {1}, orders, orders);
  const Json json = verdict({date, unique}, select_by("date"));
  const Json& first = json["candidates"][0];
  EXPECT_EQ(first["id"], "date");
  EXPECT_EQ(first["unfit"], "few_values");
  EXPECT_EQ(first["failure"]["kind"], "few_values");
  EXPECT_EQ(json["candidates"][1]["unfit"], Json());
  // On 8 shards it has 50 days each.
  const std::vector<double> few(8, 2500);
  EXPECT_EQ(verdict({candidate("date", 20'000, 400, 400, {50}, few, std::vector<double>(8, 50))},
                    select_by("date"))["candidates"][0]["unfit"],
            Json());
}

TEST(Unfit, NewestRowsOnOneShardCountUnlessQueriesSayHowManyAreInserted) {
  Json at = candidate("at", 20'000, 10'000, 10'000, {2}, {5000, 5000, 5000, 5000}, {2500, 2500, 2500, 2500});
  at["newest"] = {{"of", "hour"}, {"rows", 400u}, {"from", "a"}, {"to", "b"},
                  {"shard", 3u},  {"share", 1},   {"units", 1}};
  const Json reads = verdict({at}, select_by("at"));
  EXPECT_EQ(reads["candidates"][0]["unfit"], "hot_newest");
  Json both = select_by("at");
  both.push_back({{"id", "i"}, {"perSecond", 1}, {"kind", "insert"}, {"tables", both[0]["tables"]}});
  EXPECT_EQ(verdict({at}, both)["candidates"][0]["unfit"], Json());
}

// A small table's unique column has few values only because there are few rows.
TEST(Unfit, AUniqueColumnOfASmallTableIsNotBlamedForItsFewValues) {
  EXPECT_EQ(verdict({candidate("id", 8, 8, 8, {1}, {2, 3, 2, 1}, {2, 3, 2, 1})})["candidates"][0]["unfit"], Json());
}

}  // namespace
}  // namespace reshard
