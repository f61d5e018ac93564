#pragma once

#include <string>
#include <string_view>

#include "core/migration/move_spec.h"
#include "core/scenario/link.h"

namespace reshard {

// A whole move without its keys, as the value of a link's field `move`:
//
//   double_write~routing=proxy~clients=50~writes=0.3~unit=section~section_keys=500~seed=7
//
// First the protocol, as the id of a preset or a text as in protocol_text.h; then what differs from the default, by the
// last part of its path. A preset sets its own defaults for unit and checks.

/// At most kMaxMoveBytes. Errors name the field: "move.clients". Limits are those of check_move(), except those that
/// depend on the keys.
Result<MoveSpec> parse_move(std::string_view text);
std::string format_move(const MoveSpec& spec);

/// Copies from another spec what belongs to this key of a link: "clients", or "protocol", with the unit that goes
/// through its phases. Error (field "move") if there is no such key.
Status take_over(MoveSpec& spec, MoveSpec from, std::string_view key);

/// The words for routing, spread and NodeBack, in the order of their enums.
std::span<const std::string_view> routing_words();
std::span<const std::string_view> spread_words();
std::span<const std::string_view> node_back_words();

}  // namespace reshard
