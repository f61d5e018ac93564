#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/sharding_key/verdict/fan_out.h"
#include "core/sharding_key/verdict/known_profile.h"
#include "core/sharding_key/verdict/placement_noise.h"
#include "core/sharding_key/verdict/query_template.h"

namespace reshard {

/// The input of a verdict.
struct Question {
  KnownProfile profile;
  std::vector<QueryTemplate> templates;
  std::string table;
  std::uint32_t shards = 1;
  std::vector<std::vector<std::string>> unique;
  OtherTables others;
  bool by_first = false;  ///< a pair is placed by its first column only
};

/// A query of the table, and which shards it asks under a key.
struct AskedQuery {
  const QueryTemplate* query;
  FanOut fan_out;
};

/// Causes to leave out, to see what each of them costs.
struct Without {
  bool scatter = false;  ///< queries that do not name the key
  bool joins = false;
  bool skew = false;    ///< uneven rows on the shards
  bool newest = false;  ///< the newest rows on few shards
  bool nulls = false;   ///< rows without a key, which are all on one shard
};

/// How busy the shards are under a given key.
struct ShardLoad {
  double requests = 0;  ///< per second, on all shards
  double busiest = 0;
  double score = 1;  ///< the ideal load of a shard divided by that of the busiest
};

/// kFewValues: even if all values had the same number of rows, so few of them would keep less than half of the shards
/// busy. kHotNewest: the newest rows are on one shard, and no query says how often rows are inserted.
enum class Unfit : std::uint8_t { kNo, kFewValues, kHotNewest };

/// One candidate and the queries of the table.
class KeyCase {
 public:
  KeyCase(const Question& question, const KnownCandidate& candidate);

  const KnownCandidate& candidate() const { return candidate_; }
  const std::vector<std::string>& route() const { return route_; }
  const std::vector<AskedQuery>& queries() const { return queries_; }
  double per_second() const { return per_second_; }
  double other_per_second() const { return other_per_second_; }

  ShardLoad load(const Without& without = {}) const;

  /// The share of the rows on each shard; with `nulls`, rows without a key are on the shard that has the most.
  std::vector<double> shares(bool even, bool nulls) const;

  /// Whether the newest rows gather on one shard, beyond chance.
  bool newest_hot() const;
  double max_to_mean() const;

  /// ShardLoad::score in the draws 0 to `draws` - 1 of a placement.
  std::vector<double> scores(const PlacementNoise& noise, std::uint32_t draws) const;

  /// Why it is no good key, however well it serves the queries.
  Unfit unfit(const PlacementNoise& noise) const;

 private:
  std::vector<double> with_nulls(std::vector<double> shares) const;
  double busiest_of(const std::vector<double>& shares, const Without& without) const;
  double score_of(const std::vector<double>& shares, const Without& without, double& busiest) const;

  const Question& question_;
  const KnownCandidate& candidate_;
  std::vector<std::string> route_;
  std::vector<AskedQuery> queries_;
  double per_second_ = 0, other_per_second_ = 0;
};

/// {"profile", "templates", "table"?, "shards"?, "unique"?, "reference"?, "keys"?, "pairs"?}; ignores the members
/// `more`.
Result<Question> read_question(const Json& json, std::initializer_list<std::string_view> more = {});

/// For the request above: which candidate serves the queries best, and why the others do not.
Result<Json> judge(const Json& request);

/// The request above with {"key", "second"}: what a second copy under another key costs, and what it brings.
Result<Json> second_view(const Json& request);

std::string_view asks_id(Asks asks);
std::string_view because_id(Because because);

}  // namespace reshard
