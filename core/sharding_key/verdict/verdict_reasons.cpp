#include "core/sharding_key/verdict/verdict_reasons.h"

#include <algorithm>

#include "core/sharding_key/sketches/rank_correlation.h"

namespace reshard {
namespace {

constexpr double kNoticed = 0.01;  // of the capacity; less is not worth mentioning
constexpr double kFailure = 0.05;  // of the capacity; from here on it is a failure
constexpr double kUneven = 1.1;    // max / mean

Json shard_name(const Question& question, std::optional<std::uint32_t> shard) {
  return shard && *shard < question.profile.shards.size() ? Json(question.profile.shards[*shard]) : Json();
}

struct Told {
  double weight;
  Json json;
};

Json reason(std::string_view code, double weight) {
  Json json;
  put(json, "code", code);
  put(json, "weight", weight);
  return json;
}

/// Queries that ask all shards: because of a join, or for other reasons.
Json scatter_reason(const KeyCase& key, bool joins, double weight) {
  Json json = reason(joins ? "joins_cross" : "scatter", weight);
  Json& ids = json["templates"] = Json::array();
  double often = 0;
  for (const AskedQuery& asked : key.queries()) {
    const bool of_join = asked.fan_out.because == Because::kJoinCrosses;
    if (asked.fan_out.asks != Asks::kAll || of_join != joins || asked.query->per_second <= 0) continue;
    ids.push_back(asked.query->id);
    often += asked.query->per_second;
  }
  put(json, "share", key.per_second() > 0 ? often / key.per_second() : 0);
  return json;
}

Json skew_reason(const Question& question, const KeyCase& key, Unfit unfit, double weight) {
  const KnownCandidate& candidate = key.candidate();
  const double n = question.shards;
  const auto few_values = [&] {
    Json json = reason("few_values", weight);
    put(json, "distinct", candidate.distinct);
    put(json, "shards", question.shards);
    return json;
  };
  if (candidate.distinct < n) return few_values();
  const double largest = candidate.rows > 0 ? candidate.largest / candidate.rows : 0;
  if (largest > 0.5 / n && !candidate.top.empty()) {
    Json json = reason("hot_unit", weight);
    put(json, "value", candidate.top[0].text);
    put(json, "share", largest);
    json["shard"] = shard_json(candidate.top[0].shard);
    json["shardName"] = shard_name(question, candidate.top[0].shard);
    return json;
  }
  if (unfit == Unfit::kFewValues) return few_values();
  const auto shares = key.shares(false, false);
  const auto most = static_cast<std::uint32_t>(std::max_element(shares.begin(), shares.end()) - shares.begin());
  Json json = reason("uneven", weight);
  put(json, "maxToMean", key.max_to_mean());
  put(json, "shard", most);
  json["shardName"] = shard_name(question, most);
  return json;
}

Json newest_reason(const Question& question, const KnownCandidate::Newest& newest, double weight) {
  Json json = reason("hot_newest", weight);
  put(json, "share", newest.share);
  put(json, "shard", newest.shard);
  json["shardName"] = shard_name(question, newest.shard);
  put(json, "from", newest.from);
  put(json, "to", newest.to);
  put(json, "of", newest.last_hour ? "hour" : "share");
  return json;
}

/// Reasons that are given regardless of weight.
void add_facts(const Question& question, const KeyCase& key, Unfit unfit, std::vector<Told>& told) {
  const KnownCandidate& candidate = key.candidate();
  if (candidate.rho && (*candidate.rho >= kMonotonicFrom || *candidate.rho <= -kMonotonicFrom)) {
    Json json = reason("monotonic", 0);
    put(json, "rho", *candidate.rho);
    told.push_back({0, std::move(json)});
  }
  if (unfit == Unfit::kHotNewest) told.push_back({0, newest_reason(question, *candidate.newest, 0)});
  Json updates = reason("key_updates", 0);
  double often = 0;
  for (const AskedQuery& asked : key.queries()) {
    if (!asked.fan_out.moves_row) continue;
    updates["templates"].push_back(asked.query->id);
    often += asked.query->per_second;
  }
  put(updates, "perSecond", often);
  if (updates.contains("templates")) told.push_back({0, std::move(updates)});
  const Json unique = unique_without_key(question, key);
  for (const Json& columns : unique) {
    Json json = reason("unique_without_key", 0);
    json["columns"] = columns;
    told.push_back({0, std::move(json)});
  }
}

}  // namespace

Json unique_without_key(const Question& question, const KeyCase& key) {
  Json list = Json::array();
  for (const std::vector<std::string>& constraint : question.unique) {
    const bool whole = std::all_of(key.route().begin(), key.route().end(), [&](const std::string& column) {
      return std::find(constraint.begin(), constraint.end(), column) != constraint.end();
    });
    if (!whole) list.push_back(constraint);
  }
  return list;
}

Json reasons_json(const Question& question, const KeyCase& key, Unfit unfit) {
  const KnownCandidate& candidate = key.candidate();
  const double score = key.load().score;
  const auto lost = [&](const Without& without) { return std::max(0.0, key.load(without).score - score); };
  std::vector<Told> told;
  const auto weigh = [&](double weight, auto make) {
    if (weight >= kNoticed) told.push_back({weight, make(weight)});
  };
  weigh(lost({.scatter = true}), [&](double weight) { return scatter_reason(key, false, weight); });
  weigh(lost({.joins = true}), [&](double weight) { return scatter_reason(key, true, weight); });
  if (candidate.distinct < question.shards || key.max_to_mean() > kUneven) {
    weigh(lost({.skew = true}), [&](double weight) { return skew_reason(question, key, unfit, weight); });
  }
  if (key.newest_hot()) {
    weigh(lost({.newest = true}), [&](double weight) { return newest_reason(question, *candidate.newest, weight); });
  }
  if (candidate.nulls > 0) {
    Json json = reason("nulls", lost({.nulls = true}));
    put(json, "nulls", candidate.nulls);
    put(json, "share", candidate.nulls / (candidate.nulls + candidate.rows));
    told.push_back({json["weight"].get<double>(), std::move(json)});
  }
  std::stable_sort(told.begin(), told.end(), [](const Told& a, const Told& b) { return a.weight > b.weight; });
  double one = 0;
  for (const AskedQuery& asked : key.queries()) one += asked.fan_out.asks == Asks::kOne ? asked.query->per_second : 0;
  Json good = reason(key.per_second() > 0 ? "one_shard" : "no_templates", 0);
  if (key.per_second() > 0) put(good, "share", one / key.per_second());
  const bool first = told.empty() || told.front().weight < kFailure;
  if (first) told.insert(told.begin(), {0, good});
  add_facts(question, key, unfit, told);
  if (!first) told.push_back({0, good});
  Json list = Json::array();
  for (Told& each : told) list.push_back(std::move(each.json));
  return list;
}

namespace {

Json celebrity_json(const Question& question, const KnownCandidate& candidate) {
  const KnownCandidate::Value& value = candidate.top[0];
  Json json;
  put(json, "kind", "celebrity");
  put(json, "value", value.text);
  put(json, "rows", value.count);
  put(json, "share", value.count / candidate.rows);
  json["shard"] = shard_json(value.shard);
  json["shardName"] = shard_name(question, value.shard);
  return json;
}

Json few_values_json(const Question& question, const KnownCandidate& candidate) {
  Json json;
  put(json, "kind", "few_values");
  put(json, "distinct", candidate.distinct);
  put(json, "shards", question.shards);
  Json& values = json["values"] = Json::array();
  for (const KnownCandidate::Value& value : candidate.top) values.push_back(value.text);
  return json;
}

/// The most frequent of the templates that the reason names.
Json scatter_json(const KeyCase& key, const Json& templates) {
  const AskedQuery* worst = nullptr;
  for (const AskedQuery& asked : key.queries()) {
    const bool named = std::find(templates.begin(), templates.end(), Json(asked.query->id)) != templates.end();
    if (named && (worst == nullptr || asked.query->per_second > worst->query->per_second)) worst = &asked;
  }
  Json json;
  put(json, "kind", "scatter");
  put(json, "template", worst->query->id);
  put(json, "perSecond", worst->query->per_second);
  put(json, "shards", worst->fan_out.shards);
  return json;
}

}  // namespace

Json failure_json(const Question& question, const KeyCase& key, const Json& reasons) {
  const KnownCandidate& candidate = key.candidate();
  for (const Json& why : reasons) {
    if (why["weight"].get<double>() < kFailure) continue;
    const std::string code = why["code"];
    if (code == "hot_unit") return celebrity_json(question, candidate);
    if (code == "few_values") return few_values_json(question, candidate);
    if (code == "scatter" || code == "joins_cross") return scatter_json(key, why["templates"]);
    if (code != "hot_newest") continue;
    Json json = why;
    json.erase("code");
    json.erase("weight");
    put(json, "kind", "hot_newest");
    return json;
  }
  return {};
}

}  // namespace reshard
