#pragma once

#include "core/migration/run/change_log.h"
#include "core/migration/run/expiry.h"
#include "core/migration/run/network.h"
#include "core/migration/run/outages.h"
#include "core/migration/run/verifier.h"

namespace reshard {

/// Brings the keys of a unit to their other side, page by page, within the throttle. Once it is through, the log is
/// replayed and keys are compared; whether the phase may end is the caller's business.
///
/// Of a unit's keys those before `written` are written or on their way, those from there to `cursor` are the page in
/// memory, and those after it are not read yet. `carrying` counts keys that were read and have not landed. At most one
/// step of a unit is on the timeline (`copier_called`).
class Copier {
 public:
  Copier(RunState& state, CopierProcess& process, Network& network, const Outages& outages, Expiry& expiry,
         ChangeLog& log, Verifier& verifier, Books& books, Camera& camera, KeyStory& story);

  /// Starts if the phase copies and there is something left to read.
  void call(std::uint32_t unit);
  /// A phase copies again what was copied before.
  void start_over(MoveUnit& unit) { unit.cursor = unit.written = unit.carrying = 0; }
  // Each returns whether the unit's phase may have ended by that.
  bool copy(std::uint32_t unit);
  /// Sends the next row of the page, and then the row after it or reads the next page.
  bool write_row(std::uint32_t unit);
  bool land(std::uint32_t unit, std::uint32_t key);
  /// The process is back: what was on its way is lost. It continues with the keys that have not arrived, or starts
  /// over.
  void restart(MoveUnit& unit);

 private:
  Time read_page(MoveUnit& unit);
  Time read_row(MoveUnit& unit, std::uint32_t key);
  void find_row_to_write(MoveUnit& unit) const;
  bool go_on(std::uint32_t unit, Time at);
  void restart_key(std::uint32_t key, const Phase& phase, bool copies);
  void count(std::uint32_t key, std::uint64_t bytes);

  RunState& state_;
  CopierProcess& process_;
  Network& network_;
  const Outages& outages_;
  Expiry& expiry_;
  ChangeLog& log_;
  Verifier& verifier_;
  Books& books_;
  Camera& camera_;
  KeyStory& story_;
};

}  // namespace reshard
