#include "web/inspector.h"

#include <algorithm>
#include <utility>

#include "web/words.h"

namespace reshard::ui {
namespace {

// Which key of the set has this name; asked only where the owner of a key depends on the others.
std::uint32_t index_in_set(const Results& results, std::string_view name) {
  const StrategyChoice& choice = results.strategies[0].choice;
  if (!traits_of(*choice.strategy, choice.params).has(Trait::kNeedsAllKeys)) return kNotInSet;
  std::string buffer;
  for (std::uint32_t i = 0; i < results.keys->size(); ++i) {
    if (results.keys->name(i, buffer) == name) return i;
  }
  return kNotInSet;
}

std::vector<NodeId> replicas_of(const Results& results, const Placement& placement, const SingleKey& key) {
  constexpr unsigned kReplicas = 3;
  const StrategyChoice& choice = results.strategies[0].choice;
  if (!traits_of(*choice.strategy, choice.params).has(Trait::kReplicas)) return {};
  std::vector<NodeId> nodes(kReplicas);
  placement.place_replicas(key.block(), kReplicas, nodes);
  nodes.erase(nodes.begin());
  std::erase(nodes, kNoNode);
  return nodes;
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
  departure_.drop();
  if (results.revision != revision_) follow(results);
  revision_ = results.revision;
  key_ = ui.inspected_key;

  Inspection seen;
  seen.slot_keys = std::move(ui.inspection.slot_keys);
  // A picture always shows the way of some key: of the first one while nobody asks for another.
  std::string buffer;
  const std::string_view name = key_.empty() ? results.keys->name(0, buffer) : std::string_view(key_);
  const auto key = SingleKey::of(name, shown_.recipes);
  if (!key.ok()) {
    seen.error = error_text(key.error());
    seen.picture = std::move(ui.inspection.picture);
    seen.picture_before = std::move(ui.inspection.picture_before);
    ui.inspection = std::move(seen);
    return true;
  }
  seen.picture = shown_.placement->picture(key.value());
  const std::uint32_t index = key_.empty() ? kNotInSet : index_in_set(results, name);
  if (!key_.empty()) {
    seen.trace = shown_.placement->explain(key.value(), index);
    seen.owner = seen.trace.back().node;
    seen.replicas = replicas_of(results, *shown_.placement, key.value());
  }
  to_foresee_ = seen.owner != kNoNode;
  if (shown_before_.placement != nullptr) {
    if (const auto before = SingleKey::of(name, shown_before_.recipes); before.ok()) {
      seen.picture_before = shown_before_.placement->picture(before.value());
      seen.owner_before = shown_before_.placement->explain(before.value(), index).back().node;
    }
  }
  ui.inspection = std::move(seen);
  return true;
}

bool Inspector::count(const Results& results, UiState& ui) {
  constexpr std::size_t kKeysAFrame = std::size_t{1} << 18;
  const StrategyResult& main = results.strategies[0];
  if (results.keys != counted_keys_ || counted_choice_ != main.choice) {
    counted_keys_ = results.keys;
    counted_choice_ = main.choice;
    counted_ = 0;
    ui.inspection.slot_keys.clear();
    const auto* table = ui.inspection.picture ? std::get_if<TablePicture>(&*ui.inspection.picture) : nullptr;
    const bool slots = table != nullptr && main.placement->slot_of(0) != kNoSlot;
    counts_.assign(slots ? table->slots.size() : 0, 0);
  }
  if (counts_.empty()) return false;
  const std::size_t end = std::min(main.key_hashes.size(), counted_ + kKeysAFrame);
  for (; counted_ < end; ++counted_) ++counts_[static_cast<std::size_t>(main.placement->slot_of(main.key_hashes[counted_]))];
  if (end == main.key_hashes.size()) ui.inspection.slot_keys = std::exchange(counts_, {});
  return true;
}

// Without its owner, where nothing changed since the frame before.
bool Inspector::foresee(const Results& results, UiState& ui, Budget& budget) {
  if (to_foresee_) {
    to_foresee_ = false;
    const auto key = SingleKey::of(key_, shown_.recipes);
    CHECK(key.ok());
    departure_.begin(results, key.value(), index_in_set(results, key_), ui.inspection.owner);
    if (departure_.working()) return true;
  } else if (!departure_.step(budget)) {
    return departure_.working();
  }
  ui.inspection.leaving = Inspection::Leaving{departure_.heir(), departure_.refusal()};
  return true;
}

void Inspector::follow(const Results& results) {
  // During a drag the results change, and what they are compared with does not.
  if (results.before != before_) shown_before_ = results.before == nullptr ? Placed{} : std::exchange(shown_, {});
  before_ = results.before;
  shown_ = {results.strategies[0].placement, results.strategies[0].recipes};
}

}  // namespace reshard::ui
