#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/cluster.h"

namespace reshard {

/// How evenly keys are distributed over the nodes. Figures cover all nodes of the cluster, in its order. Those relative
/// to the mean say how full the nodes are; where weights differ, only those relative to the fair share say how even.
struct LoadStats {
  std::vector<std::uint64_t> keys;  ///< by position in the cluster
  std::vector<double> fair;         ///< by position: keys in proportion to weight
  std::uint64_t unplaced = 0;       ///< keys without an owner

  double mean = 0;          ///< keys per node
  double stddev = 0;        ///< population standard deviation of keys per node
  double cv = 0;            ///< stddev / mean
  double peak_to_mean = 0;  ///< largest / mean
  bool weighted = false;    ///< fair shares differ by half a key or more, so the mean is nobody's fair share
  double fair_stddev = 0;   ///< root mean square of keys - fair over nodes with weight above 0; stddev if none differ
  double fair_cv = 0;       ///< root mean square of keys / fair - 1 over the same nodes; cv if none differ
  double peak_to_fair = 0;  ///< the largest keys / fair over nodes with weight above 0
  double jain = 0;          ///< (sum x)^2 / (n sum x^2): 1 is even, 1/n means all on one node
  double chi_square = 0;    ///< against fair, over nodes with weight above 0
  bool chi_square_valid = false;  ///< every fair count is at least 5

  std::vector<double> requests;     ///< by position: the share of all requests that the node serves (requests.h)
  double unserved_share = 0;        ///< the share of all requests that are for keys no node serves
  double request_peak_to_mean = 0;  ///< the largest of `requests` / their mean
  double request_peak_to_fair = 0;  ///< the largest of `requests` / the node's share of them by weight
};

/// `counts[index_of(id)]` is the number of keys of node id.
LoadStats load_stats(const Cluster& cluster, std::span<const std::uint64_t> counts, std::uint64_t unplaced);

}  // namespace reshard
