#include "core/sharding_key/sketches/row_sample.h"

#include "core/base/random.h"
#include "core/sharding_key/sketches/grown_bytes.h"

namespace reshard {

RowSample::RowSample(std::size_t columns, std::size_t most, std::uint64_t seed)
    : most_(most), seed_(mix64(seed + 0x9e3779b97f4a7c15u)), columns_(columns) {}

std::uint64_t RowSample::hash_of(std::uint64_t row) const { return mix64(seed_ ^ (row + 1) * 0x9e3779b97f4a7c15u); }

void RowSample::add(std::span<const ValueColumn> columns) {
  if (columns.empty()) return;
  for (std::size_t i = 0; i < columns[0].size(); ++i) {
    const std::uint64_t row = next_row_++;
    if (halved_ > 0 && hash_of(row) >> (64 - halved_) != 0) continue;
    while (rows_.size() >= most_) halve();
    if (halved_ > 0 && hash_of(row) >> (64 - halved_) != 0) continue;
    rows_.push_back(row);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      columns_[c].bytes.append(columns[c][i]);
      columns_[c].ends.push_back(columns_[c].bytes.size());
    }
  }
}

void RowSample::halve() {
  ++halved_;
  std::vector<std::uint32_t> kept;
  for (std::uint32_t at = 0; at < rows_.size(); ++at) {
    if (hash_of(rows_[at]) >> (64 - halved_) == 0) kept.push_back(at);
  }
  for (Column& column : columns_) {
    Column next;
    for (const std::uint32_t at : kept) {
      const std::uint64_t begin = at == 0 ? 0 : column.ends[at - 1];
      next.bytes.append(column.bytes, static_cast<std::size_t>(begin),
                        static_cast<std::size_t>(column.ends[at] - begin));
      next.ends.push_back(next.bytes.size());
    }
    column = std::move(next);
  }
  std::vector<std::uint64_t> rows;
  rows.reserve(kept.size());
  for (const std::uint32_t at : kept) rows.push_back(rows_[at]);
  rows_ = std::move(rows);
}

std::vector<std::string_view> RowSample::values(std::size_t column) const {
  std::vector<std::string_view> values;
  values.reserve(size());
  std::uint64_t begin = 0;
  for (const std::uint64_t end : columns_[column].ends) {
    values.push_back(std::string_view(columns_[column].bytes)
                         .substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
    begin = end;
  }
  return values;
}

std::uint64_t RowSample::memory_bytes() const {
  std::uint64_t bytes = rows_.capacity() * sizeof(std::uint64_t);
  for (const Column& column : columns_) {
    bytes += grown_bytes(column.bytes.size()) + column.ends.capacity() * sizeof(std::uint64_t);
  }
  return bytes;
}

}  // namespace reshard
