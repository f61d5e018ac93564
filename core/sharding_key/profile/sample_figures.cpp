#include "core/sharding_key/profile/sample_figures.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/text.h"
#include "core/sharding_key/sketches/rank_correlation.h"
#include "core/sharding_key/sketches/value_hash.h"
#include "core/sharding_key/sketches/value_order.h"

namespace reshard {
namespace {

/// An hour in the units of numbers that look like times since 1970: seconds, milliseconds or microseconds. 0 for
/// others.
double hour_of(ValueOrder order, double newest) {
  if (order == ValueOrder::kTimes) return 3600;
  if (order != ValueOrder::kNumbers) return 0;
  if (newest >= 5e8 && newest < 1e10) return 3600;
  if (newest >= 5e11 && newest < 1e13) return 3600e3;
  if (newest >= 5e14 && newest < 1e16) return 3600e6;
  return 0;
}

}  // namespace

SampleFigures::SampleFigures(const RowSample& sample, std::optional<std::size_t> time) : sample_(sample), time_(time) {
  if (time_) {
    times_ = sample.values(*time_);
    OrderedValues values = ordered(times_);
    time_order_ = values.order;
    when_ = std::move(values.numbers);
  } else {
    when_.assign(sample.rows().begin(), sample.rows().end());
  }
  when_ranks_ = doubled_ranks(when_);
  find_newest();
}

void SampleFigures::find_newest() {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t i = 0; i < when_.size(); ++i) {
    if (!time_ || !times_[i].empty()) rows.push_back(i);
  }
  if (rows.empty()) return;
  std::stable_sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) { return when_[a] < when_[b]; });
  const double hour = hour_of(time_order_, when_[rows.back()]);
  const double begin = when_[rows.back()] - hour;
  const auto first =
      std::upper_bound(rows.begin(), rows.end(), begin, [&](double at, std::uint32_t row) { return at < when_[row]; });
  const auto within = static_cast<std::uint64_t>(rows.end() - first);
  last_hour_ = hour > 0 && within >= kFewestOfHour && within <= rows.size() / 2;
  const std::uint64_t hundredth = (rows.size() + 99) / 100;
  const std::uint64_t wanted =
      last_hour_ ? within : std::min<std::uint64_t>(rows.size(), std::max<std::uint64_t>(hundredth, kFewestOfHour));
  newest_.assign(rows.end() - static_cast<std::ptrdiff_t>(wanted), rows.end());
}

std::string SampleFigures::time_text(std::uint32_t at) const {
  return time_ ? std::string(times_[at]) : decimal(sample_.rows()[at] + 1);
}

const SampleFigures::Side& SampleFigures::side(std::size_t column) {
  if (sides_.size() <= column) sides_.resize(column + 1);
  Side& side = sides_[column];
  if (!side.read) {
    side.read = true;
    side.texts = sample_.values(column);
    side.values = ordered(side.texts);
    side.ranks = doubled_ranks(side.values.numbers);
  }
  return side;
}

RankFigures SampleFigures::rank(std::span<const std::size_t> columns) {
  for (const std::size_t column : columns) side(column);
  const Side &a = sides_[columns.front()], &b = sides_[columns.back()];
  std::vector<std::uint32_t> rows;
  for (std::uint32_t i = 0; i < when_.size(); ++i) {
    if (!a.texts[i].empty() && !b.texts[i].empty() && (!time_ || !times_[i].empty())) rows.push_back(i);
  }
  const bool all = rows.size() == when_.size();
  const auto ranks_of = [&](const std::vector<double>& numbers, const std::vector<std::uint32_t>& ranks) {
    if (all) return ranks;
    std::vector<double> some;
    some.reserve(rows.size());
    for (const std::uint32_t row : rows) some.push_back(numbers[row]);
    return doubled_ranks(some);
  };
  std::vector<std::uint32_t> ranks = ranks_of(a.values.numbers, a.ranks);
  if (columns.size() == 2) {  // orders by the first, then by the second: ranks are at most 2 million
    const std::vector<std::uint32_t> minor = ranks_of(b.values.numbers, b.ranks);
    std::vector<double> both(ranks.size());
    for (std::size_t i = 0; i < both.size(); ++i) both[i] = ranks[i] * 0x1p22 + minor[i];
    ranks = doubled_ranks(both);
  }
  RankFigures figures;
  figures.order = a.values.order;
  figures.rows = rows.size();
  figures.exact = sample_.all();
  figures.rho = correlation_of_ranks(ranks, ranks_of(when_, when_ranks_));
  if (!figures.exact && rows.size() > 1) figures.error = 1 / std::sqrt(static_cast<double>(rows.size() - 1));
  return figures;
}

std::optional<NewestRows> SampleFigures::newest(std::span<const std::size_t> columns, const CandidateCounter& counter,
                                                std::size_t shards) const {
  std::vector<std::vector<std::string_view>> texts;
  for (const std::size_t column : columns) texts.push_back(sample_.values(column));
  std::vector<std::uint64_t> hashes;
  std::vector<std::string> pairs;
  std::vector<std::uint32_t> rows;
  for (const std::uint32_t row : newest_) {
    const std::string_view a = texts[0][row], b = texts.back()[row];
    if (a.empty() || b.empty()) continue;
    rows.push_back(row);
    hashes.push_back(texts.size() == 1 ? value_hash(a) : hash_of_pair(value_hash(a), value_hash(b)));
    if (texts.size() == 2) pairs.push_back(std::string(a) + kPairSeparator + std::string(b));
  }
  if (rows.empty()) return std::nullopt;
  std::vector<std::string_view> values;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    values.push_back(texts.size() == 1 ? texts[0][rows[i]] : std::string_view(pairs[i]));
  }
  std::vector<std::uint32_t> owners(values.size());
  if (!counter.shards_of(hashes, values, owners)) return std::nullopt;
  std::vector<std::uint64_t> counts(shards);
  for (const std::uint32_t owner : owners) {
    if (owner != ShardMap::kNobody) ++counts[owner];
  }
  const auto largest = std::max_element(counts.begin(), counts.end());
  NewestRows newest;
  newest.last_hour = last_hour_;
  newest.rows = rows.size();
  newest.from = time_text(newest_.front());
  newest.to = time_text(newest_.back());
  newest.shard = static_cast<std::uint32_t>(largest - counts.begin());
  newest.share = static_cast<double>(*largest) / static_cast<double>(rows.size());
  newest.units = std::set<std::uint64_t>(hashes.begin(), hashes.end()).size();
  return newest;
}

}  // namespace reshard
