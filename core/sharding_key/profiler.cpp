#include "core/sharding_key/profiler.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/sharding_key/sample_figures.h"
#include "core/sharding_key/value_hash.h"

namespace reshard {
namespace {

constexpr std::size_t kBlockRows = 2048;

}  // namespace

Profiler::Profiler(ProfileSpec spec, std::unique_ptr<const ShardMap> shards)
    : spec_(std::move(spec)), shards_(std::move(shards)), columns_(spec_.columns.size()) {
  const auto note = [&](std::uint32_t column) {
    if (std::find(keys_.begin(), keys_.end(), column) == keys_.end()) keys_.push_back(column);
  };
  for (const std::vector<std::uint32_t>& columns : spec_.candidates) {
    for (const std::uint32_t column : columns) note(column);
    candidates_.push_back({columns, std::make_unique<CandidateCounter>(shards_.get())});
  }
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
    for (Candidate& candidate : candidates_) count_block(candidate, columns, first, last);
  }
  rows_ += rows;
  return Done{};
}

void Profiler::count_block(Candidate& candidate, std::span<const std::optional<ValueColumn>> columns, std::size_t first,
                           std::size_t last) {
  hashes_.clear();
  values_.clear();
  const ValueColumn& a = *columns[candidate.columns[0]];
  if (candidate.columns.size() == 1) {
    std::uint32_t begin = first == 0 ? 0 : a.ends[first - 1];
    for (std::size_t row = first; row < last; ++row) {
      const std::uint32_t end = a.ends[row];
      if (end != begin) values_.push_back(a.bytes.substr(begin, end - begin));
      begin = end;
    }
    hashes_.resize(values_.size());
    value_hashes(values_, hashes_);
  } else {
    const ValueColumn& b = *columns[candidate.columns[1]];
    pairs_.clear();
    std::vector<std::uint32_t> ends;
    ends.reserve(last - first);
    for (std::size_t row = first; row < last; ++row) {
      const std::string_view left = a[row], right = b[row];
      if (left.empty() || right.empty()) continue;
      hashes_.push_back(hash_of_pair(value_hash(left), value_hash(right)));
      pairs_.append(left);
      pairs_.push_back(kPairSeparator);
      pairs_.append(right);
      ends.push_back(static_cast<std::uint32_t>(pairs_.size()));
    }
    std::uint32_t begin = 0;
    for (const std::uint32_t end : ends) {  // only now does the text stay where it is
      values_.push_back(std::string_view(pairs_).substr(begin, end - begin));
      begin = end;
    }
  }
  candidate.nulls += last - first - values_.size();
  candidate.counter->add(hashes_, values_);
}

/// Before so many rows more, the largest table goes while the tables would take too much.
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

std::size_t Profiler::sampled_column(std::uint32_t column) const {
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
  const SampleFigures sample(*sample_, spec_.time ? std::optional(sampled_column(*spec_.time)) : std::nullopt);
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
    for (const std::uint32_t column : candidate.columns) columns.push_back(sampled_column(column));
    figures.rank = sample.rank(columns);
    if (shards_ != nullptr) figures.newest = sample.newest(columns, *candidate.counter, shards_->size());
    candidate.counter = std::make_unique<CandidateCounter>(nullptr);  // its memory is for the next
  }
  return profile;
}

}  // namespace reshard
