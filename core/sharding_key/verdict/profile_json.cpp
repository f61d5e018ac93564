#include <cmath>

#include "core/base/text.h"
#include "core/scenario/link_text.h"
#include "core/sharding_key/sketches/distinct_sketch.h"
#include "core/sharding_key/sketches/rank_correlation.h"
#include "core/sharding_key/verdict/known_profile.h"

namespace reshard {
namespace {

constexpr std::size_t kShownBytes = 200;

/// As valid text for JSON, shortened if too long.
std::string shown(std::string_view value) {
  std::string text;
  for (std::size_t i = 0; i < value.size();) {
    std::size_t length = 1;
    while (length < 4 && i + length < value.size() && (value[i + length] & 0xC0) == 0x80) ++length;
    const std::string_view part = value.substr(i, length);
    const bool sound = is_utf8(part);
    if (text.size() + (sound ? length : 3) > kShownBytes) return text + "\u2026";
    text.append(sound ? part : "\uFFFD");
    i += sound ? length : 1;
  }
  return text;
}

Json rank_json(const RankFigures& rank) {
  Json json;
  json["rho"] = rank.rho ? Json(*rank.rho) : Json();
  const double rho = rank.rho.value_or(0);
  put(json, "monotonic", rho >= kMonotonicFrom ? "increasing" : rho <= -kMonotonicFrom ? "decreasing" : "no");
  put(json, "order", order_id(rank.order));
  put(json, "rows", rank.rows);
  json["exact"] = rank.exact;
  put(json, "error", rank.error);
  return json;
}

Json newest_json(const NewestRows& newest) {
  Json json;
  put(json, "of", newest.last_hour ? "hour" : "share");
  put(json, "rows", newest.rows);
  put(json, "from", shown(newest.from));
  put(json, "to", shown(newest.to));
  put(json, "shard", newest.shard);
  put(json, "share", newest.share);
  put(json, "units", newest.units);
  return json;
}

Json candidate_json(const CandidateFigures& figures, const ProfileSpec& spec, const ShardMap* shards) {
  Json json;
  put(json, "id", figures.id);
  for (const std::uint32_t column : figures.columns) json["columns"].push_back(spec.columns[column]);
  put(json, "rows", figures.rows);
  put(json, "nulls", figures.nulls);
  Json& distinct = json["distinct"];
  put(distinct, "value", figures.distinct);
  distinct["exact"] = figures.exact;
  put(distinct, "error", figures.exact ? 0 : DistinctSketch::kError);
  put(distinct, "effective", figures.effective);
  const auto rows = static_cast<double>(figures.rows);
  Json& top = json["top"] = Json::array();
  for (const TopValue& value : figures.top) {
    Json& one = top.emplace_back();
    put(one, "value", shown(value.value));
    put(one, "count", value.count);
    put(one, "error", value.error);
    put(one, "share", value.count / rows);
    one["shard"] = shard_json(value.shard);
  }
  put(json, "restAtMost", figures.rest_at_most);
  Json& largest = json["largest"];
  const std::uint32_t most = figures.top.empty() ? 0 : figures.top[0].count;
  put(largest, "rows", most);
  put(largest, "share", most == 0 ? 0 : most / rows);
  largest["exact"] = figures.exact;
  json["rank"] = rank_json(figures.rank);
  json["spread"] = figures.spread ? spread_json(*figures.spread) : Json();
  if (shards != nullptr && !figures.spread) put(json, "whyNoSpread", figures.refused ? "refused" : "sketch");
  if (figures.refused) {
    Error error = *figures.refused;
    error.field = figures.id;
    json["refused"] = {{"value", figures.refused_value.value_or("")}, {"message", message(error)}};
  }
  json["newest"] = figures.newest ? newest_json(*figures.newest) : Json();
  put(json, "memoryBytes", figures.memory_bytes);
  return json;
}

}  // namespace

Json shard_json(std::optional<std::uint32_t> shard) { return shard ? Json(*shard) : Json(); }

Json spread_json(const KeySpread& spread) {
  Json json;
  json["counts"] = spread.counts;
  json["units"] = spread.units ? Json(*spread.units) : Json();
  put(json, "unplaced", spread.unplaced);
  put(json, "max", spread.counts.empty() ? 0 : spread.counts[spread.largest]);
  put(json, "mean", spread.mean);
  put(json, "maxToMean", spread.max_to_mean);
  put(json, "cv", spread.cv);
  put(json, "largestShard", spread.largest);
  return json;
}

Json profile_json(const KeyProfile& profile, const ProfileSpec& spec, const ShardMap* shards) {
  Json json;
  put(json, "rows", profile.rows);
  for (std::size_t c = 0; c < profile.columns.size(); ++c) {
    Json& column = json["columns"].emplace_back();
    put(column, "name", spec.columns[c]);
    put(column, "nulls", profile.columns[c].nulls);
    column["bytes"] = profile.columns[c].given ? Json(profile.columns[c].bytes) : Json();
  }
  put(json, "rowBytes", profile.row_bytes);
  Json& names = json["shards"] = Json::array();
  if (shards != nullptr) {
    for (const std::string& name : shards->names()) names.push_back(name);
  }
  put(json, "strategy", shards == nullptr ? "" : shards->strategy());
  Json& time = json["time"];
  time["column"] = spec.time ? Json(spec.columns[*spec.time]) : Json();
  put(time, "order", order_id(profile.time_order));
  put(time, "rows", profile.sampled);
  time["all"] = profile.sampled_all;
  Json& candidates = json["candidates"] = Json::array();
  for (const CandidateFigures& figures : profile.candidates) {
    candidates.push_back(candidate_json(figures, spec, shards));
  }
  put(json, "memoryBytes", profile.memory_bytes);
  return json;
}

}  // namespace reshard
