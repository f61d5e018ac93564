#include "core/placement/table_placement.h"

#include <algorithm>
#include <bit>

#include "core/base/text.h"
#include "core/placement/placement_helpers.h"

namespace reshard {

std::uint64_t SlotRule::operator()(std::uint64_t h) const {
  std::uint64_t slot = 0;
  each({&h, 1}, [&](std::size_t, std::size_t of) { slot = of; });
  return slot;
}

std::string SlotRule::formula(std::uint64_t h) const {
  const std::string result = " = " + decimal((*this)(h));
  switch (kind_) {
    case Kind::kRemainder: return decimal(h) + " mod " + decimal(slots_) + result;
    case Kind::kFloorRemainder:
      return signed_decimal(static_cast<std::int64_t>(h)) + " mod " + decimal(slots_) + result;
    case Kind::kProportion: return decimal(h) + " · " + decimal(slots_) + " / 2^" + decimal(64 - shift_) + result;
    case Kind::kShift: return decimal(h) + " >> " + decimal(shift_) + result;
    case Kind::kFunction: return std::string(name_) + "(" + decimal(h) + ", " + decimal(slots_) + ")" + result;
#ifndef RESHARD_FIRST_BUILD
    case Kind::kFirsts: return signed_decimal(static_cast<std::int64_t>(h)) + result;
#endif
  }
  check_failed("a rule", __FILE__, __LINE__);
}

std::string SlotRule::hash_text(std::uint64_t h) const {
  const auto bits = static_cast<unsigned>(std::bit_width(slots_ - 1));
  return written(h, kind_ == Kind::kShift ? shift_ + bits : 64, numerals_);
}

Trace TablePlacement::explain(const SingleKey& key, std::uint32_t) const {
  const std::uint64_t slot = rule_(key.hash());
  const NodeId owner = slots_[static_cast<std::size_t>(slot)];
  Trace trace;
  explain_key(key, trace);
  trace.push_back({"hash", rule_.hash_text(key.hash())});
  trace.push_back({word_, rule_.formula(key.hash())});
  explain_slot(key, slot, trace);
  trace.push_back({"table entry", decimal(slot), owner});
  trace.push_back(owner_step(owner));
  return trace;
}

std::vector<OwnedRange> TablePlacement::ranges() const {
  std::vector<OwnedRange> ranges;
  for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
    if (!ranges.empty() && ranges.back().owner == slots_[slot]) {
      ranges.back().last = slot;
    } else {
      ranges.push_back({slot, slots_[slot]});
    }
  }
  ranges.back().last = ~std::uint64_t{0};
  return ranges;
}

Picture TablePlacement::picture(const SingleKey& key) const { return TablePicture{slots_, rule_(key.hash())}; }

DealtPlacement::DealtPlacement(const BuildInput& input, SlotRule rule, std::string_view word,
                               const DealtPlacement* previous, Replay::Changes changes)
    : TablePlacement(rule, word), history_(input.cluster, changes), id_(input.table), position_(input.cluster.known()) {
  by_slots_ = true;
  for (const Node& node : input.cluster.nodes()) {
    if (node.weight == 0) continue;
    position_[index_of(node.id)] = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(node.id);
  }
  begun_ = previous != nullptr && history_.go_on_from(previous->history_);
  if (begun_) slots_ = previous->slots_;
}

bool DealtPlacement::step(Budget& budget) {
  if (done_) return true;
  if (!table_) {
    SlotTable table = empty_table();
    const auto given = history_.given(id_);
    if (begun_) {
      table.go_on_from(slots_);
    } else if (given.size() == slots_.size()) {
      table.go_on_from(given);
    }
    table_.emplace(std::move(table), std::move(history_), DealtTable::Weights::kCount, id_);
  }
  if (!table_->step(budget)) return false;
  history_ = table_->take_history();
  slots_.assign(table_->owners().begin(), table_->owners().end());
  table_.reset();
  return done_ = true;
}

void DealtPlacement::place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const {
  std::fill(owners.begin(), owners.end(), kNoNode);
  const std::size_t n = nodes_.size();
  const std::size_t wanted = std::min<std::size_t>(replicas, n);
  for (std::uint32_t i = 0; i < keys.size; ++i) {
    const auto row = owners.subspan(std::size_t{i} * replicas, replicas);
    const auto slot = static_cast<std::size_t>(rule_(keys.hash(i)));
    row[0] = slots_[slot];
    if (row[0] == kNoNode) continue;
    const std::size_t first = position_[index_of(row[0])];
    // Slots are dealt in turn, so slot / n numbers the slots of one node: for its next slot, the replicas begin one
    // node further on.
    for (std::size_t r = 1; r < wanted; ++r) row[r] = nodes_[(first + 1 + (slot / n + r - 1) % (n - 1)) % n];
  }
}

double half_a_slot(std::size_t nodes, double slots) { return 0.5 * static_cast<double>(nodes) / slots; }

double dealt_spread(std::size_t nodes, std::span<const double> params) { return half_a_slot(nodes, params.front()); }

std::uint64_t dealt_entries(std::span<const double> params, std::uint64_t) {
  return static_cast<std::uint64_t>(params.front());
}

}  // namespace reshard
