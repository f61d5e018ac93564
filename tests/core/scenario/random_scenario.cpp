#include "tests/core/scenario/random_scenario.h"

#include <cmath>
#include <memory>
#include <string>

#include "core/base/text.h"
#include "core/scenario/moves.h"
#include "core/strategies/strategies.h"

namespace reshard::testing {
namespace {

std::string random_name(Random& random) {
  constexpr std::string_view kPieces[] = {"node-", "a",  "b", ".", ":", "-",  "%",   "+",  ",",  "*",
                                          "@",     "/",  "!", "~", "&", "=",  "#",   " ",  "é",  "узел",
                                          "🙂",  "\"", "<", "0", "7", "19", "1e5", "..", "%41"};
  if (random.below(3) == 0) return "node-" + decimal(random.below(30));
  std::string name;
  for (std::uint64_t left = 1 + random.below(5); left > 0; --left) name += kPieces[random.below(std::size(kPieces))];
  return name;
}

double random_weight(Random& random) {
  switch (random.below(4)) {
    case 0: return 1;
    case 1: return static_cast<double>(random.below(10));
    case 2: return random.unit() * kMaxWeight;
    default: return random.unit();
  }
}

std::string random_place(Random& random) { return random.below(2) == 0 ? "" : random_name(random); }

Node random_node(Random& random) {
  Node node;
  node.name = random_name(random);
  node.weight = random_weight(random);
  if (random.below(3) > 0) return node;
  node.data_center = random_place(random);
  node.zone = random_place(random);
  node.rack = random_place(random);
  if (random.below(4) == 0) node.state = NodeState::kDown;
  return node;
}

Cluster random_start(Random& random, std::uint64_t seed) {
  if (random.below(3) == 0) return generated_cluster(seed, 1 + random.below(20)).take();
  for (;;) {  // until all names differ
    std::vector<Node> nodes;
    for (std::uint64_t left = 1 + random.below(6); left > 0; --left) nodes.push_back(random_node(random));
    auto cluster = Cluster::of(nodes);
    if (cluster.ok()) return cluster.take();
  }
}

/// One change, or a run of equal ones, which links fold; a change that the cluster refuses has no effect.
void change(Random& random, Cluster& cluster, std::uint64_t seed) {
  const auto live = cluster.nodes();
  const Node& node = live[random.below(live.size())];
  const auto done = [](const auto& result) { (void)result.ok(); };
  switch (random.below(9)) {
    case 0: return done(cluster.add(random_node(random)));
    case 1: return done(cluster.remove(node.id));
    case 2: return done(cluster.rename(node.id, random_name(random)));
    case 3: return done(cluster.set_weight(node.id, random_weight(random)));
    case 4: return done(cluster.relocate(node.id, random_place(random), random_place(random), random_place(random)));
    case 5: return done(cluster.set_state(node.id, NodeState::kDown));
    case 6: return done(cluster.set_state(node.id, NodeState::kUp));
    case 7:
      for (std::uint64_t i = random.below(20), end = i + random.below(8); i < end; ++i) {
        Node next;
        next.name = generated_node_name(seed, i);
        done(cluster.add(next));
      }
      return;
    default:
      for (std::uint64_t left = random.below(6); left > 0; --left) done(cluster.remove(cluster.nodes().back().id));
  }
}

/// Now and then moves entries of one of the tables to a node, if there is a table.
void move_by_hand(Random& random, Scenario& scenario) {
  const StrategyChoice& choice = scenario.strategies[random.below(scenario.strategies.size())];
  const std::uint64_t entries = movable_entries(choice, scenario.keys);
  if (entries == 0) return;
  TableMove move{std::string(choice.strategy->id), random.below(entries), 0};
  move.last = random.below(2) == 0 ? move.first : move.first + random.below(entries - move.first);
  const auto nodes = scenario.cluster.nodes();
  (void)scenario.cluster.move(nodes[random.below(nodes.size())].id, move).ok();
}

/// Now and then begins with a table that somebody gave, in which some entries may be nobody's.
void give_table(Random& random, Scenario& scenario) {
  const StrategyChoice& choice = scenario.strategies[0];
  const std::uint64_t entries = movable_entries(choice, scenario.keys);
  if (random.below(2) == 0 || entries == 0 || entries > 100'000) return;
  GivenTable given{choice.strategy->id, {}, {}};
  const auto nodes = scenario.cluster.initial();
  while (given.owners.size() < entries) {
    const std::uint64_t run = 1 + random.below(entries - given.owners.size());
    const NodeId owner = random.below(8) == 0 ? kNoNode : nodes[random.below(nodes.size())].id;
    given.owners.insert(given.owners.end(), static_cast<std::size_t>(run), owner);
  }
  scenario.cluster.give(std::make_shared<const GivenTable>(std::move(given)));
}

KeySpec random_keys(Random& random) {
  if (random.below(4) == 0) return {KeyKind::kGiven, 1 + random.below(kMaxKeys), "", random.next()};
  const KeyKindInfo& kind = key_kinds()[random.below(key_kinds().size())];
  KeySpec keys{kind.kind, 1 + random.below(kMaxKeys), std::string(kind.default_prefix), 0};
  if (random.below(2) == 0) keys.prefix = random_place(random);
  return keys;
}

StrategyChoice random_choice(Random& random) {
  const Strategy& strategy = *strategies()[random.below(strategies().size())];
  StrategyChoice choice = default_choice(strategy);
  const auto hashes = hash_functions();
  if (!strategy.hash_fixed && random.below(2) == 0) choice.hash = hashes[random.below(hashes.size())];
  for (std::size_t i = 0; i < choice.params.size(); ++i) {
    const ParamSpec& spec = strategy.params[i];
    const double most = spec.slides_to > 0 ? spec.slides_to : spec.max;  // with many nodes, more are refused
    const double value = spec.min + random.unit() * (most - spec.min);
    const double fitting = spec.kind == ParamSpec::Kind::kReal ? value : std::round(value);
    if (check_param(spec, fitting).ok()) choice.params[i] = fitting;
  }
  return choice;
}

}  // namespace

Scenario random_scenario(Random& random) {
  Scenario scenario = default_scenario();
  if (random.below(2) == 0) scenario.seed = random.below(2) == 0 ? random.below(100) : random.next();
  if (random.below(2) == 0) scenario.keys = random_keys(random);
  scenario.cluster = random_start(random, scenario.seed);
  scenario.strategies.clear();
  for (std::uint64_t left = 1 + random.below(kMaxStrategies); left > 0; --left) {
    scenario.strategies.push_back(random_choice(random));
  }
  for (std::uint64_t left = random.below(12); left > 0; --left) {
    change(random, scenario.cluster, scenario.seed);
    move_by_hand(random, scenario);
  }
  scenario.replicas = static_cast<unsigned>(1 + random.below(kMaxReplicas));
  if (random.below(2) == 0) {
    scenario.requests = {random.unit() * kMaxSkew, random.below(kMaxSpread + 1), random.unit() * kMaxCapacity};
  }
  give_table(random, scenario);
  return scenario;
}

}  // namespace reshard::testing
