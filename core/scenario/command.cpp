#include "core/scenario/command.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/scenario/given.h"
#include "core/scenario/moves.h"

namespace reshard {
namespace {

Error bad_slot(std::size_t slot, std::size_t strategies) {
  return {ErrorCode::out_of_range, "strategy", {decimal(slot + 1), "1", decimal(strategies)}};
}

// Each do_it() changes `scenario` or returns why not; apply() discards a half-changed one.

Status do_it(Scenario& scenario, const AddNode& add) {
  Node node;
  node.name = add.name.empty() ? next_node_name(scenario) : add.name;
  if (const auto valid = check_new_name("nodes", node.name); !valid.ok()) return valid;
  node.weight = add.weight;
  node.data_center = add.data_center;
  node.zone = add.zone;
  node.rack = add.rack;
  const auto added = scenario.cluster.add(std::move(node));
  return added.ok() ? Status(Done{}) : added.error();
}

Status do_it(Scenario& scenario, const RemoveNode& remove) { return scenario.cluster.remove(remove.node); }

Status do_it(Scenario& scenario, const RenameNode& rename) {
  if (const auto valid = check_new_name("nodes", rename.name); !valid.ok()) return valid;
  return scenario.cluster.rename(rename.node, rename.name);
}

Status do_it(Scenario& scenario, const WeighNode& weigh) {
  return scenario.cluster.set_weight(weigh.node, weigh.weight);
}

Status do_it(Scenario& scenario, const RelocateNode& to) {
  return scenario.cluster.relocate(to.node, to.data_center, to.zone, to.rack);
}

Status do_it(Scenario& scenario, const SetNodeState& set) { return scenario.cluster.set_state(set.node, set.state); }

Status do_it(Scenario& scenario, const MoveEntries& move) {
  if (move.slot >= scenario.strategies.size()) return bad_slot(move.slot, scenario.strategies.size());
  TableMove entries{std::string(scenario.strategies[move.slot].strategy->id), move.first, move.last};
  if (const auto valid = check_move(entries, scenario); !valid.ok()) return valid;
  return scenario.cluster.move(move.node, std::move(entries));
}

Status do_it(Scenario& scenario, const SetNodes& set) {
  auto replaced = scenario.cluster.replaced_by(set.nodes);
  if (!replaced.ok()) return replaced.error();
  scenario.cluster = replaced.take();
  return Done{};
}

Status do_it(Scenario& scenario, const SetNodeCount& set) {
  if (set.count < 1 || set.count > kMaxNodes) {
    return Error{ErrorCode::out_of_range, "nodes", {decimal(set.count), "1", decimal(kMaxNodes)}};
  }
  while (scenario.cluster.nodes().size() > set.count) {
    if (const auto removed = scenario.cluster.remove(scenario.cluster.nodes().back().id); !removed.ok()) return removed;
  }
  // The number continues from name to name, so that ten thousand nodes do not start from 0 ten thousand times.
  for (std::uint64_t number = 0; scenario.cluster.nodes().size() < set.count; ++number) {
    Node node;
    node.name = generated_node_name(scenario.seed, number);
    if (scenario.cluster.find(node.name) != nullptr) continue;
    if (const auto added = scenario.cluster.add(std::move(node)); !added.ok()) return added.error();
  }
  return Done{};
}

Status do_it(Scenario& scenario, const SetStrategy& set) {
  if (set.slot >= scenario.strategies.size()) return bad_slot(set.slot, scenario.strategies.size());
  StrategyChoice& choice = scenario.strategies[set.slot];
  if (choice.strategy == set.strategy) return Done{};
  const HashFunction* hash = choice.hash;
  const bool was_chosen = hash != &default_hash(*choice.strategy, choice.params);
  choice = default_choice(*set.strategy);
  if (was_chosen && offers(*choice.strategy, choice.params, *hash)) choice.hash = hash;
  return Done{};
}

Status do_it(Scenario& scenario, const SetHash& set) {
  if (set.slot >= scenario.strategies.size()) return bad_slot(set.slot, scenario.strategies.size());
  StrategyChoice& choice = scenario.strategies[set.slot];
  if (choice.hash == set.hash) return Done{};  // even one from an old link that the dialect no longer offers
  if (auto offered = check_offered(*choice.strategy, choice.params, *set.hash); !offered.ok()) return offered;
  choice.hash = set.hash;
  return Done{};
}

Status do_it(Scenario& scenario, const SetParam& set) {
  if (set.slot >= scenario.strategies.size()) return bad_slot(set.slot, scenario.strategies.size());
  StrategyChoice& choice = scenario.strategies[set.slot];
  const auto specs = choice.strategy->params;
  const auto spec = std::find_if(specs.begin(), specs.end(), [&](const ParamSpec& s) { return s.key == set.key; });
  if (spec == specs.end()) return Error{ErrorCode::unknown, std::string(choice.strategy->id), {set.key}};
  if (const auto valid = check_param(*spec, set.value); !valid.ok()) return valid;
  const auto before = offered_hashes(*choice.strategy, choice.params);
  const bool was_default = choice.hash == &default_hash(*choice.strategy, choice.params);
  choice.params[static_cast<std::size_t>(spec - specs.begin())] = set.value;
  // A dialect may offer functions of its own: a hash that it does not offer is replaced by its default.
  const bool offered = offers(*choice.strategy, choice.params, *choice.hash);
  const bool others = before != offered_hashes(*choice.strategy, choice.params);
  if (others && (was_default || !offered)) choice.hash = &default_hash(*choice.strategy, choice.params);
  return Done{};
}

Status do_it(Scenario& scenario, const AddStrategy& add) {
  if (scenario.strategies.size() >= kMaxStrategies) {
    return Error{
        ErrorCode::out_of_range, "strategies", {decimal(scenario.strategies.size() + 1), "1", decimal(kMaxStrategies)}};
  }
  scenario.strategies.push_back(default_choice(*add.strategy));
  return Done{};
}

Status do_it(Scenario& scenario, const RemoveStrategy& remove) {
  if (remove.slot >= scenario.strategies.size()) return bad_slot(remove.slot, scenario.strategies.size());
  if (scenario.strategies.size() == 1)
    return Error{ErrorCode::out_of_range, "strategies", {"0", "1", decimal(kMaxStrategies)}};
  scenario.strategies.erase(scenario.strategies.begin() + static_cast<std::ptrdiff_t>(remove.slot));
  return Done{};
}

Status do_it(Scenario& scenario, const PromoteStrategy& promote) {
  if (promote.slot >= scenario.strategies.size()) return bad_slot(promote.slot, scenario.strategies.size());
  std::swap(scenario.strategies[0], scenario.strategies[promote.slot]);
  return Done{};
}

Status do_it(Scenario& scenario, const SetKeys& set) {
  if (set.keys.count < kMinKeys || set.keys.count > kMaxKeys) {
    return Error{ErrorCode::out_of_range, "keys", {decimal(set.keys.count), decimal(kMinKeys), decimal(kMaxKeys)}};
  }
  if (!set.keys.prefix.empty()) {
    if (const auto valid = check_name("prefix", set.keys.prefix); !valid.ok()) return valid;
  }
  scenario.keys = set.keys;
  return Done{};
}

// Generated names follow the seed; names that somebody chose stay.
Status do_it(Scenario& scenario, const SetSeed& set) {
  std::map<std::string, std::string> names;
  for (std::uint64_t number = 0; number < scenario.cluster.known(); ++number) {
    names[generated_node_name(scenario.seed, number)] = generated_node_name(set.seed, number);
  }
  auto renamed = scenario.cluster.with_names(names);
  if (!renamed.ok()) return renamed.error();
  scenario.cluster = renamed.take();
  scenario.seed = set.seed;
  return Done{};
}

Status do_it(Scenario& scenario, const SetReplicas& set) {
  if (set.replicas < 1 || set.replicas > kMaxReplicas) {
    return Error{ErrorCode::out_of_range, "replicas", {decimal(set.replicas), "1", decimal(kMaxReplicas)}};
  }
  scenario.replicas = set.replicas;
  return Done{};
}

Status do_it(Scenario& scenario, const SetRequests& set) {
  if (const auto valid = check_requests(set.requests); !valid.ok()) return valid;
  scenario.requests = set.requests;
  return Done{};
}

Status do_it(Scenario& scenario, const Restart& restart) {
  scenario.cluster = rebased_with_table(scenario, restart.keep_table);
  return Done{};
}

}  // namespace

Result<Scenario> apply(const Scenario& scenario, const Command& command) {
  Scenario next = scenario;
  const Status done = std::visit([&](const auto& what) { return do_it(next, what); }, command);
  if (!done.ok()) return done.error();
  next.cluster.join(scenario.cluster.log().size(), next.cluster.log().size());
  forget_lost_moves(next);
  forget_lost_table(next);
  return next;
}

}  // namespace reshard
