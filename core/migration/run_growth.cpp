// New shards that take more than their share of the new rows, as in ClickHouse: nothing moves, each write is a new row,
// and a read asks all shards, since nobody knows which of them has a row.
#include <algorithm>

#include "core/base/text.h"
#include "core/migration/run.h"

namespace reshard {

/// All rows go through the phases together. A row's old node is where it goes while only the old shards take rows, its
/// new node is where it goes when all do.
void MoveRun::begin_growth() {
  std::vector<std::uint8_t> holds(state_.plan->nodes);
  for (const std::uint32_t node : state_.plan->from) holds[node] = 1;
  for (std::uint32_t node = 0; node < state_.plan->nodes; ++node) {
    (holds[node] != 0 ? old_shards_ : new_shards_).push_back(node);
  }
  old_rows_ = state_.plan->keys();
  totals_.node_keys.assign(state_.plan->nodes, 0);
  for (const std::uint32_t node : state_.plan->from) ++totals_.node_keys[node];
  state_.units.all.resize(1);
  state_.units.all[0].protocol = &state_.spec.protocol;
  state_.units.of_key.assign(state_.plan->keys(), 0);
}

/// Adds a row: its old node is random among the old shards, its new node random among all by their weights.
std::uint32_t MoveRun::add_row() {
  const std::uint32_t key = state_.plan->keys();
  const std::uint64_t luck = mix64(state_.spec.seed ^ mix64(key + 0x726f7773));
  const std::uint64_t ticket = mix64(luck) % (old_shards_.size() + new_shards_.size() * state_.spec.pace.grow);
  const std::uint64_t olds = old_shards_.size();
  const auto at = [](const std::vector<std::uint32_t>& shards, std::uint64_t i) {
    return shards[static_cast<std::size_t>(i)];
  };
  state_.growing->from.push_back(at(old_shards_, luck % olds));
  state_.growing->to.push_back(ticket < olds ? at(old_shards_, ticket)
                                             : at(new_shards_, (ticket - olds) / state_.spec.pace.grow));
  state_.keys.emplace_back();
  state_.units.of_key.push_back(0);
  log_from_.push_back(0);
  for (auto& had : had_) had.push_back(0);
  ledger_.add_key();
  return key;
}

/// Asks every shard that the client's list has.
void MoveRun::ask_shards(std::uint32_t id) {
  Active& active = actives_[id];
  const std::uint8_t phase = phase_known(active);
  active.pending.phase = phase;
  active.pending.refused = false;
  active.seen = kNothing;
  const bool all = state_.units.all[0].protocol->phases[phase].reads != Reads::kOld;
  active.shards = static_cast<std::uint32_t>(old_shards_.size() + (all ? new_shards_.size() : 0));
  if (traced(active.key)) { tell("holder " + decimal(active.holder) + " asks " + decimal(active.shards) + " shards"); }
  Effects::Sent sent{Side::kOld, {}};
  sent.message.phase = phase;
  for (const std::uint32_t node : old_shards_) dispatch_to(id, sent, node);
  sent.to = Side::kNew;
  for (std::size_t i = 0; all && i < new_shards_.size(); ++i) dispatch_to(id, sent, new_shards_[i]);
}

/// What a shard has of a row.
Version MoveRun::rows_at(std::uint32_t key, std::uint32_t node) const {
  for (const Side side : {Side::kOld, Side::kNew}) {
    const Version held = visible(state_.keys[key].at(side).version);
    if (held != kNothing && state_.node_of(key, side) == node) return held;
  }
  return kNothing;
}

/// A row is found wherever it is, since all shards are asked.
Version MoveRun::row_of(std::uint32_t key) const {
  const Version old = rows_at(key, state_.node_of(key, Side::kOld));
  return old != kNothing ? old : rows_at(key, state_.node_of(key, Side::kNew));
}

void MoveRun::shard_answered(std::uint32_t id, const Flight& flight) {
  Active& active = actives_[id];
  if (active.done) return;
  if (flight.effects.seen != kNothing) active.seen = flight.effects.seen;
  if (--active.shards == 0) finish(id, active.seen);
}

void MoveRun::count_row(std::uint32_t node, bool more) {
  const bool old = std::find(old_shards_.begin(), old_shards_.end(), node) != old_shards_.end();
  std::uint64_t& rows = old ? old_rows_ : new_rows_;
  rows += more ? 1 : ~std::uint64_t{0};
  totals_.node_keys[node] += more ? 1 : ~std::uint64_t{0};
  const bool even = !new_shards_.empty() && new_rows_ * old_shards_.size() >= old_rows_ * new_shards_.size();
  if (even && totals_.even_at < 0) totals_.even_at = state_.now;
}

}  // namespace reshard
