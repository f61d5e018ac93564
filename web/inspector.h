#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "web/departure.h"
#include "web/ui_state.h"

namespace reshard::ui {

/// Keeps ui.inspection up to the results and to the key typed, remembers the placement before the last change, and
/// counts the keys of every slot, some at a time.
class Inspector {
 public:
  /// True where something is new.
  bool update(const Results& results, UiState& ui, Budget& budget);

 private:
  struct Placed {
    std::shared_ptr<const Placement> placement;
    std::vector<Recipe> recipes;
  };
  void follow(const Results& results);
  bool look(const Results& results, UiState& ui);
  bool count(const Results& results, UiState& ui);
  bool foresee(const Results& results, UiState& ui, Budget& budget);

  std::uint64_t revision_ = 0;
  std::string key_;
  std::shared_ptr<const Scenario> before_;
  Placed shown_, shown_before_;

  // Which slot a key is in depends on the keys and the strategy, and not on the nodes.
  std::shared_ptr<const KeySet> counted_keys_;
  std::optional<StrategyChoice> counted_choice_;
  std::vector<std::uint32_t> counts_;  // empty when done
  std::size_t counted_ = 0;

  Departure departure_;
  bool to_foresee_ = false;  // what was looked at last; a moment of a drag is not
};

}  // namespace reshard::ui
