#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/sharding_key/sketches/text_chunks.h"
#include "core/sharding_key/sketches/value_table.h"

namespace reshard {

/// The most frequent of more values than fit: space-saving (Metwally, Agrawal, El Abbadi, 2005), but freeing many
/// counters at once. A value without a counter starts at `rest` + 1, where `rest` is the most often that any such value
/// can have occurred; when there are 2m counters, the m largest stay. So, of N values,
///
///     count - error <= occurrences <= count,   error <= rest <= N / m.
///
/// (A purge drops m counters that are at least the previous `rest`; the m counters added since then started with no
/// more than that as their error. So the counters' sum is at most N, and m of them are at least `rest`.)
class FrequentValues {
 public:
  static constexpr std::uint32_t kKept = 8192;

  explicit FrequentValues(std::uint32_t kept = kKept);

  /// Continues from exact counts.
  explicit FrequentValues(const ValueTable& exact, std::uint32_t kept = kKept);

  void add(std::uint64_t hash, std::string_view value);

  struct Counter {
    std::string_view value;
    std::uint64_t hash;
    std::uint32_t count;
    std::uint32_t error;
  };

  /// The largest counters, largest first; among equals, the older first.
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

  // Counters by number, and a hash table to find them. They are kept close together: the slots of a ValueTable are too
  // far apart for data that is thrown away every few thousand values.
  std::vector<std::uint64_t> hashes_;
  std::vector<std::uint32_t> counts_, errors_, begins_;
  TextChunks texts_;
  std::vector<std::uint32_t> places_;  // number plus 1; 0: free
};

}  // namespace reshard
