// The wasm side of reshard-profile.mjs. A separate module that includes the strategies, fetched when somebody looks for
// a sharding key. A request as JSON text, and columns of values as bytes and ends; the reply is {"value": …} or
// {"error": …}, as in web/headless/headless.cpp.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/identify/search.h"
#include "core/sharding_key/profile/profiler.h"
#include "core/sharding_key/sketches/rank_correlation.h"
#include "core/sharding_key/verdict/key_requests.h"
#include "core/sharding_key/verdict/verdict.h"
#include "core/sharding_key/worlds/worlds.h"
#include "core/strategies/strategies.h"
#include "web/headless/exports.h"
#include "web/headless/placing.h"

namespace reshard {
namespace {

struct Column {
  std::string bytes;
  std::vector<std::uint32_t> ends;
};

std::vector<std::optional<Column>> batch;
std::vector<double> sides[2];  // for rank()
std::optional<Profiler> profiler;
Json last_shards;  // of the last profile, for salting

std::unique_ptr<Search> search;
Json identifying;  // the request of the search

const WorldKind* world = nullptr;
std::uint64_t world_seed = 0, world_size = 0;
std::vector<WorldColumn> made;

/// A strategy names a parameter only by its key, and a node by its name: changes that to its place in the request.
Error in_request(Error error, const Json& shards) {
  constexpr std::string_view kNamed = "named:nodes[";
  const std::string& field = error.field;
  const Strategy* const strategy = find_strategy(shards["strategy"].get<std::string>());
  const bool parameter = strategy != nullptr && std::any_of(strategy->params.begin(), strategy->params.end(),
                                                            [&](const ParamSpec& spec) { return spec.key == field; });
  if (parameter) {
    error.field = "params." + field;
  } else if (const std::size_t end = field.rfind(']'); field.starts_with(kNamed) && end != field.npos) {
    const std::string name = field.substr(kNamed.size(), end - kNamed.size());
    std::string told = "nodes";
    for (std::size_t i = 0; i < shards["nodes"].size(); ++i) {
      const Json& node = shards["nodes"][i];
      if (node == name) told = "nodes[" + decimal(i) + "]";
      if (node.is_object() && node.contains("name") && node["name"] == name) {
        told = "nodes[" + decimal(i) + "]" + field.substr(end + 1);
      }
    }
    error.field = told;
  } else if (field.starts_with("nodes[")) {
    error.field = "nodes";
  }
  return error;
}

/// The shards of a request; errors name its member.
Result<std::unique_ptr<ShardMap>> shards_of(const Json& shards) {
  const auto within = [](Error error) {
    error.field = error.field.empty() || error.field == "json" ? "shards" : "shards." + error.field;
    return error;
  };
  for (const char* key : {"keys", "replicas", "requests"}) {
    if (shards.is_object() && shards.contains(key)) {
      return Error{ErrorCode::unsupported, std::string("shards.") + key, {"the rows are the keys"}};
    }
  }
  auto scenario = read_place_request(shards, nullptr);
  if (!scenario.ok()) return within(scenario.error());
  auto map = ShardMap::of(scenario.take());
  if (!map.ok()) return within(in_request(map.error(), shards));
  return map;
}

const char* told(const Result<Json>& json) { return json.ok() ? answer(json.value()) : refuse(json.error()); }

/// The nodes of a search, [{"name", "weight"?}, …] in their order; none if it has to find them.
Result<std::optional<std::vector<Node>>> given_nodes(const Json& request) {
  std::optional<std::vector<Node>> nodes;
  ObjectReader in(request, "");
  in.member("shown");
  if (in.member("nodes") == nullptr) return nodes;
  nodes.emplace();
  const Json& list = in.list("nodes", 1, kMaxNodes);
  for (std::size_t i = 0; i < list.size(); ++i) {
    ObjectReader one(list[i], item_path("nodes", i));
    nodes->push_back({.name = one.text("name"), .weight = one.number("weight", 0, kMaxWeight, 1)});
    if (const auto error = one.error()) return *error;
  }
  if (const auto error = in.error()) return *error;
  return nodes;
}

/// The texts of a column of the batch.
Result<std::vector<std::string>> texts_of(std::size_t column, std::string_view field) {
  std::vector<std::string> texts;
  std::uint32_t begin = 0;
  for (const std::uint32_t end : batch[column] ? batch[column]->ends : std::vector<std::uint32_t>{}) {
    if (end <= begin || end > batch[column]->bytes.size()) {
      return Error{ErrorCode::empty, item_path(std::string(field), texts.size()), {}};
    }
    texts.push_back(batch[column]->bytes.substr(begin, end - begin));
    begin = end;
  }
  return texts;
}

/// Calls a pure function with the request.
template <typename Function>
const char* pure(Function function) {
  const auto request = parse_json("input", request_text);
  return request.ok() ? told(function(request.value())) : refuse(request.error());
}

}  // namespace

EXPORT(request_buffer) char* request_buffer(std::uint32_t size) {
  request_text.assign(size, '\0');
  return request_text.data();
}
EXPORT(reply_size) std::uint32_t reply_size() { return static_cast<std::uint32_t>(reply.size()); }

/// Begins a profile.
EXPORT(open) const char* open_reply() {
  profiler.reset();
  const auto request = parse_json("input", request_text);
  if (!request.ok()) return refuse(request.error());
  auto spec = read_profile_spec(request.value());
  if (!spec.ok()) return refuse(spec.error());
  std::unique_ptr<const ShardMap> shards;
  last_shards = Json();
  if (request.value().contains("shards") && !request.value()["shards"].is_null()) {
    auto map = shards_of(request.value()["shards"]);
    if (!map.ok()) return refuse(map.error());
    shards = map.take();
    last_shards = request.value()["shards"];
  }
  batch.assign(spec.value().columns.size(), {});
  profiler.emplace(spec.take(), std::move(shards));
  return answer(true);
}

/// Reserves space for a column's bytes and its ends; none if `rows` is 0.
EXPORT(column_bytes) char* column_bytes(std::uint32_t column, std::uint32_t size, std::uint32_t rows) {
  if (column >= batch.size()) return nullptr;
  if (rows == 0) {
    batch[column].reset();
    return nullptr;
  }
  if (!batch[column]) batch[column].emplace();
  batch[column]->bytes.resize(size);
  batch[column]->ends.resize(rows);
  return batch[column]->bytes.data();
}
EXPORT(column_ends) std::uint32_t* column_ends(std::uint32_t column) {
  return column < batch.size() && batch[column] ? batch[column]->ends.data() : nullptr;
}

/// Takes the columns as the next rows.
EXPORT(push) const char* push_reply() {
  if (!profiler) return refuse({ErrorCode::unsupported, "push", {"the profile has ended"}});
  std::vector<std::optional<ValueColumn>> columns;
  for (const std::optional<Column>& column : batch) {
    columns.push_back(column ? std::optional(ValueColumn{column->bytes, column->ends}) : std::nullopt);
  }
  const auto added = profiler->add(columns);
  if (!added.ok()) return refuse(added.error());
  Json json;
  put(json, "rows", profiler->rows());
  put(json, "memoryBytes", profiler->memory_bytes());
  json["exact"] = profiler->exact();
  return answer(json);
}

EXPORT(finish) const char* finish_reply() {
  if (!profiler) return refuse({ErrorCode::unsupported, "finish", {"the profile has ended"}});
  const KeyProfile profile = profiler->finish();
  const Json json = profile_json(profile, profiler->spec(), profiler->shards());
  profiler.reset();
  batch.clear();
  return answer(json);
}

EXPORT(templates) const char* templates_reply() {
  return pure([](const Json& request) -> Result<Json> {
    const auto read = read_templates(request);
    if (!read.ok()) return read.error();
    return templates_json(read.value());
  });
}
EXPORT(suggest) const char* suggest_reply() { return pure(suggest); }
EXPORT(judge) const char* judge_reply() { return pure(judge); }
EXPORT(second_view) const char* second_view_reply() { return pure(second_view); }
EXPORT(tail) const char* tail_reply() { return pure(tail); }

/// Uses "shards", or those of the last profile.
EXPORT(salt) const char* salt_reply() {
  return pure([](const Json& request) -> Result<Json> {
    const bool own = request.is_object() && request.contains("shards");
    if (!own && last_shards.is_null()) return Error{ErrorCode::empty, "shards", {}};
    auto map = shards_of(own ? request["shards"] : last_shards);
    if (!map.ok()) return map.error();
    return salt(request, *map.value());
  });
}

/// Begins to identify a strategy. The keys and their owners follow as columns 0 and 1, then identify_begin().
EXPORT(identify) const char* identify_reply() {
  profiler.reset();
  search.reset();
  auto request = parse_json("input", request_text);
  if (!request.ok()) return refuse(request.error());
  identifying = request.take();
  batch.assign(2, {});
  return answer(true);
}
EXPORT(identify_begin) const char* identify_begin_reply() {
  auto nodes = given_nodes(identifying);
  if (!nodes.ok()) return refuse(nodes.error());
  auto keys = texts_of(0, "keys"), owners = texts_of(1, "owners");
  batch.clear();
  for (const auto* texts : {&keys, &owners}) {
    if (!texts->ok()) return refuse(texts->error());
  }
  auto begun = Search::of({keys.take(), owners.take()}, nodes.take());
  if (!begun.ok()) return refuse(begun.error());
  search = begun.take();
  return answer(true);
}

/// Tries one candidate more: the share that is done, 2 if all is.
EXPORT(identify_step) double identify_step() { return search == nullptr || search->step() ? 2 : search->progress(); }

/// The fits, and how many rows the strategy of the member "shown" places on their owners.
EXPORT(identify_finish) const char* identify_finish_reply() {
  if (search == nullptr) return refuse({ErrorCode::unsupported, "finish", {"the search has ended"}});
  Json json = fits_json(search->take());
  if (identifying.is_object() && identifying.contains("shown")) {
    const auto scenario = read_place_request(identifying["shown"], nullptr);
    json["agrees"] = scenario.ok() ? search->agreement(scenario.value().strategies.front()) : 0;
  }
  search.reset();
  return answer(json);
}

EXPORT(rank_buffer) double* rank_buffer(std::uint32_t side, std::uint32_t size) {
  sides[side & 1].assign(size, 0);
  return sides[side & 1].data();
}
EXPORT(rank) const char* rank_reply() {
  if (sides[0].size() != sides[1].size()) {
    return refuse({ErrorCode::out_of_range,
                   "b.length",
                   {decimal(sides[1].size()), decimal(sides[0].size()), decimal(sides[0].size())}});
  }
  if (sides[0].size() > kMostRanked) {
    return refuse({ErrorCode::out_of_range, "a.length", {decimal(sides[0].size()), "0", decimal(kMostRanked)}});
  }
  const auto rho = rank_correlation(sides[0], sides[1]);
  return answer(rho ? Json(*rho) : Json());
}

EXPORT(worlds) const char* worlds_reply() {
  Json list = Json::array();
  for (const WorldKind* kind : world_kinds()) list.push_back(world_json(*kind));
  return answer(list);
}

/// {"id", "rows"?, "seed"?}: the value describes the world with so many rows.
EXPORT(world) const char* world_reply() {
  return pure([](const Json& request) -> Result<Json> {
    ObjectReader in(request, "");
    const std::string id = in.text("id");
    const WorldKind* const found = find_world(id);
    if (found == nullptr) in.refuse({ErrorCode::not_an_option, "id", {id, "shop, social, sensors"}});
    const std::uint64_t rows = in.whole("rows", 1, kMostWorldRows, found == nullptr ? 1 : found->rows);
    const std::uint64_t seed = read_seed(in, 1);
    if (const auto error = in.error()) return *error;
    world = found;
    world_size = rows;
    world_seed = seed;
    Json json = world_json(*found);
    put(json, "rows", rows);
    return json;
  });
}

/// Makes rows of the world; returns how many.
EXPORT(world_rows) std::uint32_t world_rows_made(std::uint32_t first, std::uint32_t count) {
  if (world == nullptr) return 0;
  made = world_rows(*world, world_seed, world_size, first, count);
  return static_cast<std::uint32_t>(made[0].ends.size());
}
EXPORT(world_bytes) const char* world_bytes(std::uint32_t column) { return made[column].bytes.data(); }
EXPORT(world_size) std::uint32_t world_bytes_size(std::uint32_t column) {
  return static_cast<std::uint32_t>(made[column].bytes.size());
}
EXPORT(world_ends) const std::uint32_t* world_ends(std::uint32_t column) { return made[column].ends.data(); }

}  // namespace reshard
