#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/scenario/json_reader.h"

namespace reshard {

inline constexpr std::size_t kMaxColumnName = 255;  ///< bytes; also of a table's name

enum class QueryKind : std::uint8_t { kSelect, kInsert, kUpdate, kDelete };

/// A query without its values, and how often it is asked. Columns are "orders.customer_id", or "customer_id" if there
/// is only one table; an alias may stand for a table's name.
struct QueryTemplate {
  struct Table {
    std::string name, alias;
  };
  struct Equal {
    std::string column;
    std::uint64_t values = 1;  ///< in the list of IN
  };

  std::string id, text;
  double per_second = 0;
  QueryKind kind = QueryKind::kSelect;
  std::vector<Table> tables;
  std::vector<Equal> equal;
  std::vector<std::string> ranges;
  std::vector<std::pair<std::string, std::string>> joins;
  std::vector<std::string> sets;
  bool understood = true;
  std::string why;
};

inline constexpr std::size_t kMaxTemplates = 1000;

/// Reads the member "templates" of an object. Errors name the field: "templates[3].perSecond".
Result<std::vector<QueryTemplate>> read_templates(const Json& list);
Json templates_json(const std::vector<QueryTemplate>& templates);

/// The columns of a template from the point of view of one table: by full names, with those that joins make equal.
class TemplateColumns {
 public:
  /// `columns`: those of `table`. If there are several tables, an unqualified name belongs to this one.
  TemplateColumns(const QueryTemplate& query, std::string_view table, const std::vector<std::string>& columns);

  /// Whether the query is about the table: one that names no table may be.
  bool about_table() const { return about_; }

  /// How many values the query gives the table's column, directly or through a join; nothing if it gives none.
  std::optional<std::uint64_t> given(std::string_view column) const;
  bool ranged(std::string_view column) const;

  /// The joined tables without this one.
  const std::vector<std::string>& others() const { return others_; }

  /// Whether joins make the table's column equal to column `theirs` of the other table; to any column if `theirs` is
  /// empty.
  bool joined(std::string_view column, std::string_view other, std::string_view theirs) const;

  /// The table's own columns to which the query gives values, in their order.
  std::vector<std::string> given_columns() const;
  std::vector<std::string> ranged_columns() const;
  std::vector<std::string> joined_columns() const;

 private:
  std::string full(std::string_view name) const;
  std::string root(const std::string& name) const;
  std::string own(std::string_view column) const { return table_ + "." + std::string(column); }

  const QueryTemplate& query_;
  std::string table_;
  const std::vector<std::string>& columns_;
  bool about_ = false;
  std::vector<std::string> others_;
  std::map<std::string, std::string> parent_;    // groups the columns that joins make equal
  std::map<std::string, std::uint64_t> values_;  // by root
  std::map<std::string, bool> ranges_;           // by root
};

/// The first table of the most frequent query that names one; empty if none does.
std::string table_of(const std::vector<QueryTemplate>& templates);

/// Columns by which the queries find rows, most frequent first, and pairs of them.
struct Suggestion {
  std::vector<std::string> candidates;
  std::vector<std::pair<std::string, std::string>> pairs;
};
Suggestion suggest_candidates(const std::vector<QueryTemplate>& templates, const std::string& table,
                              const std::vector<std::string>& columns);

}  // namespace reshard
