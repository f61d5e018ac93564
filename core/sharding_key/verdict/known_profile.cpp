#include "core/sharding_key/verdict/known_profile.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/model/node.h"
#include "core/scenario/link_text.h"

namespace reshard {
namespace {

constexpr double kMostRows = 1e12;

std::vector<std::string> read_names(ObjectReader& in, std::string_view key, std::size_t least, std::size_t most) {
  std::vector<std::string> names;
  for (const Json& name : in.list(key, least, most)) {
    if (!name.is_string()) {
      in.refuse({ErrorCode::malformed, item_path(in.path_of(key), names.size()), {excerpt(to_text(name)), "text"}});
    }
    names.push_back(name.is_string() ? name.get<std::string>() : "");
  }
  return names;
}

std::optional<std::uint32_t> read_shard(ObjectReader& in, std::size_t shards) {
  const Json* const shard = in.member("shard");
  if (shard == nullptr || shard->is_null() || shards == 0) return std::nullopt;
  return static_cast<std::uint32_t>(in.whole("shard", 0, shards - 1));
}

/// Accepts members that are not used here.
void skip(ObjectReader& in, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) in.member(key);
}

std::optional<Error> read_top(ObjectReader& in, KnownCandidate& candidate, std::size_t shards) {
  const Json& list = in.list("top", 0, kMaxTop);
  for (std::size_t i = 0; i < list.size(); ++i) {
    ObjectReader one(list[i], item_path(in.path_of("top"), i));
    KnownCandidate::Value& value = candidate.top.emplace_back();
    value.text = one.text("value");
    value.count = one.number("count", 0, candidate.rows);
    value.shard = read_shard(one, shards);
    skip(one, {"error", "share"});
    if (const auto error = one.error()) return error;
  }
  if (!candidate.top.empty()) candidate.largest = candidate.top[0].count;
  return {};
}

std::vector<double> read_counts(ObjectReader& in, std::string_view key, std::size_t shards) {
  std::vector<double> counts;
  for (const Json& count : in.list(key, shards, shards)) {
    const bool sound = count.is_number() && count.get<double>() >= 0 && count.get<double>() <= kMostRows;
    if (!sound) {
      in.refuse({ErrorCode::malformed,
                 item_path(in.path_of(key), counts.size()),
                 {excerpt(to_text(count)), "a number of rows"}});
    }
    counts.push_back(sound ? count.get<double>() : 0);
  }
  return counts;
}

std::optional<Error> read_spread(const Json& json, const std::string& path, KnownCandidate& candidate,
                                 std::size_t shards) {
  ObjectReader in(json, path);
  candidate.counts = read_counts(in, "counts", shards);
  if (const Json* const units = in.member("units"); units != nullptr && !units->is_null()) {
    candidate.units = read_counts(in, "units", shards);
  }
  skip(in, {"unplaced", "max", "mean", "maxToMean", "cv", "largestShard"});
  return in.error();
}

std::optional<Error> read_newest(const Json& json, const std::string& path, KnownCandidate& candidate,
                                 std::size_t shards) {
  ObjectReader in(json, path);
  KnownCandidate::Newest newest;
  newest.last_hour = in.text("of") == "hour";
  newest.rows = in.number("rows", 0, kMostRows);
  newest.from = in.text("from");
  newest.to = in.text("to");
  newest.shard = read_shard(in, shards).value_or(0);
  newest.share = in.number("share", 0, 1);
  skip(in, {"units"});
  candidate.newest = std::move(newest);
  return in.error();
}

Result<KnownCandidate> read_candidate(const Json& json, const std::string& path, std::size_t shards) {
  ObjectReader in(json, path);
  KnownCandidate candidate;
  candidate.id = in.text("id");
  candidate.columns = read_names(in, "columns", 1, 2);
  if (candidate.columns.empty()) in.refuse({ErrorCode::empty, in.path_of("columns"), {}});
  candidate.rows = in.number("rows", 0, kMostRows);
  candidate.nulls = in.number("nulls", 0, kMostRows);
  skip(in, {"restAtMost", "largest", "whyNoSpread", "refused", "memoryBytes"});
  if (const Json* distinct = in.member("distinct", true)) {
    ObjectReader part(*distinct, in.path_of("distinct"));
    candidate.distinct = part.number("value", 0, kMostRows);
    skip(part, {"exact", "error"});
    const double effective = part.number("effective", 0, kMostRows, 0);
    if (effective > 0) candidate.effective = effective;
    if (const auto error = part.error()) return *error;
  }
  if (const Json* rank = in.member("rank"); rank != nullptr && !rank->is_null()) {
    ObjectReader part(*rank, in.path_of("rank"));
    const Json* const rho = part.member("rho");
    if (rho != nullptr && !rho->is_null()) candidate.rho = part.number("rho", -1, 1);
    skip(part, {"monotonic", "order", "rows", "exact", "error"});
    if (const auto error = part.error()) return *error;
  }
  if (const auto error = read_top(in, candidate, shards)) return *error;
  if (const Json* spread = in.member("spread"); spread != nullptr && !spread->is_null()) {
    if (const auto error = read_spread(*spread, in.path_of("spread"), candidate, shards)) return *error;
  }
  if (const Json* newest = in.member("newest"); newest != nullptr && !newest->is_null()) {
    if (const auto error = read_newest(*newest, in.path_of("newest"), candidate, shards)) return *error;
  }
  if (const auto error = in.error()) return *error;
  return candidate;
}

}  // namespace

Result<KnownProfile> read_profile(const Json& json) {
  ObjectReader in(json, "profile");
  KnownProfile profile;
  profile.rows = in.number("rows", 0, kMostRows);
  profile.row_bytes = in.number("rowBytes", 0, 1e9);
  const Json& columns = in.list("columns", 1, kMaxProfileColumns);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    ObjectReader column(columns[i], item_path("profile.columns", i));
    profile.columns.push_back(column.text("name"));
    skip(column, {"nulls", "bytes"});
    if (const auto error = column.error()) return *error;
  }
  profile.shards = read_names(in, "shards", 0, kMaxNodes);
  skip(in, {"strategy", "time", "memoryBytes"});
  const Json& candidates = in.list("candidates", 1, 2 * kMaxCandidates);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    auto read = read_candidate(candidates[i], item_path("profile.candidates", i), profile.shards.size());
    if (!read.ok()) return read.error();
    profile.candidates.push_back(read.take());
  }
  if (const auto error = in.error()) return *error;
  return profile;
}

}  // namespace reshard
