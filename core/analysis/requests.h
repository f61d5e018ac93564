#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/analysis/load_stats.h"
#include "core/base/budget.h"
#include "core/scenario/command.h"

namespace reshard {

/// How often each key is asked for: the key at index i in proportion to 1 / (i + 1)^skew (Zipf's law), so that the
/// first keys are the hottest; or without skew in proportion to its count, where keys have counts. Counted in whole
/// parts of all requests, so that sums do not depend on their order.
class RequestShares {
 public:
  /// Wants a skew from 0 to kMaxSkew. Without skew no memory is taken, else eight bytes a key. `counted`: the keys
  /// themselves, whose counts are looked at.
  RequestShares(double skew, std::uint32_t keys, std::shared_ptr<const KeySet> counted = nullptr);

  bool step(Budget& budget);  ///< goes on filling; true when done
  double progress() const;

  double skew() const { return skew_; }
  std::uint32_t keys() const { return keys_; }
  bool even() const { return skew_ == 0 && counts_.empty(); }
  const KeySet* counted() const { return counted_.get(); }  ///< null where no counts are followed

  /// The key with the most requests but `rank` others, below keys() and kMaxSpread; of equal ones the first.
  std::uint32_t hottest(std::uint32_t rank) const { return counts_.empty() ? rank : hottest_[rank]; }
  /// Whether it is one of the `first` hottest, at most kMaxSpread.
  bool among_hottest(std::uint32_t key, std::uint64_t first) const {
    if (counts_.empty() || first >= keys_) return key < first;
    return first > 0 && !hotter(hottest_[static_cast<std::size_t>(first - 1)], key);
  }

  std::uint64_t parts_of(std::uint32_t key) const { return even() ? 1 : counts_.empty() ? column_[key] : counts_[key]; }
  std::uint64_t parts() const { return parts_; }  ///< of all keys together
  double share_of(std::uint32_t key) const { return static_cast<double>(parts_of(key)) / static_cast<double>(parts_); }

 private:
  bool hotter(std::uint32_t a, std::uint32_t b) const {
    return counts_[a] != counts_[b] ? counts_[a] > counts_[b] : a < b;
  }
  bool step_counts(Budget& budget);

  double skew_;
  std::uint32_t keys_;
  std::uint32_t weighed_ = 0, rounded_ = 0;
  double weights_ = 0;  // the sum of 1 / (i + 1)^skew
  std::uint64_t parts_ = 0;
  std::vector<std::uint64_t> column_;  // of weights, as bits of a double, then of parts
  std::shared_ptr<const KeySet> counted_;
  std::span<const std::uint64_t> counts_;
  std::vector<std::uint32_t> hottest_;  // of counted keys, by counts
};

/// What clients ask for: how often each key, and which of them every node holds (RequestSpec::spread).
struct Demand {
  const RequestShares& shares;
  std::uint64_t spread;

  bool even() const { return shares.even() && spread == 0; }  ///< a node's requests are its keys
  bool spreads(std::uint32_t key) const { return spread > 0 && shares.among_hottest(key, spread); }
  std::uint32_t spread_keys() const {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(spread, shares.keys()));
  }
};

/// The parts of the requests that go to each node, index_of(id) below `known`, for keys that are not spread.
std::vector<std::uint64_t> count_requests(std::span<const NodeId> owners, const Demand& demand, std::size_t known);

/// Takes the listed keys' parts from the nodes `from[key]` and gives them to `to[key]`.
void move_requests(std::span<const std::uint32_t> moved, std::span<const NodeId> from, std::span<const NodeId> to,
                   const Demand& demand, std::vector<std::uint64_t>& parts);

/// Fills in what LoadStats says of requests. `parts` as count_requests() gives them; nobody asks for them where demand
/// is even.
void add_requests(LoadStats& load, const Cluster& cluster, std::span<const std::uint64_t> parts, const Demand& demand);

/// The nodes that serve more than they can bear: `capacity` times their fair share (RequestSpec::capacity). None where
/// that is 0.
std::vector<NodeId> above_capacity(const Cluster& cluster, const LoadStats& load, double capacity);

/// The next step of a cascade: the nodes above their capacity go down. Empty where it has stopped.
std::vector<Command> next_of_cascade(const Scenario& scenario, const LoadStats& load);

}  // namespace reshard
