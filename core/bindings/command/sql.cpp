// sql: the keys that the last change moves, as statements that move their rows between the nodes' tables.
#include <algorithm>
#include <map>

#include "core/base/text.h"
#include "core/bindings/command/changes.h"
#include "core/bindings/command/commands.h"
#include "core/scenario/link_text.h"

namespace reshard::command {
namespace {

constexpr std::size_t kMostNameBytes = 63;  // PostgreSQL truncates longer names, so that two could become one
constexpr std::size_t kRowsOfStatement = 1000;

std::string in_quotes(std::string_view text, char quote) {
  std::string out(1, quote);
  for (const char c : text) out.append(c == quote ? 2 : 1, c);
  return out + quote;
}

// In '…' backslashes are literal only with standard_conforming_strings on; in E'…' they always escape.
std::string text_literal(std::string_view key) {
  if (key.find('\\') == key.npos) return in_quotes(key, '\'');
  std::string escaped;
  for (const char c : key) escaped.append(c == '\\' ? 2 : 1, c);
  return "E" + in_quotes(escaped, '\'');
}

std::string bytes_literal(std::string_view key) {
  std::string out = "'\\x";
  for (const char c : key) {
    const auto byte = static_cast<unsigned char>(c);
    out += "0123456789abcdef"[byte >> 4];
    out += "0123456789abcdef"[byte & 15];
  }
  return out + "'::bytea";
}

/// Names of the nodes' tables, by node number; empty where there is no node.
std::optional<std::vector<std::string>> tables_of(const Options& options, const Router& before, const Router& after) {
  std::vector<std::string> tables(after.known());
  for (std::uint32_t number = 0; number < after.known(); ++number) {
    const Node* was = number < before.known() ? before.node(number) : nullptr;
    const Node* is = after.node(number);
    if (was == nullptr && is == nullptr) continue;
    if (was != nullptr && is != nullptr && was->name != is->name) {
      complain("sql: the last change renames “" + was->name + "”: rename its table, and go on from there");
      return {};
    }
    const std::string name = options.table + "_" + (is == nullptr ? was : is)->name;
    if (name.size() > kMostNameBytes) {
      complain("sql: the table " + name + " has a name of more than 63 bytes");
      return {};
    }
    tables[number] = in_quotes(name, '"');
  }
  return tables;
}

class Sql final : public PlacingJob {
 public:
  Sql(const Options& options, const Form& form, const Router& after, const Router& before,
      const std::vector<std::string>& tables)
      : PlacingJob(form, !options.stream.rejects.empty(), after, &before),
        bytes_(options.bytea),
        type_(types_of(options.scenario)),
        column_(columns_of(options.key_column, type_)),
        tables_(tables) {}

 private:
  using Flow = std::pair<std::uint32_t, std::uint32_t>;

  bool owned(std::span<const Record> records, std::span<const std::uint32_t> owners,
             std::span<const std::uint32_t> before, Outcome& outcome) override {
    bool on = true;
    for (std::size_t i = 0; i < records.size() && on; ++i) {
      if (owners[i] == before[i]) continue;
      const std::string_view key = records[i].values[kKey];
      if (owners[i] == Router::kNobody || before[i] == Router::kNobody) {
        on = refuse(records[i], {"", "nobody owns the key before or after the change"}, outcome);
      } else if (!bytes_ && (!is_utf8(key) || key.find('\0') != key.npos)) {
        on = refuse(records[i], {"", "PostgreSQL has no such text: the key needs --bytea"}, outcome);
      } else if (has_null(key)) {
        on = refuse(records[i], {"", "a NULL, which IN does not find"}, outcome);
      } else if (type_.size() > 0) {
        flows_[{before[i], owners[i]}].push_back(row_literal(key));
      } else {
        flows_[{before[i], owners[i]}].push_back(bytes_ ? bytes_literal(key) : text_literal(key));
      }
    }
    return on;
  }

  static std::string columns_of(const std::string& names, const RowType& type) {
    if (type.size() < 2) return in_quotes(names, '"');
    std::string columns;
    for (const std::string_view name : split(names, ',')) {
      columns.append(columns.empty() ? "(" : ", ").append(in_quotes(name, '"'));
    }
    return columns + ")";
  }

  bool has_null(std::string_view key) const {
    Row row;
    if (type_.size() == 0 || !row.read(key, type_)) return false;
    const auto values = row.values();
    return std::any_of(values.begin(), values.end(), [](const Value& value) { return value.null; });
  }

  // A value's text is what PostgreSQL reads, except that bytes need not begin with \x here.
  std::string row_literal(std::string_view key) const {
    std::string row;
    for (std::size_t c = 0; c < type_.size(); ++c) {
      const std::size_t end = type_.size() == 1 ? key.size() : std::min(key.find('\t'), key.size());
      std::string value(key.substr(0, end));
      if (type_.columns[c] == ColumnType::kBytes && !value.starts_with("\\x")) value.insert(0, "\\x");
      row.append(c == 0 ? "" : ", ").append(text_literal(value));
      key.remove_prefix(std::min(end + 1, key.size()));
    }
    return type_.size() == 1 ? row : "(" + row + ")";
  }

  // Writes all keys of a chunk at once, so that a statement has as many keys as allowed.
  void end(Outcome& outcome) override {
    for (const auto& [flow, keys] : flows_) {
      for (std::size_t first = 0; first < keys.size(); first += kRowsOfStatement) {
        write(flow, std::span(keys).subspan(first, std::min(kRowsOfStatement, keys.size() - first)), outcome.out);
      }
    }
    flows_.clear();
  }

  // Rows that have already moved are no longer in the first table, so a statement may be run again.
  void write(const Flow& flow, std::span<const std::string> keys, Buffer& out) const {
    out.append("BEGIN;\nWITH gone AS (DELETE FROM " + tables_[flow.first] + " WHERE " + column_ + " IN (");
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (i > 0) out.append(", ");
      out.append(keys[i]);
    }
    out.append(") RETURNING *)\nINSERT INTO " + tables_[flow.second] + " SELECT * FROM gone;\nCOMMIT;\n");
  }

  std::map<Flow, std::vector<std::string>> flows_;
  bool bytes_;
  RowType type_;
  std::string column_;
  const std::vector<std::string>& tables_;
};

}  // namespace

int sql(Options& options) {
  const auto after = router_at(options, Moment::kAfter);
  const auto before = after == nullptr ? nullptr : router_at(options, Moment::kBefore);
  if (before == nullptr) return kExitUsage;
  const auto tables = tables_of(options, *before, *after);
  if (!tables) return kExitUsage;
  return run_and_close(
      options, [&](const Form& form) { return std::make_unique<Sql>(options, form, *after, *before, *tables); });
}

}  // namespace reshard::command
