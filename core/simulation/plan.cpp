// Plans what a scenario needs: reuses what exists and starts the rest.
#include <algorithm>

#include "core/analysis/memory.h"
#include "core/base/text.h"
#include "core/scenario/entry.h"
#include "core/simulation/job.h"

namespace reshard {

void Simulation::provide(std::shared_ptr<const KeySet> keys) {
  std::erase_if(provided_, [&](const auto& known) { return known->spec() == keys->spec(); });
  provided_.push_back(std::move(keys));
  std::uint64_t bytes = 0;
  for (const auto& known : provided_) bytes += known->memory_bytes();
  while (bytes > kMaxProvidedBytes && provided_.size() > 1) {
    bytes -= provided_.front()->memory_bytes();
    provided_.erase(provided_.begin());
  }
}

Result<std::shared_ptr<const KeySet>> Simulation::keys_of(const Scenario& scenario) const {
  const auto form = generated_form(scenario);
  const auto shown = [&](const KeySpec& spec) {
    if (results_.keys == nullptr || results_.keys->spec() != spec) return false;
    if (spec.kind == KeyKind::kGiven) return true;
    // Sequential and given keys do not depend on the seed, so a new seed leaves them and their columns alone.
    return results_.keys->form() == form && (results_.keys->counts_up() || results_.scenario->seed == scenario.seed);
  };
  if (shown(scenario.keys)) return results_.keys;
  if (scenario.keys.kind != KeyKind::kGiven) return KeySet::generate(scenario.keys, scenario.seed, form);
  const auto provided =
      std::find_if(provided_.begin(), provided_.end(), [&](const auto& keys) { return keys->spec() == scenario.keys; });
  if (provided != provided_.end()) return *provided;
  const KeySpec stand_ins{.count = scenario.keys.count};
  return shown(stand_ins) ? results_.keys : KeySet::generate(stand_ins, scenario.seed, form);
}

std::shared_ptr<KeyColumn> Simulation::column_of(const Job& job, const Recipe& recipe) const {
  const auto find_in = [&](const PlacedStrategy& placed) {
    const auto at = std::find_if(placed.columns.begin(), placed.columns.end(), [&](const auto& column) {
      return column->recipe() == recipe && column->keys() == job.keys.get();
    });
    return at == placed.columns.end() ? nullptr : *at;
  };
  for (const Plan& plan : job.plans) {
    if (auto column = find_in(*plan.placed)) return column;
  }
  for (const auto& slot : slots_) {
    if (auto column = find_in(*slot->placed)) return column;
  }
  return std::make_shared<KeyColumn>(job.keys, recipe);
}

// An existing placement made from the same input: that of the scenario shown, or of the one before it.
std::shared_ptr<Placement> Simulation::placement_of(const PlacedStrategy& placed, const Job& job) const {
  if (results_.keys != job.keys) return nullptr;
  const auto made_of_the_same = [&](const PlacedStrategy& other) {
    return other.choice == placed.choice && other.scenario->cluster == job.scenario->cluster &&
           other.scenario->replicas == job.scenario->replicas;
  };
  for (const auto& slot : slots_) {
    if (made_of_the_same(*slot->placed)) return slot->placed->placement;
    if (made_of_the_same(*slot->placed_before)) return slot->placed_before->placement;
  }
  return nullptr;
}

// A strategy placed with the same choice, or else one from which this choice can continue.
std::shared_ptr<const Simulation::PlacedStrategy> Simulation::previous_of(const StrategyChoice& choice) const {
  std::shared_ptr<const PlacedStrategy> previous;
  for (const auto& slot : slots_) {
    const StrategyChoice& shown = slot->placed->choice;
    if (shown == choice) return slot->placed;
    if (previous != nullptr || shown.strategy != choice.strategy || shown.hash != choice.hash) continue;
    if (choice.strategy->follows != nullptr && choice.strategy->follows(shown.params, choice.params)) {
      previous = slot->placed;
    }
  }
  return previous;
}

// Null where updates do not use slots, or there are more slots than keys.
std::shared_ptr<KeyIndex> Simulation::by_slot_of(const PlacedStrategy& placed, const Job& job) const {
  const std::uint64_t slots = slots_of(*placed.placement);
  if (slots == 0 || slots > job.keys->size()) return nullptr;
  for (const auto& slot : slots_) {
    for (const auto& shown : {slot->placed, slot->placed_before}) {
      const bool same = shown->by_slot != nullptr && shown->choice == placed.choice && shown->columns == placed.columns;
      if (same && slots_of(*shown->placement) == slots) return shown->by_slot;
    }
  }
  return std::make_shared<KeyIndex>();
}

Status Simulation::plan_strategy(const StrategyChoice& choice, Job& job) const {
  auto placed = std::make_shared<PlacedStrategy>();
  placed->choice = choice;
  placed->scenario = job.scenario;
  placed->recipes = choice.strategy->recipes(choice.params, *choice.hash);
  for (const Recipe& recipe : placed->recipes) placed->columns.push_back(column_of(job, recipe));
  const auto previous = previous_of(choice);
  placed->placement = placement_of(*placed, job);
  if (placed->placement == nullptr) {
    const KeyBlock all = traits_of(*choice.strategy, choice.params).has(Trait::kNeedsAllKeys)
                             ? placed->block(*job.keys, 0, job.keys->size())
                             : KeyBlock{};
    auto built =
        build_placement(*choice.strategy, {job.scenario->cluster, choice.params, *choice.hash, job.scenario->replicas,
                                           all, previous == nullptr ? nullptr : previous->placement.get()});
    if (!built.ok()) return built.error();
    placed->placement = built.take();
  }
  placed->by_slot = by_slot_of(*placed, job);
  // Ranges of slots are useless without an index of the keys by slot.
  placed->has_ranges =
      has_ranges(*placed->placement) && (placed->by_slot != nullptr || slots_of(*placed->placement) == 0);
  job.plans.emplace_back();
  job.plans.back().placed = std::move(placed);
  job.plans.back().previous = previous;
  return Done{};
}

Result<std::unique_ptr<Simulation::Job>> Simulation::plan(std::shared_ptr<const Scenario> scenario,
                                                          Baseline baseline) const {
  auto job = std::make_unique<Job>();
  job->scenario = std::move(scenario);
  job->baseline = baseline;
  const std::uint64_t bytes = job->scenario->keys.count * bytes_per_key(*job->scenario);
  if (bytes > kMaxMemoryBytes) {
    return Error{ErrorCode::too_large, "keys", {decimal(bytes) + " bytes", decimal(kMaxMemoryBytes)}};
  }
  if (const Status size = check_size(*job->scenario); !size.ok()) return size.error();
  auto keys = keys_of(*job->scenario);
  if (!keys.ok()) return keys.error();
  job->keys = keys.take();
  job->take_shares(results_);
  for (const StrategyChoice& choice : job->scenario->strategies) {
    if (const auto planned = plan_strategy(choice, *job); !planned.ok()) return planned.error();
  }
  return job;
}

}  // namespace reshard
