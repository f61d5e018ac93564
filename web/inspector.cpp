#include "web/inspector.h"

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

}  // namespace

bool Inspector::update(const Results& results, UiState& ui) {
  if (results.revision == 0 || (results.revision == revision_ && ui.inspected_key == key_)) return false;
  if (results.revision != revision_) follow(results);
  revision_ = results.revision;
  key_ = ui.inspected_key;

  Inspection seen;
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
  }
  if (shown_before_.placement != nullptr) {
    if (const auto before = SingleKey::of(name, shown_before_.recipes); before.ok()) {
      seen.picture_before = shown_before_.placement->picture(before.value());
      seen.owner_before = shown_before_.placement->explain(before.value(), index).back().node;
    }
  }
  ui.inspection = std::move(seen);
  return true;
}

void Inspector::follow(const Results& results) {
  // During a drag the results change, and what they are compared with does not.
  if (results.before != before_) shown_before_ = results.before == nullptr ? Placed{} : std::exchange(shown_, {});
  before_ = results.before;
  shown_ = {results.strategies[0].placement, results.strategies[0].recipes};
}

}  // namespace reshard::ui
