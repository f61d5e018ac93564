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

/// How often each key is requested: the key at index i in proportion to 1 / (i + 1)^skew (Zipf's law), so that the
/// first keys are the hottest; or, without skew, in proportion to its count where keys have counts. Shares are whole
/// numbers of parts, so that sums do not depend on their order.
class RequestShares {
 public:
  /// `skew` is from 0 to kMaxSkew. Without skew this takes no memory, otherwise eight bytes a key. `counted`: the keys
  /// themselves, for their counts.
  RequestShares(double skew, std::uint32_t keys, std::shared_ptr<const KeySet> counted = nullptr);

  bool step(Budget& budget);  ///< continues to fill in the shares; true when done
  double progress() const;

  double skew() const { return skew_; }
  std::uint32_t keys() const { return keys_; }
  bool even() const { return skew_ == 0 && counts_.empty(); }
  const KeySet* counted() const { return counted_.get(); }  ///< null where counts are not used

  /// The key at this rank by requests, from 0; `rank` is below keys() and kMaxSpread. Among equals, the first key comes
  /// first.
  std::uint32_t hottest(std::uint32_t rank) const { return counts_.empty() ? rank : hottest_[rank]; }
  /// Whether the key is one of the `first` hottest, at most kMaxSpread.
  bool among_hottest(std::uint32_t key, std::uint64_t first) const {
    if (counts_.empty() || first >= keys_) return key < first;
    return first > 0 && !hotter(hottest_[static_cast<std::size_t>(first - 1)], key);
  }

  std::uint64_t parts_of(std::uint32_t key) const { return even() ? 1 : counts_.empty() ? column_[key] : counts_[key]; }
  std::uint64_t parts() const { return parts_; }  ///< of all keys
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
  std::vector<std::uint32_t> hottest_;  // of counted keys, by count
};

/// What clients request: how often each key, and which keys every node serves (RequestSpec::spread).
struct Demand {
  const RequestShares& shares;
  std::uint64_t spread;

  bool even() const { return shares.even() && spread == 0; }  ///< every key is requested once
  bool spreads(std::uint32_t key) const { return spread > 0 && shares.among_hottest(key, spread); }
  std::uint32_t spread_keys() const {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(spread, shares.keys()));
  }
};

/// The parts of the requests that go to each node, by index_of(id) below `known`, without those for keys that all nodes
/// serve.
std::vector<std::uint64_t> count_requests(std::span<const NodeId> owners, const Demand& demand, std::size_t known);

/// Takes the listed keys' parts from the nodes `from[key]` and gives them to `to[key]`.
void move_requests(std::span<const std::uint32_t> moved, std::span<const NodeId> from, std::span<const NodeId> to,
                   const Demand& demand, std::vector<std::uint64_t>& parts);

/// Fills in the members of LoadStats that are about requests. `parts` as count_requests() returns them; unused where
/// demand is even.
void add_requests(LoadStats& load, const Cluster& cluster, std::span<const std::uint64_t> parts, const Demand& demand);

/// The nodes that serve more than they can handle: `capacity` times their fair share (RequestSpec::capacity). None
/// where `capacity` is 0.
std::vector<NodeId> above_capacity(const Cluster& cluster, const LoadStats& load, double capacity);

/// The next step of a cascade: the nodes above their capacity go down. Empty once it has stopped.
std::vector<Command> next_of_cascade(const Scenario& scenario, const LoadStats& load);

}  // namespace reshard
