#include "core/sharding_key/value_table.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/sharding_key/grown_bytes.h"
#include "core/sharding_key/value_column.h"

namespace reshard {
namespace {

constexpr std::size_t kFirstSlots = 1024;
constexpr std::size_t kManySlots = std::size_t{1} << 20;
constexpr std::size_t kAtOnce = 128;  // looked for in the table's memory at a time

}  // namespace

ValueTable::ValueTable() : slots_(kFirstSlots) {}

ValueTable::Found ValueTable::put(std::size_t at, std::uint64_t hash) {
  CHECK(!full());
  ends_.push_back(static_cast<std::uint32_t>(arena_.size()));
  if (size() > most()) {
    grow();
    at = place_of(hash);
  }
  slots_[at] = {hash, size(), 1};
  return {size() - 1, true};
}

ValueTable::Found ValueTable::add(std::uint64_t hash, std::string_view value) {
  const std::size_t at = place_of(hash);
  if (slots_[at].number != 0) {
    ++slots_[at].count;
    return {slots_[at].number - 1, false};
  }
  arena_.append(value);
  return put(at, hash);
}

void ValueTable::add(const ValueRows& rows) {
  for (std::size_t first = 0; first < rows.size(); first += kAtOnce) {
    const std::size_t last = std::min(rows.size(), first + kAtOnce);
    // WebAssembly has no instruction that prefetches: the slots are read, and what was read goes where it cannot be left out.
    for (std::size_t i = first; i < last; ++i) {
      touched_ += slots_[static_cast<std::size_t>(rows.hashes[i]) & mask()].hash;
    }
    for (std::size_t i = first; i < last; ++i) {
      const std::uint64_t hash = rows.hashes[i];
      const std::size_t at = place_of(hash);
      if (slots_[at].number != 0) {
        ++slots_[at].count;
        continue;
      }
      arena_.append(rows.first[i]);
      if (!rows.second.empty()) {
        arena_.append(kPairSeparator);
        arena_.append(rows.second[i]);
      }
      put(at, hash);
    }
  }
}

std::optional<std::uint32_t> ValueTable::find(std::uint64_t hash) const {
  const Slot& slot = slots_[place_of(hash)];
  if (slot.number == 0) return std::nullopt;
  return slot.number - 1;
}

std::string_view ValueTable::operator[](std::uint32_t number) const {
  return arena_.view(number == 0 ? 0 : ends_[number - 1], ends_[number]);
}

std::vector<std::uint32_t> ValueTable::counts() const {
  std::vector<std::uint32_t> counts(size());
  for (const Slot& slot : slots_) {
    if (slot.number != 0) counts[slot.number - 1] = slot.count;
  }
  return counts;
}

std::vector<std::uint64_t> ValueTable::hashes() const {
  std::vector<std::uint64_t> hashes(size());
  for (const Slot& slot : slots_) {
    if (slot.number != 0) hashes[slot.number - 1] = slot.hash;
  }
  return hashes;
}

std::uint64_t ValueTable::memory_bytes() const {
  return std::uint64_t{slots_.capacity()} * sizeof(Slot) + grown_bytes(arena_.size()) +
         std::uint64_t{ends_.capacity()} * sizeof(std::uint32_t);
}

std::uint64_t ValueTable::bytes_when_grown() const {
  return memory_bytes() + std::uint64_t{next_size()} * sizeof(Slot);
}

/// Small tables grow by more, so that most values are put in their places twice at the most.
std::size_t ValueTable::next_size() const { return (slots_.size() < kManySlots ? 4 : 2) * slots_.size(); }

void ValueTable::grow() {
  std::vector<Slot> old(next_size());
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.number != 0) slots_[place_of(slot.hash)] = slot;
  }
}

}  // namespace reshard
