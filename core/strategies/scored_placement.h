#pragma once

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/strategies/placement_helpers.h"
#include "core/strategies/strategy.h"

namespace reshard {

/// A key as score functions see it.
struct ScoredKey {
  std::uint64_t hash;      ///< its column 0
  std::string_view name;   ///< where Scheme::kReadsNames, else empty
  std::string& scratch;    ///< for texts about to be hashed
};

/// Every node draws a score for the key; the highest wins, of equal ones the first, and the others are the replicas in
/// the order of theirs. A Scheme has
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
///   bool may_beat(const ScoredKey& key, std::uint32_t n, Score best) const   false only where the score is not more
///   void winners(std::span<const std::uint64_t> hashes, std::span<std::uint32_t> winners) const
///   void each_reaching(std::span<const std::uint64_t> hashes, std::span<const std::uint32_t> standings, std::uint32_t n,
///                      auto look) const      look(i) for each hash for which node n's score is not below its standing
/// where it can tell without the whole score that a node loses, and find faster than key by key who wins or may.
template <typename Scheme>
class ScoredPlacement final : public Placement {
 public:
  /// `all` are the nodes by position, those that draw no score included.
  ScoredPlacement(Scheme scheme, std::vector<NodeId> all) : scheme_(std::move(scheme)), all_(std::move(all)) {}

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    if constexpr (requires(std::span<std::uint32_t> out) { scheme_.winners(keys.columns[0], out); }) {
      std::vector<std::uint32_t> winners(keys.size);
      scheme_.winners(keys.columns[0], winners);
      for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = scheme_.node(winners[i]);
    } else {
      Reader reader(keys);
      for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = scheme_.node(winner(reader.key(i)));
    }
  }

  void take(const Newcomer& newcomer, const KeyBlock& keys, std::vector<std::uint32_t>& taken) const override {
    const std::uint32_t last = scheme_.size() - 1;
    if (scheme_.node(last) != newcomer.node) return;  // it draws no score
    const auto number_of = numbers();
    const bool known = !newcomer.standings.empty();
    Reader reader(keys);
    const auto look = [&](std::uint32_t i) {
      const ScoredKey key = reader.key(i);
      if (known && !may_beat(key, last, Scheme::least(newcomer.standings[i]))) return;
      const Score held = scheme_.score(key, number_of[index_of(newcomer.before[i])]);
      if (may_beat(key, last, held) && held < scheme_.score(key, last)) taken.push_back(i);
    };
    if constexpr (requires { scheme_.each_reaching(keys.columns[0], newcomer.standings, last, look); }) {
      if (known) return scheme_.each_reaching(keys.columns[0], newcomer.standings, last, look);
    }
    for (std::uint32_t i = 0; i < keys.size; ++i) look(i);
  }

  bool has_standings() const override { return true; }

  void stand(const KeyBlock& keys, std::span<const NodeId> owners, std::span<std::uint32_t> standings) const override {
    const auto number_of = numbers();
    Reader reader(keys);
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      standings[i] = Scheme::standing(scheme_.score(reader.key(i), number_of[index_of(owners[i])]));
    }
  }

  void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    std::fill(owners.begin(), owners.end(), kNoNode);
    Reader reader(keys);
    Ranking ranking;
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      const std::size_t ranks = rank(reader.key(i), replicas, ranking);
      for (std::size_t r = 0; r < ranks; ++r) owners[std::size_t{i} * replicas + r] = scheme_.node(ranking[r].second);
    }
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    const KeyBlock block = key.block();
    Reader reader(block);
    Ranking ranking;
    constexpr std::size_t kShown = 5;
    const std::size_t ranks = rank(reader.key(0), kShown, ranking);
    Trace trace{{"hash", hex64(key.hash())}};
    for (std::size_t r = 0; r < ranks; ++r) {
      trace.push_back({"score", scheme_.text(ranking[r].first), scheme_.node(ranking[r].second)});
    }
    trace.push_back(owner_step(trace[1].node));
    return trace;
  }

  Picture picture(const SingleKey& key) const override {
    const KeyBlock block = key.block();
    Reader reader(block);
    const ScoredKey scored = reader.key(0);
    ScorePicture picture;
    std::uint32_t n = 0;
    for (const NodeId id : all_) {
      const bool draws = n < scheme_.size() && scheme_.node(n) == id;
      picture.scores.push_back({id, draws ? scheme_.share(scheme_.score(scored, n)) : 0});
      if (draws) ++n;
    }
    return picture;
  }

  std::uint64_t memory_bytes() const override { return all_.size() * sizeof(NodeId) + scheme_.memory_bytes(); }

 private:
  using Score = decltype(std::declval<const Scheme&>().score(std::declval<const ScoredKey&>(), 0));
  using Ranking = std::vector<std::pair<Score, std::uint32_t>>;

  class Reader {
   public:
    explicit Reader(const KeyBlock& keys) : keys_(keys) {}
    ScoredKey key(std::uint32_t i) {
      if constexpr (Scheme::kReadsNames) return {keys_.hash(i), keys_.keys->name(keys_.index(i), name_), scratch_};
      return {keys_.hash(i), {}, scratch_};
    }

   private:
    const KeyBlock& keys_;
    std::string name_, scratch_;
  };

  // Nodes that draw, by id.
  std::vector<std::uint32_t> numbers() const {
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t n = 0; n < scheme_.size(); ++n) {
      const std::uint32_t id = index_of(scheme_.node(n));
      if (id >= numbers.size()) numbers.resize(id + std::size_t{1});
      numbers[id] = n;
    }
    return numbers;
  }

  bool may_beat(const ScoredKey& key, std::uint32_t n, Score best) const {
    if constexpr (requires { scheme_.may_beat(key, n, best); }) return scheme_.may_beat(key, n, best);
    return best < scheme_.score(key, n);
  }

  std::uint32_t winner(const ScoredKey& key) const {
    std::uint32_t best = 0;
    Score best_score = scheme_.score(key, 0);
    for (std::uint32_t n = 1; n < scheme_.size(); ++n) {
      if (!may_beat(key, n, best_score)) continue;
      const Score score = scheme_.score(key, n);
      if (best_score < score) {
        best_score = score;
        best = n;
      }
    }
    return best;
  }

  // Fills `ranking` with the nodes, the best `most` of them first in order, and says how many these are.
  std::size_t rank(const ScoredKey& key, std::size_t most, Ranking& ranking) const {
    ranking.clear();
    for (std::uint32_t n = 0; n < scheme_.size(); ++n) ranking.emplace_back(scheme_.score(key, n), n);
    const std::size_t count = std::min(most, ranking.size());
    std::partial_sort(ranking.begin(), ranking.begin() + static_cast<std::ptrdiff_t>(count), ranking.end(),
                      [](const auto& a, const auto& b) {
                        if (b.first < a.first) return true;
                        return !(a.first < b.first) && a.second < b.second;
                      });
    return count;
  }

  Scheme scheme_;
  std::vector<NodeId> all_;
};

}  // namespace reshard
