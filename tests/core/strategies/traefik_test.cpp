#include <gtest/gtest.h>

#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

TEST(Traefik, RowsAgreeWithGoByTheSameRule) {
  const ConfiguredStrategy setup("traefik");
  const Vectors rows("traefik.csv");
  expect_owner_names(rows, "w1_1_1", setup, cluster_from("app", 1, 3));
  expect_owner_names(rows, "w1_2_3", setup, weighted_cluster("app", 1, {1, 2, 3}));
  const std::string early = "-backend-service";
  expect_owner_names(rows, "e1_2_3", setup, weighted_cluster("", 1, {1, 2, 3}, early));
  expect_owner_names(rows, "e5_1_1_1_1", setup, weighted_cluster("", 1, {5, 1, 1, 1, 1}, early));
  expect_owner_names(rows, "e10_9", setup, weighted_cluster("", 1, {10, 9}, early));
  EXPECT_EQ(rows.size(), 1000u);
}

TEST(Traefik, TheHeaviestOfNamesThatDifferAtTheirEndGetsAllKeys) {
  const Vectors rows("traefik.csv");
  for (const auto& row : rows) EXPECT_EQ(row["w1_2_3"], "app3") << row["key"];
}

TEST(Traefik, ADrainedServiceIsLeftOut) {
  const ConfiguredStrategy setup("traefik");
  EXPECT_EQ(owner_names(setup, weighted_cluster("app", 1, {0, 1}), {"10.0.0.1", "10.0.0.2"}),
            (std::vector<std::string>{"app2", "app2"}));
}

}  // namespace
}  // namespace reshard::testing
