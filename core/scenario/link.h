#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/scenario/scenario.h"

namespace reshard {

// A scenario as the fragment of an address: readable, and only with what differs from default_scenario():
//
//   v=1&nodes=a,b*2,c@eu/z1&log=+d,-a&keys=20000&kind=user&prefix=u&seed=7&strategy=ring&hash=md5&vnodes=200&replicas=2
//   &skew=1&spread=10&node_capacity=1.5&s2=jump&s2.removal=swap_last
//
//   v         the version of this form; 1
//   nodes     how many, with generated names; or a list as in link_items.h
//   log       what happened to the nodes since, as in link_items.h
//   owners    the table that the cluster begins with, as in given.h
//   at_once   how many of its last changes are one step, and what else format_steps() in replay.h says
//   keys      how many; or given:fingerprint:count for keys that somebody pasted
//   kind, prefix   of generated keys
//   seed      0 to 2^64 - 1
//   strategy, hash, and the strategy's parameters by their own keys (s1.key for one that is named like another field)
//   replicas  1 to kMaxReplicas
//   skew, spread, node_capacity   of requests, as in RequestSpec
//   s2 to s4  further strategies, with s2.hash and s2.key
//
//   move      how its keys move while requests continue (core/migration/run/move_text.h); kept, not read here
//   move.subject, move.beside, move.runbook   what else the page shows of the move: web/dialogs/migrate/link.js
//
// A published link must open forever: a field keeps its name and meaning within a version, and a new field must not
// have the name of a parameter.

inline constexpr std::uint64_t kLinkVersion = 1;
inline constexpr std::size_t kMaxLinkBytes = std::size_t{1} << 20;
inline constexpr std::size_t kMaxMoveBytes = 16384;  ///< of the field `move`, and of each that begins with "move."
inline constexpr std::size_t kMaxLinkFields = 1000;  ///< a scenario needs about fifty of them
inline constexpr std::size_t kMaxOtherFields = 900;  ///< so that a link written again can be read again

/// A field that says nothing about the scenario, unescaped.
struct OtherField {
  std::string key, value;

  bool operator==(const OtherField&) const = default;
};

struct LinkContents {
  Scenario scenario;
  std::vector<OtherField> other;  ///< inspect, view, ring, theme, move and unknown fields, in order
  std::vector<Error> refused;     ///< what was not accepted; the default, or the rest, is used instead
};

/// Reads the part of an address after the #. Each value is checked by itself: if one is refused, its field keeps the
/// default (or a list drops that one item), and the rest is read. A field that means nothing in this scenario, such as
/// `vnodes` beside strategy=jump, is kept in `other`. A weight is also refused if it makes a ring too large (entry.h).
/// Nothing is read from a link that is too long or of a newer version; of one with too many fields, nodes or changes,
/// the first ones are. Otherwise it never fails, whatever the bytes, and no link makes more work than one within the
/// limits.
LinkContents parse_link(std::string_view fragment);

/// The fragment that parse_link() reads as this scenario and these fields. A field in `other` that would mean something
/// in this scenario is left out. A log of more than kMaxLogEvents (replay.h) will be cut when the link is opened.
std::string format_link(const Scenario& scenario, std::span<const OtherField> other = {});

}  // namespace reshard
