#include "core/migration/model/presets.h"

#include "core/base/check.h"
#include "core/migration/model/protocol_text.h"

namespace reshard {
namespace {

namespace units {
constexpr Unit all = Unit::kAll, section = Unit::kSection;  // NOLINT(readability-identifier-naming): as in the list
}

constexpr Preset kPresets[] = {
#define PRESET(id, unit, safe, cleans, back, summary, text) {#id, units::unit, safe, cleans, back, summary, text},
#include "core/migration/model/presets.def"
#undef PRESET
};

constexpr std::string_view kUnits[] = {"all", "node", "section", "key"};

}  // namespace

std::span<const std::string_view> unit_words() { return kUnits; }

std::span<const Preset> presets() { return kPresets; }

const Preset* find_preset(std::string_view id) {
  for (const Preset& preset : kPresets) {
    if (preset.id == id) return &preset;
  }
  return nullptr;
}

Protocol protocol_of(const Preset& preset) {
  auto protocol = parse_protocol(preset.text);
  CHECK(protocol.ok());
  return protocol.take();
}

std::string preset_ids() {
  std::string ids;
  for (const Preset& preset : kPresets) ids.append(ids.empty() ? "" : ", ").append(preset.id);
  return ids;
}

}  // namespace reshard
