#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/sharding_key/verdict/verdict.h"

namespace reshard {
namespace {

constexpr std::uint32_t kEvenDraws = 20;

}  // namespace

KeyCase::KeyCase(const Question& question, const KnownCandidate& candidate)
    : question_(question), candidate_(candidate), route_(candidate.columns) {
  if (question.by_first) route_.resize(1);
  for (const QueryTemplate& query : question.templates) {
    const TemplateColumns columns(query, question.table, question.profile.columns);
    if (!columns.about_table()) {
      other_per_second_ += query.per_second;
      continue;
    }
    per_second_ += query.per_second;
    queries_.push_back({&query, reshard::fan_out(query, columns, route_, question.others, question.shards)});
  }
}

std::vector<double> KeyCase::shares(bool even, bool nulls) const {
  const double n = question_.shards;
  std::vector<double> shares(question_.shards, 1 / n);
  const double rows = candidate_.rows;
  const double placed = std::accumulate(candidate_.counts.begin(), candidate_.counts.end(), 0.0);
  if (!even && candidate_.counts.size() == shares.size() && placed > 0) {
    for (std::size_t s = 0; s < shares.size(); ++s) shares[s] = candidate_.counts[s] / placed;
  } else if (!even && rows > 0) {
    // Nobody placed the values on this number of shards: assume that the largest unit is on one shard, and the others
    // share the rest, but use no more shards than there are values.
    const double used = std::max(1.0, std::min(n, candidate_.distinct));
    const double most = std::max(1 / used, candidate_.largest / rows);
    for (std::size_t s = 0; s < shares.size(); ++s) {
      shares[s] = s == 0 ? most : static_cast<double>(s) < used ? (1 - most) / (used - 1) : 0;
    }
  }
  return nulls ? with_nulls(std::move(shares)) : shares;
}

std::vector<double> KeyCase::with_nulls(std::vector<double> shares) const {
  if (candidate_.nulls <= 0) return shares;
  const double missing = candidate_.nulls / (candidate_.nulls + candidate_.rows);
  for (double& share : shares) share *= 1 - missing;
  *std::max_element(shares.begin(), shares.end()) += missing;
  return shares;
}

bool KeyCase::newest_hot() const {
  if (!candidate_.newest || candidate_.counts.size() != question_.shards) return false;
  const double usual = shares(false, false)[candidate_.newest->shard];
  // By chance, the largest of n shares of so few rows is above the mean: allow four standard deviations of a share.
  const double chance = 4 * std::sqrt(usual * (1 - usual) / std::max(1.0, candidate_.newest->rows));
  return candidate_.newest->share > std::max(usual + chance, 1.5 * usual);
}

double KeyCase::max_to_mean() const {
  const std::vector<double> all = shares(false, false);
  return *std::max_element(all.begin(), all.end()) * static_cast<double>(all.size());
}

double KeyCase::busiest_of(const std::vector<double>& shares, const Without& without) const {
  std::vector<double> load(shares.size());
  const bool hot = !without.newest && newest_hot();
  for (const AskedQuery& asked : queries_) {
    const double often = asked.query->per_second;
    Asks asks = asked.fan_out.asks;
    const bool joined = asked.fan_out.because == Because::kJoinCrosses;
    if (asks == Asks::kAll && (joined ? without.joins : without.scatter)) asks = Asks::kOne;
    if (asks == Asks::kAll) {
      for (double& one : load) one += often;
      continue;
    }
    for (std::size_t s = 0; s < load.size(); ++s) {
      double share = shares[s];
      if (hot && asked.query->kind == QueryKind::kInsert) {  // a new row goes where the newest rows are
        const double rest = 1 - shares[candidate_.newest->shard];
        share = s == candidate_.newest->shard ? candidate_.newest->share
                : rest > 0                    ? share * (1 - candidate_.newest->share) / rest
                                              : 0;
      }
      load[s] += often * (asks == Asks::kOne ? share : 1 - power(1 - share, asked.fan_out.values));
    }
  }
  return *std::max_element(load.begin(), load.end());
}

ShardLoad KeyCase::load(const Without& without) const {
  ShardLoad load;
  load.score = score_of(shares(without.skew, !without.nulls), without, load.busiest);
  for (const AskedQuery& asked : queries_) {
    if (per_second_ > 0) load.requests += asked.query->per_second * asked.fan_out.shards;
  }
  return load;
}

double KeyCase::score_of(const std::vector<double>& shares, const Without& without, double& busiest) const {
  const double n = question_.shards;
  if (per_second_ <= 0) return std::min(1.0, 1 / (n * *std::max_element(shares.begin(), shares.end())));
  busiest = busiest_of(shares, without);
  return busiest <= 0 ? 1 : std::min(1.0, per_second_ / n / busiest);
}

std::vector<double> KeyCase::scores(const PlacementNoise& noise, std::uint32_t draws) const {
  std::vector<double> scores;
  double busiest = 0;
  for (std::uint32_t draw = 0; draw < draws; ++draw) {
    scores.push_back(score_of(with_nulls(noise.shares(candidate_, draw)), {}, busiest));
  }
  return scores;
}

Unfit KeyCase::unfit(const PlacementNoise& noise) const {
  KnownCandidate even;
  even.id = candidate_.id;
  even.rows = even.distinct = candidate_.distinct;
  double sum = 0;
  for (std::uint32_t draw = 0; draw < kEvenDraws && candidate_.distinct > 0; ++draw) {
    const std::vector<double> shares = noise.shares(even, draw);
    sum += 1 / (question_.shards * *std::max_element(shares.begin(), shares.end()));
  }
  const bool repeated = candidate_.rows >= 2 * candidate_.distinct;  // else more rows bring more values
  if (candidate_.distinct > 0 && repeated && sum < kEvenDraws / 2.0) return Unfit::kFewValues;
  const bool inserts = std::any_of(queries_.begin(), queries_.end(), [](const AskedQuery& asked) {
    return asked.query->kind == QueryKind::kInsert && asked.query->per_second > 0;
  });
  return per_second_ > 0 && !inserts && newest_hot() ? Unfit::kHotNewest : Unfit::kNo;
}

}  // namespace reshard
