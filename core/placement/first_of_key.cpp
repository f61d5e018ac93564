#include "core/placement/first_of_key.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>

#include "core/hash/functions.h"

namespace reshard {
namespace {

constexpr std::uint32_t kNobody = 0xFFFFFFFFu;

}  // namespace

FirstOfKey::FirstOfKey(const KeyBlock& keys) : keys_(keys) {
  if (keys_.keys == nullptr || keys_.keys->spec().kind != KeyKind::kGiven) keys_.size = 0;
}

bool FirstOfKey::step(Budget& budget) {
  if (done_ < keys_.size && noted_.empty()) noted_.assign(std::bit_ceil(std::size_t{keys_.size} * 2), kNobody);
  while (done_ < keys_.size) {
    if (budget.spent()) return false;
    const std::uint32_t end = std::min(keys_.size, done_ + kKeysBetweenClockReads);
    for (; done_ < end; ++done_) {
      const std::uint32_t first = find_or_note(done_);
      if (first == done_) continue;
      if (first_.empty()) {
        first_.resize(keys_.size);
        std::iota(first_.begin(), first_.end(), 0u);
      }
      first_[done_] = first;
    }
  }
  noted_ = {};
  return true;
}

// Uses its own hash function: the strategy's may be weak.
std::uint32_t FirstOfKey::find_or_note(std::uint32_t key) {
  std::string buffer, other;
  const std::string_view name = keys_.keys->name(keys_.index(key), buffer);
  const std::size_t mask = noted_.size() - 1;
  for (auto at = static_cast<std::size_t>(xxh64(name)) & mask;; at = (at + 1) & mask) {
    if (noted_[at] == kNobody) return noted_[at] = key;
    if (keys_.keys->name(keys_.index(noted_[at]), other) == name) return noted_[at];
  }
}

}  // namespace reshard
