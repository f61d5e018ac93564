#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "core/migration/model/step.h"
#include "core/migration/run/timeline.h"

namespace reshard {

/// Keys that go through the phases together.
struct MoveUnit {
  struct Change {
    std::uint32_t key;
    std::uint32_t number;  ///< counts all changes of the run
    Carried carried;
  };

  std::vector<std::uint32_t> keys;
  const Protocol* protocol = nullptr;  ///< the way there, or there and back
  std::uint8_t turned_in = 0;          ///< the phase in which a threshold aborted it; 0: it was not
  Progress progress;
  std::array<std::uint32_t, kMaxPhases> announced_in{};  ///< the map version in which each phase was announced
  std::array<std::uint32_t, kMaxPhases> under_way{};     ///< messages under way that were sent in each phase
  Time announced_at = 0;
  Time look_again_at = 0;  ///< do not check before this whether old is empty
  bool begun = false, ended = false;

  // The copier's work.
  std::uint32_t cursor = 0;  ///< the next key of `keys` to read
  std::uint32_t written =
      0;  ///< the next key of `keys` to write: those up to `cursor` are the page in the copier's memory
  std::uint32_t carrying = 0;  ///< keys that were read and have not landed yet
  bool copier_called = false;  ///< its next step is on the timeline
  bool replay_called = false;
  std::deque<Change> log;

  // The verifier's work.
  std::uint32_t verify_cursor = 0;  ///< the next key of `keys`
  std::uint32_t comparing = 0;      ///< keys that were read at old and are not done yet
  bool verifier_called = false;

  /// Whether the copier has to look at every key in this phase.
  bool copies() const { return phase().copy == Copying::kAll || phase().copy == Copying::kMigrate; }
  bool copied() const { return cursor == keys.size() && carrying == 0; }
  bool verified() const { return verify_cursor == keys.size() && comparing == 0; }
  const Phase& phase() const { return protocol->phases[progress.announced]; }

  /// The phase that this version of the map gives.
  std::uint8_t phase_in(std::uint32_t version) const {
    std::uint8_t phase = progress.announced;
    while (phase > 0 && announced_in[phase] > version) --phase;
    return phase;
  }
  /// Whether the nodes act by the newest announced phase, if they check requests.
  bool nodes_know() const {
    return !protocol->checks || (progress.known[0] == progress.announced && progress.known[1] == progress.announced);
  }
  bool under_way_before(std::size_t phase) const {
    for (std::size_t i = 0; i < phase; ++i) {
      if (under_way[i] > 0) return true;
    }
    return false;
  }
};

inline constexpr std::uint32_t kNoUnit = 0xFFFFFFFFu;

struct Units {
  std::vector<MoveUnit> all;
  std::vector<std::uint32_t> of_key;  ///< kNoUnit for a key that stays
};

struct Plan;
struct Pace;

/// Groups the keys that move into units, in the order in which they move: from the first node to the first, and so on.
Units cut_into_units(const Plan& plan, const Pace& pace);

}  // namespace reshard
