#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/sharding_key/text_chunks.h"
#include "core/sharding_key/value_table.h"

namespace reshard {

/// The most frequent of more values than fit: space-saving (Metwally, Agrawal, El Abbadi, 2005) that makes room for many
/// counters at once. A value that comes when its counter is gone begins at `rest` + 1, where `rest` is the most that any
/// value without a counter can have come; when there are 2m counters, the m largest stay. So, of N values,
///
///     count - error <= how often it came <= count,   error <= rest <= N / m.
///
/// (A purge drops m counters of at least the rest that was; m new ones since then began with no more than that for nothing.
/// So the counters' sum is at most N, and m of them are at least `rest`.)
class FrequentValues {
 public:
  static constexpr std::uint32_t kKept = 8192;

  explicit FrequentValues(std::uint32_t kept = kKept);

  /// Goes on from exact counts.
  explicit FrequentValues(const ValueTable& exact, std::uint32_t kept = kKept);

  void add(std::uint64_t hash, std::string_view value);

  struct Counter {
    std::string_view value;
    std::uint64_t hash;
    std::uint32_t count;
    std::uint32_t error;
  };

  /// The largest counters, largest first; of equal ones the older.
  std::vector<Counter> largest(std::size_t most) const;

  std::uint32_t rest() const { return rest_; }
  std::uint64_t memory_bytes() const;

 private:
  std::string_view text(std::size_t number) const {
    return texts_.text(begins_[number], number + 1 == begins_.size() ? texts_.end() : begins_[number + 1]);
  }
  std::size_t place_of(std::uint64_t hash) const;
  void put(std::uint64_t hash, std::string_view value, std::uint32_t count, std::uint32_t error);
  void purge();

  std::uint32_t kept_;
  std::uint32_t rest_ = 0;

  // Counters by number, and where those are by their hash. All is near: a table's slots of all values are too far apart for what
  // is thrown away every few thousand values.
  std::vector<std::uint64_t> hashes_;
  std::vector<std::uint32_t> counts_, errors_, begins_;
  TextChunks texts_;
  std::vector<std::uint32_t> places_;  // plus 1; 0: free
};

}  // namespace reshard
