#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/bindings/command/records.h"

namespace reshard::command {

/// Values of one column for some rows: texts one after another, with the end of each. An empty one is no value.
struct RowColumn {
  std::string bytes;
  std::vector<std::uint32_t> ends;
};

/// Which columns of a table are read, and how its records have them.
struct RowForm {
  Layout layout = Layout::kCsv;  ///< or kTsv, kJson
  char delimiter = ',';
  std::vector<std::string> names;  ///< of those that are read; of JSON the paths, without the first dot
  std::vector<bool> keys;          ///< of those: its values are placed as keys, so they have kMaxKeyBytes at most

  /// Of CSV and TSV, for each column that a record has, which of those it is; kNotRead for the others.
  std::vector<std::size_t> positions;
  static constexpr std::size_t kNotRead = static_cast<std::size_t>(-1);
};

/// Records as rows of a table, beside Records, which finds a key and little else in each. NULL and a field that JSON does not
/// have are no value.
class RowReader {
 public:
  explicit RowReader(const RowForm& form);

  /// Adds the row of a record, which has no line end. Where it is refused, nothing of it is there.
  std::optional<Fault> add(std::string_view record);

  /// A record that is no row: an empty line, where a row has several columns.
  bool is_blank(std::string_view record) const;

  const std::vector<RowColumn>& columns() const { return columns_; }
  void clear();

  /// Whether any record had the field, by column: of JSON, where a record may lack it.
  const std::vector<bool>& seen() const { return seen_; }

 private:
  std::optional<Fault> read_separated(std::string_view record);
  std::optional<Fault> read_json(std::string_view record);
  std::optional<Fault> too_long() const;

  const RowForm& form_;
  std::map<std::string, std::size_t, std::less<>> paths_;  // of JSON
  std::vector<std::string_view> cells_;                    // of the record
  std::vector<std::string> rooms_;                         // for those that do not stand in it as they are
  std::vector<RowColumn> columns_;
  std::vector<bool> seen_;
};

/// The fields of a JSON object that hold a text, a number, a truth value or null, in their order, as RowForm names them.
std::optional<Fault> fields_of(std::string_view record, std::vector<std::string>& names);

/// How many fields a record of CSV or TSV has.
std::size_t count_fields(Layout layout, char delimiter, std::string_view record);

}  // namespace reshard::command
