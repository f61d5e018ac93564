#include "core/placement/replay.h"

#include <gtest/gtest.h>

#include "core/scenario/scenario.h"
#include "core/strategies/strategies.h"

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

// Never spent; counts how often it was asked: once for each change that is replayed.
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

TEST(Replay, OneMoreChangeReplaysThatChangeAlone) {
  for (const char* id : {"partition_ring", "redis_slots"}) {
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

TEST(Replay, GoesOnOnlyFromWhatItsHistoryBeginsWith) {
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

}  // namespace
}  // namespace reshard
