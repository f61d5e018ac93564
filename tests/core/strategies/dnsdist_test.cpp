#include <gtest/gtest.h>

#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

ConfiguredStrategy dnsdist(std::string_view perturbation = "0") {
  return ConfiguredStrategy("dnsdist", {{"perturbation", perturbation}});
}

Cluster servers(const std::vector<double>& weights) {
  return weighted_cluster("00000000-0000-4000-8000-00000000000", 1, weights);
}

void expect_servers(const Vectors& rows, const std::string& column, std::string_view perturbation,
                    const std::vector<double>& weights) {
  std::vector<std::string> keys;
  for (const auto& row : rows) keys.push_back(row.bytes("key_hex"));
  const auto owners = place(dnsdist(perturbation), servers(weights), given_keys(keys));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(index_of(owners[i]) + 1, rows[i].number(column)) << column << " " << keys[i];
  }
}

TEST(Dnsdist, RowsAgreeWithDnsdist) {
  const Vectors rows("dnsdist.csv");
  expect_servers(rows, "w100_100_100_p0", "0", {100, 100, 100});
  expect_servers(rows, "w100_200_300_400_500_p0", "0", {100, 200, 300, 400, 500});
  expect_servers(rows, "w1_1_1_1_1_p12345", "12345", {1, 1, 1, 1, 1});
  EXPECT_EQ(rows.size(), 400u);
}

TEST(Dnsdist, ReadsANameInAnyOfItsSpellings) {
  const auto recipe = dnsdist().recipes()[0];
  EXPECT_EQ(recipe("www.Example.ORG."), recipe("www.example.org"));
  EXPECT_EQ(recipe(R"(\119ww.example.org)"), recipe("www.example.org"));
  EXPECT_NE(recipe(R"(www\.example.org)"), recipe("www.example.org"));
}

TEST(Dnsdist, RefusesWhatIsNoName) {
  const auto recipe = dnsdist().recipes()[0];
  const std::string label(63, 'a');
  const std::string longest = label + "." + label + "." + label + "." + std::string(61, 'b');
  for (const std::string& name : {std::string("."), label, longest}) EXPECT_TRUE(recipe.reads(name)) << name;
  for (const std::string& name : {label + "a", longest + "b", std::string("a..b"), std::string(".a"),
                                  std::string("a\\"), std::string("a\\25"), std::string("a\\256")}) {
    EXPECT_FALSE(recipe.reads(name)) << name;
  }
}

// MD5 of "abc" is 900150983cd24fb0d6963f7d28e17f72.
TEST(Dnsdist, AnIdIsMadeOfANameThatIsNone) {
  const auto text = explain(dnsdist(), cluster_of({"abc"}), "example.org")[2].value;
  EXPECT_EQ(text, "90015098-3cd2-4fb0-d696-3f7d28e17f72-1");
}

}  // namespace
}  // namespace reshard::testing
