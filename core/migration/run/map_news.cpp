#include "core/migration/run/map_news.h"

#include <algorithm>

namespace reshard {

MapNews::MapNews(RunState& state, Camera& camera)
    : state_(state), timeline_(state.timeline), camera_(camera), maps_(state.spec), fetching_(maps_.sections()) {}

bool MapNews::acknowledged(std::uint32_t id, std::size_t phase) const {
  const MoveUnit& unit = state_.units.all[id];
  return unit.announced_in[phase] <= maps_.known_by_all(maps_.server_of(id)) && !unit.under_way_before(phase);
}

void MapNews::spread(std::uint32_t unit) {
  if (!maps_.hears_by_itself()) return;
  const std::uint32_t server = maps_.server_of(unit);
  const bool pushed = state_.spec.system.spread == Spread::kPush;
  for (std::uint32_t holder = 0; holder < maps_.holders(); ++holder) {
    const std::uint32_t section = maps_.section(holder, server);
    const Time hears = maps_.hears_at(section, state_.now);
    if (pushed) {
      const Time sent = maps_.served_at(server, state_.now);
      timeline_.push(std::max(hears, sent), {Happening::kLearn, section, maps_.told()});
    } else {
      timeline_.push(hears, {Happening::kAsk, section});
    }
  }
}

void MapNews::fetch_later(std::uint32_t section) {
  if (fetching_[section] != 0) return;
  fetching_[section] = 1;
  const Time way = static_cast<Time>(state_.spec.system.latency_us);
  const Time answered = maps_.served_at(maps_.server_in(section), state_.now + way);
  timeline_.push(answered + way + 1000, {Happening::kFetch, section});
}

bool MapNews::answers_now(std::uint32_t section) {
  const Time at = maps_.served_at(maps_.server_in(section), state_.now);
  if (at > state_.now) timeline_.push(at, {Happening::kLearn, section, maps_.told()});
  return at <= state_.now;
}

/// A holder of several sections has the newest map once it has the newest version of all of them.
bool MapNews::learn(std::uint32_t section, std::uint32_t version) {
  if (!maps_.learn(section, version)) return false;
  const std::uint32_t holder = maps_.holder_in(section);
  if (maps_.servers() == 1) {
    camera_.heard(holder, version);
  } else if (maps_.knows_all(holder)) {
    camera_.heard(holder, maps_.newest());
  }
  return true;
}

}  // namespace reshard
