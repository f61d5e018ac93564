#pragma once

#include <string>
#include <string_view>

#include "core/migration/move_spec.h"
#include "core/scenario/link.h"

namespace reshard {

// A whole move, but for its keys, as the value of a link's field `move`:
//
//   double_write~routing=proxy~clients=50~writes=0.3~unit=section~section_keys=500~seed=7
//
// First the protocol, the id of a preset or a text as protocol_text.h has it; then what differs from the default, by the
// last part of its path. What a preset brings along (unit, checks) is its default.

/// At most kMaxMoveBytes. Errors name the field: "move.clients". Limits are check_move()'s, but for those that depend on the keys.
Result<MoveSpec> parse_move(std::string_view text);
std::string format_move(const MoveSpec& spec);

/// Gives the spec what another one says about this key of a link: "clients", or "protocol" with what goes through its
/// phases by itself. Error (field "move") where there is no such key.
Status take_over(MoveSpec& spec, MoveSpec from, std::string_view key);

/// The words of routing, spread and what a node has when it is back, in the order of their enums.
std::span<const std::string_view> routing_words();
std::span<const std::string_view> spread_words();
std::span<const std::string_view> node_back_words();

}  // namespace reshard
