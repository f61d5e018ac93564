#pragma once

#include <vector>

#include "core/migration/run/camera.h"
#include "core/migration/run/maps.h"
#include "core/migration/run/run_state.h"

namespace reshard {

/// How those who hold a map hear of phases. The version that somebody knows of a section never goes back, and a section
/// is fetched by at most one message at a time.
class MapNews {
 public:
  MapNews(RunState& state, Camera& camera);

  const Maps& maps() const { return maps_; }
  std::uint32_t section_of(std::uint32_t key, std::uint32_t holder) const {
    return maps_.section(holder, maps_.server_of(state_.of_key(key)));
  }
  /// The phase of a key by what a holder knows.
  std::uint8_t phase_known(std::uint32_t key, std::uint32_t holder) const {
    const std::uint32_t unit = state_.of_key(key);
    return unit == kNoUnit ? std::uint8_t{0} : state_.units.all[unit].phase_in(maps_.known(section_of(key, holder)));
  }
  /// Whether every holder knows the unit's phase and has nothing under way that was sent in an earlier one.
  bool acknowledged(std::uint32_t unit, std::size_t phase) const;

  /// Puts a unit's next phase into the map; returns the version.
  std::uint32_t announce(std::uint32_t unit) { return maps_.announce(maps_.server_of(unit)); }
  /// Each holder is told, or asks, at its own time; later if the server is busy.
  void spread(std::uint32_t unit);
  void fetch_later(std::uint32_t section);
  void fetched(std::uint32_t section) { fetching_[section] = 0; }
  /// A holder that polls asks. False if the server is busy and answers later.
  bool answers_now(std::uint32_t section);
  /// False if the holder already knows as much.
  bool learn(std::uint32_t section, std::uint32_t version);

 private:
  const RunState& state_;
  Timeline<Happening>& timeline_;
  Camera& camera_;
  Maps maps_;
  std::vector<std::uint8_t> fetching_;  // by section
};

}  // namespace reshard
