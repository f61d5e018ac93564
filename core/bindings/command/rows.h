#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/bindings/command/records.h"

namespace reshard::command {

/// Values of one column for some rows: text one after another, and where each ends. An empty value means no value.
struct RowColumn {
  std::string bytes;
  std::vector<std::uint32_t> ends;
};

/// Which columns of a table to read, and how its records hold them.
struct RowForm {
  Layout layout = Layout::kCsv;  ///< or kTsv, kJson
  char delimiter = ',';
  std::vector<std::string> names;  ///< of the columns read; for JSON, their paths without the first dot
  std::vector<bool> keys;          ///< by column read: its values are placed as keys, so they have at most kMaxKeyBytes

  /// For CSV and TSV: for each column of a record, its position among the columns read, or kNotRead.
  std::vector<std::size_t> positions;
  static constexpr std::size_t kNotRead = static_cast<std::size_t>(-1);
};

/// Reads records as rows of a table, whereas Records finds only a key and little else in each. NULL, and a field that a
/// JSON record lacks, are no value.
class RowReader {
 public:
  explicit RowReader(const RowForm& form);

  /// Adds the row of a record, given without its line end. If it is refused, nothing of it is added.
  std::optional<Fault> add(std::string_view record);

  /// Whether a record is not a row: an empty line, if rows have several columns.
  bool is_blank(std::string_view record) const;

  const std::vector<RowColumn>& columns() const { return columns_; }
  void clear();

  /// Whether any record had the field, by column: for JSON, where a record may lack it.
  const std::vector<bool>& seen() const { return seen_; }

 private:
  std::optional<Fault> read_separated(std::string_view record);
  std::optional<Fault> read_json(std::string_view record);
  std::optional<Fault> too_long() const;

  const RowForm& form_;
  std::map<std::string, std::size_t, std::less<>> paths_;  // for JSON (json_path.h)
  std::vector<std::string_view> cells_;                    // of the current record
  std::vector<std::string> rooms_;                         // for those that need decoding
  std::vector<RowColumn> columns_;
  std::vector<bool> seen_;
};

/// The fields of a JSON object that hold a string, a number, a boolean or null, in their order, named as in RowForm.
std::optional<Fault> fields_of(std::string_view record, std::vector<std::string>& names);

/// How many fields a CSV or TSV record has.
std::size_t count_fields(Layout layout, char delimiter, std::string_view record);

}  // namespace reshard::command
