#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "web/state/ui_state.h"

namespace reshard::ui {

// Moves by hand: entries of the main strategy's table (a slot, a directory's key) are given to a node from a menu.

/// Whether the strategy has such a table, and the reader may change it.
bool can_move_by_hand(const Scenario& scenario, const UiState& ui);

/// The entry of a table that the key looked up is in; nothing where nobody asks, or no table has it.
std::optional<std::uint64_t> entry_of_key(const Inspection& seen);

/// Opens the menu, in the current window, for one entry at first.
void open_move_menu(UiState& ui, std::uint64_t entry);

/// The control drawn last can be dragged onto a node, which is given that entry. `label` goes with the pointer.
void drag_entry(const std::string& label, std::uint64_t entry);

/// The entry dropped on this part of the current window in this frame.
std::optional<std::uint64_t> dropped_entry(ImVec2 min, ImVec2 max);

/// Draws the menu where it is open: which entries, what is in them, and the nodes to choose from. Belongs into the
/// window that opened it.
void move_menu(const Scenario& scenario, UiState& ui, Commands& commands);

}  // namespace reshard::ui
