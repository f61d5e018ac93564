#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/sharding_key/fan_out.h"
#include "core/sharding_key/known_profile.h"
#include "core/sharding_key/query_template.h"

namespace reshard {

/// What a verdict is asked about.
struct Question {
  KnownProfile profile;
  std::vector<QueryTemplate> templates;
  std::string table;
  std::uint32_t shards = 1;
  std::vector<std::vector<std::string>> unique;
  OtherTables others;
  bool by_first = false;  ///< a pair is placed by its first column alone
};

/// A query of the table, and what it asks under a key.
struct AskedQuery {
  const QueryTemplate* query;
  FanOut fan_out;
};

/// What is taken away to see how much it costs.
struct Without {
  bool scatter = false;  ///< of queries that do not name the key
  bool joins = false;
  bool skew = false;    ///< of rows on the shards
  bool newest = false;  ///< the newest rows on few of them
  bool nulls = false;   ///< rows without a key, which all lie on one
};

/// How busy the shards are under a key.
struct ShardLoad {
  double requests = 0;  ///< per second, of all shards
  double busiest = 0;
  double score = 1;  ///< the ideal load of a shard by that of the busiest
};

/// One candidate with the queries of the table.
class KeyCase {
 public:
  KeyCase(const Question& question, const KnownCandidate& candidate);

  const KnownCandidate& candidate() const { return candidate_; }
  const std::vector<std::string>& route() const { return route_; }
  const std::vector<AskedQuery>& queries() const { return queries_; }
  double per_second() const { return per_second_; }
  double other_per_second() const { return other_per_second_; }

  ShardLoad load(const Without& without = {}) const;

  /// The share of the rows that each shard has; those without a key on the one that has most.
  std::vector<double> shares(bool even, bool nulls) const;

  /// The newest rows are where others are not, beyond chance.
  bool newest_hot() const;
  double max_to_mean() const;

 private:
  double busiest_of(const std::vector<double>& shares, const Without& without) const;

  const Question& question_;
  const KnownCandidate& candidate_;
  std::vector<std::string> route_;
  std::vector<AskedQuery> queries_;
  double per_second_ = 0, other_per_second_ = 0;
};

/// {"profile", "templates", "table"?, "shards"?, "unique"?, "reference"?, "keys"?, "pairs"?}; members of `more` are let be.
Result<Question> read_question(const Json& json, std::initializer_list<std::string_view> more = {});

/// The request as above: which candidate serves the queries best, and why the others do not.
Result<Json> judge(const Json& request);

/// Beside that {"key", "second"}: what a second copy under another key costs, and what it is good for.
Result<Json> second_view(const Json& request);

std::string_view asks_id(Asks asks);
std::string_view because_id(Because because);

}  // namespace reshard
