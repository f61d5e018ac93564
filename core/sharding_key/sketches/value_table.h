#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/sharding_key/sketches/chunks.h"
#include "core/sharding_key/sketches/text_chunks.h"
#include "core/sharding_key/sketches/value_rows.h"

namespace reshard {

/// Different values and how often each occurs, in order of first occurrence. Values are identified by a 64-bit hash:
/// among 10 million values, the probability that two share a hash is 3 in a million.
class ValueTable {
 public:
  /// Counts each row once.
  void add(const ValueRows& rows);

  /// The same for rows whose values are known to be new and different from one another: it does not look them up.
  void add_fresh(const ValueRows& rows);

  std::uint32_t size() const { return size_; }
  std::string_view operator[](std::uint32_t number) const {
    return texts_.text(value(number).begin, number + 1 == size_ ? texts_.end() : value(number + 1).begin);
  }

  /// The number of the value with each hash.
  std::vector<std::optional<std::uint32_t>> find(std::span<const std::uint64_t> hashes) const;

  /// By number of the value.
  std::vector<std::uint32_t> counts() const;
  std::vector<std::uint64_t> hashes() const;

  /// All memory, including slots for all values even while they are not needed.
  std::uint64_t memory_bytes() const;

  /// Whether this many more values make it grow, and its peak memory when it next grows.
  bool would_grow(std::size_t more) const { return size_ + more > most(slots_for(size_)); }
  std::uint64_t bytes_when_grown() const;

  /// Whether this many more values, of so many bytes in total, may be too many.
  bool full_for(std::size_t more, std::size_t bytes) const;

 private:
  struct Value {
    std::uint64_t hash;
    std::uint32_t count;
    std::uint32_t begin;  // where its text begins
  };
  struct Slot {
    std::uint32_t low;     // bits of the hash
    std::uint32_t number;  // number plus 1; 0: free
  };
  static constexpr std::uint32_t kValues = Chunks<Value>::kEach;

  static std::uint32_t low_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash); }
  static std::size_t most(std::size_t slots) { return slots / 16 * 11; }
  static std::size_t next_slots(std::size_t slots);
  static std::size_t slots_for(std::size_t values);

  const Value& value(std::uint32_t number) const { return values_[number / kValues][number % kValues]; }
  Value& value(std::uint32_t number) { return values_[number / kValues][number % kValues]; }

  void add_some(const ValueRows& rows, std::size_t first, std::size_t last);
  void append(const ValueRows& rows, std::size_t row);
  void grow(std::size_t slots);
  void index();

  Chunks<Value> values_;
  TextChunks texts_;
  std::uint32_t size_ = 0;
  std::vector<Slot> slots_;
  std::uint32_t indexed_ = 0;  // how many values have a slot
  std::uint64_t touched_ = 0;  // sum of what was read only to have it in the cache
};

}  // namespace reshard
