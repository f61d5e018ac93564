#include <gtest/gtest.h>

#include <tuple>

#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

void expect_rows(const Vectors& rows, std::string_view column, const ConfiguredStrategy& setup) {
  expect_owner_digits(rows, column, 0, setup, cluster_from("http://10.0.1.", 0, 3));
  expect_owner_digits(rows, column, 1, setup, cluster_from("shard", 0, 10));
  expect_owner_digits(rows, column, 2, setup, cluster_of({"x", "1x", "11x"}));
}

// The last three names share texts: 1 and "1x" make "11x" as 11 and "x" do.
TEST(LabelRing, RowsAgreeWithGroupcacheAndGoRedis) {
  const Vectors rows("ring_labels.csv");
  expect_rows(rows, "groupcache", ConfiguredStrategy("label_ring", {}, "crc32"));
  expect_rows(rows, "fnv1a", ConfiguredStrategy("label_ring", {{"vnodes", "7"}}, "fnv1a32"));
  expect_rows(rows, "go_redis", ConfiguredStrategy("label_ring", {{"vnodes", "100"}, {"part", "hash_tag"}}, "crc32"));
  EXPECT_EQ(rows.size(), 318u);
}

TEST(LabelRing, RowsAgreeWithStathatUnderItsOwnLabels) {
  const Vectors rows("ring_stathat.csv");
  const ConfiguredStrategy setup("label_ring", {{"vnodes", "20"}, {"successor", "after"}}, "crc32");
  expect_owner_names(rows, "get_n3", setup, cluster_from("node-", 0, 3));
  expect_owner_names(rows, "get_n10", setup, cluster_from("node-", 0, 10));
  expect_owner_names(rows, "get_n11", setup, cluster_from("node-", 0, 11));
}

// A key that is a point's text lies at that point.
TEST(LabelRing, EveryTemplateMakesTheTextsThatItSays) {
  const auto cluster = cluster_of({"a", "b"});
  for (const auto& [label, from_0, from_1] :
       {std::tuple{"index+name", "0a", "1a"}, std::tuple{"name+index", "a0", "a1"},
        std::tuple{"name.index", "a.0", "a.1"}, std::tuple{"name-index", "a-0", "a-1"},
        std::tuple{"name:index", "a:0", "a:1"}, std::tuple{"name_index", "a_0", "a_1"},
        std::tuple{"name_sharp_index", "a#0", "a#1"}, std::tuple{"index.name", "0.a", "1.a"},
        std::tuple{"index-name", "0-a", "1-a"}, std::tuple{"index:name", "0:a", "1:a"},
        std::tuple{"index_name", "0_a", "1_a"}, std::tuple{"index_sharp_name", "0#a", "1#a"}}) {
    for (const auto& [first, text] : {std::pair{"0", from_0}, std::pair{"1", from_1}}) {
      for (const auto* successor : {"at_or_after", "at_or_before"}) {
        const ConfiguredStrategy setup(
            "label_ring",
            {{"template", label}, {"first", first}, {"vnodes", "1"}, {"successor", successor}, {"bits", "64"}},
            "xxh64");
        const auto steps = explain(setup, cluster, text);
        EXPECT_EQ(steps[0].value, steps[1].value) << label << first;
        EXPECT_EQ(steps[2].value, text);
        EXPECT_EQ(owner_names(setup, cluster, {text}), std::vector<std::string>{"a"});
      }
    }
  }
}

// As LavinMQ's consistent_hasher.cr reads: a key above all points goes to the queue that was bound first.
TEST(LabelRing, KeysAboveTheLastPointCanGoToTheFirstNode) {
  const auto cluster = cluster_from("queue", 1, 4);
  const auto keys = sequential_keys("key-", 5000);
  const auto setup = [](std::string_view beyond) {
    return ConfiguredStrategy("label_ring", {{"template", "name.index"}, {"vnodes", "2"}, {"beyond", beyond}}, "crc32");
  };
  const auto usual = place(setup("first_point"), cluster, keys), first = place(setup("first_node"), cluster, keys);
  const auto ring = std::get<RingPicture>(picture(setup("first_point"), cluster, "k"));
  const std::uint64_t last = ring.points.back().position >> 32;
  const auto table = KeyTable::of(setup("first_point"), keys).take();
  std::size_t beyond = 0;
  for (std::uint32_t i = 0; i < keys->size(); ++i) {
    const bool above = table.block().hash(i) > last;
    beyond += above ? 1 : 0;
    EXPECT_EQ(first[i], above ? cluster.nodes()[0].id : usual[i]);
  }
  EXPECT_GT(beyond, 0u);
}

}  // namespace
}  // namespace reshard::testing
