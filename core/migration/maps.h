#pragma once

#include <cstdint>
#include <vector>

#include "core/migration/move_spec.h"
#include "core/migration/timeline.h"

namespace reshard {

/// Who holds which version of the map. A version is what was announced by then, counting from 0; a unit's phase in a
/// version follows from when its phases were announced.
class Maps {
 public:
  explicit Maps(const MoveSpec& spec);

  std::uint32_t holders() const { return static_cast<std::uint32_t>(known_.size()); }
  std::uint32_t holder_of(std::uint32_t client) const { return client % holders(); }
  std::uint32_t newest() const { return newest_; }
  std::uint32_t announce() { return ++newest_; }
  std::uint32_t known(std::uint32_t holder) const { return known_[holder]; }
  std::uint32_t known_by_all() const { return known_by_all_; }

  /// False where the holder knows as much already.
  bool learn(std::uint32_t holder, std::uint32_t version);

  /// When a holder learns by itself of what is announced now; nothing with Spread::kOnError.
  Time hears_at(std::uint32_t holder, Time now) const;
  /// Which version it hears of then: what it is sent is of now, what it fetches is of then.
  std::uint32_t told() const { return spec_.system.spread == Spread::kPush ? newest_ : 0xFFFFFFFFu; }
  bool hears_by_itself() const { return spec_.system.spread != Spread::kOnError; }

 private:
  const MoveSpec& spec_;
  std::uint32_t newest_ = 0, known_by_all_ = 0;
  std::vector<std::uint32_t> known_;
};

}  // namespace reshard
