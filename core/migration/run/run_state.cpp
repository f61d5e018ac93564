#include "core/migration/run/run_state.h"

namespace reshard {
namespace {

Protocol at_rest() {
  Protocol protocol;
  protocol.phases.resize(1);
  protocol.phases[0].name = "rest";
  return protocol;
}

MoveSpec planned(MoveSpec spec) {
  spec.protocol = planned_protocol(spec);
  return spec;
}

/// Where shards grow, keys stay and new ones are added: the run has its own copy of the plan.
std::shared_ptr<Plan> own_plan(const MoveSpec& spec, const Plan& plan) {
  if (spec.pace.grow == 0) return nullptr;
  auto own = std::make_shared<Plan>(plan);
  own->to = own->from;
  return own;
}

}  // namespace

MoveSpec without_move(MoveSpec spec) {
  spec.protocol = at_rest();
  spec.pace.turn_back_in = 0;
  spec.pace.turn_back_over = 0;
  return spec;
}

RunState::RunState(const MoveSpec& asked, std::shared_ptr<const Plan> keys_to_move)
    : spec(planned(asked)),
      growing(own_plan(asked, *keys_to_move)),
      plan(growing != nullptr ? growing : std::move(keys_to_move)),
      rest(at_rest()),
      units(cut_into_units(*plan, spec.pace)),
      keys(plan->keys(), first_state()) {
  for (MoveUnit& unit : units.all) unit.protocol = &spec.protocol;
}

std::uint8_t RunState::held_at(std::uint32_t key) const {
  const auto has = [&](Side side) { return visible(keys[key].at(side).version) != kNothing; };
  return static_cast<std::uint8_t>((has(Side::kOld) ? 1 : 0) | (has(Side::kNew) ? 2 : 0));
}

}  // namespace reshard
