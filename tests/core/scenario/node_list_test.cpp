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
  EXPECT_EQ(read("a\n==="), "line 2: “===” cannot be read as a node: a name, or a name and its weight");
  std::string many;
  for (int i = 0; i <= 10'000; ++i) many += "n" + std::to_string(i) + "\n";
  EXPECT_EQ(read(many), "line 10001: 10001 nodes is outside 1 to 10000");
}

// As the programs print them: Cassandra 4.1, Redis 7, Kubernetes, HAProxy 2.6, psql.
TEST(NodeList, RefusesWhatProgramsPrintAboutTheirNodes) {
  const std::pair<const char*, const char*> printed[] = {
      {"Datacenter: datacenter1\n=======================\nStatus=Up/Down\n|/ State=Normal/Leaving/Joining/Moving\n"
       "--  Address    Load        Tokens  Owns (effective)  Host ID                               Rack\n"
       "UN  127.0.0.1  103.82 KiB  16      100.0%            3b1e1d0f-6e0d-4c5b-9a0c-7f1f7a5f9c11  rack1\n",
       "line 2: “=======================”"},
      {"07c37dfeb235213a872192d90877d0cd55635b91 127.0.0.1:30004@31004 slave e7d1eecce10fd6bb5eb35b9f99a514335d9ba9ca "
       "0 1426238317239 4 connected",
       "line 1: “07c37dfeb235213a872192d90877d0cd55635b91 127.0.0.1:30004@31004 slave e7d1eecce10…”"},
      {"NAME     STATUS   ROLES    AGE   VERSION\nnode-1   Ready    <none>   10d   v1.29.1",
       "line 1: “NAME     STATUS   ROLES    AGE   VERSION”"},
      {"1\n# be_id be_name srv_id srv_name srv_addr", "line 2: “# be_id be_name srv_id srv_name srv_addr”"},
      {"{\n  \"nodes\": []", "line 1: “{”"},
      {" host | port \n------+------\n a    | 5432", "line 2: “------+------”"},
  };
  for (const auto& [text, refused] : printed) {
    EXPECT_EQ(read(text), refused + std::string(" cannot be read as a node: a name, or a name and its weight"));
  }
}

}  // namespace
}  // namespace reshard
