#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/sharding_key/byte_arena.h"
#include "core/sharding_key/value_rows.h"

namespace reshard {

/// Different values with how often each came, in the order in which they came first. Values are told apart by a hash of 64
/// bits: among 10 million of them, two have the same one with a chance of 3 in a million.
class ValueTable {
 public:
  ValueTable();

  /// The number of the value with this hash; it is `fresh` where it was not there.
  struct Found {
    std::uint32_t number;
    bool fresh;
  };

  /// Counts the value once more.
  Found add(std::uint64_t hash, std::string_view value);

  /// Counts each once. Asks the memory for many slots before it needs the first, so that it waits for several at once.
  void add(const ValueRows& rows);

  std::optional<std::uint32_t> find(std::uint64_t hash) const;

  std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size()); }
  std::string_view operator[](std::uint32_t number) const;

  /// By number.
  std::vector<std::uint32_t> counts() const;
  std::vector<std::uint64_t> hashes() const;

  /// Of all values together.
  std::size_t value_bytes() const { return arena_.size(); }

  std::uint64_t memory_bytes() const;

  /// What it will take for a moment when it next grows.
  bool would_grow(std::size_t more = 1) const { return size() + more > most(); }
  std::uint64_t bytes_when_grown() const;

  static constexpr std::uint32_t kMostValues = 0x7fffffff;
  static constexpr std::uint64_t kMostBytes = 0xffffffff;

  bool full() const { return size() >= kMostValues || arena_.size() > kMostBytes - 4096; }

 private:
  struct Slot {
    std::uint64_t hash;
    std::uint32_t number;  // plus 1; 0: free
    std::uint32_t count;
  };

  std::size_t mask() const { return slots_.size() - 1; }
  std::size_t most() const { return slots_.size() / 16 * 11; }
  std::size_t place_of(std::uint64_t hash) const {
    std::size_t at = static_cast<std::size_t>(hash) & mask();
    while (slots_[at].number != 0 && slots_[at].hash != hash) at = (at + 1) & mask();
    return at;
  }
  /// A fresh value, whose text has been written, goes to the free place `at`.
  Found put(std::size_t at, std::uint64_t hash);
  std::size_t next_size() const;
  void grow();

  std::vector<Slot> slots_;
  ByteArena arena_;
  std::vector<std::uint32_t> ends_;
  std::uint64_t touched_ = 0;  // what was read for no other reason than that it is near by then
};

}  // namespace reshard
