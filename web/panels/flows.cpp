// The flows: how many keys went from which node to which.

#include "web/controls.h"
#include "web/panels/panels.h"
#include "web/picture_place.h"
#include "web/pictures.h"
#include "web/words.h"

namespace reshard::ui {

void flows_panel(const Scenario&, const Results& results, UiState& ui, Commands&) {
  section_title(say(Word::flows));
  if (results.revision == 0) return;
  PicturePlace place("flows", ui);
  place.points_at(draw_movement(place.view(), place.area(), results));
}

}  // namespace reshard::ui
