#include "core/sharding_key/value_table.h"

#include "core/base/check.h"
#include "core/sharding_key/grown_bytes.h"

namespace reshard {
namespace {

constexpr std::size_t kFirstSlots = 1024;
constexpr std::size_t kManySlots = std::size_t{1} << 20;

}  // namespace

ValueTable::ValueTable() : slots_(kFirstSlots) {}

std::size_t ValueTable::place_of(std::uint64_t hash) const {
  std::size_t at = static_cast<std::size_t>(hash) & mask();
  while (slots_[at].number != 0 && slots_[at].hash != hash) at = (at + 1) & mask();
  return at;
}

ValueTable::Found ValueTable::add(std::uint64_t hash, std::string_view value, std::uint32_t times) {
  std::size_t at = place_of(hash);
  if (slots_[at].number != 0) {
    slots_[at].count += times;
    return {slots_[at].number - 1, false};
  }
  if (would_grow()) {
    grow();
    at = place_of(hash);
  }
  CHECK(!full());
  arena_.append(value);
  ends_.push_back(static_cast<std::uint32_t>(arena_.size()));
  slots_[at] = {hash, size(), times};
  return {size() - 1, true};
}

void ValueTable::prefetch(std::uint64_t hash) const {
  __builtin_prefetch(&slots_[static_cast<std::size_t>(hash) & mask()], 1);
}

std::optional<std::uint32_t> ValueTable::find(std::uint64_t hash) const {
  const Slot& slot = slots_[place_of(hash)];
  if (slot.number == 0) return std::nullopt;
  return slot.number - 1;
}

std::string_view ValueTable::operator[](std::uint32_t number) const {
  const std::uint32_t begin = number == 0 ? 0 : ends_[number - 1];
  return std::string_view(arena_).substr(begin, ends_[number] - begin);
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

void ValueTable::keep(std::span<const std::uint32_t> numbers) {
  const std::vector<std::uint32_t> counts = this->counts();
  const std::vector<std::uint64_t> hashes = this->hashes();
  const ValueTable all = std::move(*this);
  slots_.assign(kFirstSlots, {});
  while (most() < numbers.size()) slots_.resize(2 * slots_.size());
  arena_.clear();
  ends_.clear();
  for (const std::uint32_t number : numbers) add(hashes[number], all[number], counts[number]);
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
