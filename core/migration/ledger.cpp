#include "core/migration/ledger.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/base/check.h"

namespace reshard {
namespace {

constexpr Time kFarAway = std::numeric_limits<Time>::max();

}  // namespace

Ledger::Ledger(std::uint32_t keys, std::uint64_t operations) : known_(keys) {
  all_.reserve(static_cast<std::size_t>(operations));
}

void Ledger::begin(std::uint32_t operation, std::uint32_t key, Operation kind, Time now) {
  CHECK(operation == all_.size());
  all_.push_back({now, kNever, key, kNothing, kind});
  if (kind == Operation::kDelete) ++known_[key].open_removals;
}

Time Ledger::answered(Version version) const {
  if (version == kFirstValue) return kNever;
  const Time at = all_[operation_of(version)].answered;
  return at == kNever ? kFarAway : at;
}

// The newest delete after which nothing was written that was known by then.
Time Ledger::newest_removal(const Known& known, Time write) const {
  Time newest = kNever;
  for (const Removal& removal : known.removals) {
    if (removal.answered >= write) newest = std::max(newest, removal.sent);
  }
  return newest;
}

Ledger::Floor Ledger::floor(std::uint32_t key) const {
  const Known& known = known_[key];
  return {known.write, newest_removal(known, known.write)};
}

void Ledger::acknowledge(std::uint32_t operation, Time now) {
  Entry& entry = all_[operation];
  entry.answered = now;
  Known& known = known_[entry.key];
  if (entry.kind == Operation::kDelete) {
    --known.open_removals;
    known.last_removed = now;
    if (now >= known.acknowledged) known.removals.push_back({entry.sent, now});
    return;
  }
  known.write = std::max(known.write, entry.sent);
  known.acknowledged = std::max(known.acknowledged, entry.sent);
  std::erase_if(known.removals, [&](const Removal& removal) { return removal.answered < known.acknowledged; });
}

Anomaly Ledger::read(std::uint32_t operation, const Floor& floor, Version result, Time now) {
  Entry& entry = all_[operation];
  entry.answered = now;
  entry.result = result;
  Known& known = known_[entry.key];
  if (result == kNothing) {
    const bool removed = known.open_removals > 0 || known.last_removed != kNever;
    const bool explained = removed && (known.open_removals > 0 || known.last_removed >= floor.write);
    return explained ? Anomaly::kNone : Anomaly::kMissed;
  }
  const Time written = answered(result);
  if (is_written(result)) known.write = std::max(known.write, all_[operation_of(result)].sent);
  if (floor.removal > written) return Anomaly::kReturnedDelete;
  return floor.write > written ? Anomaly::kStale : Anomaly::kNone;
}

Anomaly Ledger::at_end(std::uint32_t key, Version result) const {
  const Known& known = known_[key];
  if (result == kNothing) {
    const bool removed = known.open_removals > 0 || known.last_removed != kNever;
    const bool explained = removed && (known.open_removals > 0 || known.last_removed >= known.acknowledged);
    return explained ? Anomaly::kNone : Anomaly::kLostWrite;
  }
  const Time written = answered(result);
  if (newest_removal(known, known.acknowledged) > written) return Anomaly::kReturnedDelete;
  return known.acknowledged > written ? Anomaly::kLostWrite : Anomaly::kNone;
}

bool Ledger::writes_overlap(std::span<const std::uint32_t> operations) const {
  Time last_write = kNever;
  for (const std::uint32_t operation : operations) {
    const Entry& entry = all_[operation];
    if (entry.kind == Operation::kRead) continue;
    if (entry.sent < last_write) return true;
    last_write = std::max(last_write, entry.answered == kNever ? kFarAway : entry.answered);
  }
  return false;
}

// Whether some order of one key's operations explains all answers and the last value.
bool Ledger::could_have_been(std::span<const std::uint32_t> operations, Version last) const {
  // The history's own numbers: an operation's place among those of its key.
  const auto place = [&](Version version) {
    if (!is_written(version)) return version;
    const auto at = std::lower_bound(operations.begin(), operations.end(), operation_of(version));
    return version_of(static_cast<std::uint32_t>(at - operations.begin()), is_tombstone(version));
  };
  std::vector<Happened> history;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const Entry& entry = all_[operations[i]];
    Happened happened{entry.kind, entry.answered != kNever, 0, place(entry.result)};
    for (std::size_t j = 0; j < i; ++j) {
      const Time before = all_[operations[j]].answered;
      if (before != kNever && before < entry.sent) happened.before |= 1u << j;
    }
    history.push_back(happened);
  }
  last = place(last);
  return linearizable(history, &last);
}

std::vector<std::uint32_t> Ledger::in_wrong_order(const std::vector<Version>& final_result,
                                                  std::uint64_t& unchecked) const {
  std::vector<std::uint32_t> order(all_.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return all_[a].key < all_[b].key; });
  std::vector<std::uint32_t> wrong;
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    const std::uint32_t key = all_[order[begin]].key;
    for (end = begin; end < order.size() && all_[order[end]].key == key;) ++end;
    const auto operations = std::span(order).subspan(begin, end - begin);
    if (!writes_overlap(operations)) continue;
    if (operations.size() > kMaxHistory) {
      ++unchecked;
    } else if (!could_have_been(operations, final_result[key])) {
      wrong.push_back(key);
    }
  }
  return wrong;
}

}  // namespace reshard
