#include "core/analysis/requests.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/natural_exp.h"
#include "core/base/natural_log.h"
#include "core/base/ranking.h"

namespace reshard {
namespace {

constexpr double kParts = 0x1p62;  // about as many make up all requests: each key's number is rounded

double weight_of(std::uint32_t key, double skew) {
  return natural_exp(-skew * natural_log(static_cast<double>(key) + 1));
}

bool serves(const Node& node) { return node.state == NodeState::kUp && node.weight > 0; }

}  // namespace

RequestShares::RequestShares(double skew, std::uint32_t keys, std::shared_ptr<const KeySet> counted)
    : skew_(skew), keys_(keys) {
  CHECK(skew >= 0 && skew <= kMaxSkew);
  if (skew == 0 && counted != nullptr && counted->counted() > 0) {
    CHECK(counted->size() == keys);
    counted_ = std::move(counted);
    counts_ = counted_->counts();
    rounded_ = keys;
    parts_ = counted_->counted();
  } else if (even()) {
    weighed_ = rounded_ = keys;
    parts_ = keys;
  } else {
    column_.resize(keys);
  }
}

// `hottest_` has the hottest keys so far, and then some that may be among them; it is sorted when there are many.
bool RequestShares::step_counts(Budget& budget) {
  std::uint32_t known = std::min<std::uint32_t>(kMaxSpread, static_cast<std::uint32_t>(hottest_.size()));
  while (weighed_ < keys_) {
    if (budget.spent()) return false;
    for (const std::uint32_t end = std::min(keys_, weighed_ + kKeysBetweenClockReads); weighed_ < end; ++weighed_) {
      if (known == kMaxSpread && !hotter(weighed_, hottest_[kMaxSpread - 1])) continue;
      hottest_.push_back(weighed_);
    }
    if (hottest_.size() == known) continue;
    const auto order =
        in_order(hottest_.size(), [&](std::uint32_t a, std::uint32_t b) { return hotter(hottest_[a], hottest_[b]); });
    known = static_cast<std::uint32_t>(std::min<std::size_t>(kMaxSpread, order.size()));
    std::vector<std::uint32_t> hottest(known);
    for (std::uint32_t i = 0; i < known; ++i) hottest[i] = hottest_[order[i]];
    hottest_ = std::move(hottest);
  }
  return true;
}

bool RequestShares::step(Budget& budget) {
  if (!counts_.empty()) return step_counts(budget);
  while (weighed_ < keys_) {
    if (budget.spent()) return false;
    for (const std::uint32_t end = std::min(keys_, weighed_ + kKeysBetweenClockReads); weighed_ < end; ++weighed_) {
      const double weight = weight_of(weighed_, skew_);
      weights_ += weight;
      std::memcpy(&column_[weighed_], &weight, sizeof weight);
    }
  }
  while (rounded_ < keys_) {
    if (budget.spent()) return false;
    for (const std::uint32_t end = std::min(keys_, rounded_ + kKeysBetweenClockReads); rounded_ < end; ++rounded_) {
      double weight = 0;
      std::memcpy(&weight, &column_[rounded_], sizeof weight);
      column_[rounded_] = static_cast<std::uint64_t>(weight / weights_ * kParts);
      parts_ += column_[rounded_];
    }
  }
  return true;
}

double RequestShares::progress() const {
  return (static_cast<double>(weighed_) + static_cast<double>(rounded_)) / (2.0 * static_cast<double>(keys_));
}

std::vector<std::uint64_t> count_requests(std::span<const NodeId> owners, const Demand& demand, std::size_t known) {
  std::vector<std::uint64_t> parts(known);
  const std::uint32_t keys = demand.shares.keys();
  for (std::uint32_t key = 0; key < keys; ++key) {
    if (owners[key] != kNoNode && !demand.spreads(key)) parts[index_of(owners[key])] += demand.shares.parts_of(key);
  }
  return parts;
}

void move_requests(std::span<const std::uint32_t> moved, std::span<const NodeId> from, std::span<const NodeId> to,
                   const Demand& demand, std::vector<std::uint64_t>& parts) {
  for (const std::uint32_t key : moved) {
    if (demand.spreads(key)) continue;
    const std::uint64_t part = demand.shares.parts_of(key);
    if (from[key] != kNoNode) parts[index_of(from[key])] -= part;
    if (to[key] != kNoNode) parts[index_of(to[key])] += part;
  }
}

void add_requests(LoadStats& load, const Cluster& cluster, std::span<const std::uint64_t> parts, const Demand& demand) {
  const auto nodes = cluster.nodes();
  const auto all = static_cast<double>(demand.shares.parts());
  const auto serving = std::count_if(nodes.begin(), nodes.end(), serves);
  std::uint64_t spread = 0;
  for (std::uint32_t rank = 0; rank < demand.spread_keys(); ++rank) {
    spread += demand.shares.parts_of(demand.shares.hottest(rank));
  }
  const double each = serving == 0 ? 0 : static_cast<double>(spread) / static_cast<double>(serving);
  std::uint64_t served = serving == 0 ? 0 : spread;
  double peak = 0, fair_peak = 0, weights = 0;  // fair_peak: the largest share for each unit of weight
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::uint64_t own = demand.even() ? load.keys[i] : parts[index_of(nodes[i].id)];
    load.requests.push_back((static_cast<double>(own) + (serves(nodes[i]) ? each : 0)) / all);
    served += own;
    peak = std::max(peak, load.requests.back());
    weights += nodes[i].weight;
    if (nodes[i].weight > 0) fair_peak = std::max(fair_peak, load.requests.back() / nodes[i].weight);
  }
  load.unserved_share = static_cast<double>(demand.shares.parts() - served) / all;
  const double mean = static_cast<double>(served) / all / static_cast<double>(nodes.size());
  if (served > 0) load.request_peak_to_mean = peak / mean;
  if (served > 0) load.request_peak_to_fair = fair_peak * weights * all / static_cast<double>(served);
}

std::vector<NodeId> above_capacity(const Cluster& cluster, const LoadStats& load, double capacity) {
  std::vector<NodeId> above;
  double weights = 0;
  for (const Node& node : cluster.nodes()) weights += node.weight;
  if (capacity == 0 || weights == 0) return above;
  for (std::size_t i = 0; i < cluster.nodes().size(); ++i) {
    const Node& node = cluster.nodes()[i];
    if (load.requests[i] > capacity * node.weight / weights) above.push_back(node.id);
  }
  return above;
}

std::vector<Command> next_of_cascade(const Scenario& scenario, const LoadStats& load) {
  std::vector<Command> falls;
  for (const NodeId node : above_capacity(scenario.cluster, load, scenario.requests.capacity)) {
    falls.push_back(SetNodeState{node, NodeState::kDown});
  }
  return falls;
}

}  // namespace reshard
