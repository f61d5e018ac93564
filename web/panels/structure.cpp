// The structure: the main strategy's own picture, with what it costs and the way of the key that is looked
// up.

#include "web/controls.h"
#include "web/panels/panels.h"
#include "web/picture_place.h"
#include "web/pictures.h"
#include "web/words.h"

namespace reshard::ui {

void structure_panel(const Scenario&, const Results& results, UiState& ui, Commands&) {
  if (results.revision == 0) return;
  const StrategyResult& main = results.strategies[0];
  section_title(main.choice.strategy->title.data());
  quiet_paragraph(ui.theme,
                  say(Word::structure_cost, {std::string(main.choice.strategy->lookup),
                                             format_bytes(main.placement->memory_bytes(), locale())}));
  PicturePlace place("structure", ui);
  place.points_at(draw_structure(place.view(), place.area(), results, ui.inspection, ui.inspected_key));
}

}  // namespace reshard::ui
