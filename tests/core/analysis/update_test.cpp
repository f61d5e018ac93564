// Which keys an update looks at, and that it finds all that moved, compared with placing every key again.

#include "core/analysis/update.h"

#include <gtest/gtest.h>

#include "core/analysis/place_all.h"
#include "core/placement/incremental.h"
#include "core/scenario/command.h"
#include "core/strategies/strategies.h"

namespace reshard {
namespace {

using Kind = Scope::Kind;

/// A scenario's first strategy, built.
struct Built {
  Scenario scenario;
  std::unique_ptr<Placement> placement;
  std::vector<OwnedRange> ranges;

  explicit Built(Scenario from) : scenario(std::move(from)) {
    const StrategyChoice& choice = scenario.strategies[0];
    placement = build_placement(*choice.strategy, {scenario.cluster, choice.params, *choice.hash}).take();
    NoLimit no_limit;
    EXPECT_TRUE(placement->step(no_limit));
    ranges = ranges_of(*placement);
  }
  Placed placed() const { return {scenario.strategies[0], scenario.cluster, *placement}; }
  Built after(const Command& command) const { return Built(apply(scenario, command).take()); }
};

Built built(std::string_view strategy) {
  Scenario scenario = default_scenario();
  scenario.strategies = {default_choice(*find_strategy(strategy))};
  return Built(std::move(scenario));
}

class Keys {
 public:
  explicit Keys(const StrategyChoice& choice)
      : keys_(KeySet::generate({.count = 20'000}, 0).take()),
        column_(keys_, choice.strategy->recipes(choice.params, *choice.hash).at(0)) {
    NoLimit no_limit;
    EXPECT_TRUE(column_.step(no_limit).ok());
    EXPECT_TRUE(column_.step_index(no_limit));
  }
  KeyBlock all() const { return {keys_.get(), 0, keys_->size(), {column_.values()}}; }
  const KeyIndex& index() const { return column_.index(); }

 private:
  std::shared_ptr<const KeySet> keys_;
  KeyColumn column_;
};

std::vector<NodeId> owners_of(const Built& built, const KeyBlock& keys) { return place_all(*built.placement, keys); }

std::vector<Flow> flows_between(std::span<const NodeId> before, std::span<const NodeId> after) {
  FlowCounter flows(100, before.size());
  for (std::size_t key = 0; key < before.size(); ++key) {
    if (before[key] != after[key]) flows.count(before[key], after[key]);
  }
  return flows.flows();
}

/// The scope of a change, checked to be wide enough: an update within it turns the owners before into those after.
Kind checked_scope(const Built& before, const Built& after) {
  const Keys keys(before.scenario.strategies[0]);
  const Placed was = before.placed(), is = after.placed();
  const KeyIndex* index = slots_of(*before.placement) == 0 ? &keys.index() : nullptr;  // of hashes, not of slots
  const Scope scope = scope_of(was, is, index);
  const std::vector<NodeId> owners = owners_of(before, keys.all());
  std::vector<std::uint32_t> standings, taken;
  bool foreseen = false;
  if (has_standings(*before.placement)) {
    standings.resize(owners.size());
    before.placement->incremental()->stand(keys.all(), owners, standings);
    foreseen = before.placement->incremental()->foresee(standings, taken);
  }
  for (const Foreseen known : {Foreseen{}, Foreseen{standings}, Foreseen{standings, foreseen ? &taken : nullptr}}) {
    Update update(scope, is, keys.all(), &keys.index(), owners, known, after.scenario.cluster.known() + 1);
    NoLimit no_limit;
    EXPECT_TRUE(update.step(no_limit));
    std::vector<NodeId> updated = owners;
    for (const Move& move : update.moves()) {
      EXPECT_NE(updated[move.key], move.to);
      updated[move.key] = move.to;
    }
    for (const RangeMove& range : update.take_ranges()) {
      keys.index().visit(range.first, range.last, [&](std::uint32_t key) {
        EXPECT_EQ(updated[key], range.from);
        EXPECT_NE(range.from, range.to);
        updated[key] = range.to;
      });
    }
    EXPECT_TRUE(updated == owners_of(after, keys.all()));
    EXPECT_EQ(update.flows(), flows_between(owners, updated));
  }
  return scope.kind;
}

TEST(Update, OfARingLooksAtTheRangesThatChangedOwner) {
  const Built before = built("ring");
  EXPECT_EQ(checked_scope(before, before.after(AddNode{})), Kind::kRanges);
  EXPECT_EQ(checked_scope(before, before.after(RemoveNode{NodeId{1}})), Kind::kRanges);
  EXPECT_EQ(checked_scope(before, before.after(WeighNode{NodeId{1}, 1.5})), Kind::kRanges);
  EXPECT_EQ(checked_scope(before, before.after(SetParam{0, "vnodes", 101})), Kind::kRanges);
  EXPECT_EQ(checked_scope(before, before.after(SetParam{0, "label", 1})), Kind::kRanges);
}

TEST(Update, OfTooManyRangesPlacesAllKeysAgain) {
  const Built before = built("ring").after(SetParam{0, "vnodes", 1000});
  EXPECT_EQ(checked_scope(before, before.after(SetParam{0, "label", 1})), Kind::kAllKeys);  // 10,000 for 20,000 keys
}

TEST(Update, UnderAStrategyWithoutMinimalMovementPlacesAllKeysAgain) {
  EXPECT_EQ(checked_scope(built("modulo"), built("modulo").after(AddNode{})), Kind::kAllKeys);
}

TEST(Update, AfterARemovalLooksAtTheKeysOfTheNodeThatLeft) {
  for (const char* id : {"rendezvous", "anchor", "slots", "memento"}) {
    const Built before = built(id);
    EXPECT_EQ(checked_scope(before, before.after(RemoveNode{NodeId{1}})), Kind::kKeysOfNode) << id;
  }
  const Built jump = built("jump");
  EXPECT_EQ(checked_scope(jump, jump.after(RemoveNode{NodeId{4}})), Kind::kKeysOfNode);
}

TEST(Update, AfterAnAdditionLooksAtWhatTheNewcomerTakes) {
  for (const char* id : {"rendezvous", "rendezvous_weighted", "straw2", "jump", "jump_naive", "jumpback"}) {
    const Built before = built(id);
    EXPECT_EQ(checked_scope(before, before.after(AddNode{})), Kind::kNewcomer) << id;
    EXPECT_EQ(checked_scope(before, before.after(AddNode{.weight = 0})), Kind::kNewcomer) << id;
  }
}

TEST(Update, LooksAtAllKeysWhileANodeIsDown) {
  const Built before = built("ring"), down = before.after(SetNodeState{NodeId{1}, NodeState::kDown});
  const Keys keys(before.scenario.strategies[0]);
  const Placed was = before.placed(), is = down.placed();
  EXPECT_EQ(scope_of(was, is, &keys.index()).kind, Kind::kAllKeys);
  EXPECT_EQ(scope_of(is, was, &keys.index()).kind, Kind::kAllKeys);
}

// The owners one before, at and one after the end of every range.
TEST(Ranges, AgreeWithPlacementAtTheirEnds) {
  struct Case {
    const char* id;
    std::vector<std::pair<std::string, double>> params;
  };
  const Case cases[] = {
      {"ring", {}},    {"ring", {{"bits", 1}}}, {"ring", {{"successor", 1}}},   {"ketama", {}},     {"nginx", {}},
      {"haproxy", {}}, {"jedis", {}},           {"haproxy", {{"function", 2}}}, {"envoy_ring", {}}, {"token_ring", {}},
      {"stathat", {}}};
  for (const Case& c : cases) {
    Built one = built(c.id);
    for (const auto& [key, value] : c.params) one = one.after(SetParam{0, key, value});
    ASSERT_FALSE(one.ranges.empty()) << c.id;
    EXPECT_EQ(one.ranges.back().last, ~std::uint64_t{0}) << c.id;
    const std::uint64_t highest =  // of the circle
        std::prev(one.ranges.end(), 2)->last > 0xFFFFFFFFu ? ~std::uint64_t{0} : 0xFFFFFFFFu;
    std::uint64_t above = 0;
    for (const OwnedRange& range : one.ranges) {
      EXPECT_TRUE(above == 0 || range.last >= above) << c.id;
      for (const std::uint64_t number : {above, range.last, range.last - 1}) {
        if (number < above || number > std::min(range.last, highest)) continue;
        NodeId owner{};
        one.placement->place({nullptr, 0, 1, {std::span(&number, 1)}}, std::span(&owner, 1));
        ASSERT_EQ(owner, range.owner) << c.id << " at " << number;
      }
      above = range.last + 1;
    }
  }
}

}  // namespace
}  // namespace reshard
