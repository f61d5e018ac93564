// Steps of several events: nodes that join, leave, are weighed, renamed, go down and come up, and entries moved by hand,
// all in one step, as a link's at_once, a script or a jump along the timeline shows them. Whatever quick way an update
// takes (the keys of a node, what a newcomer takes, ranges, slots, the way back, a drag), the owners are those of placing
// every key anew.

#include <gtest/gtest.h>

#include <cstdlib>

#include "core/scenario/link.h"
#include "core/scenario/replay.h"
#include "core/simulation/simulation.h"
#include "core/strategies/strategies.h"
#include "tests/core/contract/script.h"

namespace reshard::testing {
namespace {

using Owners = std::vector<NodeId>;

Scenario scenario_of(const ConfiguredStrategy& setup, const Naming& naming, Cluster cluster, unsigned replicas) {
  Scenario scenario;
  scenario.keys = naming.keys;
  scenario.cluster = std::move(cluster);
  scenario.strategies = {{&setup.strategy, &setup.hash, setup.params}};
  scenario.replicas = replicas;
  return scenario;
}

/// Who serves every key, worked out without a simulation.
Owners placed_anew(const ConfiguredStrategy& setup, const Scenario& scenario, const KeyTable& keys) {
  const Owners replicas = serve(setup, scenario.cluster, keys, scenario.replicas);
  Owners first;
  for (std::size_t i = 0; i < replicas.size(); i += scenario.replicas) first.push_back(replicas[i]);
  return first;
}

/// Several events in one step. Often ends with one node more, or fewer, than before: such a step looks like an addition
/// or a removal, and is none.
Cluster step_from(Random& random, const Naming& naming, const ConfiguredStrategy& setup, const Cluster& before) {
  Cluster after = before;
  const auto add = [&](int number) {
    Node node;
    node.name = naming.node_prefix + std::to_string(2000 + number) + naming.node_suffix;
    return after.add(node).ok();
  };
  const auto remove = [&](std::size_t at) { return after.remove(after.nodes()[at].id).ok(); };
  const auto back = [&] { return after.nodes().size() - 1; };
  switch (random.below(6)) {
    case 0:  // a node joins and another leaves at once
      if (add(1) && add(2)) remove(back() - 1);
      break;
    case 1:  // a node leaves and comes back
      if (after.nodes().size() > 1) {
        const Node last = after.nodes().back();
        if (remove(back())) (void)after.add(last);
        add(3);
      }
      break;
    case 2:  // a node is weighed for a moment
      if (add(4)) {
        const Node first = after.nodes().front();
        (void)after.set_weight(first.id, first.weight + 1);
        (void)after.set_state(first.id, NodeState::kDown);
        (void)after.set_state(first.id, first.state);
        (void)after.set_weight(first.id, first.weight);
      }
      break;
    case 3:
      if (add(5) && add(6) && remove(back())) remove(back());
      break;
    default:
      for (std::uint64_t events = 1 + random.below(4); events > 0; --events) {
        (void)random_event(random, naming, setup, after);
      }
  }
  if (random.below(4) > 0)
    after.join(before.log().size(), after.log().size());  // otherwise as a jump over several steps
  return after;
}

/// Works to the end, or only until the scenario is shown, before anything is prepared for the next change.
Status show(Simulation& simulation, const std::shared_ptr<const Scenario>& scenario, Baseline baseline, bool prepare) {
  const std::uint64_t shown = simulation.results().revision;
  if (const auto set = simulation.set(scenario, baseline); !set.ok()) return set.error();
  while (!simulation.idle()) {
    class Once final : public Budget {
      bool spent() override { return asked_++ > 0; }
      int asked_ = 0;
    } once;
    NoLimit no_limit;
    const auto done = simulation.step(prepare ? static_cast<Budget&>(no_limit) : once);
    if (!done.ok()) return done.error();
    if (!prepare && simulation.results().revision != shown) break;
  }
  return Done{};
}

std::string link_of(const Scenario& before, const Scenario& after) {
  const std::size_t then = before.cluster.log().size(), now = after.cluster.log().size();
  return "from " + format_link(before) + "\n  to " + format_link(after) +
         "&at_once=" + std::to_string(now > then ? now - then : 0);
}

void expect_movement(const StrategyResult& result, const Owners& before, const Owners& now, bool read_owners) {
  const auto same = [](auto a, auto b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); };
  std::uint64_t moved = 0;
  for (std::size_t key = 0; key < before.size(); ++key) moved += before[key] != now[key];
  EXPECT_EQ(result.movement.moved, moved);
  if (!read_owners) return;
  EXPECT_TRUE(same(result.owners(), std::span<const NodeId>(now)));
  EXPECT_TRUE(same(result.owners_before(), std::span<const NodeId>(before)));
}

/// How many steps were shown; what fails is told by the test.
int run_script(const Strategy& strategy, std::uint64_t seed, int steps) {
  Random random(seed);
  const ConfiguredStrategy setup = random_setup(random, strategy);
  constexpr std::uint64_t kKeys[] = {300, 1500, 4000};
  const Naming naming = random_naming(random, kKeys[random.below(3)]);
  const std::vector<Recipe> recipes = setup.recipes();
  const KeyForm form = recipes.empty() ? KeyForm() : form_of(recipes[0]);
  const auto names = KeySet::generate(naming.keys, 0, form).take();
  const auto keys = KeyTable::of(setup, names);
  if (!keys.ok()) return 0;  // the hash reads no such keys
  const auto replicas = static_cast<unsigned>(1 + random.below(3));
  using Shared = std::shared_ptr<const Scenario>;
  const auto shared = [&](Cluster cluster) {
    return std::make_shared<const Scenario>(scenario_of(setup, naming, std::move(cluster), replicas));
  };

  Simulation simulation;
  std::vector<std::pair<Shared, Owners>> shown;
  Shared next = shared(random_cluster(random, naming));
  if (!show(simulation, next, Baseline::kNone, true).ok()) return 0;
  shown.emplace_back(next, placed_anew(setup, *next, keys.value()));
  std::size_t at = 0;  // in shown
  Owners before;
  for (int step = 0; step < steps; ++step) {
    const bool jump = random.below(4) == 0;  // undo, redo, or a click on the timeline
    std::size_t to = jump ? random.below(shown.size()) : shown.size();
    if (!jump) next = shared(step_from(random, naming, setup, shown[at].first->cluster));
    const bool drag = random.below(4) == 0 && !before.empty();
    const Shared from = shown[at].first;
    const Shared then = jump ? shown[to].first : next;
    SCOPED_TRACE(describe(setup) + "\n" + link_of(*from, *then));
    if (!show(simulation, then, drag ? Baseline::kKept : Baseline::kShown, random.below(3) > 0).ok()) continue;
    if (!drag) before = shown[at].second;
    if (!jump) shown.emplace_back(then, placed_anew(setup, *then, keys.value()));
    at = to;

    const bool read_owners = random.below(2) == 0;  // otherwise those of ranges wait for the next step to get theirs
    expect_movement(simulation.results().strategies[0], before, shown[at].second, read_owners);
    if (::testing::Test::HasFailure()) break;
  }
  return static_cast<int>(shown.size());
}

TEST(SimulationSteps, OfSeveralEventsMoveTheSameKeysAsPlacingEveryKeyAnew) {
  const int rounds = std::getenv("RESHARD_LONG") != nullptr ? 200 : 5;
  for (const Strategy* strategy : strategies()) {
    int begun = 0, shown = 0;  // some scripts begin with nodes or keys that the strategy refuses
    for (int seed = 0; begun < rounds && seed < 20 * rounds && !HasFailure(); ++seed) {
      const int steps = run_script(*strategy, 1000 + static_cast<std::uint64_t>(seed), 8);
      begun += steps > 0;
      shown += steps;
    }
    EXPECT_TRUE(HasFailure() || (begun == rounds && shown > 2 * rounds)) << strategy->id << " refused most steps";
  }
}

// The counts are those of the command, which places every key on its own; a page that trusts a table to have given the
// newcomer only what it took from the nodes before shows 16,612 and 0.
TEST(SimulationSteps, ANodeThatJoinsAsAnotherComesAndGoesTakesKeysThatNobodyElseHad) {
  const auto link = parse_link("v=1&nodes=5&log=%2Bx,%2By,-x&keys=100000&strategy=slots&at_once=3");
  const std::vector<Scenario> steps = steps_of(link.scenario);
  ASSERT_EQ(steps.size(), 2u);
  Simulation simulation;
  ASSERT_TRUE(show(simulation, std::make_shared<const Scenario>(steps[0]), Baseline::kNone, true).ok());
  ASSERT_TRUE(show(simulation, std::make_shared<const Scenario>(steps[1]), Baseline::kShown, true).ok());
  EXPECT_EQ(simulation.results().strategies[0].movement.moved, 26139u);
  EXPECT_EQ(simulation.results().strategies[0].movement.needless, 9527u);
}

}  // namespace
}  // namespace reshard::testing
