#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "web/insight/owner_loss.h"
#include "web/state/ui_state.h"

namespace reshard::ui {

/// Keeps ui.inspections in step with the results and the typed key. For the main strategy it also counts the keys of
/// every slot, and finds where the key goes when its owner leaves, both in slices.
class Inspector {
 public:
  /// True if something is new.
  bool update(const Results& results, UiState& ui, Budget& budget);

  /// Looks at the same key again: its texts were in another language.
  void look_again() { revision_ = 0; }

 private:
  bool look(const Results& results, UiState& ui);
  bool count(const Results& results, UiState& ui);
  bool foresee(const Results& results, UiState& ui, Budget& budget);

  std::uint64_t revision_ = 0;
  std::string key_;

  // A key's slot depends on the keys, the strategy and the number of slots, and on the nodes only through that number.
  std::shared_ptr<const KeySet> counted_keys_;
  std::optional<StrategyChoice> counted_choice_;
  std::uint64_t counted_slots_ = 0;
  std::vector<std::uint32_t> counts_;  // empty when done
  std::size_t counted_ = 0;

  OwnerLoss owner_loss_;
  bool to_foresee_ = false;  // whether to do so for what was looked at last; not during a drag
};

}  // namespace reshard::ui
