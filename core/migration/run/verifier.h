#pragma once

#include "core/migration/run/books.h"
#include "core/migration/run/copier_process.h"
#include "core/migration/run/expiry.h"
#include "core/migration/run/network.h"
#include "core/migration/run/outages.h"

namespace reshard {

/// Compares both sides of a unit's keys, and repairs differences if the phase says so. It is part of the copier's
/// process.
///
/// `comparing` of a unit counts its keys whose comparison has begun and not ended. No key is compared while it is
/// copied, and only after all keys have been where the phase copies.
class Verifier {
 public:
  Verifier(RunState& state, CopierProcess& process, Network& network, const Outages& outages, Expiry& expiry,
           Books& books, Camera& camera, KeyStory& story);

  /// Starts once the unit's nodes act by the phase and nothing is being copied any more.
  void call(std::uint32_t unit);
  /// A phase begins to compare.
  void start_over(MoveUnit& unit) { unit.verify_cursor = 0; }
  /// Goes to the unit's next key. True if there is none.
  bool verify(std::uint32_t unit);
  /// Reads the key at new and compares; or the repair lands there. True if all keys of the unit are done.
  bool go_on(std::uint32_t unit, std::uint32_t key);
  /// The process is back: what was on its way is lost. It compares that again, or everything.
  void restart(MoveUnit& unit);

 private:
  bool to_verify(const Phase& phase, std::uint32_t key);
  Time read_old(std::uint32_t unit, std::uint32_t key);
  void carry(std::uint32_t node, std::uint64_t bytes);
  void tell_outcome(bool compared, Version held, const Effects& effects);

  RunState& state_;
  CopierProcess& process_;
  Network& network_;
  const Outages& outages_;
  Expiry& expiry_;
  Books& books_;
  Camera& camera_;
  KeyStory& story_;
};

}  // namespace reshard
