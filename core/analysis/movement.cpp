#include "core/analysis/movement.h"

#include <algorithm>

namespace reshard {
namespace {

// kNoNode gets the row after the last node's.
std::size_t row_of(NodeId node, std::size_t known_nodes) {
  return node == kNoNode ? known_nodes : index_of(node);
}

NodeId node_of(std::size_t row, std::size_t known_nodes) {
  return row == known_nodes ? kNoNode : NodeId{static_cast<std::uint32_t>(row)};
}

// What each row gained beyond what it lost; losing an owner counts as going somewhere.
std::uint64_t least_movement(std::span<const std::uint64_t> arrived, std::span<const std::uint64_t> left) {
  std::uint64_t least = 0;
  for (std::size_t row = 0; row < arrived.size(); ++row) {
    if (arrived[row] > left[row]) least += arrived[row] - left[row];
  }
  return least;
}

}  // namespace

Movement movement(std::span<const NodeId> before, std::span<const NodeId> after, std::span<const std::uint32_t> moved,
                  std::size_t known_nodes) {
  Movement result;
  result.keys = after.size();
  result.moved = moved.size();

  // Keys grouped by where they left, by counting; then each group is counted by where it arrived. So a flow matrix
  // of 10,000 x 10,000 never exists, and the cost is that of the moved keys.
  const std::size_t rows = known_nodes + 1;
  std::vector<std::uint64_t> left(rows), arrived(rows);
  for (const std::uint32_t key : moved) ++left[row_of(before[key], known_nodes)];
  std::vector<std::size_t> group(rows + 1);
  for (std::size_t row = 0; row < rows; ++row) group[row + 1] = group[row] + static_cast<std::size_t>(left[row]);
  std::vector<NodeId> destinations(moved.size());
  std::vector<std::size_t> next(group.begin(), group.end() - 1);
  for (const std::uint32_t key : moved) destinations[next[row_of(before[key], known_nodes)]++] = after[key];

  std::vector<std::uint64_t> count(rows);
  std::vector<std::size_t> touched;
  for (std::size_t from = 0; from < rows; ++from) {
    touched.clear();
    for (std::size_t at = group[from]; at < group[from + 1]; ++at) {
      const std::size_t to = row_of(destinations[at], known_nodes);
      if (count[to]++ == 0) touched.push_back(to);
    }
    for (const std::size_t to : touched) {
      result.flows.push_back({node_of(from, known_nodes), node_of(to, known_nodes), count[to]});
      arrived[to] += count[to];
      count[to] = 0;
    }
  }
  std::sort(result.flows.begin(), result.flows.end(), [](const Flow& a, const Flow& b) {
    if (a.keys != b.keys) return a.keys > b.keys;
    return a.from != b.from ? a.from < b.from : a.to < b.to;
  });
  result.least = least_movement(arrived, left);
  result.needless = result.moved - result.least;
  return result;
}

}  // namespace reshard
