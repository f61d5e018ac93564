#pragma once

#include <string>

#include "core/simulation/simulation.h"
#include "web/state/ui_state.h"

namespace reshard::ui {

/// Describes the structure's picture in sentences, for readers who do not see it: what it is made of, which parts
/// belong to whom, and the path of the key that is looked up. Requires results; "" without a picture.
std::string picture_words(const Results& results, const Inspection& seen, std::string_view key,
                          bool rings_as_lines = false);

inline bool shows_ring(const Inspection& seen) {
  return seen.picture && std::holds_alternative<RingPicture>(*seen.picture);
}

}  // namespace reshard::ui
