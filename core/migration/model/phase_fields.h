#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/migration/model/phase.h"

namespace reshard {

/// How one member of a phase is spelled in texts, links and JSON. There is one list of them, which readers, writers and
/// the description in README.md use.
struct PhaseField {
  enum class Kind : std::uint8_t {
    kChoice,  ///< one of `options`, by its position in the list
    kSet,     ///< several of `options`, one bit each
    kFlag,    ///< 0 or 1
    kNumber,  ///< 0 to `max`
  };
  std::string_view key;
  Kind kind;
  std::span<const std::string_view> options;
  std::uint64_t max;
  std::string_view meaning;
  std::uint64_t (*get)(const Phase&);
  void (*set)(Phase&, std::uint64_t);
};

std::span<const PhaseField> phase_fields();
const PhaseField* find_phase_field(std::string_view key);  ///< null where there is none

/// The longest wait that a phase may ask for: 1,000 days.
inline constexpr std::uint64_t kMaxPhaseUs = std::uint64_t{1000} * 86400 * 1'000'000;

}  // namespace reshard
