// The load: how evenly the keys lie on the nodes.

#include "web/controls.h"
#include "web/panels/panels.h"
#include "web/words.h"

namespace reshard::ui {

void load_panel(const Scenario&, const Results& results, UiState& ui, Commands&) {
  if (results.revision == 0) return;
  const LoadStats& load = results.strategies[0].load;
  section_title(say(Word::load));
  quiet_paragraph(ui.theme,
                  say(Word::load_spread, {format_decimal(load.mean, 0, locale()), format_percent(load.cv, locale()),
                                          format_decimal(load.peak_to_fair, 2, locale())}));
}

}  // namespace reshard::ui
