#include "core/sharding_key/profile/profiler.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/sharding_key/profile/sample_figures.h"
#include "core/sharding_key/sketches/value_hash.h"

namespace reshard {
namespace {

static_assert(2 * kMaxKeyBytes + 1 <= TextChunks::kLongest, "a pair of the longest values fits");

constexpr std::size_t kBlockRows = 2048;

}  // namespace

Profiler::Profiler(ProfileSpec spec, std::unique_ptr<const ShardMap> shards)
    : spec_(std::move(spec)), shards_(std::move(shards)), columns_(spec_.columns.size()) {
  const auto note = [&](std::uint32_t column) {
    if (std::find(keys_.begin(), keys_.end(), column) == keys_.end()) keys_.push_back(column);
  };
  for (const std::vector<std::uint32_t>& columns : spec_.candidates) {
    for (const std::uint32_t column : columns) note(column);
    std::vector<std::size_t> keys;
    keys.reserve(columns.size());
    for (const std::uint32_t column : columns) keys.push_back(key_of(column));
    candidates_.push_back({columns, std::move(keys), std::make_unique<CandidateCounter>(shards_.get())});
  }
  blocks_.resize(keys_.size());
  if (spec_.time) note(*spec_.time);
  sample_.emplace(keys_.size(), spec_.sample, spec_.seed);
}

Status Profiler::check(std::span<const std::optional<ValueColumn>> columns) const {
  CHECK(columns.size() == columns_.size());
  std::optional<std::size_t> rows;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (!columns[c]) continue;
    const ValueColumn& column = *columns[c];
    const std::string field = "batch[" + decimal(c) + "]";
    if (!rows) rows = column.size();
    if (column.size() != *rows || column.size() == 0 || column.size() > kMostInBatch) {
      return Error{ErrorCode::out_of_range,
                   field + ".length",
                   {decimal(column.size()), decimal(rows == column.size() ? 1 : *rows),
                    decimal(rows == column.size() ? kMostInBatch : *rows)}};
    }
    std::uint32_t begin = 0;
    for (const std::uint32_t end : column.ends) {
      if (end < begin || end > column.bytes.size()) {
        return Error{ErrorCode::malformed, field + ".ends", {decimal(end), "the end of a value"}};
      }
      begin = end;
    }
  }
  for (const std::uint32_t key : keys_) {
    const std::string field = "batch[" + decimal(key) + "]";
    if (!columns[key]) return Error{ErrorCode::empty, field, {}};
    std::uint32_t begin = 0;
    for (std::size_t row = 0; row < columns[key]->size(); ++row) {
      const std::uint32_t end = columns[key]->ends[row];
      if (end - begin > kMaxKeyBytes) {
        return Error{ErrorCode::out_of_range,
                     item_path(field, row),
                     {decimal(end - begin) + " bytes", "0", decimal(kMaxKeyBytes)}};
      }
      begin = end;
    }
  }
  if (rows_ + *rows > kMostRows) {
    return Error{ErrorCode::too_large, "batch", {decimal(rows_ + *rows) + " rows", decimal(kMostRows)}};
  }
  return Done{};
}

void Profiler::count_columns(std::span<const std::optional<ValueColumn>> columns) {
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (!columns[c]) continue;
    const ValueColumn& column = *columns[c];
    std::uint32_t begin = 0, nulls = 0;
    for (const std::uint32_t end : column.ends) {
      nulls += end == begin ? 1 : 0;
      begin = end;
    }
    columns_[c].given = true;
    columns_[c].nulls += nulls;
    columns_[c].bytes += begin;
  }
}

Status Profiler::add(std::span<const std::optional<ValueColumn>> columns) {
  if (const auto sound = check(columns); !sound.ok()) return sound;
  const std::size_t rows = columns[keys_.front()]->size();
  count_columns(columns);
  std::vector<ValueColumn> sampled;
  for (const std::uint32_t key : keys_) sampled.push_back(*columns[key]);
  sample_->add(sampled);
  for (std::size_t first = 0; first < rows; first += kBlockRows) {
    const std::size_t last = std::min(rows, first + kBlockRows);
    make_room(last - first);
    for (std::size_t key = 0; key < blocks_.size(); ++key) read_block(key, *columns[keys_[key]], first, last);
    for (Candidate& candidate : candidates_) count_block(candidate);
  }
  rows_ += rows;
  return Done{};
}

void Profiler::read_block(std::size_t key, const ValueColumn& column, std::size_t first, std::size_t last) {
  Block& block = blocks_[key];
  block.values.resize(last - first);
  block.hashes.resize(last - first);
  block.some_empty = block.all_fresh = false;
  std::uint32_t begin = first == 0 ? 0 : column.ends[first - 1];
  for (std::size_t row = first; row < last; ++row) {
    const std::uint32_t end = column.ends[row];
    block.values[row - first] = column.bytes.substr(begin, end - begin);
    block.some_empty |= end == begin;
    begin = end;
  }
  value_hashes(block.values, block.hashes);
}

void Profiler::count_block(Candidate& candidate) {
  Block& a = blocks_[candidate.keys.front()];
  const Block& b = blocks_[candidate.keys.back()];
  const bool pair = candidate.keys.size() == 2, some_empty = a.some_empty || b.some_empty;
  first_.values.clear();
  first_.hashes.clear();
  second_.clear();
  const std::size_t rows = a.values.size();
  ValueRows valued{a.hashes, a.values, {}};
  if (some_empty || pair) {
    for (std::size_t row = 0; row < rows; ++row) {
      if (some_empty && (a.values[row].empty() || b.values[row].empty())) continue;
      first_.hashes.push_back(pair ? hash_of_pair(a.hashes[row], b.hashes[row]) : a.hashes[row]);
      if (!some_empty) continue;
      first_.values.push_back(a.values[row]);
      if (pair) second_.push_back(b.values[row]);
    }
    valued.hashes = first_.hashes;
    if (some_empty) valued.first = first_.values;
    if (pair) valued.second = some_empty ? second_ : b.values;
  }
  candidate.nulls += rows - valued.size();
  const bool fresh = candidate.counter->add(valued, pair && (a.all_fresh || b.all_fresh));
  if (!pair) a.all_fresh = fresh;
}

/// Before this many more rows: turns the largest tables into sketches as long as the tables would take too much memory.
void Profiler::make_room(std::size_t more) {
  for (;;) {
    std::uint64_t bytes = 0, most = 0;
    CandidateCounter* largest = nullptr;
    for (const Candidate& candidate : candidates_) {
      CandidateCounter& counter = *candidate.counter;
      if (counter.full_for(more, more * (2 * kMaxKeyBytes + 1))) {
        counter.sketch();
        continue;
      }
      const std::uint64_t wanted = counter.bytes_for(more);
      bytes += wanted;
      if (wanted > most) {
        most = wanted;
        largest = &counter;
      }
    }
    if (bytes <= spec_.memory || largest == nullptr) return;
    largest->sketch();
  }
}

std::uint64_t Profiler::memory_bytes() const {
  std::uint64_t bytes = sample_->memory_bytes();
  for (const Candidate& candidate : candidates_) bytes += candidate.counter->memory_bytes();
  return bytes;
}

bool Profiler::exact() const {
  return std::all_of(candidates_.begin(), candidates_.end(),
                     [](const Candidate& candidate) { return candidate.counter->exact(); });
}

std::size_t Profiler::key_of(std::uint32_t column) const {
  return static_cast<std::size_t>(std::find(keys_.begin(), keys_.end(), column) - keys_.begin());
}

KeyProfile Profiler::finish() {
  KeyProfile profile;
  profile.rows = rows_;
  profile.columns = columns_;
  std::uint64_t bytes = 0;
  for (const ColumnFigures& column : columns_) bytes += column.bytes;
  profile.row_bytes = rows_ == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(rows_);
  profile.memory_bytes = memory_bytes();
  SampleFigures sample(*sample_, spec_.time ? std::optional(key_of(*spec_.time)) : std::nullopt);
  profile.time_order = sample.time_order();
  profile.sampled = sample_->size();
  profile.sampled_all = sample_->all();
  for (Candidate& candidate : candidates_) {
    CandidateFigures& figures = profile.candidates.emplace_back();
    figures.id = candidate_id(spec_, candidate.columns);
    figures.columns = candidate.columns;
    figures.nulls = candidate.nulls;
    figures.rows = rows_ - candidate.nulls;
    candidate.counter->finish(spec_.top, figures);
    std::vector<std::size_t> columns;
    for (const std::uint32_t column : candidate.columns) columns.push_back(key_of(column));
    figures.rank = sample.rank(columns);
    if (shards_ != nullptr) figures.newest = sample.newest(columns, *candidate.counter, shards_->size());
    candidate.counter = std::make_unique<CandidateCounter>(nullptr);  // frees its memory for the next candidate
  }
  return profile;
}

}  // namespace reshard
