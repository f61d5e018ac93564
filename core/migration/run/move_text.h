#pragma once

#include <string>
#include <string_view>

#include "core/migration/run/move_spec.h"
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

/// One choice of a spec among words, as move_numbers() has its numbers.
struct MoveChoice {
  std::string_view path;
  std::span<const std::string_view> words;  ///< in the order of their values
  std::size_t (*get)(const MoveSpec&);
  void (*set)(MoveSpec&, std::size_t);
  bool flag = false;  ///< its words are 0 and 1; in JSON false and true
};
std::span<const MoveChoice> move_choices();

/// "clients" of "system.clients": the key in texts.
constexpr std::string_view move_key(std::string_view path) { return path.substr(path.rfind('.') + 1); }

/// The preset that has this protocol; null where there is none.
const Preset* preset_of(const Protocol& protocol);

/// A spec with all defaults except the protocol; `preset` may be null.
MoveSpec default_move(Protocol protocol, const Preset* preset);

}  // namespace reshard
