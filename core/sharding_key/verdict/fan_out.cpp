#include "core/sharding_key/verdict/fan_out.h"

#include <algorithm>

namespace reshard {
namespace {

JoinStays join_of(const TemplateColumns& columns, const std::vector<std::string>& route, const OtherTables& others) {
  if (columns.others().empty()) return JoinStays::kNone;
  const auto stays = [&](const std::string& other) {
    if (std::find(others.reference.begin(), others.reference.end(), other) != others.reference.end()) return true;
    const auto key = others.keys.find(other);
    if (key != others.keys.end()) return route.size() == 1 && columns.joined(route[0], other, key->second);
    return std::all_of(route.begin(), route.end(),
                       [&](const std::string& column) { return columns.joined(column, other, ""); });
  };
  return std::all_of(columns.others().begin(), columns.others().end(), stays) ? JoinStays::kOnOneShard
                                                                              : JoinStays::kCrosses;
}

/// Determines how many shards the query asks, and why, ignoring joins.
void route_query(FanOut& out, const QueryTemplate& query, const TemplateColumns& columns,
                 const std::vector<std::string>& route) {
  if (!query.understood) {
    out.because = Because::kNotUnderstood;
  } else if (query.kind == QueryKind::kInsert) {
    out.asks = Asks::kOne;
    out.because = Because::kInsert;
  } else if (std::all_of(route.begin(), route.end(),
                         [&](const std::string& column) { return columns.given(column).has_value(); })) {
    constexpr std::uint64_t kMost = 1'000'000'000;
    for (const std::string& column : route) out.values = std::min(kMost, out.values * *columns.given(column));
    out.asks = out.values == 1 ? Asks::kOne : Asks::kSome;
    out.because = out.values == 1 ? Because::kKey : Because::kIn;
  } else {
    const bool ranged =
        std::any_of(route.begin(), route.end(), [&](const std::string& column) { return columns.ranged(column); });
    out.because = ranged ? Because::kRange : Because::kNoKey;
  }
}

bool sets_any(const QueryTemplate& query, const std::vector<std::string>& route) {
  const auto bare = [](std::string_view name) { return name.substr(name.rfind('.') + 1); };  // npos + 1 is 0
  return query.kind == QueryKind::kUpdate &&
         std::any_of(query.sets.begin(), query.sets.end(), [&](const std::string& set) {
           return std::find(route.begin(), route.end(), bare(set)) != route.end();
         });
}

}  // namespace

double power(double base, std::uint64_t exponent) {
  double result = 1;
  for (; exponent > 0; exponent >>= 1, base *= base) {
    if ((exponent & 1) != 0) result *= base;
  }
  return result;
}

double expected_shards(double n, std::uint64_t k) { return n * (1 - power(1 - 1 / n, k)); }

FanOut fan_out(const QueryTemplate& query, const TemplateColumns& columns, const std::vector<std::string>& route,
               const OtherTables& others, std::uint32_t shards) {
  const auto n = static_cast<double>(shards);
  FanOut out;
  route_query(out, query, columns, route);
  if (query.understood) out.join = join_of(columns, route, others);
  if (out.join == JoinStays::kCrosses && query.kind != QueryKind::kInsert) {
    out.asks = Asks::kAll;
    out.because = Because::kJoinCrosses;
  }
  if (shards == 1 && query.understood && out.join != JoinStays::kCrosses) out.asks = Asks::kOne;
  out.shards = out.asks == Asks::kOne ? 1 : out.asks == Asks::kAll ? n : expected_shards(n, out.values);
  if (query.kind == QueryKind::kSelect) return out;
  out.writes = out.shards;
  out.moves_row = sets_any(query, route);
  // A row that moves is deleted on one shard and written on another, unless both are the same.
  if (out.moves_row) out.writes = std::min(n, out.writes + (1 - 1 / n));
  return out;
}

}  // namespace reshard
