#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/budget.h"

namespace reshard {

/// Finds the keys whose numbers lie in a range without looking at the others. Buckets of equal width divide the
/// interval from the lowest to the highest number; a bucket has about four keys where the numbers are spread evenly.
class KeyIndex {
 public:
  /// Continues to build the index from the numbers of all keys, passed through `number` if it is given; none of them
  /// may change. True when done.
  using Number = std::function<std::uint64_t(std::uint64_t)>;
  bool step(std::span<const std::uint64_t> values, Budget& budget, const Number& number = nullptr);

  /// Done, and no bucket is so full (because of a weak hash) that searching it would cost more than the range saves.
  bool useful() const { return phase_ == Phase::kDone && (shift_ == 0 || fullest_ <= kMostInBucket); }

  std::uint32_t size() const { return static_cast<std::uint32_t>(keys_.size()); }

  /// About how many keys lie in first to last: all those in the buckets that the range touches.
  std::uint32_t about(std::uint64_t first, std::uint64_t last) const;

  /// Exactly how many lie there.
  std::uint32_t count(std::uint64_t first, std::uint64_t last) const {
    return count_in(ends_of(first, last), first, last);
  }

  /// Calls look(i, count(ranges[i].first, ranges[i].last)) for each of at most kTogether. Finds the buckets of all before it
  /// reads any key's number: one read from far away in memory need not wait for another.
  static constexpr std::size_t kTogether = 32;
  template <typename Range, typename Look>
  void count_each(std::span<const Range> ranges, Look look) const {
    std::array<Ends, kTogether> ends;
    for (std::size_t i = 0; i < ranges.size(); ++i) ends[i] = ends_of(ranges[i].first, ranges[i].last);
    for (std::size_t i = 0; i < ranges.size(); ++i) look(i, count_in(ends[i], ranges[i].first, ranges[i].last));
  }

  /// Calls visit(key) for every key whose number lies in first to last, in no particular order.
  template <typename Visit>
  void visit(std::uint64_t first, std::uint64_t last, Visit visit) const {
    if (last < lowest_ || first > highest_) return;
    const std::size_t low = bucket_of(first), high = bucket_of(last);
    for (std::uint32_t at = starts_[low]; at < starts_[high + 1]; ++at) {
      if (first <= values_[at] && values_[at] <= last) visit(keys_[at]);
    }
  }

  /// A key and its number, and up to two buckets for every four keys.
  static constexpr std::uint64_t kMostBytesPerKey = 4 + 8 + 2 * 4 / 4;

 private:
  enum class Phase : std::uint8_t { kRange, kCount, kScatter, kDone };
  static constexpr std::uint32_t kKeysPerBucket = 4;
  static constexpr std::uint32_t kMostInBucket = 256;

  std::size_t bucket_of(std::uint64_t value) const {
    return static_cast<std::size_t>((std::clamp(value, lowest_, highest_) - lowest_) >> shift_);
  }

  // The places in values_ of the buckets of a range's first and last number: where each begins and ends.
  struct Ends {
    std::uint32_t low, low_end, high, high_end;
  };
  Ends ends_of(std::uint64_t first, std::uint64_t last) const {
    const std::size_t low = bucket_of(first), high = bucket_of(last);
    return {starts_[low], starts_[low + 1], starts_[high], starts_[high + 1]};
  }
  std::uint32_t count_in(const Ends& ends, std::uint64_t first, std::uint64_t last) const;
  void begin_count(std::size_t keys);
  void begin_scatter();

  Phase phase_ = Phase::kRange;
  std::size_t at_ = 0;  // keys processed in this phase
  std::uint64_t lowest_ = ~std::uint64_t{0}, highest_ = 0;
  unsigned shift_ = 0;
  std::uint32_t fullest_ = 0;
  std::vector<std::uint32_t> starts_;  // by bucket: its first place in keys_ and values_; one extra at the end
  std::vector<std::uint32_t> keys_;
  std::vector<std::uint64_t> values_;  // of keys_: cheaper to read in sequence than from the column
};

}  // namespace reshard
