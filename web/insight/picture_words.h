#pragma once

#include <string>

#include "core/simulation/simulation.h"
#include "web/state/ui_state.h"

namespace reshard::ui {

/// What the picture of the structure shows, in sentences, for whoever does not see it: what it is made of, which parts
/// belong to whom, and the way of the key that is looked up. Wants results that are there; empty without a picture.
std::string picture_words(const Results& results, const Inspection& seen, std::string_view key,
                          bool rings_as_lines = false);

inline bool shows_ring(const Inspection& seen) {
  return seen.picture && std::holds_alternative<RingPicture>(*seen.picture);
}

}  // namespace reshard::ui
