#include "core/sharding_key/verdict/verdict.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/model/node.h"
#include "core/scenario/link_text.h"
#include "core/sharding_key/verdict/verdict_reasons.h"

namespace reshard {
namespace {

std::string_view join_id(JoinStays join) {
  switch (join) {
    case JoinStays::kOnOneShard: return "one_shard";
    case JoinStays::kCrosses: return "crosses";
    case JoinStays::kNone: break;
  }
  return "none";
}

bool is_write(const QueryTemplate& query) { return query.kind != QueryKind::kSelect; }

/// Indexes over all shards, each on the columns by which some queries find rows without giving the key.
struct GlobalIndex {
  std::vector<std::string> columns, templates;
  double per_second = 0;
};

Json indexes_json(const Question& question, const KeyCase& key) {
  std::vector<GlobalIndex> indexes;
  for (const AskedQuery& asked : key.queries()) {
    if (asked.fan_out.because != Because::kNoKey && asked.fan_out.because != Because::kRange) continue;
    const TemplateColumns columns(*asked.query, question.table, question.profile.columns);
    const std::vector<std::string> given = columns.given_columns();
    if (given.empty()) continue;
    auto at = std::find_if(indexes.begin(), indexes.end(), [&](const auto& index) { return index.columns == given; });
    if (at == indexes.end()) at = indexes.insert(indexes.end(), {given, {}, 0});
    at->templates.push_back(asked.query->id);
    at->per_second += asked.query->per_second;
  }
  std::stable_sort(indexes.begin(), indexes.end(),
                   [](const auto& a, const auto& b) { return a.per_second > b.per_second; });
  Json list = Json::array();
  for (const GlobalIndex& index : indexes) {
    double writes = 0;
    for (const AskedQuery& asked : key.queries()) {
      const QueryTemplate& query = *asked.query;
      const bool touched = std::any_of(query.sets.begin(), query.sets.end(), [&](const std::string& set) {
        const std::string bare = set.substr(set.rfind('.') + 1);
        return std::find(index.columns.begin(), index.columns.end(), bare) != index.columns.end();
      });
      if (is_write(query) && (query.kind != QueryKind::kUpdate || touched)) writes += query.per_second;
    }
    Json& one = list.emplace_back();
    one["columns"] = index.columns;
    one["templates"] = index.templates;
    put(one, "perSecond", index.per_second);
    put(one, "writes", writes);
  }
  return list;
}

Json template_json(const AskedQuery& asked) {
  Json json;
  put(json, "id", asked.query->id);
  put(json, "asks", asks_id(asked.fan_out.asks));
  put(json, "shards", asked.fan_out.shards);
  put(json, "because", because_id(asked.fan_out.because));
  put(json, "join", join_id(asked.fan_out.join));
  put(json, "writes", asked.fan_out.writes);
  json["movesRow"] = asked.fan_out.moves_row;
  put(json, "perSecond", asked.query->per_second);
  return json;
}

struct Shares {
  double one = 0, some = 0, all = 0, joins = 0, joins_on_one = 0, crossing_writes = 0, key_updates = 0;
};

Shares shares_of(const KeyCase& key) {
  Shares sums;
  for (const AskedQuery& asked : key.queries()) {
    const double often = asked.query->per_second;
    const Asks asks = asked.fan_out.asks;
    (asks == Asks::kOne ? sums.one : asks == Asks::kSome ? sums.some : sums.all) += often;
    if (asked.fan_out.join != JoinStays::kNone) sums.joins += often;
    if (asked.fan_out.join == JoinStays::kOnOneShard) sums.joins_on_one += often;
    if (is_write(*asked.query) && (asks != Asks::kOne || asked.fan_out.moves_row)) sums.crossing_writes += often;
    if (asked.fan_out.moves_row) sums.key_updates += often;
  }
  return sums;
}

std::string_view unfit_id(Unfit unfit) { return unfit == Unfit::kFewValues ? "few_values" : "hot_newest"; }

/// The candidates, best first, and how many of the first are tied: other placements of the same rows make another of
/// them the best.
class Ranking {
 public:
  explicit Ranking(const std::vector<KeyCase>& keys, const PlacementNoise& noise, std::size_t work) {
    for (const KeyCase& key : keys) order_.push_back({&key, key.load().score, {}, 0, key.unfit(noise) != Unfit::kNo});
    std::stable_sort(order_.begin(), order_.end(), [](const Place& a, const Place& b) {
      if (a.score != b.score) return a.score > b.score;
      if (a.key->max_to_mean() != b.key->max_to_mean()) return a.key->max_to_mean() < b.key->max_to_mean();
      return shares_of(*a.key).crossing_writes < shares_of(*b.key).crossing_writes;
    });
    const auto draws = static_cast<std::uint32_t>(std::clamp(kMostWork / work, kFewestDraws, kMostDraws));
    for (Place& place : order_) {
      place.drawn = place.key->scores(noise, draws);
      for (const double score : place.drawn) place.mean += score;
    }
    const Place best =
        *std::max_element(order_.begin(), order_.end(), [](const Place& a, const Place& b) { return a.mean < b.mean; });
    const auto last = std::stable_partition(order_.begin(), order_.end(),
                                            [&](const Place& place) { return may_be_best(place, best); });
    tied_ = static_cast<std::size_t>(last - order_.begin());
    std::stable_partition(order_.begin(), last, [](const Place& place) { return !place.unfit; });
  }

  std::size_t size() const { return order_.size(); }
  const KeyCase& operator[](std::size_t i) const { return *order_[i].key; }
  std::size_t tied() const { return tied_; }

 private:
  static constexpr std::size_t kMostWork = 20'000'000, kFewestDraws = 40, kMostDraws = 400;
  static constexpr double kLevel = 0.05;

  struct Place {
    const KeyCase* key;
    double score;
    std::vector<double> drawn;
    double mean;
    bool unfit;
  };

  /// Whether it is as good as the best one in at least one of twenty draws.
  static bool may_be_best(const Place& place, const Place& best) {
    std::size_t as_good = 0;
    for (std::size_t i = 0; i < best.drawn.size(); ++i) as_good += place.drawn[i] >= best.drawn[i] ? 1 : 0;
    return static_cast<double>(as_good) >= kLevel * static_cast<double>(best.drawn.size());
  }

  std::vector<Place> order_;
  std::size_t tied_ = 0;
};

Json candidate_json(const Question& question, const KeyCase& key, const PlacementNoise& noise) {
  const double all = key.per_second();
  const auto of_all = [&](double part) { return all > 0 ? part / all : 0; };
  const ShardLoad load = key.load();
  const Shares sums = shares_of(key);
  Json json;
  put(json, "id", key.candidate().id);
  json["columns"] = key.candidate().columns;
  put(json, "score", load.score);
  put(json, "worthShards", load.score * question.shards);
  put(json, "shardRequests", load.requests);
  put(json, "busiest", load.busiest);
  put(json, "meanShards", of_all(load.requests));
  put(json, "one", of_all(sums.one));
  put(json, "some", of_all(sums.some));
  put(json, "all", of_all(sums.all));
  json["joinsOnOne"] = sums.joins > 0 ? Json(sums.joins_on_one / sums.joins) : Json();
  put(json, "crossShardWrites", sums.crossing_writes);
  put(json, "keyUpdates", sums.key_updates);
  json["uniqueWithoutKey"] = unique_without_key(question, key);
  json["globalIndexes"] = indexes_json(question, key);
  Json& templates = json["templates"] = Json::array();
  for (const AskedQuery& asked : key.queries()) templates.push_back(template_json(asked));
  const Unfit unfit = key.unfit(noise);
  json["unfit"] = unfit == Unfit::kNo ? Json() : Json(unfit_id(unfit));
  json["reasons"] = reasons_json(question, key, unfit);
  json["failure"] = failure_json(question, key, json["reasons"]);
  return json;
}

Result<std::vector<std::string>> read_names(const Json& list, const std::string& path) {
  std::vector<std::string> names;
  if (!list.is_array() || list.size() > kMaxProfileColumns) {
    return Error{ErrorCode::malformed, path, {excerpt(to_text(list)), "a list of names"}};
  }
  for (const Json& name : list) {
    if (!name.is_string()) {
      return Error{ErrorCode::malformed, item_path(path, names.size()), {excerpt(to_text(name)), "a name"}};
    }
    names.push_back(name.get<std::string>());
  }
  return names;
}

std::optional<Error> read_others(ObjectReader& in, Question& question) {
  const Json& unique = in.list("unique", 0, 100);
  for (std::size_t i = 0; i < unique.size(); ++i) {
    auto names = read_names(unique[i], item_path("unique", i));
    if (!names.ok()) return names.error();
    question.unique.push_back(names.take());
  }
  auto reference = read_names(in.list("reference", 0, kMaxProfileColumns), "reference");
  if (!reference.ok()) return reference.error();
  question.others.reference = reference.take();
  const Json* const keys = in.member("keys");
  if (keys == nullptr) return {};
  if (!keys->is_object()) return Error{ErrorCode::malformed, "keys", {excerpt(to_text(*keys)), "an object"}};
  for (const auto& [table, key] : keys->items()) {
    if (!key.is_string()) {
      return Error{ErrorCode::malformed, "keys." + excerpt(table), {excerpt(to_text(key)), "the name of a column"}};
    }
    question.others.keys[table] = key.get<std::string>();
  }
  return {};
}

}  // namespace

std::string_view asks_id(Asks asks) { return asks == Asks::kOne ? "one" : asks == Asks::kSome ? "some" : "all"; }

std::string_view because_id(Because because) {
  switch (because) {
    case Because::kKey: return "key";
    case Because::kIn: return "in";
    case Because::kNoKey: return "no_key";
    case Because::kRange: return "range";
    case Because::kJoinCrosses: return "join_crosses";
    case Because::kNotUnderstood: return "not_understood";
    case Because::kInsert: break;
  }
  return "insert";
}

Result<Question> read_question(const Json& json, std::initializer_list<std::string_view> more) {
  ObjectReader in(json, "");
  Question question;
  for (const std::string_view key : more) in.member(key, true);
  const Json* const profile = in.member("profile", true);
  const Json* const templates = in.member("templates", true);
  if (const auto error = read_others(in, question)) return *error;
  const std::string pairs = in.text("pairs", "both");
  if (pairs != "both" && pairs != "first") {
    in.refuse({ErrorCode::not_an_option, "pairs", {excerpt(pairs), "both, first"}});
  }
  question.by_first = pairs == "first";
  question.table = in.text("table", "");
  const std::uint64_t shards = in.whole("shards", 1, kMaxNodes, 0);
  if (const auto error = in.error()) return *error;
  auto known = read_profile(*profile);
  if (!known.ok()) return known.error();
  question.profile = known.take();
  auto read = read_templates(*templates);
  if (!read.ok()) return read.error();
  question.templates = read.take();
  if (question.table.empty()) question.table = table_of(question.templates);
  question.shards = static_cast<std::uint32_t>(shards != 0 ? shards : question.profile.shards.size());
  if (question.shards == 0) return Error{ErrorCode::empty, "shards", {}};
  return question;
}

Result<Json> judge(const Json& request) {
  const auto read = read_question(request);
  if (!read.ok()) return read.error();
  const Question& question = read.value();
  std::vector<KeyCase> keys;
  for (const KnownCandidate& candidate : question.profile.candidates) keys.emplace_back(question, candidate);
  const PlacementNoise noise(question.profile, question.shards);
  const Ranking ranking(keys, noise, keys.size() * question.shards * (2 + question.templates.size()));
  Json json;
  put(json, "shards", question.shards);
  put(json, "table", question.table);
  put(json, "perSecond", keys.front().per_second());
  put(json, "otherPerSecond", keys.front().other_per_second());
  Json& lost = json["notUnderstood"] = Json::array();
  for (const AskedQuery& asked : keys.front().queries()) {
    if (!asked.query->understood) lost.push_back(asked.query->id);
  }
  Json& candidates = json["candidates"] = Json::array();
  for (std::size_t i = 0; i < ranking.size(); ++i) candidates.push_back(candidate_json(question, ranking[i], noise));
  Json& tie = json["tie"] = Json::array();
  for (std::size_t i = 0; i < ranking.tied() && ranking.tied() > 1; ++i) tie.push_back(ranking[i].candidate().id);
  return json;
}

}  // namespace reshard
