#include "core/placement/replay.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/random.h"
#include "core/base/text.h"
#include "core/placement/incremental.h"
#include "core/scenario/scenario.h"
#include "core/strategies/strategies.h"
#include "tests/core/placing.h"

namespace reshard {
namespace {

Cluster grown(std::size_t additions) {
  Cluster cluster = generated_cluster(0, 5).take();
  for (std::size_t i = 0; i < additions; ++i) {
    Node node;
    node.name = "n" + std::to_string(i);
    EXPECT_TRUE(cluster.add(std::move(node)).ok());
  }
  return cluster;
}

// Never spent; counts the questions: one for each change that is replayed.
class Questions final : public Budget {
 public:
  bool spent() override {
    ++asked;
    return false;
  }
  std::size_t asked = 0;
};

std::unique_ptr<Placement> build(std::string_view id, const Cluster& cluster, const Placement* previous,
                                 Questions& questions) {
  const StrategyChoice choice = default_choice(*find_strategy(id));
  auto built = build_placement(*choice.strategy, {cluster, choice.params, *choice.hash, 1, {}, previous}).take();
  EXPECT_TRUE(built->step(questions));
  return built;
}

constexpr std::size_t kAdditions = 300;

TEST(Replay, OneMoreChangeReplaysOnlyThatChange) {
  for (const char* id : {"partition_ring", "redis_slots", "slots", "vbuckets", "groups", "two_level"}) {
    Questions first, next, anew;
    const auto before = build(id, grown(kAdditions), nullptr, first);
    EXPECT_GT(first.asked, kAdditions) << id;
    build(id, grown(kAdditions + 1), before.get(), next);
    EXPECT_LE(next.asked, 3u) << id;
    Cluster other = grown(kAdditions);
    ASSERT_TRUE(other.remove(NodeId{0}).ok());
    Cluster renamed = other.with_names({{"n0", "m0"}}).take();
    build(id, renamed, before.get(), anew);
    EXPECT_GT(anew.asked, kAdditions) << id << ": another history is another table";
  }
}

TEST(Replay, ContinuesOnlyFromAPrefixOfItsHistory) {
  const Cluster cluster = grown(2);
  Replay whole(cluster), behind(cluster), part(grown(1)), other(grown(3).with_names({{"n1", "m1"}}).take());
  while (part.next() != nullptr) continue;
  while (other.next() != nullptr) continue;
  EXPECT_FALSE(whole.go_on_from(other));
  ASSERT_TRUE(whole.go_on_from(part));
  EXPECT_EQ(whole.nodes().size(), 6u);
  ASSERT_NE(whole.next(), nullptr);
  EXPECT_EQ(whole.nodes().back().name, "n1");
  EXPECT_EQ(whole.next(), nullptr);
  EXPECT_FALSE(part.go_on_from(whole)) << "from what has not happened in it";
}

// A random event of a cluster, which may refuse it.
void change(Cluster& cluster, const Strategy& strategy, std::uint64_t entries, Random& random) {
  const NodeId node = cluster.nodes()[static_cast<std::size_t>(random.below(cluster.nodes().size()))].id;
  switch (random.below(5)) {
    case 0: (void)cluster.remove(node); return;
    case 1: (void)cluster.set_weight(node, static_cast<double>(random.below(4))); return;
    case 2: {
      if (entries == 0) return;
      const std::uint64_t first = random.below(entries);
      (void)cluster.move(node, {std::string(strategy.id), first, std::min(entries - 1, first + 5)});
      return;
    }
    default: (void)cluster.add({.name = "n" + std::to_string(cluster.known())}); return;
  }
}

struct Built {
  std::unique_ptr<Placement> placement;  // null where the strategy refuses the cluster
  std::vector<NodeId> owners;
};

Built built(const StrategyChoice& choice, const Cluster& cluster, const KeyBlock& keys, const Placement* previous) {
  auto result = build_placement(*choice.strategy, {cluster, choice.params, *choice.hash, 1, keys, previous});
  if (!result.ok()) return {};
  Built all{result.take(), std::vector<NodeId>(keys.size)};
  NoLimit no_limit;
  EXPECT_TRUE(all.placement->step(no_limit));
  all.placement->place(keys, all.owners);
  return all;
}

void expect_same_as_anew(const Strategy& strategy, std::uint64_t seed) {
  const StrategyChoice choice = default_choice(strategy);
  const testing::ConfiguredStrategy setup(strategy.id);
  const auto table = testing::KeyTable::of(setup, testing::sequential_keys("user:", 500)).take();
  const KeyBlock keys = table.block();
  Random random(seed);
  Cluster cluster = testing::numbered_cluster("n", 4);
  const std::uint64_t entries = strategy.entries == nullptr ? 0 : strategy.entries(choice.params, keys.size);
  std::unique_ptr<Placement> previous;
  for (int i = 0; i < 12; ++i) {
    const Built anew = built(choice, cluster, keys, nullptr);
    Built next = built(choice, cluster, keys, previous.get());
    ASSERT_EQ(next.owners, anew.owners) << strategy.id << ", seed " << seed << ", change " << i;
    if (next.placement != nullptr) previous = std::move(next.placement);
    change(cluster, strategy, entries, random);
  }
}

NodeId owner_in(const std::vector<OwnedRange>& ranges, std::uint64_t number) {
  return std::lower_bound(ranges.begin(), ranges.end(), number,
                          [](const OwnedRange& range, std::uint64_t n) { return range.last < n; })
      ->owner;
}

/// If a placement says what changed since the previous one, expects exactly the places where their ranges differ.
/// Returns whether it says so.
bool moves_lead_from(const Placement* before, const Placement& after) {
  if (before == nullptr) return false;
  const auto moves = after.incremental()->moves_since(*before->incremental());
  if (!moves) return false;
  const auto then = ranges_of(*before), now = ranges_of(after);
  std::vector<std::uint64_t> edges = {0};  // nothing changes between these
  for (const auto* ranges : {&then, &now}) {
    for (const OwnedRange& range : *ranges) edges.insert(edges.end(), {range.last, range.last + 1});
  }
  for (const std::uint64_t number : edges) {
    const auto move = std::lower_bound(moves->begin(), moves->end(), number,
                                       [](const RangeMove& m, std::uint64_t n) { return m.last < n; });
    const bool moved = move != moves->end() && move->first <= number;
    const NodeId from = owner_in(then, number), to = owner_in(now, number);
    EXPECT_EQ(moved, from != to) << number;
    EXPECT_TRUE(!moved || (move->from == from && move->to == to)) << number;
  }
  return true;
}

// From one number of points to another, up, down, by few and by more than are drawn at once, while nodes come and go.
TEST(Replay, RingContinuedWithMoreOrFewerPointsPlacesKeysLikeANewRing) {
  const Strategy& ring = *find_strategy("ring");
  const testing::ConfiguredStrategy setup("ring");
  const auto table = testing::KeyTable::of(setup, testing::sequential_keys("user:", 2000)).take();
  // Labels by name; gholt's, whose only point is not the first of several; by id. A point owns its position, or not.
  for (const auto& [label, successor] :
       {std::pair(0.0, 0.0), std::pair(3.0, 1.0), std::pair(5.0, 0.0), std::pair(0.0, 1.0)}) {
    Cluster cluster = testing::numbered_cluster("", 40);
    StrategyChoice choice = default_choice(ring);
    choice.params[1] = label;
    choice.params[2] = successor;
    std::unique_ptr<Placement> previous;
    Random random(3);
    int told = 0;
    std::vector<double> before(choice.params.begin(), choice.params.end());
    for (const double vnodes : {100.0, 101.0, 99.0, 1.0, 2.0, 1.0, 3.0, 900.0, 950.0, 12.0, 13.0}) {
      choice.params[0] = vnodes;
      ASSERT_TRUE(previous == nullptr || ring.follows(before, choice.params));
      before.assign(choice.params.begin(), choice.params.end());
      const Built anew = built(choice, cluster, table.block(), nullptr);
      Built next = built(choice, cluster, table.block(), previous.get());
      ASSERT_EQ(next.owners, anew.owners) << label << ", " << vnodes;
      const auto points = [](const Built& ring_built) { return ranges_of(*ring_built.placement); };
      EXPECT_EQ(points(next), points(anew)) << label << ", " << vnodes;
      told += moves_lead_from(previous.get(), *next.placement) ? 1 : 0;
      previous = std::move(next.placement);
      (void)cluster.remove(cluster.nodes()[random.below(cluster.nodes().size())].id);
      (void)cluster.add({.name = decimal(1000 + cluster.known())});
      (void)cluster.set_weight(cluster.nodes()[3].id, static_cast<double>(random.below(3)));
    }
    EXPECT_GE(told, 5) << label;
  }
}

TEST(Replay, RingDoesNotContinueFromOneWithOtherLabels) {
  const StrategyChoice choice = default_choice(*find_strategy("ring"));
  ParamValues other = choice.params;
  other[1] = 1;
  EXPECT_FALSE(choice.strategy->follows(choice.params, other));
}

TEST(Replay, ContinuedPlacementPlacesKeysLikeANewOne) {
  for (const Strategy* strategy : strategies()) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) expect_same_as_anew(*strategy, seed);
  }
}

}  // namespace
}  // namespace reshard
