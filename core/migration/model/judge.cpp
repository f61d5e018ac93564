#include "core/migration/model/judge.h"

#include <algorithm>
#include <array>

#include "core/base/check.h"

namespace reshard {
namespace {

bool has(std::uint32_t mask, std::size_t i) { return (mask >> i & 1) != 0; }

/// Whether the write of `version` was answered before operation `later` was first sent.
bool precedes(std::span<const Happened> history, Version version, std::size_t later) {
  return version == kFirstValue || has(history[later].before, operation_of(version));
}

/// The writes and deletes that were acknowledged, or whose value a read has returned.
std::uint32_t known_by(std::span<const Happened> history, std::uint32_t before) {
  std::uint32_t known = 0;
  for (std::size_t i = 0; i < history.size(); ++i) {
    if (!has(before, i)) continue;
    if (history[i].kind != Operation::kRead) {
      known |= 1u << i;
    } else if (is_written(history[i].result)) {
      known |= 1u << operation_of(history[i].result);
    }
  }
  return known;
}

Anomaly judge(std::span<const Happened> history, std::uint32_t known, Version result) {
  const auto any = [&](Operation kind, auto test) {
    for (std::size_t i = 0; i < history.size(); ++i) {
      if (history[i].kind == kind && test(i)) return true;
    }
    return false;
  };
  const auto written_after = [&](std::size_t i) {
    return any(Operation::kWrite, [&](std::size_t w) { return has(known, w) && has(history[w].before, i); });
  };
  // The end of a value that was already replaced removes nothing.
  const auto replaced_before = [&](std::size_t e) {
    return any(Operation::kWrite, [&](std::size_t w) {
      return has(known, w) && has(history[e].before, w) && precedes(history, history[e].result, w);
    });
  };
  if (result == kNothing) {
    const bool explained =
        any(Operation::kDelete, [&](std::size_t d) { return !written_after(d); }) ||
        any(Operation::kExpire, [&](std::size_t e) { return !written_after(e) && !replaced_before(e); });
    return explained ? Anomaly::kNone : Anomaly::kMissed;
  }
  const auto overtaken_by = [&](std::size_t i) { return has(known, i) && precedes(history, result, i); };
  const bool returned = any(Operation::kDelete, [&](std::size_t d) { return overtaken_by(d) && !written_after(d); });
  const bool expired =
      any(Operation::kExpire, [&](std::size_t e) { return has(known, e) && history[e].result == result; });
  if (returned || expired) return Anomaly::kReturnedDelete;
  return any(Operation::kWrite, overtaken_by) ? Anomaly::kStale : Anomaly::kNone;
}

/// Many concurrent operations have more orders than can be tried; such a history counts as correct.
constexpr std::uint32_t kMaxTries = 100'000;

/// Tries every order. `left` is the mask of operations not placed yet.
struct Orders {
  std::span<const Happened> history;
  std::uint32_t answered = 0;
  const Version* final_result;
  std::uint32_t tries;

  bool place(std::uint32_t left, Version value) {
    if (tries == 0) return true;
    --tries;
    if ((left & answered) == 0 && (final_result == nullptr || *final_result == value)) return true;
    for (std::size_t i = 0; i < history.size(); ++i) {
      if (!has(left, i) || (left & answered & history[i].before) != 0) continue;
      const Happened& operation = history[i];
      if (operation.kind == Operation::kRead && operation.result != value) continue;
      Version after = value;
      if (operation.kind == Operation::kWrite) after = version_of(static_cast<std::uint32_t>(i), false);
      if (operation.kind == Operation::kDelete) after = kNothing;
      if (operation.kind == Operation::kExpire && operation.result == value) after = kNothing;
      if (place(left & ~(1u << i), after)) return true;
    }
    return false;
  }
};

}  // namespace

Anomaly judge_read(std::span<const Happened> history, std::uint32_t before, Version result) {
  return judge(history, known_by(history, before), result);
}

Anomaly judge_final(std::span<const Happened> history, Version result) {
  std::uint32_t acknowledged = 0;
  for (std::size_t i = 0; i < history.size(); ++i) {
    if (history[i].answered && history[i].kind != Operation::kRead) acknowledged |= 1u << i;
  }
  const Anomaly word = judge(history, acknowledged, result);
  return word == Anomaly::kStale || word == Anomaly::kMissed ? Anomaly::kLostWrite : word;
}

bool linearizable(std::span<const Happened> history, const Version* final_result) {
  CHECK(history.size() <= kMaxHistory);
  Orders orders{history, 0, final_result, kMaxTries};
  std::uint32_t all = 0;
  for (std::size_t i = 0; i < history.size(); ++i) {
    if (history[i].answered) orders.answered |= 1u << i;
    if (history[i].kind != Operation::kRead || history[i].answered) all |= 1u << i;
  }
  return orders.place(all, kFirstValue);
}

std::string_view anomaly_words(Anomaly kind) {
  constexpr std::string_view kWords[] = {"none",       "lost write",  "returned delete",
                                         "stale read", "missed read", "wrong order"};
  return kWords[static_cast<std::size_t>(kind)];
}

}  // namespace reshard
