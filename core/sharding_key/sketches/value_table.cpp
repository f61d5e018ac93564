#include "core/sharding_key/sketches/value_table.h"

#include <algorithm>
#include <bit>

#include "core/base/check.h"
#include "core/sharding_key/sketches/value_column.h"

namespace reshard {
namespace {

constexpr std::size_t kFirstSlots = 1024;
constexpr std::size_t kManySlots = std::size_t{1} << 20;
constexpr std::size_t kAtOnce = 128;  // rows looked up together

constexpr std::uint32_t kMostValues = 0x7fffffff;
constexpr std::uint64_t kMostBytes = 0xffffffff;

}  // namespace

/// Small tables grow by a larger factor, so that most values are rehashed at most twice.
std::size_t ValueTable::next_slots(std::size_t slots) { return (slots < kManySlots ? 4 : 2) * slots; }

std::size_t ValueTable::slots_for(std::size_t values) {
  std::size_t slots = kFirstSlots;
  while (most(slots) < values) slots = next_slots(slots);
  return slots;
}

void ValueTable::append(const ValueRows& rows, std::size_t row) {
  CHECK(size_ < kMostValues && texts_.memory_bytes() < kMostBytes);
  if (size_ % kValues == 0) values_.add();
  const std::string_view first = rows.first[row];
  const std::uint32_t begin =
      rows.second.empty() ? texts_.add(first) : texts_.add(first, kPairSeparator, rows.second[row]);
  value(size_++) = {rows.hashes[row], 1, begin};
}

void ValueTable::add_fresh(const ValueRows& rows) {
  for (std::size_t row = 0; row < rows.size(); ++row) append(rows, row);
}

void ValueTable::add(const ValueRows& rows) {
  index();
  for (std::size_t first = 0; first < rows.size(); first += kAtOnce) {
    const std::size_t last = std::min(rows.size(), first + kAtOnce);
    grow(slots_for(size_ + (last - first)));
    add_some(rows, first, last);
  }
}

/// Adds rows; there must be slots for them. WebAssembly has no prefetch instruction, so this reads the slots and values
/// of many rows before the first is needed, and adds what it read to touched_, so that the compiler cannot drop the
/// reads.
void ValueTable::add_some(const ValueRows& rows, std::size_t first, std::size_t last) {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t row = first; row < last; ++row) touched_ += slots_[low_of(rows.hashes[row]) & mask].number;
  for (std::size_t row = first; row < last; ++row) {
    const Slot slot = slots_[low_of(rows.hashes[row]) & mask];
    if (slot.number != 0 && slot.low == low_of(rows.hashes[row])) touched_ += value(slot.number - 1).count;
  }
  for (std::size_t row = first; row < last; ++row) {
    const std::uint64_t hash = rows.hashes[row];
    const std::uint32_t low = low_of(hash);
    std::size_t at = low & mask;
    while (slots_[at].number != 0 && (slots_[at].low != low || value(slots_[at].number - 1).hash != hash)) {
      at = (at + 1) & mask;
    }
    if (slots_[at].number != 0) {
      ++value(slots_[at].number - 1).count;
    } else {
      append(rows, row);
      slots_[at] = {low, size_};
      indexed_ = size_;
    }
  }
}

/// Grows to this many slots.
void ValueTable::grow(std::size_t slots) {
  if (slots <= slots_.size()) return;
  std::vector<Slot> old(slots);
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot slot : old) {
    if (slot.number == 0) continue;
    std::size_t at = slot.low & mask;
    while (slots_[at].number != 0) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

/// Gives slots to the values that were added as fresh.
void ValueTable::index() {
  grow(slots_for(size_));
  const std::size_t mask = slots_.size() - 1;
  while (indexed_ < size_) {
    const std::uint32_t last = static_cast<std::uint32_t>(std::min<std::size_t>(size_, indexed_ + kAtOnce));
    for (std::uint32_t number = indexed_; number < last; ++number) {
      touched_ += slots_[low_of(value(number).hash) & mask].number;
    }
    for (; indexed_ < last; ++indexed_) {
      const std::uint32_t low = low_of(value(indexed_).hash);
      std::size_t at = low & mask;
      while (slots_[at].number != 0) at = (at + 1) & mask;
      slots_[at] = {low, indexed_ + 1};
    }
  }
}

/// Few hashes are looked up: this looks up all values among them, which needs no slots.
std::vector<std::optional<std::uint32_t>> ValueTable::find(std::span<const std::uint64_t> hashes) const {
  std::vector<std::optional<std::uint32_t>> numbers(hashes.size());
  std::vector<std::size_t> places(std::bit_ceil(4 * hashes.size() + 1));  // first index with this hash, plus 1; 0: free
  const auto place_of = [&](std::uint64_t hash) {
    std::size_t at = static_cast<std::size_t>(hash) & (places.size() - 1);
    while (places[at] != 0 && hashes[places[at] - 1] != hash) at = (at + 1) & (places.size() - 1);
    return at;
  };
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    if (std::size_t& place = places[place_of(hashes[i])]; place == 0) place = i + 1;
  }
  for (std::uint32_t number = 0; number < size_; ++number) {
    if (const std::size_t place = places[place_of(value(number).hash)]; place != 0) numbers[place - 1] = number;
  }
  for (std::size_t i = 0; i < hashes.size(); ++i) numbers[i] = numbers[places[place_of(hashes[i])] - 1];
  return numbers;
}

std::vector<std::uint32_t> ValueTable::counts() const {
  std::vector<std::uint32_t> counts(size_);
  for (std::uint32_t number = 0; number < size_; ++number) counts[number] = value(number).count;
  return counts;
}

std::vector<std::uint64_t> ValueTable::hashes() const {
  std::vector<std::uint64_t> hashes(size_);
  for (std::uint32_t number = 0; number < size_; ++number) hashes[number] = value(number).hash;
  return hashes;
}

std::uint64_t ValueTable::memory_bytes() const {
  return std::uint64_t{slots_for(size_)} * sizeof(Slot) + values_.memory_bytes() + texts_.memory_bytes();
}

std::uint64_t ValueTable::bytes_when_grown() const {
  return memory_bytes() + std::uint64_t{next_slots(slots_for(size_))} * sizeof(Slot);
}

bool ValueTable::full_for(std::size_t more, std::size_t bytes) const {
  // A chunk of text may be half empty.
  return std::uint64_t{size_} + more > kMostValues || texts_.memory_bytes() + 2 * std::uint64_t{bytes} > kMostBytes;
}

}  // namespace reshard
