#include "core/analysis/movement.h"

#include <algorithm>

namespace reshard {

FlowCounter::FlowCounter(std::size_t known_nodes, std::size_t counts) : rows_(known_nodes + 1) {
  if (rows_ <= kMostRows && rows_ * rows_ < kCellsAPair * counts) cells_.resize(rows_ * rows_);
}

// Elsewhere than count(), so that callers inline that.
void FlowCounter::list(const Pair& pair) { pairs_.push_back(pair); }

std::vector<Flow> FlowCounter::flows() const {
  std::vector<Flow> flows;
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    if (cells_[cell] > 0) flows.push_back({node_of(cell / rows_), node_of(cell % rows_), cells_[cell]});
  }
  if (!pairs_.empty()) add_pairs(flows);
  std::sort(flows.begin(), flows.end(), largest_first);
  return flows;
}

bool largest_first(const Flow& a, const Flow& b) {
  if (a.keys != b.keys) return a.keys > b.keys;
  return a.from != b.from ? a.from < b.from : a.to < b.to;
}

// Groups the pairs by the node left, with a counting sort; then counts each group by the node reached. So a flow matrix
// of 10,000 x 10,000 never exists, and the cost is proportional to the moved keys.
void FlowCounter::add_pairs(std::vector<Flow>& flows) const {
  std::vector<std::size_t> group(rows_ + 1);
  for (const Pair& pair : pairs_) ++group[pair.from + std::size_t{1}];
  for (std::size_t row = 0; row < rows_; ++row) group[row + 1] += group[row];
  std::vector<Pair> grouped(pairs_.size());
  std::vector<std::size_t> next(group.begin(), group.end() - 1);
  for (const Pair& pair : pairs_) grouped[next[pair.from]++] = pair;

  std::vector<std::uint32_t> count(rows_);
  std::vector<std::size_t> touched;
  for (std::size_t from = 0; from < rows_; ++from) {
    touched.clear();
    for (std::size_t at = group[from]; at < group[from + 1]; ++at) {
      const auto& [_, to, keys] = grouped[at];
      if (count[to] == 0) touched.push_back(to);
      count[to] += keys;
    }
    for (const std::size_t to : touched) {
      flows.push_back({node_of(from), node_of(to), count[to]});
      count[to] = 0;
    }
  }
}

// The minimum is what each node gained beyond what it lost; a key that loses its owner counts as moving to kNoNode.
Movement movement(std::uint64_t keys, std::vector<Flow> flows) {
  Movement result;
  result.keys = keys;
  std::uint32_t nodes = 0;
  for (const Flow& flow : flows) {
    for (const NodeId node : {flow.from, flow.to}) nodes = std::max(nodes, node == kNoNode ? 0 : index_of(node) + 1);
  }
  std::vector<std::int64_t> gained(nodes + std::size_t{1});  // the last one: kNoNode's
  const auto gained_by = [&](NodeId node) -> std::int64_t& { return gained[std::min(nodes, index_of(node))]; };
  for (const Flow& flow : flows) {
    result.moved += flow.keys;
    gained_by(flow.to) += static_cast<std::int64_t>(flow.keys);
    gained_by(flow.from) -= static_cast<std::int64_t>(flow.keys);
  }
  for (const std::int64_t keys_gained : gained)
    result.least += static_cast<std::uint64_t>(std::max<std::int64_t>(0, keys_gained));
  result.needless = result.moved - result.least;
  result.flows = std::move(flows);
  return result;
}

}  // namespace reshard
