#include "core/bindings/command/profile_question.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/bindings/router.h"
#include "core/scenario/link_text.h"
#include "core/sharding_key/verdict/key_requests.h"
#include "core/sharding_key/verdict/query_template.h"
#include "core/sharding_key/verdict/verdict.h"

namespace reshard::command {
namespace {

constexpr std::string_view kUsualShards = "8";

std::vector<std::string> texts_of(std::string_view list) {
  std::vector<std::string> texts;
  for (const std::string_view part : split(list, ',')) texts.emplace_back(part);
  return texts;
}

Json list_of(const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const std::string& text : texts) list.push_back(text);
  return list;
}

bool is_in(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// A string member; empty if it is not a string, which is refused elsewhere.
std::string text_at(const Json& object, const char* key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_string() ? at->get<std::string>() : "";
}

std::string unnamed(std::size_t column) { return "column " + decimal(column); }

/// Whether a name looks like that of a sharding key: "user_id", "id", "userId", "tenant.key".
bool looks_like_id(std::string_view name) {
  for (const std::string_view end : {"id", "key", "uuid", "guid", "Id", "ID"}) {
    if (!name.ends_with(end)) continue;
    const std::string_view before = name.substr(0, name.size() - end.size());
    if (before.empty() || before.ends_with('_') || before.ends_with('.') || end[0] == 'I') return true;
  }
  return false;
}

/// Turns shards, as place() of the headless API takes them, into a scenario.
Json scenario_of(const Json& shards) {
  Json scenario = Json::object(), choice = Json::object();
  scenario["v"] = 1u;
  for (const auto& [key, value] : shards.items()) {
    const bool of_choice = key == "strategy" || key == "hash" || key == "params";
    (of_choice ? choice : scenario)[key] = value;
  }
  scenario["strategies"] = Json::array({std::move(choice)});
  return scenario;
}

Error in_shards(Error error) {
  constexpr std::string_view kChoice = "strategies[0].";
  if (error.field.starts_with(kChoice)) error.field.erase(0, kChoice.size());
  error.field.insert(0, "shards.");
  return error;
}

/// The shards of a spec. Errors name the field.
Result<Scenario> read_shards(const Json& shards) {
  if (!shards.is_object()) return Error{ErrorCode::malformed, "shards", {excerpt(to_text(shards)), "an object"}};
  for (const char* key : {"strategy", "nodes"}) {
    if (!shards.contains(key)) return Error{ErrorCode::empty, std::string("shards.") + key, {}};
  }
  for (const char* key : {"v", "keys", "replicas", "requests", "strategies"}) {  // the rows are the keys
    if (shards.contains(key)) return Error{ErrorCode::unknown, std::string("shards.") + key, {key}};
  }
  auto scenario = read_scenario(scenario_of(shards));
  if (!scenario.ok()) return in_shards(scenario.error());
  return scenario;
}

/// A query given as an option, "400:customer_id,order_id*5": how often a second it is asked, and the columns that it
/// fixes to one value, or to a list of this many.
std::string read_query(const std::string& text, const std::string& table, Json& templates) {
  const std::string which = "--query: “" + text + "”: ";
  const std::size_t colon = text.find(':');
  const auto often = colon == text.npos ? std::nullopt : parse_number(std::string_view(text).substr(0, colon));
  if (!often || *often < 0 || *often > 1e9) {
    return which + "expected how often a second, 0 to 10^9, a colon, then columns: 400:customer_id";
  }
  Json query = {{"id", text.substr(colon + 1)}, {"perSecond", *often}, {"kind", "select"}};
  query["tables"] = Json::array({Json{{"name", table.empty() ? "rows" : table}}});
  Json& equal = query["equal"] = Json::array();
  for (std::string name : texts_of(std::string_view(text).substr(colon + 1))) {
    std::uint64_t values = 1;
    if (const std::size_t star = name.rfind('*'); star != name.npos) {
      const auto given = parse_u64(std::string_view(name).substr(star + 1));
      if (!given || *given < 1 || *given > 1'000'000) return which + "values of a list are 1 to 1000000: customer_id*5";
      values = *given;
      name.resize(star);
    }
    equal.push_back({{"column", std::move(name)}, {"values", values}});
  }
  templates.push_back(std::move(query));
  return "";
}

}  // namespace

std::string ProfileQuestion::ask(const Options& options) {
  options_ = &options;
  const ProfileOptions& asked = options.profile;
  if (!asked.spec.empty()) {
    if (std::string error = read_spec(asked.spec); !error.empty()) return error;
  }
  if (!asked.world.empty()) {
    world_ = find_world(asked.world);
    if (world_ == nullptr) return "--world: “" + asked.world + "” is not one of shop, social, sensors";
  }
  if (std::string error = read_queries(); !error.empty()) return error;
  if (!asked.table.empty()) judging_["table"] = asked.table;
  for (const std::string& unique : asked.unique) {
    Json& all = judging_["unique"];
    if (all.is_null() || all.is_array()) all.push_back(list_of(texts_of(unique)));
  }
  if (world_ != nullptr) {
    const Json told = world_json(*world_);
    if (!judging_.contains("templates")) judging_["templates"] = told["templates"];
    for (const char* key : {"table", "unique", "reference"}) {
      if (!judging_.contains(key)) judging_[key] = told[key];
    }
  }
  if (!judging_.contains("templates")) judging_["templates"] = Json::array();
  if (std::string error = find_shards(); !error.empty()) return error;
  return check();
}

std::string ProfileQuestion::read_spec(const std::string& file) {
  std::string error;
  const std::string text = read_whole(file, error);
  if (!error.empty()) return error;
  auto spec = parse_json(file, text);
  if (!spec.ok()) return message(spec.error());
  open_ = spec.take();
  if (!open_.is_object()) return file + ": not a JSON object";
  if (open_.contains("judge")) judging_ = open_["judge"];
  if (!judging_.is_object()) return file + ": judge: not an object";
  if (judging_.contains("profile")) return file + ": judge.profile: is what the rows give";
  if (open_.contains("shards")) shards_asked_ = open_["shards"];
  open_.erase("judge");
  open_.erase("shards");
  return "";
}

std::string ProfileQuestion::read_queries() {
  const ProfileOptions& asked = options_->profile;
  if (!asked.queries.empty()) {
    std::string error;
    const std::string text = read_whole(asked.queries, error);
    if (!error.empty()) return error;
    auto list = parse_json(asked.queries, text);
    if (!list.ok()) return message(list.error());
    judging_["templates"] = list.take();
  }
  if (asked.by_hand.empty()) return "";
  Json& templates = judging_["templates"];
  if (templates.is_null()) templates = Json::array();
  if (!templates.is_array()) return "the templates are no list";
  std::string table = asked.table.empty() ? text_at(judging_, "table") : asked.table;
  if (table.empty() && world_ != nullptr) table = world_->table;
  for (const std::string& query : asked.by_hand) {
    if (std::string error = read_query(query, table, templates); !error.empty()) return error;
  }
  return "";
}

// Uses the shards of the link or of --shards, else those of the spec; if there are none, a few by default.
std::string ProfileQuestion::find_shards() {
  const auto& number = options_->profile.shards;
  const std::string& spec = options_->profile.spec;
  std::optional<Result<Scenario>> scenario;
  if (!options_->scenario.empty()) {
    if (number) return "--shards and a scenario exclude each other";
    scenario = open_scenario(options_->scenario);
  } else if (number || spec.empty()) {
    const std::string nodes = number ? decimal(*number) : std::string(kUsualShards);
    if (nodes != "0") scenario = open_scenario("v=1&nodes=" + nodes);
  } else if (!shards_asked_.is_null()) {
    scenario = read_shards(shards_asked_);
  }
  can_judge_ = scenario.has_value() || judging_.contains("shards");
  if (!scenario) return "";
  const std::string where = shards_asked_.is_null() || !options_->scenario.empty() || number ? "" : spec + ": ";
  if (!scenario->ok()) return where + message(scenario->error());
  auto shards = ShardMap::of(scenario->take());
  if (!shards.ok()) return where + message(shards.error());
  shards_ = shards.take();
  return "";
}

// Reports what is wrong whatever the rows are before they are read, which may take an hour: checks against a table that
// has only the columns that are named.
std::string ProfileQuestion::check() const {
  const std::string& file = options_->profile.spec.empty() ? options_->profile.queries : options_->profile.spec;
  const std::string where = file.empty() ? "" : file + ": ";
  if (const auto read = read_templates(judging_["templates"]); !read.ok()) return where + message(read.error());
  Json open = open_;
  std::vector<std::string> names;
  const auto note = [&](const Json& name) {
    if (name.is_string() && !is_in(names, name.get<std::string>())) names.push_back(name.get<std::string>());
  };
  for (const char* key : {"candidates", "pairs"}) {
    if (!open_.contains(key) || !open_[key].is_array()) continue;
    for (const Json& one : open_[key]) {
      note(one);
      if (one.is_array()) std::for_each(one.begin(), one.end(), note);
    }
  }
  if (open_.contains("time")) note(open_["time"]);
  if (names.empty()) names = {"x"};
  if (!open.contains("columns")) open["columns"] = list_of(names);
  const bool some = open["columns"].is_array() && !open["columns"].empty();
  if (!open.contains("candidates")) open["candidates"] = Json::array({some ? open["columns"][0] : Json("x")});
  if (const auto spec = read_profile_spec(open); !spec.ok()) return where + message(spec.error());
  Json none = {{"rows", 0}, {"rowBytes", 0}};
  none["columns"] = Json::array({Json{{"name", "x"}}});
  none["shards"] = shards_ == nullptr ? Json::array() : list_of(shards_->names());
  none["candidates"] = Json::array({Json{
      {"id", "x"}, {"columns", Json::array({"x"})}, {"rows", 0}, {"nulls", 0}, {"distinct", Json{{"value", 0}}}}});
  Json request = judging(std::move(none));
  if (!can_judge_) request["shards"] = 1u;
  const auto verdict = judge(request);
  return verdict.ok() ? "" : where + message(verdict.error());
}

Json ProfileQuestion::judging(Json profile) const {
  Json request = judging_;
  request["profile"] = std::move(profile);
  return request;
}

/// A column by its number, from 1, or by its name; a JSON path may begin with a dot.
std::string ProfileQuestion::column(const std::string& asked, const std::vector<std::string>& names) const {
  if (options_->profile.json_lines) return asked.starts_with('.') ? asked.substr(1) : asked;
  const auto number = parse_u64(asked);
  return number && *number > 0 && *number <= names.size() ? names[static_cast<std::size_t>(*number) - 1] : asked;
}

/// The candidates and pairs that options name. A profile needs at least one single column: if there is none, takes the
/// first column of each pair.
void ProfileQuestion::choose_named(const std::vector<std::string>& names) {
  Json singles = Json::array(), pairs = Json::array();
  for (const std::string& candidate : options_->profile.candidates) {
    Json columns = Json::array();
    for (const std::string& name : texts_of(candidate)) columns.push_back(column(name, names));
    if (columns.size() == 1) {
      singles.push_back(columns[0]);
    } else {
      pairs.push_back(std::move(columns));
    }
  }
  for (const Json& pair : options_->profile.candidates.size() == pairs.size() ? pairs : Json::array()) {
    if (std::find(singles.begin(), singles.end(), pair[0]) == singles.end()) singles.push_back(pair[0]);
  }
  open_["candidates"] = std::move(singles);
  open_["pairs"] = std::move(pairs);
}

/// Candidates, pairs and time: those that are named, else those by which the queries find rows, else those that look
/// like ids.
void ProfileQuestion::choose(const std::vector<std::string>& names) {
  const ProfileOptions& asked = options_->profile;
  if (!asked.candidates.empty()) choose_named(names);
  if (!asked.time.empty()) open_["time"] = column(asked.time, names);
  if (world_ != nullptr) {
    const Json told = world_json(*world_);
    if (!open_.contains("time")) open_["time"] = told["time"];
    const bool own = judging_["templates"] == told["templates"];
    for (const char* key : {"candidates", "pairs"}) {
      if (own && asked.candidates.empty() && !open_.contains(key)) open_[key] = told[key];
    }
  }
  why_not_judged_ = !asked.candidates.empty() ? "no -c names them" : "the spec does not name them";
  if (world_ != nullptr && asked.candidates.empty()) why_not_judged_ = "the world’s queries do not find rows by them";
  if (open_.contains("candidates")) return;
  why_not_judged_ = "no query finds rows by them; -c NAME judges one";
  const auto templates = read_templates(judging_["templates"]).take();
  std::string table = text_at(judging_, "table");
  if (table.empty()) table = table_of(templates);
  const Suggestion found = suggest_candidates(templates, table, names);
  open_["candidates"] = list_of(found.candidates);
  open_["pairs"] = Json::array();
  for (const auto& [a, b] : found.pairs) open_["pairs"].push_back(Json::array({a, b}));
  if (!found.candidates.empty()) return;
  std::vector<std::string> likely = names;
  std::stable_partition(likely.begin(), likely.end(), looks_like_id);
  likely.resize(std::min(likely.size(), kMaxCandidates));
  why_not_judged_ = "up to 6 columns are judged at once, those that look like ids first; -c NAME judges others";
  open_["candidates"] = list_of(likely);
}

/// Finds the columns of the profile in a record.
std::optional<Fault> ProfileQuestion::find_rows(const std::vector<std::string>& names) {
  rows_.names = spec_.columns;
  rows_.keys.assign(rows_.names.size(), false);
  for (const std::vector<std::uint32_t>& candidate : spec_.candidates) {
    for (const std::uint32_t at : candidate) rows_.keys[at] = true;
  }
  if (spec_.time) rows_.keys[*spec_.time] = true;
  if (rows_.layout == Layout::kJson) return {};
  rows_.positions.assign(names.size(), RowForm::kNotRead);
  for (std::size_t i = 0; i < rows_.names.size(); ++i) {
    const auto at = std::find(names.begin(), names.end(), rows_.names[i]);
    if (at == names.end()) return Fault{"", "there is no column “" + rows_.names[i] + "”"};
    if (std::find(at + 1, names.end(), rows_.names[i]) != names.end()) {
      return Fault{"", "the column “" + rows_.names[i] + "” is there twice"};
    }
    rows_.positions[static_cast<std::size_t>(at - names.begin())] = i;
  }
  return {};
}

std::optional<Fault> ProfileQuestion::settle(std::vector<std::string> names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) names[i] = unnamed(i + 1);
  }
  std::vector<std::string> read = names;
  if (open_.contains("columns")) {
    read.clear();
    for (const Json& name : open_["columns"]) read.push_back(name.get<std::string>());
  }
  choose(read);
  if (rows_.layout == Layout::kJson && !open_.contains("columns")) {  // one record may lack what others have
    const auto note = [&](const Json& name) {
      if (!is_in(read, name.get<std::string>())) read.push_back(name.get<std::string>());
    };
    for (const Json& name : open_["candidates"]) note(name);
    for (const Json& pair : open_.value("pairs", Json::array())) std::for_each(pair.begin(), pair.end(), note);
    if (open_.contains("time") && open_["time"].is_string()) note(open_["time"]);
  }
  for (const char* key : {"candidates", "pairs"}) {
    for (const Json& one : open_.value(key, Json::array())) {
      for (const Json& name : one.is_array() ? one : Json::array({one})) {
        if (!is_in(read, name.get<std::string>())) {
          return Fault{"", "there is no column “" + name.get<std::string>() + "”"};
        }
      }
    }
  }
  Json request = open_;
  request["columns"] = list_of(read);
  auto spec = read_profile_spec(request);
  if (!spec.ok()) return Fault{"", message(spec.error())};
  spec_ = spec.take();
  return find_rows(names);
}

std::optional<Fault> ProfileQuestion::settle_by(const Form& form, std::string_view records) {
  const ProfileOptions& asked = options_->profile;
  rows_.layout = asked.json_lines ? Layout::kJson : form.layout;
  rows_.delimiter = form.delimiter;
  if (form.header) return settle(form.names);
  if (!asked.columns.empty()) {
    std::vector<std::string> names = texts_of(asked.columns);
    if (asked.json_lines) {
      for (std::string& name : names) name = column(name, {});
    }
    return settle(std::move(names));
  }
  Form plain;  // a CSV record may be longer than a line
  plain.layout = form.layout;
  plain.delimiter = form.delimiter;
  std::vector<std::string> rooms(kMostWanted);
  Records all(plain, records, 1, rooms);
  Record first;
  bool found = false;
  while (!found && all.next(first)) found = first.bytes.find_first_not_of(" \t") != std::string_view::npos;
  if (first.fault) return first.fault;
  if (!found) return Fault{"", "there is no record that says which columns there are; name them with --columns"};
  std::vector<std::string> names;
  if (asked.json_lines) {
    if (auto fault = fields_of(first.bytes, names)) return fault;
  } else {
    names.resize(count_fields(form.layout, form.delimiter, first.bytes));
  }
  return settle(std::move(names));
}

}  // namespace reshard::command
