#include "core/model/key_index.h"

#include <bit>
#include <utility>

namespace reshard {

bool KeyIndex::step(std::span<const std::uint64_t> values, Budget& budget, const Number& number) {
  const auto value_of = [&](std::size_t key) { return number == nullptr ? values[key] : number(values[key]); };
  while (phase_ != Phase::kDone) {
    if (budget.spent()) return false;
    const std::size_t end = std::min(values.size(), at_ + kQuickKeysBetweenClockReads);
    switch (phase_) {
      case Phase::kRange:
        for (; at_ < end; ++at_) {
          const std::uint64_t value = value_of(at_);
          lowest_ = std::min(lowest_, value);
          highest_ = std::max(highest_, value);
        }
        if (at_ == values.size()) begin_count(values.size());
        break;
      case Phase::kCount:
        for (; at_ < end; ++at_) ++starts_[bucket_of(value_of(at_))];
        if (at_ == values.size()) begin_scatter();
        break;
      case Phase::kScatter:
        // Fills each bucket backwards from its end, which leaves starts_ at its first place.
        for (; at_ < end; ++at_) {
          const std::uint64_t value = value_of(at_);
          const std::uint32_t place = --starts_[bucket_of(value)];
          keys_[place] = static_cast<std::uint32_t>(at_);
          values_[place] = value;
        }
        if (at_ == values.size()) phase_ = Phase::kDone;
        break;
      case Phase::kDone: break;
    }
  }
  return true;
}

void KeyIndex::begin_count(std::size_t keys) {
  at_ = 0;
  phase_ = Phase::kCount;
  const auto bits = static_cast<unsigned>(std::bit_width(highest_ - lowest_));
  shift_ = bits - std::min(bits, static_cast<unsigned>(std::bit_width(keys / kKeysPerBucket + 1)));
  starts_.assign(bucket_of(highest_) + 2, 0);
  keys_.resize(keys);
  values_.resize(keys);
}

void KeyIndex::begin_scatter() {
  at_ = 0;
  phase_ = Phase::kScatter;
  std::uint32_t end = 0;
  for (std::uint32_t& start : starts_) {
    fullest_ = std::max(fullest_, start);
    start = end += start;
  }
}

std::uint32_t KeyIndex::about(std::uint64_t first, std::uint64_t last) const {
  if (last < lowest_ || first > highest_) return 0;
  return starts_[bucket_of(last) + 1] - starts_[bucket_of(first)];
}

std::uint32_t KeyIndex::count_in(const Ends& ends, std::uint64_t first, std::uint64_t last) const {
  if (last < lowest_ || first > highest_) return 0;
  if (shift_ == 0) return ends.high_end - ends.low;  // a bucket for every number
  // All keys of the buckets in between count; in these two buckets, each number decides.
  std::uint32_t begin = ends.low, end = ends.high;
  for (std::uint32_t at = ends.low; at < ends.low_end; ++at) begin += values_[at] < first;
  for (std::uint32_t at = ends.high; at < ends.high_end; ++at) end += values_[at] <= last;
  return end - begin;
}

}  // namespace reshard
