#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/scenario/scenario.h"

namespace reshard {

// A scenario as the fragment of an address, readable, with what differs from default_scenario() only:
//
//   v=1&nodes=a,b*2,c@eu/z1&log=+d,-a&keys=20000&kind=user&prefix=u&seed=7&strategy=ring&hash=md5&vnodes=200&replicas=2
//   &skew=1&spread=10&node_capacity=1.5&s2=jump&s2.removal=swap_last
//
//   v         the version of this form; 1
//   nodes     how many, with generated names; or a list as in link_items.h
//   log       what happened to the nodes since, as in link_items.h
//   keys      how many; or given:fingerprint:count for keys that somebody pasted
//   kind, prefix   of generated keys
//   seed      0 to 2^64 - 1
//   strategy, hash, and the strategy's parameters by their own keys (s1.key for one that is named like another field)
//   replicas  1 to kMaxReplicas
//   skew, spread, node_capacity   of requests, as in RequestSpec
//   s2 to s4  further strategies, with s2.hash and s2.key
//
//   at_once   how many of the last changes in the log are one step (replay.h); carried along here
//   move      how its keys move while requests go on, as core/migration/move_text.h has it; carried along here, not read
//   move.subject, move.beside, move.runbook   what the page shows of it besides: web/dialogs/migrate/link.js
//
// A published link must open forever: a field keeps its name and meaning within a version, and a new field's name must
// not be that of a parameter.

inline constexpr std::uint64_t kLinkVersion = 1;
inline constexpr std::size_t kMaxLinkBytes = std::size_t{1} << 20;
inline constexpr std::size_t kMaxMoveBytes = 16384;  ///< of the field `move`, and of each beside it
inline constexpr std::size_t kMaxLinkFields = 1000;  ///< a scenario has some fifty of them
inline constexpr std::size_t kMaxOtherFields = 900;  ///< so that what is written again can be read again

/// A field that says nothing about the scenario, without escapes.
struct OtherField {
  std::string key, value;

  bool operator==(const OtherField&) const = default;
};

struct LinkContents {
  Scenario scenario;
  std::vector<OtherField> other;  ///< at_once, inspect, view, ring, theme, move, and what nobody knows, in order
  std::vector<Error> refused;     ///< what could not be taken; the default or the rest stands in its place
};

/// Reads the part of an address behind the #. Every value is checked by itself: one that is refused leaves the default
/// of its field (or, of a list, drops the one item), and the rest is kept. A field that says nothing in this scenario,
/// such as `vnodes` beside strategy=jump, is kept in `other`. Of a link that is too long or of a newer version
/// nothing is taken; of one with more fields, nodes or changes than there may be, the first ones. Never fails otherwise,
/// whatever the bytes; and no link makes more work than one that is allowed.
LinkContents parse_link(std::string_view fragment);

/// The fragment that parse_link() reads as this scenario and these fields. A field of `other` that would say something
/// in this scenario is left out. A log of more than kMaxLogEvents (replay.h) will be cut where the link is opened.
std::string format_link(const Scenario& scenario, std::span<const OtherField> other = {});

}  // namespace reshard
