// Lists of nodes that people paste.

#include "core/scenario/node_list.h"

#include <gtest/gtest.h>

namespace reshard {
namespace {

// The name and weight of each node, or the error.
std::string read(std::string_view text) {
  const auto nodes = parse_node_list(text);
  return nodes.ok() ? format_node_list(nodes.value()) : message(nodes.error());
}

TEST(NodeList, HasOneNodePerLineWithOrWithoutAWeight) {
  EXPECT_EQ(read("db-1\n db-2 2 \r\n\ndb-3,0.5\ndb-4;3\ndb-5\t0"), "db-1\t1\ndb-2\t2\ndb-3\t0.5\ndb-4\t3\ndb-5\t0\n");
  EXPECT_EQ(read("big box\n10.0.0.1:80 5\nузел"), "big box\t1\n10.0.0.1:80\t5\nузел\t1\n");
}

TEST(NodeList, ReadsWhatItWrites) {
  const std::string written = "a, b\t2\nc 3\t1\n";
  EXPECT_EQ(read(written), written);
}

TEST(NodeList, NamesTheLineOfAnError) {
  EXPECT_EQ(read("a\n\nb\na 2"), "line 4: “a” is already on line 1");
  EXPECT_EQ(read("a\nb -1"), "line 2: -1 is outside 0 to 1000000");
  EXPECT_EQ(read("a,1000001"), "line 1: 1000001 is outside 0 to 1000000");
  EXPECT_EQ(read("a,heavy"), "line 1: “heavy” cannot be read as a number");
  EXPECT_EQ(read("a\n,2"), "line 2: must not be empty");
  EXPECT_EQ(read(" \n"), "nodes: must not be empty");
  std::string many;
  for (int i = 0; i <= 10'000; ++i) many += "n" + std::to_string(i) + "\n";
  EXPECT_EQ(read(many), "line 10001: 10001 nodes is outside 1 to 10000");
}

}  // namespace
}  // namespace reshard
