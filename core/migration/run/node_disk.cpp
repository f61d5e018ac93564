#include "core/migration/run/node_disk.h"

namespace reshard {

NodeDisk::NodeDisk(RunState& state, const Ledger& ledger, Expiry& expiry, Growth& growth, AppliedWrites& applied,
                   Books& books, Camera& camera, KeyStory& story)
    : state_(state),
      ledger_(ledger),
      expiry_(expiry),
      growth_(growth),
      applied_(applied),
      books_(books),
      camera_(camera),
      story_(story) {}

void NodeDisk::save() {
  saved_.resize(state_.keys.size());
  for (std::size_t key = 0; key < saved_.size(); ++key) saved_[key] = state_.keys[key].sides;
}

/// Resets a side of a key to what the node has on disk; returns whether that differs from what it had.
bool NodeDisk::reset(std::uint32_t key, Side side) {
  Held& held = state_.keys[key].at(side);
  const Version before = visible(held.version);
  held = key < saved_.size() ? saved_[key][index_of(side)] : Held{};
  const Phase& phase = state_.protocol_of(key).phases[state_.progress_of(key).announced];
  if (is_tombstone(held.version) && phase.deletes != Deletes::kTombstone) held.version = kNothing;
  expiry_.drop(key);
  if (state_.grows() && before != kNothing && visible(held.version) == kNothing) {
    growth_.count_row(state_.node_of(key, side), false);
  }
  return before != visible(held.version);
}

void NodeDisk::come_back() {
  const auto node = static_cast<std::uint32_t>(state_.spec.faults.node);
  forgotten_.assign(state_.keys.size(), 0);
  for (std::uint32_t key = 0; key < state_.keys.size(); ++key) {
    expiry_.drop(key);
    for (const Side side : {Side::kOld, Side::kNew}) {
      if (state_.node_of(key, side) != node || !reset(key, side)) continue;
      forgotten_[key] = 1;
      if (!story_.follows(key)) continue;
      story_.tell({.what = StoryEvent::What::kForgets, .side = side});
    }
    camera_.key(key, state_.now);
    books_.totals().forgotten_keys += forgotten_[key];
  }
  saved_ = {};
  if (!applied_.kept()) return;
  for (const Side side : {Side::kOld, Side::kNew}) forget_writes(side);
}

void NodeDisk::forget_writes(Side side) {
  for (std::uint32_t operation = 0; operation < ledger_.operations(); ++operation) {
    const std::uint32_t key = ledger_.key_of(operation);
    if (state_.node_of(key, side) != state_.spec.faults.node) continue;
    applied_.forget_above(operation, side, state_.keys[key].at(side).highest);
  }
}

}  // namespace reshard
