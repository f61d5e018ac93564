#include "core/migration/run/growth.h"

#include <algorithm>

#include "core/base/random.h"

namespace reshard {

/// All rows go through the phases together. A row's old node is where it goes while only the old shards take rows, its
/// new node is where it goes when all do.
Growth::Growth(RunState& state) : state_(state) {
  if (!state.grows()) return;
  const Plan& plan = *state.plan;
  node_keys_.resize(plan.nodes);
  for (const std::uint32_t node : plan.from) ++node_keys_[node];
  for (std::uint32_t node = 0; node < plan.nodes; ++node) {
    (node_keys_[node] != 0 ? old_shards_ : new_shards_).push_back(node);
  }
  old_rows_ = plan.keys();
  state.units.all.resize(1);
  state.units.all[0].protocol = &state.spec.protocol;
  state.units.of_key.assign(plan.keys(), 0);
}

std::uint32_t Growth::add_row() {
  const std::uint32_t key = state_.plan->keys();
  const std::uint64_t weight = state_.spec.pace.grow, olds = old_shards_.size();
  const std::uint64_t luck = mix64(state_.spec.seed ^ mix64(key + 0x726f7773));
  const std::uint64_t ticket = mix64(luck) % (olds + new_shards_.size() * weight);
  const auto at = [](const std::vector<std::uint32_t>& shards, std::uint64_t i) {
    return shards[static_cast<std::size_t>(i)];
  };
  state_.growing->from.push_back(at(old_shards_, luck % olds));
  state_.growing->to.push_back(ticket < olds ? at(old_shards_, ticket) : at(new_shards_, (ticket - olds) / weight));
  state_.keys.emplace_back();
  state_.units.of_key.push_back(0);
  return key;
}

Version Growth::rows_at(std::uint32_t key, std::uint32_t node) const {
  for (const Side side : {Side::kOld, Side::kNew}) {
    const Version held = visible(state_.keys[key].at(side).version);
    if (held != kNothing && state_.node_of(key, side) == node) return held;
  }
  return kNothing;
}

Version Growth::row_of(std::uint32_t key) const {
  const Version old = rows_at(key, state_.node_of(key, Side::kOld));
  return old != kNothing ? old : rows_at(key, state_.node_of(key, Side::kNew));
}

void Growth::count_row(std::uint32_t node, bool more) {
  const bool old = std::find(old_shards_.begin(), old_shards_.end(), node) != old_shards_.end();
  std::uint64_t& rows = old ? old_rows_ : new_rows_;
  rows += more ? 1 : ~std::uint64_t{0};
  node_keys_[node] += more ? 1 : ~std::uint64_t{0};
  const bool even = !new_shards_.empty() && new_rows_ * old_shards_.size() >= old_rows_ * new_shards_.size();
  if (even && even_at_ < 0) even_at_ = state_.now;
}

}  // namespace reshard
