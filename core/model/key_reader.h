#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/budget.h"
#include "core/base/result.h"
#include "core/model/keys.h"

namespace reshard {

inline constexpr std::uint64_t kMaxOwnKeys = 5'000'000;
inline constexpr std::uint64_t kMaxOwnBytes = 50'000'000;

inline constexpr std::uint64_t kMaxKeyCount = 1'000'000'000'000;  ///< per key: the sum of all stays below 2^63

/// Where in a line the key is.
struct LineForm {
  char separator = '\0';   ///< between columns; quoted as in RFC 4180 (quotes inside doubled); 0: no columns
  std::size_t column = 0;  ///< of the key, from 0
  bool header = false;     ///< the first line names the columns
  std::size_t counts = 0;  ///< the column of KeySet::counts(), from 1; 0: none; ignored without a separator
};

/// Reads a user's own keys from a text with one key per line, which arrives in slices. Lines end with LF or CR LF; a
/// byte order mark and trailing blank lines are ignored. Errors name their line, counted from 1: bad UTF-8; an empty,
/// overlong or repeated key; a missing column; a count that is not a whole number from 1 to kMaxKeyCount; more than
/// kMaxOwnKeys keys or kMaxOwnBytes bytes (counts excluded). After an error the reader must not be used any more.
class KeyReader {
 public:
  explicit KeyReader(const LineForm& form) : form_(form) {}

  Status add(std::string_view slice);
  Status end();  ///< the text is complete; check() then looks for repeated keys

  /// Continues the search for repeated keys. True when done.
  Result<bool> check(Budget& budget);

  /// The keys, in line order. Only once check() has returned true.
  std::shared_ptr<const KeySet> take();

 private:
  Status add_line(std::string_view line);
  Status add_count(std::string_view line, const std::string& where);
  std::string line_of(std::uint64_t key) const;
  std::string_view name(std::uint32_t key) const;

  LineForm form_;
  std::uint64_t bytes_ = 0;
  std::uint64_t lines_ = 0;  // read so far
  std::uint64_t blank_ = 0;  // the first blank line; 0: none
  std::string begun_;        // an unfinished line; its end is in a later slice
  std::vector<std::uint64_t> counts_;
  std::string arena_;                 // the keys, concatenated
  std::vector<std::uint64_t> ends_;   // ends_[i]: where key i ends in the arena
  std::vector<std::uint32_t> table_;  // by hash: 1 + the number of a key already checked; 0: none
  std::uint32_t checked_ = 0;
};

}  // namespace reshard
