#include <gtest/gtest.h>

#include "core/base/text.h"
#include "core/hash/functions.h"
#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

ConfiguredStrategy caddy(std::string_view dialect) { return ConfiguredStrategy("caddy", {{"dialect", dialect}}); }

Cluster upstreams(const std::vector<int>& ports) {
  std::vector<std::string> names;
  for (const int port : ports) names.push_back("127.0.0.1:" + std::to_string(port));
  return cluster_of(names);
}

std::vector<int> first(int count) {
  std::vector<int> ports;
  for (int i = 0; i < count; ++i) ports.push_back(42001 + i);
  return ports;
}

// Fails unless every key goes to the port in `column`.
void expect_ports(const Vectors& rows, const std::string& column, std::string_view dialect,
                  const std::vector<int>& ports, const std::vector<std::string>& keys) {
  const auto owners = owner_names(caddy(dialect), upstreams(ports), keys);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(owners[i], "127.0.0.1:" + rows[i][column]) << column << " " << rows[i]["key_hex"];
  }
}

TEST(Caddy, RowsAgreeWithCaddy) {
  const Vectors rows("caddy.csv");
  std::vector<std::string> keys, uris;
  for (const auto& row : rows) {
    keys.push_back(row.bytes("key_hex"));
    uris.push_back(row["uri"]);
  }
  for (const int count : {2, 3, 5, 6}) expect_ports(rows, "h" + std::to_string(count), "v2_5", first(count), keys);
  expect_ports(rows, "h5r", "v2_5", {42005, 42004, 42003, 42002, 42001}, keys);
  expect_ports(rows, "h5x", "v2_5", {42001, 42002, 42004, 42005}, keys);
  expect_ports(rows, "u5", "v2_5", first(5), uris);
  EXPECT_EQ(rows.size(), 606u);
}

TEST(Caddy, LaterReleasesAgreeWithTheLibrariesThatTheyCall) {
  const Vectors rows("caddy_later.csv");
  std::vector<std::string> keys;
  for (const auto& row : rows) keys.push_back(row.bytes("key_hex"));
  for (const int count : {2, 3, 6}) {
    expect_ports(rows, "fnv" + std::to_string(count), "v2_6_4", first(count), keys);
    expect_ports(rows, "xxh" + std::to_string(count), "v2_8", first(count), keys);
  }
  EXPECT_EQ(rows.size(), 606u);
}

TEST(Caddy, APortThatACaddyfileLeavesOutIs80) {
  for (const std::string_view dialect : {"v2_5", "v2_6_4", "v2_8"}) {
    const auto short_names = owner_names(caddy(dialect), cluster_of({"a", "[::1]", "b"}), {"1", "2", "3", "4", "5"});
    const auto long_names =
        owner_names(caddy(dialect), cluster_of({"a:80", "[::1]:80", "b:80"}), {"1", "2", "3", "4", "5"});
    for (std::size_t i = 0; i < short_names.size(); ++i) EXPECT_EQ(short_names[i] + ":80", long_names[i]);
  }
}

TEST(Caddy, ExplainsTheHashThatItCompares) {
  const Trace trace = explain(caddy("v2_6_4"), cluster_of({"a:1"}), "foobar");
  EXPECT_EQ(trace[0].value, "FNV-1a 32 (upstream + key)");
  EXPECT_EQ(trace[1].value, "0x" + hex64(fnv1a32("a:1foobar")).substr(10));
}

TEST(Caddy, ASocketIsHashedAsCaddyWritesIt) {
  const auto score = [](std::string_view name) {
    return explain(caddy("v2_8"), cluster_of({std::string(name)}), "k")[1].value;
  };
  EXPECT_EQ(score("unix:/run/a"), score("/run/a"));
  EXPECT_NE(score("/run/a"), score("run/a"));
}

}  // namespace
}  // namespace reshard::testing
