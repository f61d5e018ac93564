#include "web/panels/move_menu.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "core/base/text.h"
#include "core/scenario/moves.h"
#include "imgui_internal.h"
#include "web/controls/controls.h"
#include "web/controls/keyboard.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

constexpr float kFieldWidth = 96;
constexpr float kListHeight = 240;       // at most; more nodes scroll
constexpr const char* kEntry = "entry";  // what is dragged
constexpr float kAroundList = 190;       // the rest of the menu

// A field for the number of an entry; text that is not a number leaves it unchanged.
bool number_field(const Theme& theme, std::string_view name, std::uint64_t& value) {
  const std::string shown = decimal(value);
  const auto typed = text_input(theme, {.name = name, .value = shown, .numeric = true, .width = kFieldWidth});
  const auto number = typed ? parse_u64(*typed) : std::nullopt;
  if (number) value = *number;
  return number.has_value();
}

void range_fields(UiState& ui) {
  auto& [first, last] = ui.move;
  if (number_field(ui.theme, "move-first", first)) last = std::max(last, first);
  ImGui::SameLine(0, kGrid);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(say(Word::move_to_last));
  ImGui::SameLine(0, kGrid);
  number_field(ui.theme, "move-last", last);
}

// How many keys are in the chosen entries; "" while they are not counted, or beyond the table.
std::string keys_in(const UiState& ui) {
  const auto& keys = ui.inspections[0].slot_keys.of_slot;
  const auto& [first, last] = ui.move;
  if (last >= keys.size() || first > last) return "";
  const std::uint64_t sum = std::accumulate(keys.begin() + static_cast<std::ptrdiff_t>(first),
                                            keys.begin() + static_cast<std::ptrdiff_t>(last) + 1, std::uint64_t{0});
  return say(Word::move_keys, {format_count(sum, locale())});
}

// The node picked; kNoNode if none is.
NodeId node_list(const Scenario& scenario, const Theme& theme) {
  const auto nodes = scenario.cluster.nodes();
  const float row =
      ImGui::GetTextLineHeight() + (theme.coarse_pointer ? 20.0f : 12.0f) + ImGui::GetStyle().ItemSpacing.y;
  NodeId picked = kNoNode;
  const float room = std::min(kListHeight, std::max(2 * row, ImGui::GetIO().DisplaySize.y - kAroundList));
  const ImVec2 size(2 * kFieldWidth + 6 * kGrid, std::min(room, row * static_cast<float>(nodes.size())));
  ImGui::BeginChild("nodes", size, 0, ImGuiWindowFlags_NavFlattened);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(nodes.size()), row);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const Node& node = nodes[static_cast<std::size_t>(i)];
      if (choice_item(theme, {"move-to." + node.name, node.name, {}, false})) picked = node.id;
      const ImVec2 end = ImGui::GetItemRectMax();
      const float middle = (ImGui::GetItemRectMin().y + end.y) / 2, right = end.x - 2 * kGrid;
      ImGui::GetWindowDrawList()->AddRectFilled({right - 12, middle - 6}, {right, middle + 6},
                                                theme.node(node.id).u32(), 3);
    }
  }
  ImGui::EndChild();
  return picked;
}

}  // namespace

bool can_move_by_hand(const Scenario& scenario, const UiState& ui) {
  return ui.link_view.strategy == Access::kFree && movable_entries(scenario.strategies[0], scenario.keys) > 0;
}

std::optional<std::uint64_t> entry_of_key(const Inspection& seen) {
  const auto* table = seen.picture ? std::get_if<TablePicture>(&*seen.picture) : nullptr;
  if (table == nullptr || seen.trace.empty() || table->key_slot >= table->slots.size()) return std::nullopt;
  return table->first + table->key_slot;
}

void open_move_menu(UiState& ui, std::uint64_t entry) {
  ui.move = {entry, entry};
  ImGui::OpenPopup("move");
}

void drag_entry(const std::string& label, std::uint64_t entry) {
  if (!ImGui::BeginDragDropSource()) {
    ImGui::SetItemTooltip("%s", say(Word::move_drag));
    return;
  }
  ImGui::SetDragDropPayload(kEntry, &entry, sizeof entry);
  ImGui::TextUnformatted(label.c_str());
  ImGui::EndDragDropSource();
}

std::optional<std::uint64_t> dropped_entry(ImVec2 min, ImVec2 max) {
  if (!ImGui::BeginDragDropTargetCustom(ImRect(min, max), ImGui::GetID(kEntry))) return std::nullopt;
  std::optional<std::uint64_t> entry;
  if (const ImGuiPayload* dropped = ImGui::AcceptDragDropPayload(kEntry)) {
    entry.emplace();
    std::memcpy(&*entry, dropped->Data, sizeof *entry);
  }
  ImGui::EndDragDropTarget();  // this forgets what was dropped
  return entry;
}

void move_menu(const Scenario& scenario, UiState& ui, Commands& commands) {
  if (!begin_menu("move")) return;
  section_title(say(Word::move_title, {entries(scenario.strategies[0].strategy->entry)}).c_str());
  range_fields(ui);
  if (const std::string keys = keys_in(ui); !keys.empty()) quiet_text(ui.theme, keys);
  ImGui::Dummy(ImVec2(0, kGrid / 2));
  ImGui::TextUnformatted(say(Word::move_to_node));
  if (const NodeId to = node_list(scenario, ui.theme); to != kNoNode) {
    commands.push(MoveEntries{0, ui.move.first, ui.move.last, to});
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace reshard::ui
