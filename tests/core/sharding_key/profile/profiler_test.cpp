#include "core/sharding_key/profile/profiler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "core/base/random.h"
#include "core/base/text.h"
#include "core/scenario/json.h"
#include "core/sharding_key/sketches/rank_correlation.h"
#include "core/sharding_key/verdict/key_requests.h"
#include "core/sharding_key/verdict/known_profile.h"
#include "core/sharding_key/worlds/worlds.h"

namespace reshard {
namespace {

using Rows = std::vector<std::vector<std::string>>;

Json parsed(std::string_view text) {
  auto json = parse_json("json", text);
  EXPECT_TRUE(json.ok()) << text;
  return json.take();
}

ProfileSpec spec_of(std::string_view text) {
  auto spec = read_profile_spec(parsed(text));
  EXPECT_TRUE(spec.ok()) << (spec.ok() ? "" : message(spec.error()));
  return spec.take();
}

std::unique_ptr<ShardMap> shards_of(std::string_view strategy, unsigned nodes = 4, std::string_view params = "{}") {
  auto scenario = parse_scenario(R"({"v":1,"nodes":)" + decimal(nodes) + R"(,"strategies":[{"strategy":")" +
                                 std::string(strategy) + R"(","params":)" + std::string(params) + "}]}");
  EXPECT_TRUE(scenario.ok()) << (scenario.ok() ? "" : message(scenario.error()));
  auto map = ShardMap::of(scenario.take());
  EXPECT_TRUE(map.ok()) << (map.ok() ? "" : message(map.error()));
  return map.take();
}

/// Rows as columns.
struct Batch {
  std::vector<std::string> bytes;
  std::vector<std::vector<std::uint32_t>> ends;
  std::vector<std::optional<ValueColumn>> columns;

  Batch(const Rows& rows, std::size_t first, std::size_t count) : bytes(rows[0].size()), ends(rows[0].size()) {
    for (std::size_t row = first; row < std::min(rows.size(), first + count); ++row) {
      for (std::size_t c = 0; c < rows[row].size(); ++c) {
        bytes[c] += rows[row][c];
        ends[c].push_back(static_cast<std::uint32_t>(bytes[c].size()));
      }
    }
    for (std::size_t c = 0; c < bytes.size(); ++c) columns.push_back(ValueColumn{bytes[c], ends[c]});
  }
};

KeyProfile profiled(const Rows& rows, ProfileSpec spec, std::unique_ptr<const ShardMap> shards = nullptr,
                    std::size_t batch = 1'000) {
  Profiler profiler(std::move(spec), std::move(shards));
  for (std::size_t first = 0; first < rows.size(); first += batch) {
    const Batch next(rows, first, batch);
    const auto added = profiler.add(next.columns);
    EXPECT_TRUE(added.ok()) << (added.ok() ? "" : message(added.error()));
  }
  return profiler.finish();
}

// Ten posts: 6 by a, 2 by b, 1 by c, 1 by nobody; for analyzeShardKey's cardinality, frequency and monotonicity.
const Rows kPosts = {{"a", "1", "x"}, {"a", "2", "x"}, {"a", "3", "y"}, {"b", "4", "y"}, {"b", "5", "x"},
                     {"a", "6", "x"}, {"c", "7", "x"}, {"a", "8", ""},  {"", "9", "x"},  {"a", "10", "y"}};

TEST(Profiler, CardinalityFrequencyAndMonotonicityWorkedOutByHand) {
  const auto profile = profiled(
      kPosts,
      spec_of(
          R"({"columns":["author","id","rating"],"candidates":["author","id"],"pairs":[["author","rating"]],"top":2})"));
  EXPECT_EQ(profile.rows, 10u);
  EXPECT_EQ(profile.columns[2].nulls, 1u);
  EXPECT_DOUBLE_EQ(profile.row_bytes, (9 + 11 + 9) / 10.0);
  const CandidateFigures& author = profile.candidates[0];
  EXPECT_EQ(author.nulls, 1u);
  EXPECT_EQ(author.distinct, 3);
  EXPECT_EQ(author.top[0].value, "a");
  EXPECT_EQ(author.top[0].count, 6u);
  EXPECT_EQ(author.top[1].value, "b");
  EXPECT_EQ(author.rest_at_most, 1u);
  // Ranks of a a a b b a c a a (without the null): a 3.5, b 7.5, c 9; of time 1 to 9; both means are 5. Products of the
  // deviations: a -1.5 (-4 - 3 - 2 + 1 + 3 + 4) = 1.5, b 2.5 (-1 + 0) = -2.5, c 4 · 2 = 8; total 7. Squares: 42 and 60.
  EXPECT_NEAR(*author.rank.rho, 7 / std::sqrt(42.0 * 60), 1e-15);
  const CandidateFigures& id = profile.candidates[1];
  EXPECT_EQ(id.distinct, 10);
  EXPECT_EQ(id.rank.rho, 1.0);
  EXPECT_EQ(id.rank.order, ValueOrder::kNumbers);
  const CandidateFigures& pair = profile.candidates[2];
  EXPECT_EQ(pair.id, "author, rating");
  EXPECT_EQ(pair.nulls, 2u);
  EXPECT_EQ(pair.distinct, 5);  // ax ay by bx cx
  EXPECT_EQ(pair.top[0].value, "a|x");
  EXPECT_EQ(pair.top[0].count, 3u);
}

Rows world(std::string_view id, std::uint64_t rows) {
  const WorldKind* const kind = find_world(id);
  Rows texts(rows);
  for (std::uint64_t row = 0; row < rows; ++row) kind->make(7, row, rows, texts[row]);
  return texts;
}

constexpr std::string_view kSocial =
    R"({"columns":["comment_id","post_id","post_author_id","author_id","created_at","topic","lang","likes","reply_to"],
        "candidates":["post_author_id","comment_id","reply_to"],"pairs":[["post_author_id","lang"]],"time":"created_at")";

/// The values of one column or of several together, counted with a map.
std::map<std::vector<std::string>, std::uint32_t> counted(const Rows& rows, const std::vector<std::uint32_t>& columns) {
  std::map<std::vector<std::string>, std::uint32_t> counts;
  for (const auto& row : rows) {
    std::vector<std::string> value;
    value.reserve(columns.size());
    for (const std::uint32_t column : columns) value.push_back(row[column]);
    if (std::find(value.begin(), value.end(), "") == value.end()) ++counts[value];
  }
  return counts;
}

TEST(Profiler, CountsAndSpreadMatchASlowModel) {
  const Rows rows = world("social", 20'000);
  for (const std::string_view strategy : {"modulo", "ring", "jump"}) {
    const auto map = shards_of(strategy);
    const auto profile = profiled(rows, spec_of(std::string(kSocial) + "}"), shards_of(strategy), 777);
    for (const CandidateFigures& figures : profile.candidates) {
      const auto expected = counted(rows, figures.columns);
      EXPECT_EQ(figures.distinct, expected.size());
      std::uint32_t most = 0, all = 0;
      std::vector<std::uint64_t> shards(4), units(4);
      for (const auto& [value, count] : expected) {
        most = std::max(most, count);
        all += count;
        const std::string text = value.size() == 1 ? value[0] : value[0] + "|" + value[1];
        const std::string_view key = text;
        std::uint32_t owner = 0;
        ASSERT_FALSE(map->place(std::span(&key, 1), std::span(&owner, 1)));
        shards[owner] += count;
        ++units[owner];
      }
      EXPECT_EQ(figures.top[0].count, most);
      EXPECT_EQ(figures.rows, all);
      EXPECT_EQ(figures.spread->counts, shards);
      EXPECT_EQ(figures.spread->units, units);
    }
  }
}

TEST(Profiler, TheSameRowsGiveTheSameProfileHoweverTheyAreBatched) {
  const Rows rows = world("shop", 5'000);
  const auto spec = [] {
    return spec_of(
        R"({"columns":["order_id","customer_id","product_id","created_at","status","country","amount","coupon"],
                       "candidates":["customer_id","status"],"time":"created_at","sample":700})");
  };
  const auto json = [&](std::size_t batch) {
    return to_text(profile_json(profiled(rows, spec(), shards_of("ring"), batch), spec(), shards_of("ring").get()));
  };
  EXPECT_EQ(json(5'000), json(333));
}

TEST(Profiler, SketchesKeepTheirPromisesWhenMemoryIsShort) {
  const Rows rows = world("social", 120'000);
  ProfileSpec spec = spec_of(std::string(kSocial) + R"(,"memory":1048576})");
  const auto exact = profiled(rows, spec_of(std::string(kSocial) + "}"), shards_of("jump"));
  const auto profile = profiled(rows, std::move(spec), shards_of("jump"));
  std::size_t sketched = 0;
  for (std::size_t c = 0; c < profile.candidates.size(); ++c) {
    const CandidateFigures &rough = profile.candidates[c], &truth = exact.candidates[c];
    if (!rough.exact) ++sketched;
    EXPECT_TRUE(truth.exact);
    EXPECT_NEAR(rough.distinct / truth.distinct, 1, rough.exact ? 0 : 5 * 0.0081);
    EXPECT_EQ(rough.spread->counts, truth.spread->counts) << "rows on shards are counted, not estimated";
    EXPECT_EQ(rough.nulls, truth.nulls);
    const auto counts = counted(rows, rough.columns);
    for (const TopValue& value : rough.top) {
      const auto at = std::find_if(counts.begin(), counts.end(), [&](const auto& one) {
        return value.value == (one.first.size() == 1 ? one.first[0] : one.first[0] + "|" + one.first[1]);
      });
      ASSERT_NE(at, counts.end());
      EXPECT_LE(at->second, value.count);
      EXPECT_GE(at->second, value.count - value.error);
    }
  }
  EXPECT_GE(sketched, 1u);
  EXPECT_LT(profile.memory_bytes, std::uint64_t{40} << 20);
}

// Under ranges of values, the newest rows of a key that grows with time are all on the last shard; hashed ones are not.
TEST(Profiler, TheNewestRowsOfAnIncreasingKeyAreOnOneShardUnderRanges) {
  const Rows rows = world("sensors", 30'000);
  const auto spec = [] {
    return spec_of(
        R"({"columns":["sensor_id","site","at","day","metric","value","battery"],"candidates":["at","sensor_id"],
                       "time":"at"})");
  };
  const auto ranges = profiled(rows, spec(), shards_of("range"));
  ASSERT_TRUE(ranges.candidates[0].newest);
  EXPECT_TRUE(ranges.candidates[0].newest->last_hour);
  EXPECT_EQ(ranges.candidates[0].newest->share, 1.0);
  EXPECT_EQ(ranges.candidates[0].rank.rho, 1.0);
  EXPECT_EQ(ranges.time_order, ValueOrder::kTimes);
  const auto hashed = profiled(rows, spec(), shards_of("jump"));
  EXPECT_LT(hashed.candidates[0].newest->share, 0.5);
  EXPECT_LT(std::fabs(*hashed.candidates[1].rank.rho), 0.05);
}

TEST(Profiler, InvalidBatchesAreRefusedAndNotCounted) {
  Profiler profiler(spec_of(R"({"columns":["a","b"],"candidates":["a"]})"), nullptr);
  const auto field_of = [&](std::vector<std::optional<ValueColumn>> columns) {
    const auto added = profiler.add(columns);
    return added.ok() ? std::string("nothing") : added.error().field;
  };
  const std::vector<std::uint32_t> two = {1, 2}, one = {1}, backwards = {2, 1}, beyond = {1, 9}, none;
  EXPECT_EQ(field_of({ValueColumn{"xy", two}, ValueColumn{"x", one}}), "batch[1].length");
  EXPECT_EQ(field_of({ValueColumn{"xy", backwards}, std::nullopt}), "batch[0].ends");
  EXPECT_EQ(field_of({ValueColumn{"xy", beyond}, std::nullopt}), "batch[0].ends");
  EXPECT_EQ(field_of({ValueColumn{"", none}, std::nullopt}), "batch[0].length");
  EXPECT_EQ(field_of({std::nullopt, ValueColumn{"xy", two}}), "batch[0]");
  const std::string huge(5'000, 'x');
  const std::vector<std::uint32_t> long_one = {1, 5'000};
  EXPECT_EQ(field_of({ValueColumn{huge, long_one}, std::nullopt}), "batch[0][1]");
  EXPECT_EQ(field_of({ValueColumn{"xy", two}, std::nullopt}), "nothing");
  EXPECT_EQ(profiler.rows(), 2u);
}

TEST(ProfileSpec, NamesTheFieldThatIsWrong) {
  const auto field_of = [](std::string_view text) {
    const auto spec = read_profile_spec(parsed(text));
    return spec.ok() ? std::string("nothing") : spec.error().field;
  };
  EXPECT_EQ(field_of(R"({"columns":["a"],"candidates":["a"]})"), "nothing");
  EXPECT_EQ(field_of(R"({"columns":["a","a"],"candidates":["a"]})"), "columns[1]");
  EXPECT_EQ(field_of(R"({"columns":["a"],"candidates":["b"]})"), "candidates[0]");
  EXPECT_EQ(field_of(R"({"columns":["a"],"candidates":["a","a"]})"), "candidates[1]");
  EXPECT_EQ(field_of(R"({"columns":["a"],"candidates":[]})"), "candidates.length");
  EXPECT_EQ(field_of(R"({"columns":["a","b"],"candidates":["a"],"pairs":[["b","b"]]})"), "pairs[0]");
  EXPECT_EQ(field_of(R"({"columns":["a","b"],"candidates":["a"],"pairs":[["b","c"]]})"), "pairs[0][1]");
  EXPECT_EQ(field_of(R"({"columns":["a"],"candidates":["a"],"time":"t"})"), "time");
  EXPECT_EQ(field_of(R"({"columns":["a"],"candidates":["a"],"memory":1})"), "memory");
  EXPECT_EQ(field_of(R"({"columns":["a"],"candidates":["a"],"tme":"t"})"), "tme");
}

TEST(Worlds, AreTheSameForTheSameSeedAndAnyParts) {
  for (const WorldKind* kind : world_kinds()) {
    const auto whole = world_rows(*kind, 3, 1'000, 0, 1'000);
    const auto part = world_rows(*kind, 3, 1'000, 400, 10);
    const auto other = world_rows(*kind, 4, 1'000, 0, 1'000);
    ASSERT_EQ(whole.size(), kind->columns.size());
    for (std::size_t c = 0; c < whole.size(); ++c) {
      const std::uint32_t begin = whole[c].ends[399];
      EXPECT_EQ(whole[c].bytes.substr(begin, whole[c].ends[409] - begin), part[c].bytes);
    }
    EXPECT_NE(whole.back().bytes, other.back().bytes);
    EXPECT_EQ(world_json(*kind)["columns"].size(), kind->columns.size());
  }
}

// What each world demonstrates.
TEST(Worlds, HaveTheSkewThatTheyAreMeantToShow) {
  const auto largest = [](const Rows& rows, std::uint32_t column) {
    const auto counts = counted(rows, {column});
    std::uint32_t most = 0;
    for (const auto& [value, count] : counts) most = std::max(most, count);
    return static_cast<double>(most) / static_cast<double>(rows.size());
  };
  EXPECT_NEAR(largest(world("shop", 50'000), 1), 0.02, 0.004);  // the wholesaler
  EXPECT_GT(largest(world("social", 50'000), 2), 0.06);         // the celebrity
  EXPECT_LT(largest(world("sensors", 50'000), 0), 0.01);
}

}  // namespace
}  // namespace reshard
