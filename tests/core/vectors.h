#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace reshard::testing {

/// Rows of a real implementation: a file of tests/vectors/, read whole. Lines that start with '#' say where the rows
/// come from; the first line after them names the columns; a field may be in double quotes. A missing file or column,
/// or a field that is not the number it should be, is fatal: a test cannot silently check nothing.
class Vectors {
 public:
  class Row {
   public:
    const std::string& operator[](std::string_view column) const;  ///< the field as it is written
    std::uint64_t number(std::string_view column) const;           ///< decimal, unsigned
    std::int64_t signed_number(std::string_view column) const;     ///< decimal
    double real(std::string_view column) const;                    ///< decimal fraction
    std::uint64_t hex(std::string_view column) const;              ///< hexadecimal, up to 64 bits
    std::string bytes(std::string_view column) const;              ///< two hexadecimal digits a byte

   private:
    friend class Vectors;
    Row(const Vectors& file, std::vector<std::string> fields) : file_(&file), fields_(std::move(fields)) {}
    const Vectors* file_;
    std::vector<std::string> fields_;
  };

  explicit Vectors(std::string_view file_name);
  Vectors(const Vectors&) = delete;  // its rows point to it
  Vectors& operator=(const Vectors&) = delete;

  const std::string& provenance() const { return provenance_; }
  const std::vector<std::string>& columns() const { return columns_; }
  bool has_column(std::string_view column) const;

  std::size_t size() const { return rows_.size(); }
  const Row& operator[](std::size_t index) const { return rows_.at(index); }
  std::deque<Row>::const_iterator begin() const { return rows_.begin(); }
  std::deque<Row>::const_iterator end() const { return rows_.end(); }

 private:
  std::size_t column_index(std::string_view column) const;

  std::string file_name_;
  std::string provenance_;
  std::vector<std::string> columns_;
  std::deque<Row> rows_;
};

/// The lines of a file of tests/vectors/ that is not a table, without those that start with '#'. A missing file is fatal.
std::vector<std::string> vector_lines(const std::string& file_name);

/// The fields of one line of comma-separated values; "" inside quotes stands for one quote.
std::vector<std::string> split_csv_line(std::string_view line);

/// The words of a field between spaces.
std::vector<std::string> words_of(const std::string& field);

/// The bytes written as pairs of hexadecimal digits.
std::string bytes_of_hex(std::string_view hex);

}  // namespace reshard::testing
