#include "core/migration/run/camera.h"

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

void Camera::begin(std::uint64_t moved_keys, std::uint32_t units, std::uint32_t holders) {
  if (film_ == nullptr) return;
  film_->begin(state_.spec.workload.requests, moved_keys);
  film_->units = units;
  film_->holders = holders;
  if (state_.grows()) return;
  const std::uint32_t keys = state_.plan->keys();
  film_->sides.resize(static_cast<std::size_t>(keys / film_->copy_stride) + 1);
  for (std::uint32_t key = 0; key < keys; ++key) {
    film_key(key, 0);
    if (state_.of_key(key) == kNoUnit || !film_->follows(key)) continue;
    film_->held.push_back({0, state_.plan->to[key], Side::kNew, 0});
  }
}

void Camera::heard(std::uint32_t holder, std::uint32_t version) {
  if (film_ == nullptr || film_->heard.size() >= Film::kMaxHeard) return;
  film_->heard.push_back({state_.now, holder, version});
}

void Camera::phase(std::uint32_t id) {
  if (film_ == nullptr) return;
  const MoveUnit& unit = state_.units.all[id];
  const std::size_t phases = state_.spec.protocol.phases.size();
  const std::size_t announced = unit.progress.announced, turned = unit.turned_in;
  std::size_t phase = announced;
  if (turned > 0 && announced > turned) phase = phases + 2 * turned - announced;
  if (unit.ended) phase = film_phases(state_.spec).size();
  film_->announced.push_back({state_.now, id, static_cast<std::uint8_t>(phase), unit.announced_in[announced]});
}

void Camera::film_key(std::uint32_t key, Time at) {
  if (state_.grows() || state_.of_key(key) == kNoUnit || !film_->follows(key)) return;
  std::uint8_t& known = film_->sides[key / film_->copy_stride];
  const std::uint8_t holds = state_.held_at(key);
  for (const Side side : {Side::kOld, Side::kNew}) {
    const std::uint8_t bit = static_cast<std::uint8_t>(1u << index_of(side));
    if ((known & bit) == (holds & bit)) continue;
    film_->held.push_back({at, state_.node_of(key, side), side, static_cast<std::int8_t>((holds & bit) != 0 ? 1 : -1)});
  }
  known = holds;
}

void Camera::copied(std::uint32_t key, std::uint64_t before) {
  if (film_ == nullptr || before % film_->copy_stride != 0) return;
  film_->copies.push_back({state_.now, key, state_.plan->from[key], state_.plan->to[key]});
}

void Camera::mark(const Film::Mark& mark) {
  if (film_ != nullptr && film_->marks.size() < Film::kMaxMarks) film_->marks.push_back(mark);
}

void Camera::lost_writes(const Ledger& ledger, const std::vector<std::uint8_t>& lost) {
  if (film_ == nullptr) return;
  std::vector<std::uint32_t> last(state_.plan->keys(), kNoMoveKey);
  for (std::uint32_t operation = 0; operation < ledger.operations(); ++operation) {
    const std::uint32_t key = ledger.key_of(operation);
    if (lost[key] != 0 && ledger.kind_of(operation) == Operation::kWrite && ledger.is_acknowledged(operation)) {
      last[key] = operation;
    }
  }
  for (std::uint32_t key = 0; key < state_.plan->keys(); ++key) {
    if (last[key] == kNoMoveKey) continue;
    film_->lost.push_back({ledger.answered_at(last[key]), key, last[key], kNoMoveKey, Anomaly::kLostWrite});
  }
}

}  // namespace reshard
