#pragma once

#include <string>
#include <vector>

#include "core/migration/run/film.h"
#include "core/migration/run/ledger.h"
#include "core/migration/run/run_state.h"

namespace reshard {

/// The names of the phases that a film of its run may mention: first those of the way there, then those of the way
/// back.
std::vector<std::string> film_phases(const MoveSpec& planned);

/// Records what a film wants of a run: which node holds which key, each leg of its requests, and where a write was
/// lost. Without a film it does nothing; with one, it changes nothing but the film. `sides` of the film says at each
/// moment what the last entries of `held` add up to.
class Camera {
 public:
  Camera(const RunState& state, Film* film) : state_(state), film_(film) {}

  void begin(std::uint64_t moved_keys, std::uint32_t units, std::uint32_t holders);
  void heard(std::uint32_t holder, std::uint32_t version);
  /// Records a unit's newest phase, by its position in film_phases(); past the last one, the unit is done.
  void phase(std::uint32_t unit);
  /// Records whether a moving key arrived at one of its nodes or left it.
  void key(std::uint32_t key, Time at) {
    if (film_ != nullptr) film_key(key, at);
  }
  bool wants(std::uint32_t operation) const { return film_ != nullptr && film_->wants(operation); }
  void leg(const Film::Leg& leg) { film_->legs.push_back(leg); }
  /// The copy of a key, before which so many were copied.
  void copied(std::uint32_t key, std::uint64_t before);
  void mark(const Film::Mark& mark);
  /// A lost write is seen only at the end: it is marked where the last write of its key was acknowledged.
  void lost_writes(const Ledger& ledger, const std::vector<std::uint8_t>& lost);

 private:
  void film_key(std::uint32_t key, Time at);

  const RunState& state_;
  Film* const film_;
};

}  // namespace reshard
