#include "core/sharding_key/sketches/frequent_values.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

namespace reshard {
namespace {

/// The numbers of the `most` largest counts, in ascending order; among equals, the older ones.
std::vector<std::uint32_t> largest_of(const std::vector<std::uint32_t>& counts, std::size_t most) {
  std::vector<std::uint32_t> numbers(counts.size());
  std::iota(numbers.begin(), numbers.end(), 0u);
  if (most >= numbers.size()) return numbers;
  if (most == 0) return {};
  std::vector<std::uint32_t> sorted = counts;
  const auto last = sorted.begin() + static_cast<std::ptrdiff_t>(most) - 1;
  std::nth_element(sorted.begin(), last, sorted.end(), std::greater<>());
  const std::uint32_t least = *last;
  auto equal = static_cast<std::size_t>(std::count(sorted.begin(), last + 1, least));  // how many of these stay
  const auto goes = [&](std::uint32_t number) {
    if (counts[number] != least) return counts[number] < least;
    if (equal == 0) return true;
    --equal;
    return false;
  };
  std::size_t kept = 0;
  for (const std::uint32_t number : numbers) {
    if (!goes(number)) numbers[kept++] = number;
  }
  numbers.resize(kept);
  return numbers;
}

/// The largest count outside `some`, which is in ascending order.
std::uint32_t largest_left(const std::vector<std::uint32_t>& counts, const std::vector<std::uint32_t>& some) {
  std::uint32_t largest = 0;
  std::size_t at = 0;
  for (std::uint32_t number = 0; number < counts.size(); ++number) {
    if (at < some.size() && some[at] == number) {
      ++at;
    } else {
      largest = std::max(largest, counts[number]);
    }
  }
  return largest;
}

}  // namespace

FrequentValues::FrequentValues(std::uint32_t kept) : kept_(kept) {}

FrequentValues::FrequentValues(const ValueTable& exact, std::uint32_t kept) : kept_(kept) {
  const std::vector<std::uint32_t> counts = exact.counts();
  const std::vector<std::uint64_t> hashes = exact.hashes();
  const std::vector<std::uint32_t> numbers = largest_of(counts, kept_);
  for (const std::uint32_t number : numbers) put(hashes[number], exact[number], counts[number], 0);
  rest_ = largest_left(counts, numbers);
}

std::size_t FrequentValues::place_of(std::uint64_t hash) const {
  const std::size_t mask = places_.size() - 1;
  std::size_t at = static_cast<std::size_t>(hash) & mask;
  while (places_[at] != 0 && hashes_[places_[at] - 1] != hash) at = (at + 1) & mask;
  return at;
}

void FrequentValues::put(std::uint64_t hash, std::string_view value, std::uint32_t count, std::uint32_t error) {
  if (places_.empty()) places_.resize(std::bit_ceil(std::size_t{4} * kept_));  // at least half of them are free
  places_[place_of(hash)] = static_cast<std::uint32_t>(hashes_.size() + 1);
  hashes_.push_back(hash);
  counts_.push_back(count);
  errors_.push_back(error);
  begins_.push_back(texts_.add(value));
}

void FrequentValues::add(std::uint64_t hash, std::string_view value) {
  if (const std::uint32_t number = places_.empty() ? 0 : places_[place_of(hash)]; number != 0) {
    ++counts_[number - 1];
    return;
  }
  put(hash, value, rest_ + 1, rest_);
  if (hashes_.size() >= std::size_t{2} * kept_) purge();
}

void FrequentValues::purge() {
  const std::vector<std::uint32_t> kept = largest_of(counts_, kept_);
  rest_ = std::max(rest_, largest_left(counts_, kept));
  FrequentValues next(kept_);
  next.places_ = std::move(places_);
  std::fill(next.places_.begin(), next.places_.end(), 0u);
  for (const std::uint32_t number : kept) next.put(hashes_[number], text(number), counts_[number], errors_[number]);
  next.rest_ = rest_;
  *this = std::move(next);
}

std::vector<FrequentValues::Counter> FrequentValues::largest(std::size_t most) const {
  std::vector<std::uint32_t> numbers = largest_of(counts_, most);
  std::stable_sort(numbers.begin(), numbers.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return counts_[a] > counts_[b]; });
  std::vector<Counter> counters;
  counters.reserve(numbers.size());
  for (const std::uint32_t number : numbers) {
    counters.push_back({text(number), hashes_[number], counts_[number], errors_[number]});
  }
  return counters;
}

std::uint64_t FrequentValues::memory_bytes() const {
  const std::uint64_t counters = std::uint64_t{2} * kept_ * (sizeof(std::uint64_t) + 3 * sizeof(std::uint32_t));
  return places_.empty() ? 0 : counters + places_.size() * sizeof(std::uint32_t) + texts_.memory_bytes();
}

}  // namespace reshard
