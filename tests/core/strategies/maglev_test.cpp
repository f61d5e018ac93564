#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/hash/functions.h"
#include "tests/core/placing.h"
#include "tests/core/vectors.h"

namespace reshard::testing {
namespace {

using Table = std::vector<NodeId>;

ConfiguredStrategy maglev(std::string_view dialect, std::string_view size) {
  return ConfiguredStrategy("maglev", {{"dialect", dialect}, {"size", size}});
}

Cluster weighted_cluster(const std::vector<double>& weights) {
  auto cluster = numbered_cluster("node-", weights.size());
  for (std::uint32_t i = 0; i < weights.size(); ++i) CHECK(cluster.set_weight(NodeId{i}, weights[i]).ok());
  return cluster;
}

void expect_column(const Vectors& rows, std::string_view column, const Table& table) {
  ASSERT_EQ(table.size(), 251u);
  for (const auto& row : rows) {
    EXPECT_EQ(index_of(table[row.number("slot")]), row.number(column)) << column << ", slot " << row["slot"];
  }
}

/// The table's fingerprint as in the summaries: FNV-1a of the node numbers, separated by commas.
std::uint64_t fingerprint(const Table& table) {
  std::string text;
  for (const NodeId node : table) append_decimal(text.append(text.empty() ? "" : ","), index_of(node));
  return fnv1a64(text);
}

/// Slots that a node other than node 0 lost when node 0 left.
std::size_t extra_changes(const Table& before, const Table& after) {
  std::size_t changes = 0;
  for (std::size_t slot = 0; slot < before.size(); ++slot) {
    changes += before[slot] != NodeId{0} && before[slot] != after[slot];
  }
  return changes;
}

/// Checks one row of a summary: the most and fewest slots of a node, the whole table, and the effect of losing node 0.
void expect_summary(const ConfiguredStrategy& setup, std::size_t nodes, const Vectors::Row& row,
                    const std::string& prefix, std::string_view least, std::string_view most, std::string_view extra) {
  const auto cluster = numbered_cluster(prefix, nodes);
  const auto table = slot_owners(setup, cluster);
  const auto counts = keys_per_node(table, nodes);
  EXPECT_EQ(*std::min_element(counts.begin(), counts.end()), row.number(least));
  EXPECT_EQ(*std::max_element(counts.begin(), counts.end()), row.number(most));
  EXPECT_EQ(fingerprint(table), row.hex("table_fnv1a64"));
  EXPECT_EQ(extra_changes(table, slot_owners(setup, without_node(cluster, prefix + "0"))), row.number(extra));
}

TEST(Maglev, RowsAgreeWithGoMaglev) {
  const Vectors rows("maglev_dgryski.csv");
  const auto setup = maglev("dgryski", "251");
  const auto ten = numbered_cluster("node-", 10);
  expect_column(rows, "m251_n10", slot_owners(setup, ten));
  expect_column(rows, "m251_n10_dead3", slot_owners(setup, without_node(ten, "node-3")));
  expect_column(rows, "m251_n11", slot_owners(setup, numbered_cluster("node-", 11)));
}

TEST(Maglev, LargeTablesAgreeWithGoMaglev) {
  for (const auto& row : Vectors("maglev_dgryski_65537_summary.csv")) {
    expect_summary(maglev("dgryski", row["M"]), row.number("n"), row, "node-", "min_slots", "max_slots",
                   "changed_extra_on_remove0");
  }
}

TEST(Maglev, RowsAgreeWithBothKatranVersions) {
  const Vectors rows("maglev_katran.csv");
  for (const std::string version : {"v1", "v2"}) {
    const auto setup = maglev("katran_" + version, "251");
    const auto ten = numbered_cluster("node-", 10);
    expect_column(rows, version + "_n10", slot_owners(setup, ten));
    expect_column(rows, version + "_n10_without3", slot_owners(setup, without_node(ten, "node-3")));
    expect_column(rows, version + "_w123", slot_owners(setup, weighted_cluster({1, 2, 3})));
  }
}

TEST(Maglev, LargeTablesAgreeWithBothKatranVersions) {
  for (const auto& row : Vectors("maglev_katran_65537.csv")) {
    expect_summary(maglev("katran_" + row["variant"], "65537"), row.number("n"), row, "node-", "min", "max",
                   "extra_changed_on_removing_endpoint0");
  }
}

TEST(Maglev, TablesAgreeWithTheTestsOfEnvoy) {
  const struct {
    std::string params, prefix;
  } cases[] = {{"M=7 hosts=127.0.0.1:90..95", "127.0.0.1:"}, {"M=7 hostnames 90..95", ""}};
  for (const auto& [params, prefix] : cases) {
    std::vector<std::string> names;
    for (int port = 95; port >= 90; --port) names.push_back(prefix + decimal(static_cast<std::uint64_t>(port)));
    const auto cluster = cluster_of(names);  // backwards: Envoy sorts them
    const auto table = slot_owners(maglev("envoy", "7"), cluster);
    std::size_t checked = 0;
    for (const auto& row : Vectors("envoy_published.csv")) {
      if (row["kind"] != "maglev" || row["params"] != params) continue;
      EXPECT_EQ(cluster.name_of(table[row.number("index")]), row["value"]) << params << ", slot " << row["index"];
      ++checked;
    }
    EXPECT_EQ(checked, 7u);
  }
}

TEST(Maglev, WeightsHoldToWithinTwoSlotsInEnvoyAndKatranV2ButNotInV1) {
  const auto cluster = weighted_cluster({1, 2, 3});
  const auto counts = [&](std::string_view dialect) {
    return keys_per_node(slot_owners(maglev(dialect, "6007"), cluster), 3);
  };
  for (const std::string_view dialect : {"envoy", "katran_v2"}) {
    EXPECT_NEAR(static_cast<double>(counts(dialect)[0]), 6007 / 6.0, 2) << dialect;
    EXPECT_NEAR(static_cast<double>(counts(dialect)[2]), 6007 / 2.0, 2) << dialect;
  }
  // Weights count in the first round only: the nodes get 1 + 2001, 2 + 2000 and 3 + 2000 turns.
  EXPECT_NEAR(static_cast<double>(counts("katran_v1")[2]), 2003, 1);
}

struct Backend {
  NodeId node;
  double weight;
  std::size_t next, skip;
  double credit = 0;
};

std::vector<Backend> backends_of(std::string_view dialect, const Cluster& cluster, std::size_t m) {
  double sum = 0;
  for (const Node& node : cluster.nodes()) sum += node.weight;
  std::vector<Backend> backends;
  for (const Node& node : cluster.nodes()) {
    const auto katran = [&](std::uint64_t with, std::uint32_t seed) {
      std::string bytes;
      append_le(bytes, fnv1a64(node.name));
      append_le(bytes, with);
      return murmur3_128(bytes, seed).h1;
    };
    const bool envoy = dialect == "envoy";
    const std::uint64_t h1 = envoy ? xxh64(node.name, 0) : katran(42, 0);
    const std::uint64_t h2 = envoy ? xxh64(node.name, 1) : katran(2718281828u, 2307);
    backends.push_back({node.id, envoy ? node.weight / sum : node.weight, static_cast<std::size_t>(h1 % m),
                        static_cast<std::size_t>(h2 % (m - 1) + 1)});
  }
  return backends;
}

/// A table as Envoy's MaglevTable::constructImplementationInternals() (2022) and Katran's MaglevHashV2::generateHashRing()
/// fill it: round by round, and in each round every backend.
Table filled_round_by_round(std::string_view dialect, const Cluster& cluster, std::size_t m) {
  std::vector<Backend> backends = backends_of(dialect, cluster, m);
  double most = 0;
  for (const Backend& backend : backends) most = std::max(most, backend.weight);
  Table table(m, kNoNode);
  std::size_t filled = 0;
  for (std::uint64_t round = 1; filled < m; ++round) {
    for (Backend& backend : backends) {
      if (filled == m) break;
      if (dialect == "envoy") {
        if (static_cast<double>(round) * backend.weight < backend.credit) continue;
        backend.credit += most;
      } else {
        backend.credit += backend.weight;
        if (backend.credit < most) continue;
        backend.credit -= most;
      }
      while (table[backend.next] != kNoNode) backend.next = (backend.next + backend.skip) % m;
      table[backend.next] = backend.node;
      ++filled;
    }
  }
  return table;
}

TEST(Maglev, TablesMatchFillingThemRoundByRoundForAnyWeights) {
  const std::vector<double> weightings[] = {
      {1, 2, 3, 4, 5, 6, 7},
      {1e6, 1, 1, 1, 1, 1, 1},
      {0.1, 0.2, 0.3, 0.7, 1.1, 2.3, 1},
      {7, 7, 7, 7, 7, 7, 7},
      {1, 1e6, 3, 999'999, 1000, 10, 2},
      {1e-9, 1, 1e-300, 0.5, 1, 1, 3},
      {3, 1e-3, 1000.5, 1, 1, 250, 0.25},
  };
  for (const std::string dialect : {"envoy", "katran_v2"}) {
    for (const auto& weights : weightings) {
      const auto cluster = weighted_cluster(weights);  // Envoy's order, by name, is the order of the nodes
      for (const std::size_t m : {7u, 251u, 6007u}) {
        EXPECT_EQ(slot_owners(maglev(dialect, decimal(m)), cluster), filled_round_by_round(dialect, cluster, m))
            << dialect << " " << m << " " << weights[0];
      }
    }
  }
}

// One node of weight a million beside 4,999 of weight 1. In Envoy all claim a slot in the first round, and a light node
// claims its next in the millionth, when the table is full. In Katran a light node claims its first slot then.
TEST(Maglev, OneHeavyNodeTakesTheSlotsThatThousandsOfLightOnesWaitFor) {
  std::vector<double> weights(5000, 1);
  weights[0] = 1e6;
  const auto cluster = weighted_cluster(weights);
  const auto envoy = keys_per_node(slot_owners(maglev("envoy", "1000003"), cluster), weights.size());
  EXPECT_EQ(envoy[0], 1'000'003u - 4999);
  EXPECT_EQ(std::count(envoy.begin(), envoy.end(), 1), 4999);
  const auto katran = keys_per_node(slot_owners(maglev("katran_v2", "65537"), cluster), weights.size());
  EXPECT_EQ(katran[0], 65'537u);
}

TEST(Maglev, SizeThatIsNotPrimeIsRefusedWithTheNextPrime) {
  ConfiguredStrategy setup("maglev");
  setup.params[0] = 65536;
  const auto error = refusal(setup, numbered_cluster("", 3));
  EXPECT_EQ(error.code, ErrorCode::not_prime);
  EXPECT_EQ(error.field, "size");
  EXPECT_EQ(error.args, (std::vector<std::string>{"65536", "65537"}));
}

TEST(Maglev, KatranRefusesTablesBeyondIts32Bits) {
  EXPECT_EQ(refusal(maglev("katran_v2", "65539"), numbered_cluster("", 3)).field, "size");
}

TEST(Maglev, MoreNodesThanSlotsLeaveTheLastNodesWithoutSlots) {
  const auto counts = keys_per_node(slot_owners(maglev("dgryski", "2"), numbered_cluster("", 3)), 3);
  EXPECT_EQ(counts, (std::vector<std::uint64_t>{1, 1, 0}));
}

TEST(Maglev, ExplainShowsTheTurnThatClaimedTheSlot) {
  const auto trace = explain(ConfiguredStrategy("maglev", {{"size", "7"}, {"dialect", "envoy"}}, "integer"),
                             cluster_of({"90", "91", "92", "93", "94", "95"}), "7");
  ASSERT_EQ(trace.size(), 5u);
  EXPECT_EQ(trace[1].value, "7 mod 7 = 0");
  EXPECT_EQ(trace[2].label, "permutation");
  EXPECT_TRUE(trace[2].value.ends_with(" mod 7 = 0")) << trace[2].value;
  EXPECT_EQ(trace[4].node, NodeId{2});
}

}  // namespace
}  // namespace reshard::testing
