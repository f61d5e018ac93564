#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/migration/model/phase.h"

namespace reshard {

/// What goes through the phases on its own.
enum class Unit : std::uint8_t { kAll, kNode, kSection, kKey };
std::span<const std::string_view> unit_words();

/// A protocol that people use (presets.def).
struct Preset {
  std::string_view id;
  Unit unit;
  bool safe, cleans;
  std::uint8_t back;  ///< the last phase from which turning back (turn_back.h) loses nothing; 0: none
  std::string_view summary, text;
};

std::span<const Preset> presets();
const Preset* find_preset(std::string_view id);  ///< null where there is none
Protocol protocol_of(const Preset& preset);
std::string preset_ids();  ///< "flip, ramp, …", for errors about an unknown id

}  // namespace reshard
