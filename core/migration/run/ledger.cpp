#include "core/migration/run/ledger.h"

#include <algorithm>
#include <numeric>

#include "core/base/check.h"
#include "core/base/random.h"

namespace reshard {

/// Some operations of one key and the ends of its values, with what was answered before each began.
struct Ledger::History {
  std::vector<std::uint32_t> operations;
  std::vector<Happened> happened;
};

Ledger::Ledger(std::uint32_t keys, std::uint64_t operations, const Lifetimes& lifetimes)
    : lifetimes_(lifetimes), first_keys_(keys), known_(keys) {
  all_.reserve(static_cast<std::size_t>(operations));
}

void Ledger::add_key() { known_.emplace_back(); }

Time Ledger::end_of(std::uint32_t key, Version version) const {
  if (lifetimes_.ttl == 0 || version == kNothing || is_tombstone(version)) return kFarAway;
  constexpr double kTwo64 = 18446744073709551616.0;
  const std::uint64_t luck = mix64(lifetimes_.seed ^ mix64(~std::uint64_t{key}));
  if (static_cast<double>(mix64(luck)) < lifetimes_.permanent * kTwo64) return kFarAway;
  if (version == kFirstValue) return static_cast<Time>(luck % static_cast<std::uint64_t>(lifetimes_.ttl)) + 1;
  return all_[operation_of(version)].sent + lifetimes_.ttl;
}

/// Whether a value may have expired that no newer one had replaced: the newest known value, sent at `newest_write`, or
/// one that overlapped it. Only the full history tells exactly.
bool Ledger::may_have_expired(std::uint32_t key, Time newest_write, Time now) const {
  const Time first = end_of(key, kFirstValue);
  if (first > now) return false;
  const Known& known = known_[key];
  return newest_write == kNever || known.open_writes > 0 || newest_write - known.longest + lifetimes_.ttl <= now;
}

void Ledger::begin(std::uint32_t operation, std::uint32_t key, Operation kind, Time now) {
  CHECK(operation == all_.size());
  all_.push_back({now, kNever, key, kNothing, kind});
  if (kind == Operation::kDelete) ++known_[key].open_removals;
  if (kind == Operation::kWrite) ++known_[key].open_writes;
}

Time Ledger::answered(Version version) const {
  if (version == kFirstValue) return kNever;
  const Time at = all_[operation_of(version)].answered;
  return at == kNever ? kFarAway : at;
}

// The newest delete after which no write known by then was sent.
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
  --known.open_writes;
  known.longest = std::max(known.longest, now - entry.sent);
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
    const bool explained = (removed && (known.open_removals > 0 || known.last_removed >= floor.write)) ||
                           may_have_expired(entry.key, floor.write, now) || is_unwritten(entry.key, floor.write);
    return explained ? Anomaly::kNone : Anomaly::kMissed;
  }
  const Time written = answered(result);
  if (is_written(result)) known.write = std::max(known.write, all_[operation_of(result)].sent);
  if (floor.removal > written || end_of(entry.key, result) < entry.sent) return Anomaly::kReturnedDelete;
  return floor.write > written ? Anomaly::kStale : Anomaly::kNone;
}

Anomaly Ledger::at_end(std::uint32_t key, Version result, Time now) const {
  const Known& known = known_[key];
  if (result == kNothing) {
    const bool removed = known.open_removals > 0 || known.last_removed != kNever;
    const bool explained = (removed && (known.open_removals > 0 || known.last_removed >= known.acknowledged)) ||
                           may_have_expired(key, known.acknowledged, now) || is_unwritten(key, known.acknowledged);
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

// The operations of one key, numbered by position, followed by the ends of values by `now`.
Ledger::History Ledger::history_of(std::span<const std::uint32_t> operations, Time now) const {
  struct Span {
    Time sent, answered;
  };
  std::vector<Span> spans;
  History history;
  history.operations.assign(operations.begin(), operations.end());
  const std::uint32_t key = all_[operations.front()].key;
  const auto place_end = [&](Version version, Version placed) {
    const Time end = end_of(key, version);
    if (end > now) return;
    history.happened.push_back({Operation::kExpire, true, 0, placed});
    spans.push_back({end, end});
  };
  for (const std::uint32_t operation : operations) {
    const Entry& entry = all_[operation];
    history.happened.push_back({entry.kind, entry.answered != kNever, 0, placed(history, entry.result)});
    spans.push_back({entry.sent, entry.answered});
  }
  place_end(kFirstValue, kFirstValue);
  for (std::uint32_t i = 0; i < operations.size(); ++i) {
    if (all_[operations[i]].kind == Operation::kWrite)
      place_end(version_of(operations[i], false), version_of(i, false));
  }
  if (history.happened.size() > kMaxHistory) return history;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    for (std::size_t j = 0; j < spans.size(); ++j) {
      if (spans[j].answered != kNever && spans[j].answered < spans[i].sent) history.happened[i].before |= 1u << j;
    }
  }
  return history;
}

// The same version, numbered by the position of its write in the history.
Version Ledger::placed(const History& history, Version version) {
  if (!is_written(version)) return version;
  const auto& operations = history.operations;
  const auto at = std::lower_bound(operations.begin(), operations.end(), operation_of(version));
  return version_of(static_cast<std::uint32_t>(at - operations.begin()), is_tombstone(version));
}

std::vector<std::uint32_t> Ledger::in_wrong_order(const std::vector<Version>& final_result, std::uint64_t& unchecked,
                                                  Time now) const {
  // All operations, sorted by key and then in their order.
  std::vector<std::uint32_t> next(known_.size() + 1), order(all_.size());
  for (const Entry& entry : all_) ++next[entry.key + std::size_t{1}];
  std::partial_sum(next.begin(), next.end(), next.begin());
  for (std::uint32_t i = 0; i < all_.size(); ++i) order[next[all_[i].key]++] = i;
  std::vector<std::uint32_t> wrong;
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    const std::uint32_t key = all_[order[begin]].key;
    for (end = begin; end < order.size() && all_[order[end]].key == key;) ++end;
    const auto operations = std::span(order).subspan(begin, end - begin);
    if (!writes_overlap(operations) && end_of(key, kFirstValue) > now) continue;
    if (operations.size() > kMaxHistory) {
      ++unchecked;
      continue;
    }
    const History history = history_of(operations, now);
    if (history.happened.size() > kMaxHistory) {
      ++unchecked;
      continue;
    }
    const Version last = placed(history, final_result[key]);
    if (!linearizable(history.happened, &last)) wrong.push_back(key);
  }
  return wrong;
}

}  // namespace reshard
