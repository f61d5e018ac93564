#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/migration/model/step.h"

namespace reshard {

/// What can be wrong with a move, worst first.
enum class Anomaly : std::uint8_t { kNone, kLostWrite, kReturnedDelete, kStale, kMissed, kWrongOrder };
inline constexpr std::size_t kAnomalies = 6;
std::string_view anomaly_words(Anomaly kind);  ///< "lost write"

/// One operation of a short history of one key. Masks have one bit for each operation, by its position in the history.
struct Happened {
  Operation kind = Operation::kRead;
  bool answered = false;
  std::uint32_t before = 0;   ///< those answered before this one was first sent
  Version result = kNothing;  ///< of an answered read; for kExpire, the version that expires
};
inline constexpr std::size_t kMaxHistory = 16;

/// What is wrong with a read that returned `result` and began when `before` had been answered: kNone, kStale, kMissed
/// or kReturnedDelete, as defined in README.md. At first, the key held kFirstValue.
Anomaly judge_read(std::span<const Happened> history, std::uint32_t before, Version result);

/// What is wrong if the final route returns `result` once all is quiet; only acknowledged writes count.
Anomaly judge_final(std::span<const Happened> history, Version result);

/// Whether some order of the operations explains what all reads returned and, if `final_result` is given, that it is
/// the last value. True if 100,000 tries do not decide it. An operation without an answer may have taken effect, or
/// never will.
bool linearizable(std::span<const Happened> history, const Version* final_result);

}  // namespace reshard
