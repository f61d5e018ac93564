#include "core/sharding_key/profile/candidate_counter.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/scenario/link_text.h"
#include "core/sharding_key/sketches/value_column.h"

namespace reshard {

std::string candidate_id(const ProfileSpec& spec, std::span<const std::uint32_t> columns) {
  std::string id;
  for (const std::uint32_t column : columns) id.append(id.empty() ? "" : ", ").append(spec.columns[column]);
  return id;
}

KeySpread spread_of(std::vector<std::uint64_t> counts, std::uint64_t unplaced) {
  KeySpread spread;
  spread.unplaced = unplaced;
  const std::uint64_t all = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  const auto shards = static_cast<double>(counts.size());
  spread.mean = static_cast<double>(all) / shards;
  double squares = 0;
  for (const std::uint64_t count : counts) {
    const double off = static_cast<double>(count) - spread.mean;
    squares += off * off;
  }
  const auto largest = std::max_element(counts.begin(), counts.end());
  spread.largest = static_cast<std::uint32_t>(largest - counts.begin());
  if (all > 0) {
    spread.max_to_mean = static_cast<double>(*largest) / spread.mean;
    spread.cv = std::sqrt(squares / shards) / spread.mean;
  }
  spread.counts = std::move(counts);
  return spread;
}

/// Counters have at least count - error rows each; assumes that the other values share the other rows equally.
static double effective_of(const std::vector<FrequentValues::Counter>& counters, double rows, double distinct) {
  double counted = 0, squares = 0;
  for (const FrequentValues::Counter& counter : counters) {
    const double least = counter.count - counter.error;
    counted += least;
    squares += least * least;
  }
  const double others = std::max(1.0, distinct - static_cast<double>(counters.size()));
  squares += (rows - counted) * (rows - counted) / others;
  return squares > 0 ? rows * rows / squares : 0;
}

CandidateCounter::CandidateCounter(const ShardMap* shards) : shards_(shards), table_(std::in_place) {
  if (shards_ != nullptr) counts_.resize(shards_->size());
}

bool CandidateCounter::add(const ValueRows& rows, bool fresh) {
  if (table_) {
    const std::uint32_t before = table_->size();
    if (fresh) {
      table_->add_fresh(rows);
    } else {
      table_->add(rows);
    }
    return table_->size() - before == rows.size();
  }
  const std::span<const std::string_view> values = texts_of(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    distinct_.add(rows.hashes[i]);
    frequent_.add(rows.hashes[i], values[i]);
  }
  place_rows(values, {});
  return false;
}

/// Each value as one text. Valid until the next call.
std::span<const std::string_view> CandidateCounter::texts_of(const ValueRows& rows) {
  if (rows.second.empty()) return rows.first;
  pairs_.clear();
  texts_.clear();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint32_t begin = pairs_.add(rows.first[i], kPairSeparator, rows.second[i]);
    texts_.push_back(pairs_.text(begin, pairs_.end()));
  }
  return texts_;
}

/// Counts rows on the shards; with `times`, each value stands for that many rows.
void CandidateCounter::place_rows(std::span<const std::string_view> values, std::span<const std::uint32_t> times) {
  if (shards_ == nullptr || shards_->needs_all() || refused_) return;
  std::vector<std::uint32_t> owners(values.size());
  if (auto refused = shards_->place(values, owners)) {
    refused_value_ = excerpt(values[refused->index]);
    refused_ = std::move(refused->error);
    return;
  }
  for (std::size_t i = 0; i < owners.size(); ++i) {
    (owners[i] == ShardMap::kNobody ? unplaced_ : counts_[owners[i]]) += times.empty() ? 1 : times[i];
  }
}

std::uint64_t CandidateCounter::memory_bytes() const {
  if (table_) return table_->memory_bytes();
  return distinct_.memory_bytes() + frequent_.memory_bytes();
}

std::uint64_t CandidateCounter::bytes_for(std::size_t more) const {
  if (!table_) return 0;
  return table_->would_grow(more) ? table_->bytes_when_grown() : table_->memory_bytes();
}

bool CandidateCounter::full_for(std::size_t more, std::size_t bytes) const {
  return table_ && table_->full_for(more, bytes);
}

void CandidateCounter::sketch() {
  ValueTable table = std::move(*table_);
  table_.reset();
  for (const std::uint64_t hash : table.hashes()) distinct_.add(hash);
  const std::vector<std::uint32_t> counts = table.counts();
  constexpr std::uint32_t kBlock = 16384;
  std::vector<std::string_view> values;
  for (std::uint32_t first = 0; first < table.size(); first += kBlock) {
    const std::uint32_t last = std::min(table.size(), first + kBlock);
    values.clear();
    for (std::uint32_t number = first; number < last; ++number) values.push_back(table[number]);
    place_rows(values, std::span(counts).subspan(first, last - first));
  }
  frequent_ = FrequentValues(table);
}

void CandidateCounter::finish(std::uint32_t top, CandidateFigures& figures) {
  figures.exact = exact();
  if (table_) {
    finish_table(top, figures);
  } else {
    finish_sketch(top, figures);
  }
  figures.refused = refused_;
  figures.refused_value = refused_value_;
  figures.memory_bytes = memory_bytes();
}

/// Places the table's values, which gives owners_ and how evenly their rows are spread.
void CandidateCounter::spread_table(std::span<const std::uint32_t> counts, CandidateFigures& figures) {
  const ValueTable& table = *table_;
  std::vector<std::string_view> values(table.size());
  for (std::uint32_t number = 0; number < table.size(); ++number) values[number] = table[number];
  if (!values.empty()) {
    owners_.resize(values.size());
    if (auto refused = shards_->place_all(values, owners_)) {
      refused_value_ = excerpt(values[refused->index]);
      refused_ = std::move(refused->error);
      owners_.clear();
    }
  }
  if (owners_.size() != values.size()) return;
  std::vector<std::uint64_t> units(shards_->size());
  for (std::size_t number = 0; number < owners_.size(); ++number) {
    const std::uint32_t owner = owners_[number];
    if (owner != ShardMap::kNobody) ++units[owner];
    (owner == ShardMap::kNobody ? unplaced_ : counts_[owner]) += counts[number];
  }
  figures.spread = spread_of(counts_, unplaced_);
  figures.spread->units = std::move(units);
}

void CandidateCounter::name_largest(std::span<const std::uint32_t> counts, std::uint32_t top,
                                    CandidateFigures& figures) const {
  std::vector<std::uint32_t> order(counts.size());
  std::iota(order.begin(), order.end(), 0u);
  const std::size_t named = std::min<std::size_t>(top, order.size());
  const std::size_t sorted = std::min(named + 1, order.size());
  std::partial_sort(
      order.begin(), order.begin() + static_cast<std::ptrdiff_t>(sorted), order.end(),
      [&](std::uint32_t a, std::uint32_t b) { return counts[a] != counts[b] ? counts[a] > counts[b] : a < b; });
  for (std::size_t i = 0; i < named; ++i) {
    TopValue& value = figures.top.emplace_back();
    value.value = (*table_)[order[i]];
    value.count = counts[order[i]];
    if (!owners_.empty() && owners_[order[i]] != ShardMap::kNobody) value.shard = owners_[order[i]];
  }
  figures.rest_at_most = sorted > named ? counts[order[named]] : 0;
}

void CandidateCounter::finish_table(std::uint32_t top, CandidateFigures& figures) {
  const std::vector<std::uint32_t> counts = table_->counts();
  figures.distinct = table_->size();
  if (shards_ != nullptr) spread_table(counts, figures);
  name_largest(counts, top, figures);
  double rows = 0, squares = 0;
  for (const double count : counts) rows += count, squares += count * count;
  figures.effective = squares > 0 ? rows * rows / squares : 0;
}

void CandidateCounter::finish_sketch(std::uint32_t top, CandidateFigures& figures) {
  figures.distinct = std::floor(distinct_.estimate() + 0.5);
  if (shards_ != nullptr && !shards_->needs_all() && !refused_) figures.spread = spread_of(counts_, unplaced_);
  const std::vector<FrequentValues::Counter> counters = frequent_.largest(top + std::size_t{1});
  for (std::size_t i = 0; i < counters.size() && i < top; ++i) {
    TopValue& value = figures.top.emplace_back();
    value.value = counters[i].value;
    value.count = counters[i].count;
    value.error = counters[i].error;
    std::uint32_t owner = ShardMap::kNobody;
    if (figures.spread && !shards_->place(std::span(&counters[i].value, 1), std::span(&owner, 1)) &&
        owner != ShardMap::kNobody) {
      value.shard = owner;
    }
  }
  figures.rest_at_most = frequent_.rest();
  if (counters.size() > top) figures.rest_at_most = std::max(figures.rest_at_most, counters.back().count);
  figures.effective =
      effective_of(frequent_.largest(FrequentValues::kKept), static_cast<double>(figures.rows), figures.distinct);
}

bool CandidateCounter::shards_of(std::span<const std::uint64_t> hashes, std::span<const std::string_view> values,
                                 std::span<std::uint32_t> shards) const {
  if (shards_ == nullptr || refused_) return false;
  if (!table_) return !shards_->needs_all() && !shards_->place(values, shards);
  const std::vector<std::optional<std::uint32_t>> numbers = table_->find(hashes);
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    CHECK(numbers[i] && *numbers[i] < owners_.size());
    shards[i] = owners_[*numbers[i]];
  }
  return true;
}

}  // namespace reshard
