#pragma once

#include <array>
#include <memory>

#include "core/migration/model/turn_back.h"
#include "core/migration/run/books.h"
#include "core/migration/run/clients.h"
#include "core/migration/run/copier.h"

namespace reshard {

/// Whoever carries out the move: begins its units, announces their phases, each when its conditions hold, and turns the
/// move back when too much goes wrong.
///
/// The phases of a unit come one after another. `units_left()` counts those that have not ended; the move is finished
/// when there are none.
class Announcer {
 public:
  Announcer(RunState& state, KeyStory& story, Camera& camera, Books& books, Expiry& expiry, ChangeLog& log,
            Verifier& verifier, Copier& copier, MapNews& news, Clients& clients);

  void begin_move();
  /// The phase of a unit may have ended: looks, and announces the next one if it has.
  void try_to_end_phase(std::uint32_t unit);
  /// The nodes of a unit now act by this phase.
  void nodes_learn(std::uint32_t unit, std::uint8_t phase);
  /// The holder of a section hears of a version: who waited for that goes on.
  void learn(std::uint32_t section, std::uint32_t version);
  /// A second is over.
  void watch();
  /// The copier's process is back, for all units that have begun.
  void restart_copier();

  std::uint32_t units_left() const { return units_left_; }

 private:
  void begin_units();
  Facts facts_of(std::uint32_t unit);
  void end(std::uint32_t unit);
  void announce(std::uint32_t unit);
  void change_keys(const MoveUnit& unit, const Phase& before);
  void look_when_it_is_time(std::uint32_t unit);
  void turn_back();
  bool turn_unit_back(MoveUnit& unit);

  RunState& state_;
  KeyStory& story_;
  Camera& camera_;
  Books& books_;
  Expiry& expiry_;
  ChangeLog& log_;
  Verifier& verifier_;
  Copier& copier_;
  MapNews& news_;
  Clients& clients_;
  std::uint32_t next_unit_ = 0, units_left_;
  Time began_at_ = 0;
  std::array<std::unique_ptr<const Protocol>, kMaxTurnBack + 1> ways_back_;  // by the phase in which units were aborted
};

}  // namespace reshard
