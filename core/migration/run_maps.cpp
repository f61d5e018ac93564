// The map in a run: how its holders hear of a phase, and who waited for that.
#include <algorithm>

#include "core/migration/run.h"

namespace reshard {

/// Each holder is told, or asks, at its own time; later if the server is busy.
void MoveRun::spread_map(std::uint32_t server) {
  const bool pushed = state_.spec.system.spread == Spread::kPush;
  for (std::uint32_t holder = 0; holder < maps_.holders(); ++holder) {
    const std::uint32_t section = maps_.section(holder, server);
    const Time hears = maps_.hears_at(section, state_.now);
    if (pushed) {
      state_.timeline.push(std::max(hears, maps_.served_at(server, state_.now)),
                           {Happening::kLearn, section, maps_.told()});
    } else {
      state_.timeline.push(hears, {Happening::kAsk, section});
    }
  }
}

/// An event at a map holder: it is told, asks, or has fetched the newest version.
void MoveRun::hear(const Happening& happening) {
  if (happening.what == Happening::kLearn) {
    learn(happening.a, std::min(happening.b, maps_.newest()));
  } else if (happening.what == Happening::kAsk) {
    answer_map(happening.a);
  } else {
    fetching_[happening.a] = 0;
    learn(happening.a, maps_.newest());
    wake(maps_.holder_in(happening.a));
  }
}

std::uint32_t MoveRun::section_of(const Active& active) const {
  return maps_.section(active.holder, maps_.server_of(state_.of_key(active.key)));
}

void MoveRun::learn(std::uint32_t section, std::uint32_t version) {
  if (!maps_.learn(section, version)) return;
  const std::uint32_t holder = maps_.holder_in(section), server = maps_.server_in(section);
  film_heard(holder, version);
  wake(holder);
  // Wakes whoever waited until the last holder knows.
  if (maps_.known_by_all(server) < version) return;
  for (std::uint32_t unit = 0; unit < next_unit_; ++unit) {
    if (!state_.units.all[unit].ended) try_to_end_phase(unit);
  }
  wake_all();
}

void MoveRun::fetch_later(std::uint32_t section) {
  if (fetching_[section] != 0) return;
  fetching_[section] = 1;
  const Time way = static_cast<Time>(state_.spec.system.latency_us);
  state_.timeline.push(maps_.served_at(maps_.server_in(section), state_.now + way) + way + 1000,
                       {Happening::kFetch, section});
}

/// Answers a holder that polls, once the server of the section gets to it.
void MoveRun::answer_map(std::uint32_t section) {
  const Time at = maps_.served_at(maps_.server_in(section), state_.now);
  if (at > state_.now) {
    state_.timeline.push(at, {Happening::kLearn, section, maps_.told()});
  } else {
    learn(section, maps_.newest());
  }
}

void MoveRun::wake(std::uint32_t holder) {
  std::vector<std::uint32_t> list;
  std::swap(list, waiting_[holder]);
  for (const std::uint32_t id : list) send_or_wait(id);
}

void MoveRun::wake_all() {
  for (std::uint32_t holder = 0; holder < maps_.holders(); ++holder) {
    if (!waiting_[holder].empty()) wake(holder);
  }
}

}  // namespace reshard
