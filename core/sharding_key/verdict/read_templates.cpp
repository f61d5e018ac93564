#include <algorithm>
#include <array>

#include "core/base/text.h"
#include "core/scenario/link_text.h"
#include "core/sharding_key/verdict/query_template.h"

namespace reshard {
namespace {

constexpr std::array<std::string_view, 4> kKinds = {"select", "insert", "update", "delete"};
constexpr std::size_t kMaxParts = 100;
constexpr std::size_t kMaxSets = 200;
constexpr std::size_t kMaxTables = 20;
constexpr std::size_t kMaxText = 10'000;
constexpr std::uint64_t kMaxValues = 1'000'000;

/// Reads a template and keeps the first error, of its parts too.
struct Reading {
  std::optional<Error> error;

  void refuse(Error reason) {
    if (!error) error = std::move(reason);
  }
  void take(const ObjectReader& in) {
    if (const auto reason = in.error()) refuse(*reason);
  }
};

std::string read_short(ObjectReader& in, std::string_view key, std::size_t least, std::size_t most,
                       const std::optional<std::string>& fallback = {}) {
  std::string text = in.text(key, fallback);
  if (!in.has(key)) return text;
  if (text.size() < least || text.size() > most) {
    in.refuse(
        {ErrorCode::out_of_range, in.path_of(key) + ".length", {decimal(text.size()), decimal(least), decimal(most)}});
  }
  return text;
}

std::string name_at(Reading& reading, const Json& json, const std::string& path) {
  if (!json.is_string()) {
    reading.refuse({ErrorCode::malformed, path, {excerpt(to_text(json)), "the name of a column"}});
    return "";
  }
  const auto& text = json.get_ref<const std::string&>();
  if (text.empty()) reading.refuse({ErrorCode::empty, path, {}});
  if (text.size() > 2 * kMaxColumnName + 1) {
    reading.refuse(
        {ErrorCode::out_of_range, path + ".length", {decimal(text.size()), "1", decimal(2 * kMaxColumnName + 1)}});
  }
  return text;
}

std::string column_of(Reading& reading, ObjectReader& in) {
  const Json* const column = in.member("column", true);
  return column == nullptr ? "" : name_at(reading, *column, in.path_of("column"));
}

void read_parts(Reading& reading, ObjectReader& in, QueryTemplate& query) {
  const Json& tables = in.list("tables", 0, kMaxTables);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    ObjectReader table(tables[i], item_path(in.path_of("tables"), i));
    QueryTemplate::Table& read = query.tables.emplace_back();
    read.name = read_short(table, "name", 1, kMaxColumnName);
    read.alias = read_short(table, "alias", 0, kMaxColumnName, "");
    reading.take(table);
  }
  const Json& equal = in.list("equal", 0, kMaxParts);
  for (std::size_t i = 0; i < equal.size(); ++i) {
    ObjectReader part(equal[i], item_path(in.path_of("equal"), i));
    std::string column = column_of(reading, part);
    query.equal.push_back({std::move(column), part.whole("values", 1, kMaxValues, 1)});
    reading.take(part);
  }
  const Json& ranges = in.list("ranges", 0, kMaxParts);
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    ObjectReader part(ranges[i], item_path(in.path_of("ranges"), i));
    query.ranges.push_back(column_of(reading, part));
    reading.take(part);
  }
  const Json& joins = in.list("joins", 0, kMaxParts);
  for (std::size_t i = 0; i < joins.size(); ++i) {
    const std::string path = item_path(in.path_of("joins"), i);
    if (!joins[i].is_array() || joins[i].size() != 2) {
      reading.refuse({ErrorCode::malformed, path, {excerpt(to_text(joins[i])), "a list of two columns"}});
      continue;
    }
    query.joins.emplace_back(name_at(reading, joins[i][0], path + "[0]"), name_at(reading, joins[i][1], path + "[1]"));
  }
  const Json& sets = in.list("sets", 0, kMaxSets);
  for (std::size_t i = 0; i < sets.size(); ++i) {
    query.sets.push_back(name_at(reading, sets[i], item_path(in.path_of("sets"), i)));
  }
}

Result<QueryTemplate> read_template(const Json& json, const std::string& path) {
  Reading reading;
  ObjectReader in(json, path);
  QueryTemplate query;
  query.id = read_short(in, "id", 1, 100);
  query.text = read_short(in, "text", 0, kMaxText, "");
  query.per_second = in.number("perSecond", 0, 1e9);
  const std::string kind = in.text("kind");
  const auto known = std::find(kKinds.begin(), kKinds.end(), kind);
  if (known == kKinds.end()) {
    in.refuse({ErrorCode::not_an_option, in.path_of("kind"), {excerpt(kind), "select, insert, update, delete"}});
  } else {
    query.kind = static_cast<QueryKind>(known - kKinds.begin());
  }
  read_parts(reading, in, query);
  query.understood = in.flag("understood", true);
  query.why = read_short(in, "why", 0, kMaxText, "");
  reading.take(in);
  if (reading.error) return *reading.error;
  return query;
}

Json names_json(const std::vector<std::string>& names) {
  Json list = Json::array();
  for (const std::string& name : names) list.push_back(name);
  return list;
}

}  // namespace

Result<std::vector<QueryTemplate>> read_templates(const Json& list) {
  if (!list.is_array()) {
    return Error{ErrorCode::malformed, "templates", {excerpt(to_text(list)), "a list of templates"}};
  }
  if (list.size() > kMaxTemplates) {
    return Error{ErrorCode::out_of_range, "templates.length", {decimal(list.size()), "0", decimal(kMaxTemplates)}};
  }
  std::vector<QueryTemplate> templates;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string path = item_path("templates", i);
    auto read = read_template(list[i], path);
    if (!read.ok()) return read.error();
    const auto same = [&](const QueryTemplate& other) { return other.id == read.value().id; };
    if (std::any_of(templates.begin(), templates.end(), same)) {
      return Error{ErrorCode::duplicate, path + ".id", {excerpt(read.value().id)}};
    }
    templates.push_back(read.take());
  }
  return templates;
}

Json templates_json(const std::vector<QueryTemplate>& templates) {
  Json list = Json::array();
  for (const QueryTemplate& query : templates) {
    Json& one = list.emplace_back();
    put(one, "id", query.id);
    put(one, "text", query.text);
    put(one, "perSecond", query.per_second);
    put(one, "kind", kKinds[static_cast<std::size_t>(query.kind)]);
    Json& tables = one["tables"] = Json::array();
    for (const QueryTemplate::Table& table : query.tables)
      tables.push_back({{"name", table.name}, {"alias", table.alias}});
    Json& equal = one["equal"] = Json::array();
    for (const QueryTemplate::Equal& part : query.equal)
      equal.push_back({{"column", part.column}, {"values", part.values}});
    Json& ranges = one["ranges"] = Json::array();
    for (const std::string& column : query.ranges) ranges.push_back({{"column", column}});
    Json& joins = one["joins"] = Json::array();
    for (const auto& [left, right] : query.joins) joins.push_back(Json::array({left, right}));
    one["sets"] = names_json(query.sets);
    one["understood"] = query.understood;
    put(one, "why", query.why);
  }
  return list;
}

}  // namespace reshard
