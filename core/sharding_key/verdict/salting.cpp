#include <algorithm>
#include <set>

#include "core/base/text.h"
#include "core/scenario/link_text.h"
#include "core/sharding_key/verdict/fan_out.h"
#include "core/sharding_key/verdict/key_requests.h"
#include "core/sharding_key/verdict/known_profile.h"

namespace reshard {
namespace {

constexpr std::uint64_t kMostSalts = 1000;

std::vector<std::uint64_t> whole(const std::vector<double>& counts) {
  std::vector<std::uint64_t> rows;
  rows.reserve(counts.size());
  for (const double count : counts) rows.push_back(static_cast<std::uint64_t>(count));
  return rows;
}

/// How many values to salt, if nobody says: those with more than a tenth of the rows of a shard.
std::size_t hot_values(const KnownCandidate& candidate) {
  const double mean = candidate.rows / static_cast<double>(candidate.counts.size());
  const auto cool = std::find_if(candidate.top.begin(), candidate.top.end(),
                                 [&](const KnownCandidate::Value& value) { return value.count < mean / 10; });
  return std::max<std::size_t>(1, static_cast<std::size_t>(cool - candidate.top.begin()));
}

/// Moves a value's rows from its shard to those of its salted names, and returns these.
Result<std::set<std::uint32_t>> spread_value(const KnownCandidate::Value& value, std::uint32_t salts,
                                             const ShardMap& shards, std::vector<std::uint64_t>& counts) {
  std::vector<std::string> names;
  names.reserve(salts);
  for (std::uint32_t k = 0; k < salts; ++k) names.push_back(value.text + "#" + decimal(k));
  const std::vector<std::string_view> parts(names.begin(), names.end());
  std::vector<std::uint32_t> owners(parts.size());
  if (auto refused = shards.place(parts, owners)) {
    refused->error.field = "profile";
    return refused->error;
  }
  const auto rows = static_cast<std::uint64_t>(value.count);
  if (value.shard) counts[*value.shard] -= std::min(rows, counts[*value.shard]);
  std::set<std::uint32_t> touched;
  for (std::uint32_t k = 0; k < salts; ++k) {
    if (owners[k] == ShardMap::kNobody) continue;
    counts[owners[k]] += rows / salts + (k < rows % salts ? 1 : 0);
    touched.insert(owners[k]);
  }
  return touched;
}

}  // namespace

Result<Json> salt(const Json& request, const ShardMap& shards) {
  ObjectReader in(request, "");
  in.member("shards");
  const Json* const given = in.member("profile", true);
  const std::string id = in.text("candidate");
  const auto salts = static_cast<std::uint32_t>(in.whole("salts", 2, kMostSalts));
  const std::uint64_t wanted = in.whole("units", 1, kMaxTop, 0);
  if (const auto error = in.error()) return *error;
  const auto read = read_profile(*given);
  if (!read.ok()) return read.error();
  const auto& all = read.value().candidates;
  const auto found = std::find_if(all.begin(), all.end(), [&](const KnownCandidate& one) { return one.id == id; });
  if (found == all.end()) return Error{ErrorCode::unknown, "candidate", {excerpt(id)}};
  if (shards.needs_all() || found->counts.size() != shards.size() || found->top.empty()) {
    return Error{ErrorCode::unsupported, "candidate", {"its values are not placed one by one on these shards"}};
  }
  const auto units =
      static_cast<std::size_t>(std::min<std::uint64_t>(wanted == 0 ? hot_values(*found) : wanted, found->top.size()));
  std::vector<std::uint64_t> counts = whole(found->counts);
  const KeySpread before = spread_of(counts, 0);
  Json list = Json::array();
  double asked = 0;
  for (std::size_t u = 0; u < units; ++u) {
    const KnownCandidate::Value& value = found->top[u];
    const auto touched = spread_value(value, salts, shards, counts);
    if (!touched.ok()) return touched.error();
    asked += static_cast<double>(touched.value().size()) / static_cast<double>(units);
    Json& one = list.emplace_back();
    put(one, "value", value.text);
    put(one, "rows", static_cast<std::uint64_t>(value.count));
    one["shards"] = touched.value();
  }
  Json json;
  json["units"] = std::move(list);
  json["before"] = spread_json(before);
  json["after"] = spread_json(spread_of(std::move(counts), 0));
  put(json, "readShards", asked);
  put(json, "expectedReadShards", expected_shards(static_cast<double>(shards.size()), salts));
  return json;
}

}  // namespace reshard
