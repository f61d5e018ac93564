#include "core/migration/run/books.h"

namespace reshard {

Books::Books(const RunState& state, Ledger& ledger, KeyStory& story, Camera& camera)
    : state_(state), ledger_(ledger), story_(story), camera_(camera), series_(state.plan->nodes) {
  for (auto& had : had_) had.resize(state_.plan->keys());
}

void Books::refused() {
  count(Count::kRefused);
  ++wrong_in_second_;
}

void Books::gave_up() {
  ++ended_in_second_;
  ++wrong_in_second_;
  count(Count::kFailed);
}

void Books::ended(Time took) {
  ++ended_in_second_;
  series_.latency(took, state_.now);
  if (took > static_cast<Time>(state_.spec.workload.timeout_us)) count(Count::kOverdue);
}

void Books::acknowledged(std::uint32_t operation) {
  ledger_.acknowledge(operation, state_.now);
  count(Count::kRight);
}

void Books::returned(const Reading& reading, Version result) {
  Anomaly wrong = ledger_.read(reading.operation, reading.floor, result, state_.now);
  if (state_.spec.system.cache && wrong == Anomaly::kMissed) wrong = Anomaly::kNone;
  if (story_.follows(reading.key)) {
    story_.tell({.what = StoryEvent::What::kReturns, .client = reading.holder, .version = result, .found = wrong},
                reading.operation);
  }
  count_read(wrong);
  if (wrong == Anomaly::kNone) return;
  ++wrong_in_second_;
  found(wrong, reading.key);
  camera_.mark({state_.now, reading.key, reading.operation, reading.holder, wrong});
}

void Books::count_read(Anomaly wrong) {
  switch (wrong) {
    case Anomaly::kStale: count(Count::kStale); break;
    case Anomaly::kMissed: count(Count::kMissed); break;
    case Anomaly::kReturnedDelete: count(Count::kReturned); break;
    case Anomaly::kNone:
    case Anomaly::kLostWrite:
    case Anomaly::kWrongOrder: count(Count::kRight); break;
  }
}

void Books::found(Anomaly kind, std::uint32_t key) {
  std::uint8_t& had = had_[static_cast<std::size_t>(kind)][key];
  if (had != 0) return;
  had = 1;
  story_.found(kind, key);
  if (totals_.keys_with[static_cast<std::size_t>(kind)]++ == 0) witnesses_.push_back({kind, key, state_.now});
}

bool Books::went_wrong(double share) {
  const bool over = static_cast<double>(wrong_in_second_) > share * static_cast<double>(ended_in_second_);
  ended_in_second_ = wrong_in_second_ = 0;
  return over;
}

void Books::add_key() {
  for (auto& had : had_) had.push_back(0);
  ledger_.add_key();
}

// --- the end ---------------------------------------------------------------------------------------------------------

void Books::close(const std::vector<Version>& last, const std::vector<std::uint8_t>& forgotten) {
  totals_.requests = ledger_.operations();
  for (std::size_t what = 0; what < kCounts; ++what) totals_.counts[what] = series_.total(static_cast<Count>(what));
  if (!state_.grows()) {
    for (std::uint32_t key = 0; key < last.size(); ++key) count_holders(key);
  }
  if (state_.spec.system.cache) return;
  for (std::uint32_t key = 0; key < last.size(); ++key) {
    const Anomaly wrong = ledger_.at_end(key, last[key], state_.now);
    if (wrong == Anomaly::kNone) continue;
    found(wrong, key);
    if (key < forgotten.size() && forgotten[key] != 0) ++totals_.lost_by_fault;
  }
  camera_.lost_writes(ledger_, had_[static_cast<std::size_t>(Anomaly::kLostWrite)]);
  find_wrong_orders(last);
}

/// Who holds a key that was to move.
void Books::count_holders(std::uint32_t key) {
  if (state_.of_key(key) == kNoUnit) return;
  const KeyState& state = state_.keys[key];
  const Version old = visible(state.at(Side::kOld).version), at_new = visible(state.at(Side::kNew).version);
  if (old != kNothing && at_new != kNothing) {
    ++(old != at_new ? totals_.both_differ : totals_.both_alike);
  } else if (old == at_new) {
    ++totals_.nowhere;
  } else {
    ++(at_new == kNothing ? totals_.old_only : totals_.new_only);
  }
}

/// Only of keys with which nothing else is wrong.
void Books::find_wrong_orders(const std::vector<Version>& last) {
  for (const std::uint32_t key : ledger_.in_wrong_order(last, totals_.unchecked_keys, state_.now)) {
    bool has_another = false;
    for (const auto& had : had_) has_another = has_another || had[key] != 0;
    if (!has_another) found(Anomaly::kWrongOrder, key);
  }
}

}  // namespace reshard
