#include <algorithm>

#include "core/base/text.h"
#include "core/scenario/link_text.h"
#include "core/sharding_key/sketches/rank_correlation.h"
#include "core/sharding_key/verdict/key_requests.h"
#include "core/sharding_key/verdict/query_template.h"

namespace reshard {
namespace {

constexpr std::uint64_t kLeastMemory = std::uint64_t{1} << 20;
constexpr std::uint64_t kMostMemory = std::uint64_t{1536} << 20;

Result<std::vector<std::string>> read_columns(const Json& list) {
  std::vector<std::string> names;
  for (const Json& name : list) {
    const std::string path = item_path("columns", names.size());
    if (!name.is_string()) return Error{ErrorCode::malformed, path, {excerpt(to_text(name)), "the name of a column"}};
    const auto& text = name.get_ref<const std::string&>();
    if (text.empty()) return Error{ErrorCode::empty, path, {}};
    if (text.size() > kMaxColumnName) {
      return Error{ErrorCode::out_of_range, path + ".length", {decimal(text.size()), "1", decimal(kMaxColumnName)}};
    }
    if (std::find(names.begin(), names.end(), text) != names.end()) {
      return Error{ErrorCode::duplicate, path, {excerpt(text)}};
    }
    names.push_back(text);
  }
  return names;
}

Result<std::uint32_t> column_at(const ProfileSpec& spec, const Json& name, const std::string& path) {
  if (!name.is_string()) return Error{ErrorCode::malformed, path, {excerpt(to_text(name)), "the name of a column"}};
  const auto found = std::find(spec.columns.begin(), spec.columns.end(), name.get_ref<const std::string&>());
  if (found == spec.columns.end()) return Error{ErrorCode::unknown, path, {excerpt(name.get<std::string>())}};
  return static_cast<std::uint32_t>(found - spec.columns.begin());
}

std::optional<Error> add_candidate(ProfileSpec& spec, std::vector<std::uint32_t> columns, const std::string& path) {
  if (columns.size() == 2 && columns[0] == columns[1]) {
    return Error{ErrorCode::duplicate, path, {spec.columns[columns[0]]}};
  }
  if (std::find(spec.candidates.begin(), spec.candidates.end(), columns) != spec.candidates.end()) {
    return Error{ErrorCode::duplicate, path, {excerpt(candidate_id(spec, columns))}};
  }
  spec.candidates.push_back(std::move(columns));
  return {};
}

}  // namespace

Result<ProfileSpec> read_profile_spec(const Json& request) {
  ObjectReader in(request, "");
  ProfileSpec spec;
  in.member("columns", true);
  in.member("candidates", true);
  in.member("shards");
  const Json& columns = in.list("columns", 1, kMaxProfileColumns);
  const Json& candidates = in.list("candidates", 1, kMaxCandidates);
  const Json& pairs = in.list("pairs", 0, kMaxCandidates);
  const Json* const time = in.member("time");
  spec.seed = read_seed(in, 0);
  spec.top = static_cast<std::uint32_t>(in.whole("top", 1, kMaxTop, spec.top));
  spec.memory = in.whole("memory", kLeastMemory, kMostMemory, spec.memory);
  spec.sample = static_cast<std::uint32_t>(in.whole("sample", 100, kMostRanked, spec.sample));
  if (const auto error = in.error()) return *error;
  auto names = read_columns(columns);
  if (!names.ok()) return names.error();
  spec.columns = names.take();
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::string path = item_path("candidates", i);
    const auto column = column_at(spec, candidates[i], path);
    if (!column.ok()) return column.error();
    if (auto error = add_candidate(spec, {column.value()}, path)) return *error;
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::string path = item_path("pairs", i);
    if (!pairs[i].is_array() || pairs[i].size() != 2) {
      return Error{ErrorCode::malformed, path, {excerpt(to_text(pairs[i])), "a list of two columns"}};
    }
    const auto a = column_at(spec, pairs[i][0], path + "[0]"), b = column_at(spec, pairs[i][1], path + "[1]");
    if (!a.ok()) return a.error();
    if (!b.ok()) return b.error();
    if (auto error = add_candidate(spec, {a.value(), b.value()}, path)) return *error;
  }
  if (time == nullptr || time->is_null()) return spec;
  const auto column = column_at(spec, *time, "time");
  if (!column.ok()) return column.error();
  spec.time = column.value();
  return spec;
}

Result<Json> suggest(const Json& request) {
  ObjectReader in(request, "");
  in.member("columns", true);
  const Json& columns = in.list("columns", 1, kMaxProfileColumns);
  const Json* const templates = in.member("templates", true);
  std::string table = in.text("table", "");
  if (const auto error = in.error()) return *error;
  const auto names = read_columns(columns);
  if (!names.ok()) return names.error();
  const auto read = read_templates(*templates);
  if (!read.ok()) return read.error();
  if (table.empty()) table = table_of(read.value());
  const Suggestion found = suggest_candidates(read.value(), table, names.value());
  Json json;
  json["candidates"] = found.candidates;
  json["pairs"] = Json::array();
  for (const auto& [a, b] : found.pairs) json["pairs"].push_back(Json::array({a, b}));
  return json;
}

}  // namespace reshard
