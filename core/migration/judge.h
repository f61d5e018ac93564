#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/migration/step.h"

namespace reshard {

/// What can be wrong with a move, the worst first.
enum class Anomaly : std::uint8_t { kNone, kLostWrite, kReturnedDelete, kStale, kMissed, kWrongOrder };
inline constexpr std::size_t kAnomalies = 6;
std::string_view anomaly_words(Anomaly kind);  ///< "lost write"

/// One operation of a short history of one key. Masks have a bit for each operation, by its place in the history.
struct Happened {
  Operation kind = Operation::kRead;
  bool answered = false;
  std::uint32_t before = 0;   ///< those answered before this one was first sent
  Version result = kNothing;  ///< of an answered read; what expires, of kExpire
};
inline constexpr std::size_t kMaxHistory = 16;

/// What is wrong with a read that began when `before` had been answered, and returned `result`: kNone, kStale, kMissed
/// or kReturnedDelete, as README.md defines the words. The key held kFirstValue at first.
Anomaly judge_read(std::span<const Happened> history, std::uint32_t before, Version result);

/// What is wrong once all is quiet and the final route returns `result`; here only acknowledged writes count.
Anomaly judge_final(std::span<const Happened> history, Version result);

/// Whether some order of the operations explains what all reads returned, and, where `final_result` is given, that as
/// the last value. After 100,000 tries without an answer it is taken to be so. An operation that was not answered may have taken effect, or never does.
bool linearizable(std::span<const Happened> history, const Version* final_result);

}  // namespace reshard
