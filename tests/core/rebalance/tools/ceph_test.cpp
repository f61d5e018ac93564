#include "core/rebalance/tools/ceph.h"

#include <gtest/gtest.h>

#include <sstream>

#include "tests/core/rebalance/problems.h"
#include "tests/core/vectors.h"

namespace reshard::testing {
namespace {

using rebalance::Move;
using rebalance::Problem;
using rebalance::tools::ceph_upmap;

Problem pool() {
  Problem problem = nodes_of(4);
  for (std::uint32_t i = 0; i < 4; ++i) problem.nodes[i].name = "osd." + decimal(i);
  problem.add_entry("1.0", 1, 1, {0, 1});
  problem.add_entry("1.1f", 1, 1, {1, 2});
  return problem;
}

TEST(CephUpmap, ReadsThePairsOfEachGroup) {
  const auto plan = ceph_upmap(pool(),
                               "osdmaptool: osdmap file 'om'\n"
                               "# ceph osd pg-upmap-items 1.0 1 2\n"
                               "ceph osd pg-upmap-items 1.0 0 3 1 2\r\n"
                               "\n"
                               "  ceph osd pg-upmap-items 1.1f 2 0");
  ASSERT_TRUE(plan.ok()) << message(plan.error());
  EXPECT_EQ(plan.value().moves, (std::vector<Move>{{0, 0, 3}, {0, 1, 2}, {1, 2, 0}}));
}

std::vector<std::uint32_t> osds_in(const std::string& text) {
  std::vector<std::uint32_t> osds;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, '/');) osds.push_back(static_cast<std::uint32_t>(std::stoul(part)));
  return osds;
}

TEST(CephUpmap, LeadsToWhereOsdmaptoolSaysThatTheGroupsAre) {
  Problem problem = nodes_of(12);
  for (std::uint32_t i = 0; i < 12; ++i) problem.nodes[i].name = "osd." + decimal(i);
  std::string commands;
  std::vector<std::uint32_t> after;
  const Vectors rows("rebalance/ceph_upmap.csv");
  for (const auto& row : rows) {
    problem.add_entry(row["group"], 1, 1, osds_in(row["before"]));
    for (const std::uint32_t osd : osds_in(row["after"])) after.push_back(osd);
    if (!row["command"].empty()) commands += row["command"] + "\n";
  }
  const auto plan = ceph_upmap(problem, commands);
  ASSERT_TRUE(plan.ok()) << message(plan.error());
  EXPECT_GE(plan.value().moves.size(), 20u);
  const rebalance::Model model(problem);
  rebalance::Placement placement(model);
  for (const Move& move : plan.value().moves) placement.apply(move);
  for (std::uint32_t slot = 0; slot < after.size(); ++slot) EXPECT_EQ(placement.at(slot), after[slot]) << slot;
}

TEST(CephUpmap, ItemsThatAreInEffectMoveNothing) {
  EXPECT_TRUE(ceph_upmap(pool(), "ceph osd pg-upmap-items 1.0 3 0").value().moves.empty());
}

TEST(CephUpmap, RefusesWhatTheProblemDoesNotHave) {
  const auto why = [](std::string_view text) { return message(ceph_upmap(pool(), text).error()); };
  EXPECT_EQ(why("\nceph osd pg-upmap-items 2.0 0 1"), "lines[2]: there is no “2.0”");
  EXPECT_EQ(why("ceph osd pg-upmap-items 1.0 0 9"), "lines[1]: there is no “9”");
  EXPECT_EQ(why("ceph osd pg-upmap-items 1.0 0"), "lines[1]: “1.0” cannot be read as a group and pairs of OSDs");
  EXPECT_EQ(why("ceph osd pg-upmap-items 1.0 2 3"), "lines[1]: 1.0 is not on osd.2");
  EXPECT_EQ(why("ceph osd pg-upmap-items 1.0 0 1"), "lines[1]: “1.0” is already on osd.1");
  EXPECT_EQ(why("ceph osd rm-pg-upmap-items 1.0"), "lines[1]: where copies then go only CRUSH knows");
}

}  // namespace
}  // namespace reshard::testing
