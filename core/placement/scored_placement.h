#pragma once

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/ranking.h"
#include "core/base/small.h"
#include "core/base/text.h"
#include "core/placement/incremental.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/strategy.h"

namespace reshard {

/// A key as score functions see it.
struct ScoredKey {
  std::uint64_t hash;     ///< its column 0
  std::string_view name;  ///< if Scoring::kReadsNames, else empty
  std::string& scratch;   ///< scratch space for strings to be hashed
};

/// Standings of scores that are numbers of 0 or more: the upper half of their bits, which sort like the numbers.
struct NumberStandings {
  static std::uint32_t standing(double score) {
    std::uint64_t bits;
    std::memcpy(&bits, &score, sizeof bits);
    return static_cast<std::uint32_t>(bits >> 32);
  }
  static double least(std::uint32_t standing) {
    const std::uint64_t bits = std::uint64_t{standing} << 32;
    double score;
    std::memcpy(&score, &bits, sizeof score);
    return score;
  }
};

/// Every node draws a score for the key; the highest wins (the first among equals), and the next highest are the
/// replicas, in order. A Scoring has
///   static constexpr bool kReadsNames
///   std::uint32_t size() const                                       nodes that draw
///   NodeId node(std::uint32_t n) const
///   Score score(const ScoredKey& key, std::uint32_t n) const         Score has <
///   double share(Score) const                                        0 to 1, ascending
///   std::string text(Score) const
///   std::uint64_t memory_bytes() const
///   static std::uint32_t standing(Score)                             never descends where the score ascends
///   static Score least(std::uint32_t standing)                       no score of this standing is less
/// and may have
///   static std::string_view formula()    of a score, which an explanation shows; else it shows the key's hash
///   bool may_beat(const ScoredKey& key, std::uint32_t n, Score best) const   false only where the score is not more
///   static void prepare(std::string_view name, std::string& scratch)     once for each key
///   void winners(const KeyBlock& keys, std::span<std::uint32_t> winners) const
///   void each_reaching(const KeyBlock& keys, std::span<const std::uint32_t> standings, std::uint32_t n, auto look) const
///                look(i) for each key for which node n's score is not below its standing, as far as it can tell quickly
/// where it can tell without the whole score that a node loses, and find faster than key by key who wins or may.
template <typename Scoring>
class ScoredPlacement final : public Placement, private Incremental {
 public:
  /// `all`: the nodes by position, including those that draw no score.
  ScoredPlacement(Scoring scoring, std::vector<NodeId> all) : scoring_(std::move(scoring)), all_(std::move(all)) {
    for (std::uint32_t n = 0; n < scoring_.size(); ++n) {
      const std::size_t id = index_of(scoring_.node(n));
      if (id >= number_of_.size()) number_of_.resize(id + 1);
      number_of_[id] = n;
    }
  }

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    if constexpr (requires(std::span<std::uint32_t> out) { scoring_.winners(keys, out); }) {
      std::vector<std::uint32_t> winners(keys.size);
      scoring_.winners(keys, winners);
      for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = scoring_.node(winners[i]);
    } else {
      Reader reader(keys);
      for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = scoring_.node(winner(reader.key(i)));
    }
  }

  const Incremental* incremental() const override { return this; }

  bool take(const Newcomer& newcomer, const KeyBlock& keys, std::vector<std::uint32_t>& taken) const override {
    const std::uint32_t last = scoring_.size() - 1;
    if (scoring_.node(last) != newcomer.node) return true;  // it draws no score
    const auto standings = newcomer.standings;
    Reader reader(keys);
    const auto compare = [&](std::uint32_t i) {
      const ScoredKey key = reader.key(i);
      // A higher standing tells without a look at the owner and its score.
      if (!standings.empty() && standings[i] < Scoring::standing(scoring_.score(key, last))) return taken.push_back(i);
      const Score held = held_score(key, newcomer.before[i]);
      if (may_beat(key, last, held) && held < scoring_.score(key, last)) taken.push_back(i);
    };
    if (standings.empty()) {
      for (std::uint32_t i = 0; i < keys.size; ++i) compare(i);
    } else if constexpr (requires { scoring_.each_reaching(keys, standings, last, compare); }) {
      scoring_.each_reaching(keys, standings, last, compare);
    } else {
      for (std::uint32_t i = 0; i < keys.size; ++i) {
        if (may_beat(reader.key(i), last, Scoring::least(standings[i]))) compare(i);
      }
    }
    return true;
  }

  bool has_standings() const override { return true; }

  void stand(const KeyBlock& keys, std::span<const NodeId> owners, std::span<std::uint32_t> standings) const override {
    Reader reader(keys);
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      standings[i] = Scoring::standing(held_score(reader.key(i), owners[i]));
    }
  }

  void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    std::fill(owners.begin(), owners.end(), kNoNode);
    Reader reader(keys);
    Ranking ranking;
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      const std::size_t ranks = rank(reader.key(i), replicas, ranking);
      for (std::size_t r = 0; r < ranks; ++r) owners[std::size_t{i} * replicas + r] = scoring_.node(ranking[r].second);
    }
  }

  RESHARD_SMALL Trace explain(const SingleKey& key, std::uint32_t) const override {
    const KeyBlock block = key.block();
    Reader reader(block);
    Ranking ranking;
    constexpr std::size_t kShown = 5;
    const std::size_t ranks = rank(reader.key(0), kShown, ranking);
    Trace trace;
    if constexpr (requires { Scoring::formula(); }) {
      trace.push_back({"function", std::string(Scoring::formula())});
    } else {
      trace.push_back({"hash", hex64(key.hash())});
    }
    for (std::size_t r = 0; r < ranks; ++r) {
      trace.push_back({"score", scoring_.text(ranking[r].first), scoring_.node(ranking[r].second)});
    }
    trace.push_back(owner_step(trace[1].node));
    return trace;
  }

  RESHARD_SMALL Picture picture(const SingleKey& key) const override {
    const KeyBlock block = key.block();
    Reader reader(block);
    const ScoredKey scored = reader.key(0);
    ScorePicture picture;
    std::uint32_t n = 0;
    for (const NodeId id : all_) {
      const bool draws = n < scoring_.size() && scoring_.node(n) == id;
      picture.scores.push_back({id, draws ? scoring_.share(scoring_.score(scored, n)) : 0});
      if (draws) ++n;
    }
    return picture;
  }

  std::uint64_t memory_bytes() const override { return all_.size() * sizeof(NodeId) + scoring_.memory_bytes(); }

 private:
  using Score = decltype(std::declval<const Scoring&>().score(std::declval<const ScoredKey&>(), 0));
  using Ranking = std::vector<std::pair<Score, std::uint32_t>>;

  class Reader {
   public:
    explicit Reader(const KeyBlock& keys) : keys_(keys) {}
    ScoredKey key(std::uint32_t i) {
      if constexpr (!Scoring::kReadsNames) {
        return {keys_.hash(i), {}, scratch_};
      } else {
        const std::string_view name = keys_.keys->name(keys_.index(i), name_);
        if constexpr (requires { Scoring::prepare(name, scratch_); }) Scoring::prepare(name, scratch_);
        return {keys_.hash(i), name, scratch_};
      }
    }

   private:
    const KeyBlock& keys_;
    std::string name_, scratch_;
  };

  Score held_score(const ScoredKey& key, NodeId owner) const {
    return scoring_.score(key, number_of_[index_of(owner)]);
  }

  bool may_beat(const ScoredKey& key, std::uint32_t n, Score best) const {
    if constexpr (requires { scoring_.may_beat(key, n, best); }) return scoring_.may_beat(key, n, best);
    return best < scoring_.score(key, n);
  }

  std::uint32_t winner(const ScoredKey& key) const {
    std::uint32_t best = 0;
    Score best_score = scoring_.score(key, 0);
    for (std::uint32_t n = 1; n < scoring_.size(); ++n) {
      if (!may_beat(key, n, best_score)) continue;
      const Score score = scoring_.score(key, n);
      if (best_score < score) {
        best_score = score;
        best = n;
      }
    }
    return best;
  }

  // Fills `ranking` with the best `most` nodes in order, and returns how many those are. A few are kept in order during
  // the scan; of more, twice as many are collected before the worse half is dropped. Either way most nodes need no
  // complete score once `most` are known.
  std::size_t rank(const ScoredKey& key, std::size_t most, Ranking& ranking) const {
    constexpr std::size_t kFew = 16;
    const auto before = [](const auto& a, const auto& b) {
      if (b.first < a.first) return true;
      return !(a.first < b.first) && a.second < b.second;
    };
    const std::size_t count = std::min<std::size_t>(most, scoring_.size());
    const auto keep_best = [&] {
      sort_stably(ranking, before);
      ranking.resize(std::min(count, ranking.size()));
    };
    ranking.clear();
    bool known = false;  // the first `count` are in order, and no other node so far is better
    for (std::uint32_t n = 0; n < scoring_.size(); ++n) {
      if (known && !may_beat(key, n, ranking[count - 1].first)) continue;
      const std::pair<Score, std::uint32_t> one{scoring_.score(key, n), n};
      if (known && !before(one, ranking[count - 1])) continue;
      if (count <= kFew) {
        if (known) ranking.pop_back();
        ranking.insert(std::upper_bound(ranking.begin(), ranking.end(), one, before), one);
        known = ranking.size() == count;
      } else {
        ranking.push_back(one);
        if (ranking.size() < 2 * count) continue;
        keep_best();
        known = true;
      }
    }
    if (count > kFew) keep_best();
    return count;
  }

  Scoring scoring_;
  std::vector<NodeId> all_;
  std::vector<std::uint32_t> number_of_;  // by id: the number of a node that draws
};

}  // namespace reshard
