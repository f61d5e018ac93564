#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "web/insight/owner_loss.h"
#include "web/state/ui_state.h"

namespace reshard::ui {

/// Keeps ui.inspections up to the results and to the key typed. Of the main strategy it also counts the keys of every
/// slot, and finds where the key goes when its owner leaves, some at a time.
class Inspector {
 public:
  /// True where something is new.
  bool update(const Results& results, UiState& ui, Budget& budget);

  /// Looks again at the same key: what it said was in another language.
  void look_again() { revision_ = 0; }

 private:
  bool look(const Results& results, UiState& ui);
  bool count(const Results& results, UiState& ui);
  bool foresee(const Results& results, UiState& ui, Budget& budget);

  std::uint64_t revision_ = 0;
  std::string key_;

  // Which slot a key is in depends on the keys, the strategy and the number of slots, and on the nodes only by that.
  std::shared_ptr<const KeySet> counted_keys_;
  std::optional<StrategyChoice> counted_choice_;
  std::uint64_t counted_slots_ = 0;
  std::vector<std::uint32_t> counts_;  // empty when done
  std::size_t counted_ = 0;

  OwnerLoss owner_loss_;
  bool to_foresee_ = false;  // what was looked at last; a moment of a drag is not
};

}  // namespace reshard::ui
