// What a run records for pictures: which node holds which key, each leg of its requests, and where a write was lost.
#include "core/migration/run.h"

namespace reshard {

std::vector<std::string> film_phases(const MoveSpec& planned) {
  std::vector<std::string> names;
  const auto& phases = planned.protocol.phases;
  names.reserve(2 * phases.size());
  for (const Phase& phase : phases) names.push_back(phase.name);
  if (planned.pace.turn_back_over == 0) return names;
  for (std::size_t i = 0; i + 1 < phases.size(); ++i) names.push_back("back to " + phases[i].name);
  return names;
}

/// A holder of several sections has the newest map once it has the newest version of all of them.
void MoveRun::film_heard(std::uint32_t holder, std::uint32_t version) {
  if (film_ == nullptr || film_->heard.size() >= Film::kMaxHeard) return;
  if (maps_.servers() == 1) {
    film_->heard.push_back({state_.now, holder, version});
  } else if (maps_.knows_all(holder)) {
    film_->heard.push_back({state_.now, holder, maps_.newest()});
  }
}

void MoveRun::film_begin() {
  film_->begin(state_.spec.workload.requests, totals_.moved_keys);
  film_->units = units_left_;
  film_->holders = maps_.holders();
  if (state_.grows()) return;
  film_->sides.resize(static_cast<std::size_t>(state_.plan->keys() / film_->copy_stride) + 1);
  for (std::uint32_t key = 0; key < state_.plan->keys(); ++key) {
    film_key(key, 0);
    if (state_.of_key(key) != kNoUnit && film_->follows(key))
      film_->held.push_back({0, state_.plan->to[key], Side::kNew, 0});
  }
}

/// Records a unit's newest phase, by its position in film_phases(); past the last one, the unit is done.
void MoveRun::film_phase(std::uint32_t id) {
  if (film_ == nullptr) return;
  const MoveUnit& unit = state_.units.all[id];
  const std::size_t phases = state_.spec.protocol.phases.size();
  const std::size_t announced = unit.progress.announced, turned = unit.turned_in;
  std::size_t phase = announced;
  if (turned > 0 && announced > turned) phase = phases + 2 * turned - announced;
  if (unit.ended) phase = film_phases(state_.spec).size();
  film_->announced.push_back({state_.now, id, static_cast<std::uint8_t>(phase), unit.announced_in[announced]});
}

/// Records whether a moving key arrived at one of its nodes or left it.
void MoveRun::film_key(std::uint32_t key, Time at) {
  if (film_ == nullptr || state_.grows() || state_.of_key(key) == kNoUnit || !film_->follows(key)) return;
  std::uint8_t& known = film_->sides[key / film_->copy_stride];
  const std::uint8_t holds = state_.held_at(key);
  for (const Side side : {Side::kOld, Side::kNew}) {
    const std::uint8_t bit = static_cast<std::uint8_t>(1u << reshard::index_of(side));
    if ((known & bit) != (holds & bit))
      film_->held.push_back(
          {at, state_.node_of(key, side), side, static_cast<std::int8_t>((holds & bit) != 0 ? 1 : -1)});
  }
  known = holds;
}

void MoveRun::film_leg(const Flight& flight) {
  const Active& active = actives_[flight.active];
  film_->legs.push_back({flight.sent, flight.landed, state_.now, active.operation, active.key, active.holder,
                         flight.node, active.pending.operation, flight.message.kind, flight.effects.say, flight.lost});
}

/// A lost write is seen only at the end: it is marked where the last write of its key was acknowledged.
void MoveRun::film_lost_writes() {
  const auto& lost = had_[static_cast<std::size_t>(Anomaly::kLostWrite)];
  std::vector<std::uint32_t> last(state_.plan->keys(), kNobody);
  for (std::uint32_t operation = 0; operation < ledger_.operations(); ++operation) {
    const std::uint32_t key = ledger_.key_of(operation);
    if (lost[key] != 0 && ledger_.kind_of(operation) == Operation::kWrite && ledger_.is_acknowledged(operation)) {
      last[key] = operation;
    }
  }
  for (std::uint32_t key = 0; key < state_.plan->keys(); ++key) {
    if (last[key] == kNobody) continue;
    film_->lost.push_back({ledger_.answered_at(last[key]), key, last[key], kNobody, Anomaly::kLostWrite});
  }
}

}  // namespace reshard
