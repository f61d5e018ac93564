// The structure: the main strategy's own picture, with its costs and the path of the key that is looked up. If a table
// can be changed by hand, its slots can be clicked.

#include <algorithm>
#include <utility>

#include "imgui.h"
#include "web/controls/controls.h"
#include "web/insight/picture_words.h"
#include "web/panels/move_menu.h"
#include "web/panels/panels.h"
#include "web/panels/picture_place.h"
#include "web/panels/views.h"
#include "web/pictures/slot_grid.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

std::string_view entry_of(const StrategyResult& main) {
  return main.choice.strategy->entry.empty() ? "slot" : main.choice.strategy->entry;
}

// Lookup and memory, and the hot slots if there are any.
std::string cost(const StrategyResult& main, const SlotKeys& slot_keys) {
  std::string text = say(Word::structure_cost, {std::string(translated(main.choice.strategy->lookup)),
                                                format_bytes(main.placement->memory_bytes(), locale())});
  if (slot_keys.hot.empty()) return text;
  const std::uint32_t fullest = slot_keys.hot.front();
  return text + say(Word::structure_hot, {format_count(slot_keys.hot.size(), locale()), entries(entry_of(main)),
                                          format_count(slot_keys.of_slot[fullest], locale()), one_entry(entry_of(main)),
                                          format_count(fullest, locale())});
}

// Switches between ring and line.
void shape_button(const UiState& ui, Commands& commands) {
  const bool line = ui.link_view.rings_as_lines;
  if (icon_button(ui.theme, line ? Icon::kRing : Icon::kLine, say(line ? Word::as_ring : Word::as_line), "ring-shape"))
    commands.ask(DrawRings{!line});
}

// Title and costs on the left; on the right of both, the controls that change how the picture is seen and that move
// entries.
void draw_head(const Scenario& scenario, const StrategyResult& main, UiState& ui, Commands& commands) {
  const ImVec2 top = ImGui::GetCursorPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool movable = can_move_by_hand(scenario, ui) && !ui.preferences.simple();
  const std::string label = say(Word::move_button, {entries(entry_of(main))});
  const float button_width = movable ? ImGui::CalcTextSize(label.c_str()).x + 3 * kGrid : 0;
  const float title_width = ImGuiPainter().text_size(translated(main.choice.strategy->title), FontRole::kStrong).x;
  const float zoom_width = zoom_buttons_width(ui.theme, ui.structure_lens);
  const auto fits = [&](float buttons) {
    return !ui.preferences.simple() && title_width + kGrid + buttons + button_width <= width;
  };
  const bool shapes = shows_ring(ui.inspections[0]) && fits(ui.theme.control_height());
  const float shape_width = shapes ? ui.theme.control_height() : 0;
  const bool zooms = ui.magnifies && fits(shape_width + zoom_width);
  const float at_right = button_width + shape_width + (zooms ? zoom_width : 0);
  // On a phone the menu of strategies, just above, has said it.
  if (!ui.preferences.simple() || ui.form != LayoutForm::kStack) {
    ImGui::PushTextWrapPos(top.x + width - at_right - kGrid);
    section_title(translated(main.choice.strategy->title).data());
    ImGui::PopTextWrapPos();
  }
  if (!ui.preferences.simple() && ui.form != LayoutForm::kEmbed)
    quiet_text(ui.theme, broken_into_lines(cost(main, ui.inspections[0].slot_keys), width - at_right - kGrid));
  if (!movable && !zooms && !shapes) return;
  const ImVec2 below = ImGui::GetCursorPos();
  ImGui::SetCursorPos({top.x + width - at_right, top.y});
  if (shapes) shape_button(ui, commands);
  if (shapes && zooms) ImGui::SameLine(0, 0);
  if (zooms) zoom_buttons(ui.theme, ui.structure_lens, "structure");
  if (zooms && movable) ImGui::SameLine(0, 0);
  if (movable && button(ui.theme, label.c_str(), "move-entries", ButtonKind::kPlain, button_width))
    open_move_menu(ui, ui.move.first);
  ImGui::SetCursorPos({below.x, std::max(below.y, top.y + ui.theme.control_height() + kGrid / 2)});
}

void tell_slot(const StrategyResult& main, const Cluster& cluster, const Pointed& pointed, const SlotKeys& slot_keys) {
  const std::string number = format_count(*pointed.slot, locale());
  const std::string owner = pointed.node == kNoNode ? say(Word::no_node) : cluster.name_of(pointed.node);
  const bool counted = *pointed.slot < slot_keys.of_slot.size();
  const std::string text =
      counted ? say(Word::slot_tip_keys,
                    {one_entry(entry_of(main)), number,
                     format_count(slot_keys.of_slot[static_cast<std::size_t>(*pointed.slot)], locale()), owner})
              : say(Word::slot_tip, {one_entry(entry_of(main)), number, owner});
  ImGui::SetTooltip("%s", text.c_str());
}

}  // namespace

void structure_panel(const Scenario& scenario, const Results& results, UiState& ui, Commands& commands) {
  if (results.revision == 0) return;
  const StrategyResult& main = results.strategies[0];
  draw_head(scenario, main, ui, commands);
  if (std::exchange(ui.magnified, main.choice.strategy) != main.choice.strategy) ui.structure_lens.reset();
  PicturePlace place("structure", ui, 0, ui.magnifies ? &ui.structure_lens : nullptr);
  const Pointed pointed = draw_structure(place.view(), place.area(), results, ui.inspections[0], ui.inspected_key);
  ui.magnifies = pointed.magnifies;
  ui.structure_lens.keep_to(pointed.rim);
  place.points_at(pointed.node);
  if (pointed.slot) {
    const bool known = pointed.node == kNoNode || index_of(pointed.node) < results.scenario->cluster.known();
    if (known) tell_slot(main, results.scenario->cluster, pointed, ui.inspections[0].slot_keys);
    if (place.clicked() && can_move_by_hand(scenario, ui)) open_move_menu(ui, *pointed.slot);
  }
  move_menu(scenario, ui, commands);
}

}  // namespace reshard::ui
