#include "web/insight/inspector.h"

#include <algorithm>

#include "core/analysis/serving.h"
#include "core/base/check.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

// The index of the key with this name; searched only if a key's owner depends on the other keys.
std::uint32_t index_in_set(const KeySet& keys, const StrategyChoice& choice, std::string_view name) {
  if (!traits_of(*choice.strategy, choice.params).has(Trait::kNeedsAllKeys)) return kNotInSet;
  std::string buffer;
  for (std::uint32_t i = 0; i < keys.size(); ++i) {
    if (keys.name(i, buffer) == name) return i;
  }
  return kNotInSet;
}

std::vector<NodeId> replicas_of(const StrategyResult& strategy, const SingleKey& key) {
  constexpr unsigned kReplicas = 3;
  if (!traits_of(*strategy.choice.strategy, strategy.choice.params).has(Trait::kReplicas)) return {};
  std::vector<NodeId> nodes(kReplicas);
  strategy.placement->place_replicas(key.block(), kReplicas, nodes);
  nodes.erase(nodes.begin());
  std::erase(nodes, kNoNode);
  return nodes;
}

// The path to the node that serves the key, which the last step names.
Trace way_of(const Placement& placement, const StrategyChoice& choice, const Scenario& scenario, const SingleKey& key,
             std::uint32_t index) {
  const Serving serving(placement, *choice.strategy, choice.params, scenario.cluster, scenario.replicas);
  Trace trace = serving.explain(key, index);
  if (trace.back().node == kNoNode && trace.back().label == "served_by") trace.back().value = say(Word::no_node);
  return trace;
}

// `typed` may be empty, or a key that the strategy cannot read.
Inspection inspect(const Results& results, std::size_t slot, const std::string& typed) {
  const KeySet& keys = *results.keys;
  const StrategyResult& strategy = results.strategies[slot];
  Inspection seen;
  const auto read = SingleKey::of(typed, strategy.recipes);
  if (!read.ok() && !typed.empty()) seen.error = error_text(read.error());
  const bool asked = read.ok() && !typed.empty();  // an empty text may be a key, but nobody has typed one yet
  // A picture always shows the path of some key: of the first one until another can be looked up.
  std::string buffer;
  const std::string_view name = asked ? std::string_view(typed) : keys.name(0, buffer);
  const auto key = SingleKey::of(name, strategy.recipes);
  CHECK(key.ok());
  seen.picture = strategy.placement->picture(key.value());
  const std::uint32_t index = asked ? index_in_set(keys, strategy.choice, name) : kNotInSet;
  if (asked) {
    seen.home = strategy.placement->explain(key.value(), index).back().node;
    seen.trace = way_of(*strategy.placement, strategy.choice, *results.scenario, key.value(), index);
    seen.owner = seen.trace.back().node;
    seen.replicas = replicas_of(strategy, key.value());
  }
  if (strategy.placement_before == nullptr) return seen;
  if (const auto key_before = SingleKey::of(name, strategy.recipes_before); key_before.ok()) {
    seen.picture_before = strategy.placement_before->picture(key_before.value());
    seen.owner_before = strategy.placement_before->explain(key_before.value(), index).back().node;
    const std::vector<StrategyChoice>& choices = results.before->strategies;
    if (slot < choices.size() && choices[slot] == strategy.choice) {  // otherwise this is the change being described
      seen.owner_before =
          way_of(*strategy.placement_before, strategy.choice, *results.before, key_before.value(), index).back().node;
    }
  }
  return seen;
}

}  // namespace

bool Inspector::update(const Results& results, UiState& ui, Budget& budget) {
  if (results.revision == 0) return false;
  if (look(results, ui)) return true;
  const bool counted = count(results, ui);
  return foresee(results, ui, budget) || counted;
}

bool Inspector::look(const Results& results, UiState& ui) {
  if (results.revision == revision_ && ui.inspected_key == key_) return false;
  owner_loss_.drop();
  revision_ = results.revision;
  key_ = ui.inspected_key;
  SlotKeys slot_keys = std::move(ui.inspections[0].slot_keys);
  ui.inspections.resize(results.strategies.size());
  for (std::size_t slot = 0; slot < ui.inspections.size(); ++slot) {
    ui.inspections[slot] = inspect(results, slot, key_);
  }
  ui.inspections[0].slot_keys = std::move(slot_keys);
  to_foresee_ = ui.inspections[0].home != kNoNode;
  return true;
}

bool Inspector::count(const Results& results, UiState& ui) {
  constexpr std::size_t kKeysAFrame = std::size_t{1} << 18;
  const StrategyResult& main = results.strategies[0];
  const std::uint64_t slots = main.placement->slot_count();
  if (results.keys != counted_keys_ || counted_choice_ != main.choice || counted_slots_ != slots) {
    counted_keys_ = results.keys;
    counted_choice_ = main.choice;
    counted_slots_ = slots;
    counted_ = 0;
    ui.inspections[0].slot_keys = {};
    counts_.assign(static_cast<std::size_t>(slots), 0);
  }
  if (counts_.empty()) return false;
  const auto hashes = main.keys.columns[0];
  const std::size_t end = std::min(hashes.size(), counted_ + kKeysAFrame);
  for (; counted_ < end; ++counted_) ++counts_[static_cast<std::size_t>(main.placement->slot_of(hashes[counted_]))];
  if (end == hashes.size()) ui.inspections[0].slot_keys = sum_up(std::exchange(counts_, {}));
  return true;
}

// Finds where the key goes without its owner, if nothing changed since the previous frame.
bool Inspector::foresee(const Results& results, UiState& ui, Budget& budget) {
  if (to_foresee_) {
    to_foresee_ = false;
    const StrategyResult& main = results.strategies[0];
    const auto key = SingleKey::of(key_, main.recipes);
    CHECK(key.ok());
    owner_loss_.begin(results, key.value(), index_in_set(*results.keys, main.choice, key_), ui.inspections[0].home);
    if (owner_loss_.working()) return true;
  } else if (!owner_loss_.step(budget)) {
    return owner_loss_.working();
  }
  ui.inspections[0].leaving = Inspection::Leaving{owner_loss_.heir(), owner_loss_.refusal()};
  return true;
}

}  // namespace reshard::ui
