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

inline constexpr std::size_t kMaxColumnName = 255;  ///< bytes; of the name of a table, too

enum class QueryKind : std::uint8_t { kSelect, kInsert, kUpdate, kDelete };

/// A query with its values left open, and how often it is asked. Columns are "orders.customer_id", or "customer_id" of the
/// only table; a table's alias will do for its name.
struct QueryTemplate {
  struct Table {
    std::string name, alias;
  };
  struct Equal {
    std::string column;
    std::uint64_t values = 1;  ///< of IN
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

/// The member "templates" of an object. Errors name the field: "templates[3].perSecond".
Result<std::vector<QueryTemplate>> read_templates(const Json& list);
Json templates_json(const std::vector<QueryTemplate>& templates);

/// The columns of a template as one table sees them: under their full names, with what joins make equal.
class TemplateColumns {
 public:
  /// `columns`: of the table `table`, to which an unqualified name belongs where there are several tables.
  TemplateColumns(const QueryTemplate& query, std::string_view table, const std::vector<std::string>& columns);

  /// Whether the query says anything of the table: a query that names no table may.
  bool about_table() const { return about_; }

  /// How many values the table's column is given, itself or through a join; nothing where it is not.
  std::optional<std::uint64_t> given(std::string_view column) const;
  bool ranged(std::string_view column) const;

  /// The joined tables but this one.
  const std::vector<std::string>& others() const { return others_; }

  /// Whether joins make the table's column equal to one of the other table: any where `theirs` is empty.
  bool joined(std::string_view column, std::string_view other, std::string_view theirs) const;

  /// The table's own columns that are given, in their order.
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
  std::map<std::string, std::string> parent_;    // of what joins make equal
  std::map<std::string, std::uint64_t> values_;  // by root
  std::map<std::string, bool> ranges_;           // by root
};

/// The first table of the query that is asked most; empty where none names one.
std::string table_of(const std::vector<QueryTemplate>& templates);

/// Columns by which the queries find rows, the most asked first, and pairs of them.
struct Suggestion {
  std::vector<std::string> candidates;
  std::vector<std::pair<std::string, std::string>> pairs;
};
Suggestion suggest_candidates(const std::vector<QueryTemplate>& templates, const std::string& table,
                              const std::vector<std::string>& columns);

}  // namespace reshard
