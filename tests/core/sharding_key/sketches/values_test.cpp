#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/base/random.h"
#include "core/base/text.h"
#include "core/sharding_key/sketches/distinct_sketch.h"
#include "core/sharding_key/sketches/frequent_values.h"
#include "core/sharding_key/sketches/rank_correlation.h"
#include "core/sharding_key/sketches/row_sample.h"
#include "core/sharding_key/sketches/text_chunks.h"
#include "core/sharding_key/sketches/value_hash.h"
#include "core/sharding_key/sketches/value_order.h"
#include "core/sharding_key/sketches/value_table.h"

namespace reshard {
namespace {

using Texts = std::vector<std::string>;

/// Texts that follow a law like Zipf's: small numbers are drawn far more often than large ones.
Texts zipf_like(std::size_t count, std::uint64_t values, std::uint64_t seed) {
  Random random(seed);
  Texts texts;
  for (std::size_t i = 0; i < count; ++i) texts.push_back("v" + decimal(random.below(1 + random.below(values))));
  return texts;
}

std::map<std::string, std::uint32_t> counted(const Texts& texts) {
  std::map<std::string, std::uint32_t> counts;
  for (const std::string& text : texts) ++counts[text];
  return counts;
}

void add_one(ValueTable& table, std::string_view text) {
  const std::uint64_t hash = value_hash(text);
  table.add({std::span(&hash, 1), std::span(&text, 1), {}});
}

TEST(ValueTable, CountsLikeAMapAndKeepsTheOrderOfFirstOccurrence) {
  const Texts texts = zipf_like(50'000, 7'000, 1);
  ValueTable table;
  Texts first;
  std::vector<std::uint64_t> hashes = {value_hash("never")};
  for (const std::string& text : texts) {
    const std::uint32_t before = table.size();
    add_one(table, text);
    if (table.size() == before) continue;
    first.push_back(text);
    hashes.push_back(value_hash(text));
    ASSERT_EQ(table[before], text);
  }
  const auto expected = counted(texts);
  const std::vector<std::uint32_t> counts = table.counts();
  ASSERT_EQ(table.size(), expected.size());
  const auto found = table.find(hashes);
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    EXPECT_EQ(table[i], first[i]);
    EXPECT_EQ(counts[i], expected.at(first[i]));
    EXPECT_EQ(found[i + 1], i);
  }
  EXPECT_EQ(found[0], std::nullopt);
  EXPECT_EQ(table.find({}).size(), 0u);
  const std::uint64_t twice[] = {hashes[5], hashes[0], hashes[5]};
  EXPECT_EQ(table.find(twice), (std::vector<std::optional<std::uint32_t>>{4, std::nullopt, 4}));
}

// Adds batches of all sizes while tables grow, compared with values added one by one; some pairs are known to be new.
TEST(ValueTable, AddsRowsInBatchesAsOneByOneAndJoinsPairs) {
  Texts left = zipf_like(20'000, 9'000, 3);
  const Texts right = zipf_like(20'000, 40, 4);
  for (std::size_t i = 0; i < left.size(); ++i) {  // only new values for a while, at the beginning and later
    if (i < 3'000 || (i > 9'000 && i < 13'000)) left[i] = "fresh " + decimal(i);
  }
  ValueTable alone, together, pairs, looked_up;
  std::map<std::string, std::uint32_t> joined;
  std::size_t fresh = 0;
  for (std::size_t first = 0, size = 1; first < left.size(); first += size, size = 1 + (size * 7) % 400) {
    std::vector<std::uint64_t> hashes, of_pairs;
    std::vector<std::string_view> a, b;
    for (std::size_t i = first; i < std::min(left.size(), first + size); ++i) {
      add_one(alone, left[i]);
      ++joined[left[i] + "|" + right[i]];
      a.push_back(left[i]);
      b.push_back(right[i]);
      hashes.push_back(value_hash(left[i]));
      of_pairs.push_back(hash_of_pair(hashes.back(), value_hash(right[i])));
    }
    const std::uint32_t before = together.size();
    together.add({hashes, a, {}});
    looked_up.add({of_pairs, a, b});
    if (together.size() - before == a.size()) {
      pairs.add_fresh({of_pairs, a, b});
      fresh += a.size();
    } else {
      pairs.add({of_pairs, a, b});
    }
  }
  EXPECT_GT(fresh, 5'000u);
  for (const auto& [one, other] : {std::pair(&together, &alone), std::pair(&pairs, &looked_up)}) {
    EXPECT_EQ(one->counts(), other->counts());
    EXPECT_EQ(one->hashes(), other->hashes());
    EXPECT_EQ(one->memory_bytes(), other->memory_bytes());
    ASSERT_EQ(one->size(), other->size());
    for (std::uint32_t i = 0; i < one->size(); ++i) ASSERT_EQ((*one)[i], (*other)[i]);
  }
  ASSERT_EQ(pairs.size(), joined.size());
  const std::vector<std::uint32_t> counts = pairs.counts();
  for (std::uint32_t i = 0; i < pairs.size(); ++i) ASSERT_EQ(counts[i], joined.at(std::string(pairs[i])));
}

TEST(TextChunks, KeepsEachTextWhereItWasAdded) {
  std::string all;
  while (all.size() < 9'000) all += "The quick brown fox jumps over the lazy dog, and then it does so again. ";
  TextChunks chunks;
  for (int times = 0; times < 2; ++times) {
    Texts expected;
    std::vector<std::uint32_t> begins;
    std::vector<std::string_view> views;  // which must stay valid
    for (std::size_t size = 0; size < 8'200; size += size < 80 ? 1 : 97) {
      const std::string text = all.substr(0, size), end = all.substr(all.size() - size % 50);  // at the buffer's end
      begins.push_back(chunks.add(text));
      views.push_back(chunks.text(begins.back(), chunks.end()));
      begins.push_back(chunks.add(text, '|', end));
      views.push_back(chunks.text(begins.back(), chunks.end()));
      expected.push_back(text);
      expected.push_back(std::string(text).append("|").append(end));
    }
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(chunks.text(begins[i], i + 1 < begins.size() ? begins[i + 1] : chunks.end()), expected[i]) << i;
      ASSERT_EQ(views[i], expected[i]);
    }
    chunks.clear();
  }
}

// The root mean square error of 40 sketches is at most 1.4 times the promised one (the chi-square distribution with 40
// degrees of freedom exceeds that once in three thousand times), also at counts where other estimators switch formulas.
TEST(DistinctSketch, HasTheErrorThatItPromises) {
  for (const std::uint64_t values : {1'000u, 20'000u, 45'000u, 80'000u, 120'000u}) {
    double squares = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      DistinctSketch sketch;
      Random random(seed * 1'000'003 + values);
      for (std::uint64_t i = 0; i < values; ++i) sketch.add(random.next());
      const double off = sketch.estimate() / static_cast<double>(values) - 1;
      squares += off * off;
    }
    EXPECT_LT(std::sqrt(squares / 40), 1.4 * DistinctSketch::kError) << values;
    EXPECT_GT(std::sqrt(squares / 40), (values < 20'000 ? 0.05 : 0.5) * DistinctSketch::kError) << values;
  }
}

TEST(DistinctSketch, RepeatedValuesChangeNothing) {
  DistinctSketch once, often;
  for (std::uint64_t i = 0; i < 5'000; ++i) once.add(mix64(i));
  for (std::uint64_t i = 0; i < 50'000; ++i) often.add(mix64(i % 5'000));
  EXPECT_EQ(once.estimate(), often.estimate());
  EXPECT_EQ(DistinctSketch().estimate(), 0);
}

// The control: hashes of 20 bits look like far fewer values than there are.
TEST(DistinctSketch, ErrsWidelyOnWeakHashes) {
  DistinctSketch sketch;
  for (std::uint64_t i = 0; i < 300'000; ++i) sketch.add(mix64(i) << 44);
  EXPECT_GT(std::fabs(sketch.estimate() / 300'000 - 1), 5 * DistinctSketch::kError);
}

/// Whether the promise holds for every counter and for every value without one.
bool keeps_promise(const FrequentValues& values, const std::map<std::string, std::uint32_t>& exact, std::uint32_t kept,
                   std::size_t all) {
  std::map<std::string, std::uint32_t> left = exact;
  for (const FrequentValues::Counter& counter : values.largest(~std::size_t{0} / 2)) {
    const std::uint32_t truth = exact.at(std::string(counter.value));
    if (truth > counter.count || truth < counter.count - counter.error || counter.error > values.rest()) return false;
    left.erase(std::string(counter.value));
  }
  for (const auto& [text, truth] : left) {
    if (truth > values.rest()) return false;
  }
  return values.rest() <= all / kept;
}

TEST(FrequentValues, TrueCountsAreWithinTheirBounds) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    for (const std::uint32_t kept : {16u, 100u, 1000u}) {
      const Texts texts = zipf_like(40'000, seed % 2 == 0 ? 200'000 : 3'000, seed);
      FrequentValues values(kept);
      for (const std::string& text : texts) values.add(value_hash(text), text);
      EXPECT_TRUE(keeps_promise(values, counted(texts), kept, texts.size())) << seed << " " << kept;
    }
  }
}

TEST(FrequentValues, ContinueFromExactCounts) {
  const Texts texts = zipf_like(30'000, 50'000, 9);
  ValueTable table;
  for (std::size_t i = 0; i < 10'000; ++i) add_one(table, texts[i]);
  FrequentValues values(table, 200);
  for (std::size_t i = 10'000; i < texts.size(); ++i) values.add(value_hash(texts[i]), texts[i]);
  EXPECT_TRUE(keeps_promise(values, counted(texts), 200, texts.size()));
}

// Counters in a sorted list, as the class's comment describes it: the same counters are reported (of equal ones the
// older), and the same rest.
TEST(FrequentValues, MatchASortedList) {
  struct Counter {
    std::string text;
    std::uint32_t count, error;
  };
  for (const std::uint64_t distinct : {700u, 5'000u, 1'000'000u}) {
    const Texts texts = zipf_like(20'000, distinct, distinct);
    constexpr std::uint32_t kKept = 100;
    FrequentValues values(kKept);
    std::vector<Counter> list;
    std::uint32_t rest = 0;
    for (const std::string& text : texts) {
      values.add(value_hash(text), text);
      const auto there = std::find_if(list.begin(), list.end(), [&](const Counter& one) { return one.text == text; });
      if (there != list.end()) {
        ++there->count;
        continue;
      }
      list.push_back({text, rest + 1, rest});
      if (list.size() < 2 * kKept) continue;
      std::vector<Counter> sorted = list;
      std::stable_sort(sorted.begin(), sorted.end(),
                       [](const Counter& a, const Counter& b) { return a.count > b.count; });
      rest = std::max(rest, sorted[kKept].count);
      const std::uint32_t least = sorted[kKept - 1].count;
      auto equal =
          std::count_if(sorted.begin(), sorted.begin() + kKept, [&](const Counter& one) { return one.count == least; });
      std::erase_if(list,
                    [&](const Counter& one) { return one.count < least || (one.count == least && equal-- <= 0); });
    }
    std::stable_sort(list.begin(), list.end(), [](const Counter& a, const Counter& b) { return a.count > b.count; });
    const std::vector<FrequentValues::Counter> told = values.largest(list.size() + 1);
    EXPECT_EQ(values.rest(), rest);
    ASSERT_EQ(told.size(), list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      ASSERT_EQ(std::string(told[i].value), list[i].text);
      ASSERT_EQ(told[i].count, list[i].count);
      ASSERT_EQ(told[i].error, list[i].error);
    }
  }
}

// The control: with wrong counts the promise is broken.
TEST(FrequentValues, WrongCountsBreakThePromise) {
  const Texts texts = zipf_like(40'000, 3'000, 1);
  FrequentValues values(100);
  for (const std::string& text : texts) values.add(value_hash(text), text);
  auto wrong = counted(texts);
  wrong["v0"] += 1'000;
  EXPECT_FALSE(keeps_promise(values, wrong, 100, texts.size()));
}

// Ranks of 10, 20, 20, 30: 1, 2.5, 2.5, 4.
TEST(RankCorrelation, TiesShareTheirMeanRank) {
  const double numbers[] = {30, 20, 10, 20};
  EXPECT_EQ(doubled_ranks(numbers), (std::vector<std::uint32_t>{8, 5, 2, 5}));
}

// Spearman's example from textbooks (IQ and hours of television): sum d^2 = 194 of n = 10, rho = -29/165.
TEST(RankCorrelation, MatchesTheTextbookExample) {
  const double iq[] = {106, 100, 86, 101, 99, 103, 97, 113, 112, 110};
  const double hours[] = {7, 27, 2, 50, 28, 29, 20, 12, 6, 17};
  EXPECT_DOUBLE_EQ(*rank_correlation(iq, hours), -29.0 / 165);
}

TEST(RankCorrelation, IsOneForEqualAndMinusOneForOppositeOrders) {
  std::vector<double> up(1000), down(1000), same(1000, 7.0);
  std::iota(up.begin(), up.end(), 0.0);
  std::transform(up.begin(), up.end(), down.begin(), [](double x) { return -x * x; });
  EXPECT_EQ(rank_correlation(up, up), 1.0);
  EXPECT_EQ(rank_correlation(up, down), -1.0);
  EXPECT_EQ(rank_correlation(up, same), std::nullopt);
  EXPECT_EQ(rank_correlation({}, {}), std::nullopt);
}

/// Works out every rank by counting, then applies Pearson's formula in doubles.
double slow_correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto ranks = [](const std::vector<double>& list) {
    std::vector<double> found;
    for (const double x : list) {
      double below = 0, equal = 0;
      for (const double y : list) {
        below += y < x ? 1 : 0;
        equal += y == x ? 1 : 0;
      }
      found.push_back(below + (equal + 1) / 2);
    }
    return found;
  };
  const auto x = ranks(a), y = ranks(b);
  const double mean = (static_cast<double>(a.size()) + 1) / 2;
  double xx = 0, yy = 0, xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean) * (x[i] - mean);
    yy += (y[i] - mean) * (y[i] - mean);
    xy += (x[i] - mean) * (y[i] - mean);
  }
  return xy / std::sqrt(xx * yy);
}

TEST(RankCorrelation, MatchesTheSlowModel) {
  Random random(3);
  for (int round = 0; round < 100; ++round) {
    std::vector<double> a, b;
    for (int i = 0; i < 60; ++i) {
      a.push_back(static_cast<double>(random.below(20)));
      b.push_back(a.back() + static_cast<double>(random.below(1 + static_cast<std::uint64_t>(round))));
    }
    EXPECT_NEAR(*rank_correlation(a, b), slow_correlation(a, b), 1e-12);
  }
}

TEST(ValueOrder, DistinguishesNumbersTimesAndTexts) {
  const auto order = [](std::vector<std::string_view> values) { return ordered(values).order; };
  EXPECT_EQ(order({"10", "9", ""}), ValueOrder::kNumbers);
  EXPECT_EQ(order({"1e3", "-0.5"}), ValueOrder::kNumbers);
  EXPECT_EQ(order({"2024-02-29", "2024-03-01 00:00:00.5+02:00"}), ValueOrder::kTimes);
  EXPECT_EQ(order({"10", "9a"}), ValueOrder::kText);
  EXPECT_EQ(order({"2024-13-01"}), ValueOrder::kText);
}

TEST(ValueOrder, TimesAreSecondsSince1970) {
  EXPECT_EQ(parse_time("1970-01-01"), 0.0);
  EXPECT_EQ(parse_time("2001-09-09T01:46:40Z"), 1e9);
  EXPECT_EQ(parse_time("2001-09-09 03:46:40.25+02:00"), 1e9 + 0.25);
  EXPECT_EQ(parse_time("2000-02-29 12:00"), 951825600.0);
  for (const char* wrong :
       {"", "2001", "2001-09", "2001-09-09T", "2001-09-09 25", "01.02.2001", "2001-09-09 01:46:40x"}) {
    EXPECT_EQ(parse_time(wrong), std::nullopt) << wrong;
  }
}

TEST(ValueOrder, WholeNumbersTooLargeForADoubleStayDistinct) {
  const std::vector<std::string_view> values = {"9007199254740993", "9007199254740992", "-9223372036854775808"};
  const auto numbers = ordered(values).numbers;
  EXPECT_GT(numbers[0], numbers[1]);
  EXPECT_LT(numbers[2], numbers[1]);
}

ValueColumn column_of(std::string& bytes, std::vector<std::uint32_t>& ends, std::uint64_t first, std::uint64_t count) {
  for (std::uint64_t row = first; row < first + count; ++row) {
    bytes += decimal(row);
    ends.push_back(static_cast<std::uint32_t>(bytes.size()));
  }
  return {bytes, ends};
}

std::vector<std::uint64_t> sampled(std::uint64_t rows, std::uint64_t batch, std::size_t most, std::uint64_t seed) {
  RowSample sample(1, most, seed);
  for (std::uint64_t row = 0; row < rows; row += batch) {
    std::string bytes;
    std::vector<std::uint32_t> ends;
    const ValueColumn column = column_of(bytes, ends, row, std::min(batch, rows - row));
    sample.add(std::span(&column, 1));
  }
  const auto values = sample.values(0);
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ(values[i], decimal(sample.rows()[i]));
  return {sample.rows().begin(), sample.rows().end()};
}

TEST(RowSample, KeepsAllRowsWhileTheyFit) {
  const auto rows = sampled(500, 70, 500, 1);
  ASSERT_EQ(rows.size(), 500u);
  EXPECT_EQ(rows[499], 499u);
}

TEST(RowSample, IsTheSameHoweverRowsAreBatched) {
  EXPECT_EQ(sampled(20'000, 1, 300, 5), sampled(20'000, 7'777, 300, 5));
  EXPECT_NE(sampled(20'000, 7'777, 300, 6), sampled(20'000, 7'777, 300, 5));
}

// Each tenth of the rows gets its share: chi-square with 9 degrees of freedom exceeds 33.7 once in 10,000 times.
TEST(RowSample, FavoursNoPartOfTheTable) {
  const auto rows = sampled(200'000, 5'000, 8'000, 2);
  EXPECT_GE(rows.size(), 4'000u);
  EXPECT_LE(rows.size(), 8'000u);
  double tenths[10] = {};
  for (const std::uint64_t row : rows) ++tenths[row / 20'000];
  const double mean = static_cast<double>(rows.size()) / 10;
  double chi = 0;
  for (const double count : tenths) chi += (count - mean) * (count - mean) / mean;
  EXPECT_LT(chi, 33.7);
}

}  // namespace
}  // namespace reshard
