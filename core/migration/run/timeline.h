#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/migration/model/time.h"

namespace reshard {

/// Future events, each at its time; events of the same time keep the order in which they were added. A calendar queue
/// of narrow days: most of what a run waits for is a few hundred microseconds away, and a heap would compare its way
/// through everything that is not.
template <typename Thing>
class Timeline {
 public:
  Timeline() : days_(kDays) {}

  bool empty() const { return size_ == 0; }

  void push(Time at, const Thing& thing) {
    ++size_;
    put({at, number_++, thing});
  }

  /// When the next thing happens. The timeline must not be empty.
  Time next() {
    open();
    return today_[head_].at;
  }

  Thing pop() {
    open();
    --size_;
    return today_[head_++].thing;
  }

 private:
  static constexpr unsigned kDayBits = 6;  // 64 µs
  static constexpr Time kDays = 8192;

  struct Entry {
    Time at;
    std::uint32_t number;
    Thing thing;
  };

  static bool earlier(const Entry& a, const Entry& b) {
    if (a.at != b.at) return a.at < b.at;
    return static_cast<std::int32_t>(a.number - b.number) < 0;
  }
  static bool later(const Entry& a, const Entry& b) { return earlier(b, a); }
  static Time day_of(Time at) { return at >> kDayBits; }
  std::vector<Entry>& day(Time number) { return days_[static_cast<std::size_t>(number & (kDays - 1))]; }

  void put(const Entry& entry) {
    const Time number = day_of(entry.at);
    if (number <= day_) {
      today_.insert(std::upper_bound(today_.begin() + static_cast<std::ptrdiff_t>(head_), today_.end(), entry, earlier),
                    entry);
    } else if (number < day_ + kDays) {
      day(number).push_back(entry);
      ++near_;
    } else {
      far_.push_back(entry);
      std::push_heap(far_.begin(), far_.end(), later);
    }
  }

  // Makes the next day on which something happens today.
  void open() {
    while (head_ == today_.size()) {
      today_.clear();
      head_ = 0;
      day_ = near_ == 0 && !far_.empty() ? day_of(far_.front().at) : day_ + 1;
      while (!far_.empty() && day_of(far_.front().at) < day_ + kDays) {
        std::pop_heap(far_.begin(), far_.end(), later);
        day(day_of(far_.back().at)).push_back(far_.back());
        far_.pop_back();
        ++near_;
      }
      std::swap(today_, day(day_));
      near_ -= today_.size();
      std::sort(today_.begin(), today_.end(), earlier);
    }
  }

  std::vector<std::vector<Entry>> days_;
  std::vector<Entry> today_, far_;  // sorted; a heap
  std::size_t head_ = 0, near_ = 0, size_ = 0;
  Time day_ = 0;
  std::uint32_t number_ = 0;
};

}  // namespace reshard
