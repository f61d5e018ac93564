#include "tests/core/rows.h"

#include <gtest/gtest.h>

namespace reshard::testing {
namespace {

std::shared_ptr<const KeySet> keys_of(const Vectors& rows) {
  std::vector<std::string> keys;
  for (const auto& row : rows) keys.push_back(row["key"]);
  return given_keys(keys);
}

}  // namespace

Cluster weighted_cluster(std::string_view prefix, unsigned first, const std::vector<double>& weights,
                         std::string_view suffix) {
  std::vector<Node> nodes(weights.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    nodes[i].name = std::string(prefix) + std::to_string(first + i) + std::string(suffix);
    nodes[i].weight = weights[i];
  }
  return Cluster::of(nodes).take();
}

Cluster cluster_from(std::string_view prefix, unsigned first, std::size_t count, std::string_view suffix) {
  return weighted_cluster(prefix, first, std::vector<double>(count, 1), suffix);
}

void expect_owner_names(const Vectors& rows, std::string_view column, const Scheme& scheme, const Cluster& cluster) {
  const auto owners = place(scheme, cluster, keys_of(rows));
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) wrong += cluster.name_of(owners[i]) != rows[i][column];
  EXPECT_EQ(wrong, 0u) << column << ", of " << rows.size() << " rows";
}

void expect_owner_positions(const Vectors& rows, std::string_view column, const Scheme& scheme, const Cluster& cluster,
                            std::uint64_t first) {
  const auto owners = place(scheme, cluster, keys_of(rows));
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) wrong += index_of(owners[i]) + first != rows[i].number(column);
  EXPECT_EQ(wrong, 0u) << column << ", of " << rows.size() << " rows";
}

std::vector<std::size_t> points_of_each(const Scheme& scheme, const Cluster& cluster) {
  std::vector<std::size_t> counts(cluster.known());
  const auto ring = std::get<RingPicture>(picture(scheme, cluster, "key"));
  for (const auto& point : ring.points) ++counts[index_of(point.owner)];
  return counts;
}

}  // namespace reshard::testing
