#include "tests/core/vectors.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

namespace reshard::testing {
namespace {

[[noreturn]] void fail(std::string_view where, std::string_view what) {
  std::fprintf(stderr, "test vectors %.*s: %.*s\n", static_cast<int>(where.size()), where.data(),
               static_cast<int>(what.size()), what.data());
  std::abort();
}

template <typename Number>
Number parse(const std::string& text, int base) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number, base);
  if (error != std::errc() || stopped != end) fail(text, "not a number of the expected kind");
  return number;
}

}  // namespace

std::vector<std::string> split_csv_line(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (c == '"' && quoted && at + 1 < line.size() && line[at + 1] == '"') {
      fields.back() += '"';
      ++at;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

std::vector<std::string> words_of(const std::string& field) {
  std::istringstream in(field);
  return {std::istream_iterator<std::string>(in), {}};
}

std::string bytes_of_hex(std::string_view hex) {
  if (hex.size() % 2 != 0) fail(hex, "an odd number of hexadecimal digits");
  std::string bytes;
  for (std::size_t at = 0; at < hex.size(); at += 2) {
    bytes += static_cast<char>(parse<std::uint8_t>(std::string(hex.substr(at, 2)), 16));
  }
  return bytes;
}

std::vector<std::string> vector_lines(const std::string& file_name) {
  std::ifstream file(RESHARD_TEST_DATA "/vectors/" + file_name);
  if (!file) fail(file_name, "cannot be opened");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with('#')) lines.push_back(line);
  }
  return lines;
}

Vectors::Vectors(std::string_view file_name) : file_name_(file_name) {
  std::ifstream file(std::string(RESHARD_TEST_DATA "/vectors/") + file_name_);
  if (!file) fail(file_name_, "cannot be opened");
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    // Only above the column names: a key in a row may start with '#'.
    if (columns_.empty() && line.starts_with('#')) {
      provenance_ += line + "\n";
    } else if (columns_.empty()) {
      columns_ = split_csv_line(line);
    } else {
      rows_.push_back(Row(*this, split_csv_line(line)));
      if (rows_.back().fields_.size() != columns_.size()) fail(file_name_, "a row of another width: " + line);
    }
  }
  if (rows_.empty()) fail(file_name_, "has no rows");
}

bool Vectors::has_column(std::string_view column) const {
  for (const std::string& name : columns_) {
    if (name == column) return true;
  }
  return false;
}

std::size_t Vectors::column_index(std::string_view column) const {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i] == column) return i;
  }
  fail(file_name_, "has no column " + std::string(column));
}

const std::string& Vectors::Row::operator[](std::string_view column) const {
  return fields_[file_->column_index(column)];
}

std::uint64_t Vectors::Row::number(std::string_view column) const { return parse<std::uint64_t>((*this)[column], 10); }

std::int64_t Vectors::Row::signed_number(std::string_view column) const {
  return parse<std::int64_t>((*this)[column], 10);
}

double Vectors::Row::real(std::string_view column) const {
  const std::string& text = (*this)[column];
  char* stopped = nullptr;  // libc++ 13 has no from_chars for floating point
  const double number = std::strtod(text.c_str(), &stopped);
  if (text.empty() || *stopped != '\0') fail(text, "not a number");
  return number;
}

std::uint64_t Vectors::Row::hex(std::string_view column) const { return parse<std::uint64_t>((*this)[column], 16); }

std::string Vectors::Row::bytes(std::string_view column) const { return bytes_of_hex((*this)[column]); }

}  // namespace reshard::testing
