// The structure: where the strategy's idea comes from and what it costs.

#include "web/controls.h"
#include "web/panels/panels.h"
#include "web/words.h"

namespace reshard::ui {

void structure_panel(const Scenario&, const Results& results, UiState& ui, Commands&) {
  if (results.revision == 0) return;
  const StrategyResult& main = results.strategies[0];
  section_title(main.choice.strategy->title.data());
  quiet_paragraph(ui.theme, main.choice.strategy->source);
  quiet_paragraph(ui.theme, std::string(main.choice.strategy->lookup) + ", " +
                                format_bytes(main.placement->memory_bytes(), locale()));
}

}  // namespace reshard::ui
