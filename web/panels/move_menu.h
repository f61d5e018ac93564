#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "web/state/ui_state.h"

namespace reshard::ui {

// Moves by hand: a menu gives entries of the main strategy's table (a slot, a directory's key) to a node.

/// Whether the strategy has such a table, and the reader may change it.
bool can_move_by_hand(const Scenario& scenario, const UiState& ui);

/// The table entry of the key that is looked up; nothing if there is no such key, or no table.
std::optional<std::uint64_t> entry_of_key(const Inspection& seen);

/// Opens the menu in the current window, initially for one entry.
void open_move_menu(UiState& ui, std::uint64_t entry);

/// Makes the control drawn last draggable onto a node, which is then given that entry. `label` follows the pointer.
void drag_entry(const std::string& label, std::uint64_t entry);

/// The entry dropped on this part of the current window in this frame.
std::optional<std::uint64_t> dropped_entry(ImVec2 min, ImVec2 max);

/// Draws the menu if it is open: which entries, what is in them, and the nodes to choose from. Call it in the window
/// that opened it.
void move_menu(const Scenario& scenario, UiState& ui, Commands& commands);

}  // namespace reshard::ui
