#include "tests/core/rows.h"

#include <gtest/gtest.h>

#include <map>
#include <sstream>

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

void expect_owner_names(const Vectors& rows, std::string_view column, const ConfiguredStrategy& setup,
                        const Cluster& cluster) {
  const auto owners = place(setup, cluster, keys_of(rows));
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) wrong += cluster.name_of(owners[i]) != rows[i][column];
  EXPECT_EQ(wrong, 0u) << column << ", of " << rows.size() << " rows";
}

void expect_owner_positions(const Vectors& rows, std::string_view column, const ConfiguredStrategy& setup,
                            const Cluster& cluster, std::uint64_t first) {
  const auto owners = place(setup, cluster, keys_of(rows));
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) wrong += index_of(owners[i]) + first != rows[i].number(column);
  EXPECT_EQ(wrong, 0u) << column << ", of " << rows.size() << " rows";
}

void expect_owner_digits(const Vectors& rows, std::string_view column, std::size_t digit,
                         const ConfiguredStrategy& setup, const Cluster& cluster) {
  std::vector<std::string> keys;
  for (const auto& row : rows) keys.push_back(row.bytes("key"));
  const auto owners = place(setup, cluster, given_keys(keys));
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < rows.size(); ++i)
    wrong += '0' + index_of(owners[i]) != static_cast<unsigned>(rows[i][column][digit]);
  EXPECT_EQ(wrong, 0u) << column << " under " << setup.hash.id << ", of " << rows.size() << " rows";
}

Cluster ten_memcached_servers() {
  std::vector<Node> nodes(10);
  for (unsigned i = 0; i < 10; ++i) {
    nodes[i].name = "10.0.1." + std::to_string(i + 1) + (i % 2 == 0 ? ":11211" : ":" + std::to_string(11300 + i));
    nodes[i].weight = i % 3 + 1;
  }
  return Cluster::of(nodes).take();
}

std::vector<std::string> memcached_hash_ids(const Vectors& rows) {
  static const std::map<std::string, std::string, std::less<>> kIds = {{"DEFAULT", "one_at_a_time"},
                                                                       {"MD5", "md5"},
                                                                       {"CRC", "crc32"},
                                                                       {"FNV1_64", "fnv1_64"},
                                                                       {"FNV1A_64", "fnv1a64"},
                                                                       {"FNV1_32", "fnv1_32"},
                                                                       {"FNV1A_32", "fnv1a32"},
                                                                       {"MURMUR", "murmur2"},
                                                                       {"MURMUR3", "murmur3_32"},
                                                                       {"JENKINS", "lookup3"},
                                                                       {"one_at_a_time", "one_at_a_time"},
                                                                       {"md5", "md5"},
                                                                       {"crc16", "crc16"},
                                                                       {"crc32", "crc32"},
                                                                       {"crc32a", "crc32a"},
                                                                       {"fnv1_64", "fnv1_64"},
                                                                       {"fnv1a_64", "fnv1a64"},
                                                                       {"fnv1_32", "fnv1_32"},
                                                                       {"fnv1a_32", "fnv1a32"},
                                                                       {"hsieh", "hsieh"},
                                                                       {"murmur", "murmur2"},
                                                                       {"jenkins", "lookup3"}};
  constexpr std::string_view kBefore = "for each hash:";
  const std::string& said = rows.provenance();
  std::istringstream names(said.substr(said.find(kBefore) + kBefore.size()));
  std::vector<std::string> ids;
  for (std::string name; names >> name;) ids.push_back(kIds.at(name));
  return ids;
}

void expect_server_positions(const Vectors& rows, std::string_view column, const ConfiguredStrategy& setup,
                             const Cluster& cluster, std::uint64_t first) {
  const auto servers = serve(setup, cluster, KeyTable::of(setup, keys_of(rows)).take());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) wrong += index_of(servers[i]) + first != rows[i].number(column);
  EXPECT_EQ(wrong, 0u) << column << ", of " << rows.size() << " rows";
}

std::string numbers_of(std::span<const NodeId> nodes) {
  std::string text;
  for (const NodeId node : nodes) {
    if (node != kNoNode) text += (text.empty() ? "" : "/") + std::to_string(index_of(node));
  }
  return text;
}

std::vector<std::size_t> points_of_each(const ConfiguredStrategy& setup, const Cluster& cluster) {
  std::vector<std::size_t> counts(cluster.known());
  const auto ring = std::get<RingPicture>(picture(setup, cluster, "key"));
  for (const auto& point : ring.points) ++counts[index_of(point.owner)];
  return counts;
}

}  // namespace reshard::testing
